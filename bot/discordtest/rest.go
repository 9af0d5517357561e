package discordtest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Route is an endpoint of the REST API, written as in Discord's published
// specification: the method, and the path with the names of its parameters.
type Route string

// The endpoints that are served.
const (
	RouteGateway          Route = "GET /gateway"
	RouteGatewayBot       Route = "GET /gateway/bot"
	RouteMyApp            Route = "GET /applications/@me"
	RouteCommands         Route = "GET /applications/{application_id}/commands"
	RouteCommandsPut      Route = "PUT /applications/{application_id}/commands"
	RouteGuildCommands    Route = "GET /applications/{application_id}/guilds/{guild_id}/commands"
	RouteGuildCommandsPut Route = "PUT /applications/{application_id}/guilds/{guild_id}/commands"
	RouteCallback         Route = "POST /interactions/{interaction_id}/{interaction_token}/callback"
	RouteFollowup         Route = "POST /webhooks/{webhook_id}/{webhook_token}"
	RouteOriginalEdit     Route = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original"
	RouteOriginalDelete   Route = "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/@original"
	RouteMessageCreate    Route = "POST /channels/{channel_id}/messages"
	RouteMessageEdit      Route = "PATCH /channels/{channel_id}/messages/{message_id}"
	RouteChannel          Route = "GET /channels/{channel_id}"
	RouteMyGuilds         Route = "GET /users/@me/guilds"
	RouteGuild            Route = "GET /guilds/{guild_id}"
	RouteRoles            Route = "GET /guilds/{guild_id}/roles"
	RouteMember           Route = "GET /guilds/{guild_id}/members/{user_id}"

	// RouteCDN is not part of the API: uploaded files are fetched there.
	RouteCDN Route = "GET /attachments/{channel_id}/{attachment_id}/{filename}"
)

// endpoint handles a request whose body was checked. Its result is encoded as JSON;
// nil means no content (204). It is called with the server's mu held.
type endpoint func(s *Server, c *call) (any, error)

// endpoints returns all endpoints. For a new one, add a [Route] and run internal/trimspec,
// which adds its part of the specification.
func endpoints() map[Route]endpoint {
	return map[Route]endpoint{
		RouteGateway:          (*Server).getGateway,
		RouteGatewayBot:       (*Server).getGatewayBot,
		RouteMyApp:            (*Server).getApp,
		RouteCommands:         (*Server).listCommands,
		RouteCommandsPut:      (*Server).putCommands,
		RouteGuildCommands:    (*Server).listCommands,
		RouteGuildCommandsPut: (*Server).putCommands,
		RouteCallback:         (*Server).callback,
		RouteFollowup:         (*Server).followup,
		RouteOriginalEdit:     (*Server).editAnswer,
		RouteOriginalDelete:   (*Server).deleteOriginal,
		RouteMessageCreate:    (*Server).createMessage,
		RouteMessageEdit:      (*Server).editMessage,
		RouteChannel:          (*Server).getChannel,
		RouteMyGuilds:         (*Server).listGuilds,
		RouteGuild:            (*Server).getGuild,
		RouteRoles:            (*Server).listRoles,
		RouteMember:           (*Server).getMember,
		RouteCDN:              (*Server).getFile,
	}
}

const maxRequest = 25 << 20

// object is a JSON object.
type object = map[string]any

// call is a REST request that is being handled.
type call struct {
	srv   *Server
	http  *http.Request
	fault Fault
	rec   Request
	// kind is the type of a first answer.
	kind     int
	body     body
	commands []Command
	// tolerated holds violations for which Discord does not refuse the request.
	tolerated form
}

func (c *call) param(name string) string { return c.http.PathValue(name) }

// token returns the token of the interaction in the path, or "".
func (c *call) token() string { return cmp.Or(c.param("interaction_token"), c.param("webhook_token")) }

// target returns the method and path of the request.
func (c *call) target() string { return c.rec.Method + " " + c.rec.Path }

// newMux returns a handler for the API, the CDN, and, for all other paths, the gateway.
func (s *Server) newMux() *http.ServeMux {
	mux := http.NewServeMux()
	for route, serve := range endpoints() {
		pattern := string(route)
		if route != RouteCDN {
			pattern = strings.Replace(pattern, " ", " /api/v10", 1)
		}
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { s.serveREST(w, r, route, serve) })
	}
	unknown := func(*Server, *call) (any, error) { return nil, breaks(RuleRoute, http.StatusNotFound, 0) }
	mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) { s.serveREST(w, r, "", unknown) })
	mux.HandleFunc("/", s.serveGateway)
	return mux
}

func (s *Server) serveREST(w http.ResponseWriter, r *http.Request, route Route, serve endpoint) {
	path := strings.TrimPrefix(r.URL.RequestURI(), "/api/v10")
	c := &call{srv: s, http: r, fault: s.takeFault(route, path), rec: Request{
		Route: route, Method: r.Method, Path: path, At: time.Now(),
	}}
	var answer []byte
	if c.fault.wait(r) {
		answer = c.answer(w, serve)
	}
	s.mu.Lock()
	s.requests = append(s.requests, c.rec)
	s.wake()
	s.mu.Unlock()
	if c.rec.Status == 0 {
		panic(http.ErrAbortHandler) // cuts the connection, or a stream of HTTP/2
	}
	w.WriteHeader(c.rec.Status)
	_, _ = w.Write(answer) // the client may have gone
}

