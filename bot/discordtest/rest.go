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
	"strconv"
	"strings"
	"time"
)

const maxRequest = 25 << 20

// call is one REST request on its way through the server.
type call struct {
	srv  *Server
	http *http.Request
	rec  Request
	// What was read from the body: a message, a first answer, commands.
	message  *payload
	first    *Callback
	commands []Command
	// forgiven is what the bot should not have sent though Discord takes it.
	forgiven form
	// lost: the bot will not see that its request was granted.
	lost bool
}

func (c *call) param(name string) string { return c.http.PathValue(name) }

// violate notes that the request breaks a rule. Callers hold mu.
func (c *call) violate(rule Rule, detail string) {
	// Whoever has the token in the path can answer in the bot's name.
	where := c.rec.Method + " " + c.rec.Path
	for _, name := range []string{"interaction_token", "webhook_token"} {
		if token := c.param(name); token != "" {
			where = strings.ReplaceAll(where, token, "…")
		}
	}
	c.srv.violate(rule, where, detail)
}

// handler is the whole server: the API, the CDN, and the gateway everywhere
// else.
func (s *Server) handler() http.Handler {
	rest := http.NewServeMux()
	for route, serve := range s.endpoints() {
		rest.HandleFunc(string(route), func(w http.ResponseWriter, r *http.Request) { s.serveREST(w, r, route, serve) })
	}
	rest.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.serveREST(w, r, "", func(*call) (any, error) { return nil, notFound(0, "404: Not Found") })
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path, isAPI := trimVersion(r.URL.Path)
		if !isAPI && !strings.HasPrefix(path, "/attachments/") {
			s.serveGateway(w, r)
			return
		}
		r.URL.Path, r.URL.RawPath = path, ""
		rest.ServeHTTP(w, r)
	})
}

// trimVersion takes "/api/v10" or "/api" off a path.
func trimVersion(path string) (string, bool) {
	rest, ok := strings.CutPrefix(path, "/api")
	if version, tail, found := strings.Cut(strings.TrimPrefix(rest, "/v"), "/"); ok && found {
		if _, err := strconv.Atoi(version); err == nil {
			return "/" + tail, true
		}
	}
	return rest, ok
}

func (s *Server) serveREST(w http.ResponseWriter, r *http.Request, route Route, serve endpoint) {
	path := r.URL.Path
	if r.URL.RawQuery != "" {
		path += "?" + r.URL.RawQuery
	}
	c := &call{srv: s, http: r, rec: Request{
		Route: route, Method: r.Method, Path: path, Header: r.Header.Clone(), At: time.Now(),
	}}
	fault := s.takeFault(route)
	c.lost = fault.Lost
	status, body := 0, any(nil)
	if fault.before(r) {
		status, body = s.answer(c, w, fault, serve)
	}
	s.record(c, status)
	if status == 0 || !fault.after(w, &status, &body) {
		cut(w)
		return
	}
	writeBody(w, status, body)
}

// answer reads the request and lets the endpoint answer it. A status of 0
// means that the bot hung up before it was through.
func (s *Server) answer(c *call, w http.ResponseWriter, fault Fault, serve endpoint) (int, any) {
	err := c.read(w)
	var refused *apiError
	if err != nil && !errors.As(err, &refused) {
		return 0, nil
	}
	if status, body, ordered := fault.instead(w); ordered && err == nil {
		return status, body
	}
	if err == nil {
		err = c.check()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if status, body, over := s.slowDown(c, w); over {
		return status, body
	}
	var body any
	if err = s.admit(c, err); err == nil {
		body, err = serve(c)
	}
	if errors.As(err, &refused) {
		s.refuse(c, refused)
		return refused.status, refused.body()
	}
	switch b := body.(type) {
	case nil:
		return http.StatusNoContent, nil
	case created:
		return http.StatusCreated, b.body
	}
	return http.StatusOK, body
}

// admit refuses a request that is not allowed to the bot, or whose body is
// broken. Callers hold mu.
func (s *Server) admit(c *call, broken error) error {
	s.noteRetry(c)
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
		number, isFile := strings.CutPrefix(strings.TrimSuffix(p.FormName(), "]"), "files[")
		if !isFile {
			continue
		}
		// Part.FileName takes off everything before the last slash; what was
		// sent is wanted here, so that a bad name shows.
		_, params, _ := mime.ParseMediaType(p.Header.Get("Content-Disposition"))
		c.rec.Files = append(c.rec.Files, File{
			Name: params["filename"], ContentType: p.Header.Get("Content-Type"), Data: content, number: number,
		})
	}
}

// check reads the body as what its route takes, and refuses it for what is
// wrong with it by itself: what the specification says, then what it leaves out.
func (c *call) check() error {
	var f form
	checkSpec(c.rec.Route, c.rec.JSON, &f)
	if f != nil {
		return invalidForm(f)
	}
	var err error
	//nolint:exhaustive // the others take no body
	switch c.rec.Route {
	case RouteCallback:
		err = c.readCallback(&f)
	case RouteFollowup, RouteOriginalEdit, RouteFollowupEdit, RouteMessageCreate, RouteMessageEdit:
		err = c.readMessage("", c.rec.JSON, &f)
	case RouteCommandCreate, RouteGuildCommandCreate, RouteCommandsPut, RouteGuildCommandsPut:
		err = c.readCommands(&f)
	}
	switch {
	case err != nil:
		return invalidJSON(err)
	case f != nil:
		return invalidForm(f)
	}
	return nil
}

// readMessage reads a message that lies at a path of the body.
func (c *call) readMessage(at string, raw []byte, f *form) error {
	p, err := newPayload(raw, c.rec.Files)
	if err != nil {
		return err
	}
	c.message = p
	f.checkMessage(at, p)
	c.forgiven.checkFileNames(at, p.files)
	if c.srv.opts.RequireNoMentions && !p.blank() && p.pings() {
		c.forgiven.add(RuleMentions, at+".allowed_mentions", "%q is not {\"parse\":[]}", p.fields["allowed_mentions"])
	}
	return nil
}

func writeBody(w http.ResponseWriter, status int, body any) {
	// A client that has gone away is no fault of the server's.
	switch b := body.(type) {
	case nil:
		w.WriteHeader(status)
	case blob:
		w.Header().Set("Content-Type", b.contentType)
		_, _ = w.Write(b.data)
	default:
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(body)
	}
}
