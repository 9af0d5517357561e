package discordtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// MaxRequest is the most bytes of one request that Discord takes.
const MaxRequest = 25 << 20

// call is one REST request on its way through the server.
type call struct {
	srv   *Server
	http  *http.Request
	route Route
	rec   Request
	// body is the JSON object of the body, nil when there is none.
	body map[string]json.RawMessage
	// message and first are what validate read: a message, a first answer.
	message *payload
	first   *Callback
	// lost: the bot will not see that its request was granted.
	lost bool
}

func (c *call) param(name string) string { return c.http.PathValue(name) }

func (c *call) where() string { return c.rec.Method + " " + redact(c.rec.Path) }

// redact hides the token in the path of an interaction: whoever has it can
// answer in the bot's name.
func redact(path string) string {
	parts := strings.Split(path, "/")
	if len(parts) > 3 && (parts[1] == "webhooks" || parts[1] == "interactions") {
		parts[3] = "…"
	}
	return strings.Join(parts, "/")
}

// decode reads the whole body into v.
func (c *call) decode(v any) error {
	if err := json.Unmarshal(c.rec.JSON, v); err != nil {
		return badJSON(err)
	}
	return nil
}

func badJSON(err error) *apiError {
	return &apiError{
		status: http.StatusBadRequest, code: CodeInvalidJSON,
		message: "The request body contains invalid JSON: " + err.Error(),
	}
}

// handler is the whole server: the API under /api, the CDN, and the gateway
// everywhere else.
func (s *Server) handler() http.Handler {
	api := http.NewServeMux()
	for route, serve := range s.endpoints() {
		api.HandleFunc(string(route), func(w http.ResponseWriter, r *http.Request) {
			s.serveREST(w, r, route, serve)
		})
	}
	api.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.serveREST(w, r, "", func(*call) (int, any, error) {
			return 0, nil, notFound(CodeGeneral, "404: Not Found")
		})
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path, isAPI := trimVersion(r.URL.Path)
		switch {
		case isAPI && hostKind(r.Host) != hostCDN:
			r.URL.Path, r.URL.RawPath = path, ""
			api.ServeHTTP(w, r)
		case strings.HasPrefix(r.URL.Path, "/attachments/"):
			s.serveCDN(w, r)
		default:
			s.serveGateway(w, r)
		}
	})
}

// trimVersion takes "/api/v10" or "/api" off a path.
func trimVersion(path string) (string, bool) {
	rest, ok := strings.CutPrefix(path, "/api/")
	if !ok {
		return path, false
	}
	if first, tail, found := strings.Cut(rest, "/"); found && strings.HasPrefix(first, "v") {
		if _, err := strconv.Atoi(first[1:]); err == nil {
			return "/" + tail, true
		}
	}
	return "/" + rest, true
}

func (s *Server) serveREST(w http.ResponseWriter, r *http.Request, route Route, serve endpoint) {
	c := &call{srv: s, http: r, route: route, rec: Request{
		Route: route, Method: r.Method, Path: requestPath(r), Header: r.Header.Clone(), At: s.opts.Now(),
	}}
	fault := s.takeFault(route)
	if fault.before(w, r) {
		s.record(c.rec, 0, true)
		return
	}
	status, body, err := s.answer(c, w, fault, serve)
	var api *apiError
	switch {
	case errors.As(err, &api):
		status, body = api.status, api.body()
		s.refuse(c, api)
	case err != nil: // the bot hung up in the middle of its request
		s.record(c.rec, 0, fault != nil)
		cut(w)
		return
	}
	s.watch(c, status)
	s.record(c.rec, status, fault != nil)
	if fault.after(w, &status, &body) {
		return
	}
	bucketHeaders(w.Header(), route)
	writeJSON(w, status, body)
}

func requestPath(r *http.Request) string {
	if r.URL.RawQuery == "" {
		return r.URL.Path
	}
	return r.URL.Path + "?" + r.URL.RawQuery
}

// answer reads the request and lets the endpoint answer it.
func (s *Server) answer(c *call, w http.ResponseWriter, fault *Fault, serve endpoint) (int, any, error) {
	if err := c.read(w); err != nil {
		var api *apiError
		if errors.As(err, &api) && api.code == CodeRequestTooLarge {
			s.violate(RuleRequestSize, c.where(), fmt.Sprintf("the request is over %d bytes", MaxRequest))
		}
		return 0, nil, err
	}
	if status, body, ordered := fault.instead(w); ordered {
		return status, body, nil
	}
	c.lost = fault != nil && fault.Lost
	if status, body, over := s.slowDown(c, w); over {
		return status, body, nil
	}
	s.askedAgain(c)
	if err := s.authorize(c); err != nil {
		return 0, nil, err
	}
	if err := s.validate(c); err != nil {
		return 0, nil, err
	}
	return serve(c)
}

// authorize checks the token where one is needed: an interaction's own token
// stands in the path.
func (s *Server) authorize(c *call) error {
	if forInteraction(c.http.URL.Path) || c.route == RouteGateway {
		return nil
	}
	s.mu.Lock()
	dead := s.tokenDead
	s.mu.Unlock()
	if !dead && c.http.Header.Get("Authorization") == "Bot "+s.opts.Token {
		return nil
	}
	return &apiError{status: http.StatusUnauthorized, message: "401: Unauthorized"}
}

func (s *Server) record(r Request, status int, fault bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r.Status, r.Fault = status, fault
	s.requestCount++
	s.requests.put(strconv.Itoa(s.requestCount), r)
	s.changed.wake()
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	if body == nil {
		w.WriteHeader(status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	// A client that has gone away is no fault of the server's.
	_ = json.NewEncoder(w).Encode(body)
}

// readAll reads a body within the limit of a request.
func readAll(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxRequest))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, &apiError{
			status: http.StatusRequestEntityTooLarge, code: CodeRequestTooLarge,
			message: "Request entity too large",
		}
	}
	return data, err
}

func retryAfterHeader(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', 3, 64)
}
