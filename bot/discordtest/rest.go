package discordtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"regexp"
	"strings"
	"time"
)

const maxRequest = 25 << 20

// object is a JSON object.
type object = map[string]any

// call is one REST request on its way through the server.
type call struct {
	srv  *Server
	http *http.Request
	rec  Request
	body body
	// kind is the type of a first answer.
	kind     int
	commands []Command
	// forgiven is what the bot should not have sent though Discord takes it.
	forgiven form
	// lost: the bot will not see that its request was granted.
	lost bool
}

func (c *call) param(name string) string { return c.http.PathValue(name) }

var apiPrefix = regexp.MustCompile(`^/api(/v\d+)?`)

// handler is the whole server: the API, the CDN, and the gateway everywhere
// else.
func (s *Server) handler() http.Handler {
	rest := http.NewServeMux()
	for route, serve := range endpoints() {
		rest.HandleFunc(string(route), func(w http.ResponseWriter, r *http.Request) { s.serveREST(w, r, route, serve) })
	}
	rest.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { s.serveREST(w, r, "", (*Server).unknownRoute) })
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		prefix := apiPrefix.FindString(r.URL.Path)
		if prefix == "" && !strings.HasPrefix(r.URL.Path, "/attachments/") {
			s.serveGateway(w, r)
			return
		}
		r.URL.Path, r.URL.RawPath = strings.TrimPrefix(r.URL.Path, prefix), ""
		rest.ServeHTTP(w, r)
	})
}

func (s *Server) unknownRoute(c *call) (any, error) {
	c.violate(RuleRoute, "no such request is served here")
	return nil, notFound(0, "404: Not Found")
}

func (s *Server) serveREST(w http.ResponseWriter, r *http.Request, route Route, serve endpoint) {
	path := r.URL.Path
	if r.URL.RawQuery != "" {
		path += "?" + r.URL.RawQuery
	}
	fault := s.takeFault(route)
	c := &call{srv: s, http: r, lost: fault.Lost, rec: Request{
		Route: route, Method: r.Method, Path: path, At: time.Now(),
	}}
	status, answer := 0, []byte(nil)
	if fault.wait(r) {
		status, answer = s.answer(c, w, fault, serve)
	}
	s.record(c, status)
	if status == 0 {
		cut(w)
		return
	}
	w.WriteHeader(status)
	_, _ = w.Write(answer) // a client that has gone away is no fault of the server's
}

// cut closes the connection without an answer.
func cut(w http.ResponseWriter) {
	if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
		_ = conn.Close()
		return
	}
	panic(http.ErrAbortHandler) // resets a stream of HTTP/2, which cannot be hijacked
}

// answer reads the request and lets the endpoint answer it. A status of 0
// means that there is no answer.
func (s *Server) answer(c *call, w http.ResponseWriter, fault Fault, serve endpoint) (status int, answer []byte) {
	err := c.read(w)
	var refused *apiError
	if err != nil && !errors.As(err, &refused) {
		return 0, nil // the bot hung up before it was through
	}
	var v any
	if fault.Status != 0 && !fault.Lost && err == nil {
		v = fault.body(w)
		status = fault.Status
	} else {
		if err == nil {
			err = c.check()
		}
		s.mu.Lock()
		defer s.mu.Unlock() // also while what is shown is encoded
		status, v = s.grant(c, w, err, serve)
		if fault.Lost {
			status, v = fault.Status, fault.body(w)
		}
	}
	if file, ok := v.([]byte); ok {
		return status, file
	}
	if v != nil {
		w.Header().Set("Content-Type", "application/json")
		answer, _ = json.Marshal(v)
	}
	return status, answer
}

// grant does what is asked, unless it is not allowed to the bot or its body is
// broken. Callers hold mu.
func (s *Server) grant(c *call, w http.ResponseWriter, broken error, serve endpoint) (status int, answer any) {
	if wait, over := s.slowDown(c, w); over {
		return http.StatusTooManyRequests, wait
	}
	err := s.admit(c, broken)
	if err == nil {
		answer, err = serve(s, c)
	}
	var refused *apiError
	switch {
	case errors.As(err, &refused):
		s.refuse(c, refused)
		return refused.status, refused.body()
	case answer == nil:
		return http.StatusNoContent, nil
	}
	return http.StatusOK, answer
}

// admit returns why a request is refused before its endpoint sees it. Callers
// hold mu.
func (s *Server) admit(c *call, broken error) error {
	if _, again := s.limit.gone.get(c.rec.Method + " " + c.rec.Path); again {
		c.violate(RuleRetried, "it had been answered 404 before")
	}
	open := c.forInteraction() || c.rec.Route == RouteGateway || c.rec.Route == RouteCDN
	if !open && (s.tokenDead || c.http.Header.Get("Authorization") != "Bot "+s.Token()) {
		return &apiError{status: http.StatusUnauthorized, message: "401: Unauthorized"}
	}
	for _, e := range append(c.forgiven, formOf(broken)...) {
		c.violate(e.rule, e.String())
	}
	return broken
}

// read takes in the body, JSON or multipart.
func (c *call) read(w http.ResponseWriter) error {
	data, err := io.ReadAll(http.MaxBytesReader(w, c.http.Body, maxRequest))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return &apiError{
			status: http.StatusRequestEntityTooLarge, code: 40005, message: "Request entity too large",
			form: form{{RuleRequestSize, "", fmt.Sprintf("the request is over %d bytes", maxRequest)}},
		}
	}
	if err != nil || len(data) == 0 {
		return err
	}
	kind, params, _ := mime.ParseMediaType(c.http.Header.Get("Content-Type"))
	switch kind {
	case "application/json":
		c.rec.JSON = data
	case "multipart/form-data":
		if err := c.readMultipart(data, params["boundary"]); err != nil {
			return invalidJSON(err)
		}
	default:
		return badRequest(50035, "Expected \"Content-Type\" header to be one of {'application/json', 'multipart/form-data'}.")
	}
	return nil
}

func (c *call) readMultipart(data []byte, boundary string) error {
	parts := multipart.NewReader(bytes.NewReader(data), boundary)
	for {
		p, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		content, err := io.ReadAll(p)
		if err != nil {
			return err
		}
		if p.FormName() == "payload_json" {
			c.rec.JSON = content
			continue
		}
		if number, ok := strings.CutPrefix(strings.TrimSuffix(p.FormName(), "]"), "files["); ok {
			// Part.FileName takes off everything before the last slash; what was
			// sent is wanted here, so that a bad name shows.
			_, params, _ := mime.ParseMediaType(p.Header.Get("Content-Disposition"))
			c.rec.Files = append(c.rec.Files, File{Name: params["filename"], Data: content, number: number})
		}
	}
}