// answer reads and handles the request, and records the status; 0 means no answer.
func (c *call) answer(w http.ResponseWriter, serve endpoint) []byte {
	err := c.read(w)
	if err == nil {
		err = c.check()
	}
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock() // also while what is shown is encoded
	var v any
	if c.fault.Status == 0 || c.fault.Lost {
		v = c.grant(err, serve)
	}
	if c.fault.Status != 0 || c.fault.Lost {
		c.rec.Status, v = c.fault.Status, c.fault.body(w)
	}
	if file, ok := v.([]byte); ok || v == nil {
		return file
	}
	w.Header().Set("Content-Type", "application/json")
	answer, _ := json.Marshal(v) // it arrived as JSON
	return answer
}

// grant handles the request, unless the bot is not authorized or err says what is wrong with
// the body, and returns the answer. Callers must hold mu.
func (c *call) grant(err error, serve endpoint) (answer any) {
	if !c.authorized() {
		err = refuse(http.StatusUnauthorized, 0, "401: Unauthorized")
	}
	if c.srv.gone[c.target()] {
		c.violate(RuleRetried, "it was answered 404 before")
	}
	c.violations(c.tolerated)
	if err == nil {
		answer, err = serve(c.srv, c)
	}
	refused, ok := errors.AsType[*apiError](err)
	switch {
	case ok:
		c.refused(refused)
		c.rec.Status, answer = refused.status, refused.body()
	case err != nil: // the bot closed the connection early
	case answer == nil:
		c.rec.Status = http.StatusNoContent
	default:
		c.rec.Status = http.StatusOK
	}
	return answer
}

// authorized reports whether the request has a valid token or needs none. The token of an
// interaction is in the path, and checked by the endpoint.
func (c *call) authorized() bool {
	return c.token() != "" || c.rec.Route == RouteGateway || c.rec.Route == RouteCDN ||
		c.srv.gw.identifies >= 0 && c.http.Header.Get("Authorization") == "Bot "+c.srv.Token()
}

// refused records a refusal and the rules that were broken. Callers must hold mu.
func (c *call) refused(why *apiError) {
	if why.rule != "" {
		c.violate(why.rule, fmt.Sprintf("answered with %d, code %d", why.status, why.code))
	}
	c.violations(why.form)
	if it, ok := c.srv.interactions[c.token()]; ok {
		it.answer.Refused = why.Error()
	}
	if c.token() != "" && why.status == http.StatusNotFound && why.code != unknownMessage { // which may come to be known
		c.srv.gone[c.target()] = true
	}
}

// read reads the body, JSON or multipart.
func (c *call) read(w http.ResponseWriter) error {
	data, err := io.ReadAll(http.MaxBytesReader(w, c.http.Body, maxRequest))
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		return breaks(RuleRequestSize, http.StatusRequestEntityTooLarge, 40005)
	}
	if err != nil || len(data) == 0 {
		return err
	}
	kind, params, _ := mime.ParseMediaType(c.http.Header.Get("Content-Type"))
	switch kind {
	case "application/json":
		c.rec.JSON = data
	case "multipart/form-data":
		err = c.readMultipart(data, params["boundary"])
	default:
		err = fmt.Errorf("the Content-Type %q is neither JSON nor multipart", kind)
	}
	if err != nil {
		return refuse(http.StatusBadRequest, 50109, "The request body contains invalid JSON: "+err.Error())
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
		// Part.FileName would cut off everything before the last slash and hide a bad
		// name.
		_, params, _ := mime.ParseMediaType(p.Header.Get("Content-Disposition"))
		number := strings.TrimSuffix(strings.TrimPrefix(p.FormName(), "files["), "]")
		c.rec.Files = append(c.rec.Files, File{Name: params["filename"], Data: content, number: number})
	}
}

// Request is a REST request as it was received.
type Request struct {
	// Route is the endpoint, "" for an unknown path.
	Route  Route
	Method string
	// Path has the query, but not "/api/v10".
	Path string
	// JSON is the body, or the payload_json of a multipart request.
	JSON  json.RawMessage
	Files []File
	At    time.Time
	// Status is the status of the answer, 0 if the connection was cut instead.
	Status int
}

// Requests returns the REST requests that were answered so far, oldest first, to the given
// routes or to all.
func (s *Server) Requests(routes ...Route) []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.requests), func(r Request) bool {
		return len(routes) > 0 && !slices.Contains(routes, r.Route)
	})
}

// Until waits until done returns true. It calls done whenever the bot has done something.
func (s *Server) Until(ctx context.Context, done func() bool) error {
	for {
		s.mu.Lock()
		changed := s.changed
		s.mu.Unlock()
		if done() {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("discordtest: waiting for the bot: %w", ctx.Err())
		case <-s.ctx.Done():
			return fmt.Errorf("discordtest: waiting for the bot: %w", net.ErrClosed)
		}
	}
}

// wake makes every Until call its done again. Callers must hold mu.
func (s *Server) wake() {
	close(s.changed)
	s.changed = make(chan struct{})
}
