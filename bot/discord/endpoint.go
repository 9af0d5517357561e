package discord

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// The limits of an [Endpoint].
const (
	// maxPost is the largest body in bytes: a command with every option full of characters
	// that JSON escapes.
	maxPost = 2 << 20
	// ordinaryPost is the largest body that is read without a place among maxLarge.
	ordinaryPost = 64 << 10
	maxLarge     = 16
	// maxOpen is how many connections may be open. One more replaces one that is idle.
	maxOpen = 1024
	// maxSkew is how far the time of a signature may be from Discord's.
	maxSkew = time.Minute

	// The times that a client may take.
	headerTime   = 5 * time.Second
	requestTime  = 10 * time.Second
	idleTime     = 2 * time.Minute // longer than proxies keep connections
	shutdownTime = 5 * time.Second
	askingTime   = 2 * time.Second
	silenceTime  = 10 * time.Second // without an answer from Discord, until nothing is taken
	askingEvery  = 10 * time.Minute
)

// The paths of an [Endpoint].
const (
	// PathInteractions is what Discord posts interactions to.
	PathInteractions = "/interactions"
	pathHealth       = "/healthz"
	pathReady        = "/readyz"
)

// ErrBusy is an error of [Handler.Interaction]: there is too much to do even to refuse more.
var ErrBusy = errors.New("too busy for an interaction")

// errCut says that calls get no answer.
var errCut = errors.New("discord does not answer the bot")

// Endpoint takes interactions that Discord posts over HTTP, which replaces sessions: Discord
// sends each interaction to only one of them. It is made by [Client.NewEndpoint] and runs once
// with [Endpoint.Run].
type Endpoint struct {
	client   *Client
	handler  Handler
	log      *slog.Logger
	listener net.Listener
	key      atomic.Pointer[ed25519.PublicKey]
	isReady  atomic.Bool
	large    chan struct{} // holds a token for each large body that is read
	// stale bounds the log.
	stale rate.Sometimes
	// asking is held while Discord is asked for the time, asked is when it was.
	asking sync.Mutex
	asked  time.Time
}

// NewEndpoint returns an endpoint that can be run, and then closes the listener. TLS must end
// before it. Posted of the handler may be nil.
func (c *Client) NewEndpoint(l net.Listener, h Handler) *Endpoint {
	return &Endpoint{
		client: c, handler: h, log: c.log, listener: l,
		large: make(chan struct{}, maxLarge), stale: rate.Sometimes{Interval: time.Minute},
	}
}

// Status returns the state of the endpoint.
func (e *Endpoint) Status() Status {
	return Status{Ready: e.isReady.Load(), Guilds: e.client.countGuilds()}
}

// Run serves until ctx ends, then finishes the requests that came, and returns nil. Any error
// means that it gave up: see [ExitCode]. Until Discord said the key, while it does not answer
// calls, and while [Config.IsCutOff], all requests are answered 503.
func (e *Endpoint) Run(ctx context.Context) error {
	srv := &http.Server{
		Handler: e.routes(), ConnState: newOpenConns(maxOpen).changed,
		ReadHeaderTimeout: headerTime, ReadTimeout: requestTime, WriteTimeout: 2 * requestTime, IdleTimeout: idleTime,
		MaxHeaderBytes: 16 << 10, ErrorLog: slog.NewLogLogger(e.log.Handler(), slog.LevelWarn),
	}
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(e.listener) }()
	err := e.askKey(ctx)
	if err == nil {
		err = e.watch(ctx, ended)
	}
	e.isReady.Store(false)
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	if srv.Shutdown(stopping) != nil {
		_ = srv.Close()
	}
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// askKey asks Discord for the application, whose key signs interactions.
func (e *Endpoint) askKey(ctx context.Context) error {
	app, err := e.client.application(ctx, Policy{Tries: 1000, Repeatable: true, Until: time.Now().Add(e.client.cfg.Dead)})
	switch {
	case errors.Is(err, ErrBadToken):
		return err
	case err != nil:
		return fmt.Errorf("%w: %w", ErrDead, err)
	}
	return e.follow(app)
}

// follow takes the key of the application.
func (e *Endpoint) follow(app Application) error {
	text, err := hex.DecodeString(app.Key)
	if err != nil || len(text) != ed25519.PublicKeySize {
		return fmt.Errorf("asking for the application: its verify_key %q is no key", app.Key)
	}
	key := ed25519.PublicKey(text)
	if before := e.key.Swap(&key); before != nil && !key.Equal(*before) {
		e.log.Warn("discord signs interactions with another key now")
	}
	return nil
}

// askAgain asks Discord for the application from time to time. It returns an error only for
// [ErrBadToken], which nothing else may show while nobody asks the bot.
func (e *Endpoint) askAgain(ctx context.Context) error {
	app, err := e.client.Application(ctx)
	if errors.Is(err, ErrBadToken) {
		return err
	}
	if err == nil {
		err = e.follow(app)
	}
	if err != nil && ctx.Err() == nil {
		e.log.Warn("discord does not say which key it signs interactions with", slog.Any("err", err))
	}
	return nil
}

// watch returns nil when ctx ends, or the error for which the endpoint gives up. It tells the
// handler while the endpoint answers a request of its own, and Discord its calls.
func (e *Endpoint) watch(ctx context.Context, ended <-chan error) error {
	self := &http.Client{Transport: &http.Transport{DialContext: e.dial}, Timeout: signEvery}
	defer self.CloseIdleConnections()
	tick := time.NewTicker(signEvery)
	defer tick.Stop()
	again := time.NewTicker(askingEvery)
	defer again.Stop()
	for healthy := time.Now(); ; {
		switch err := e.check(ctx, self); {
		case err == nil:
			healthy = time.Now()
			e.markHealthy()
		case time.Since(healthy) > e.client.cfg.Dead:
			return fmt.Errorf("%w: its endpoint can take no interactions: %w", ErrDead, err)
		case ctx.Err() == nil:
			e.isReady.Store(false)
			e.log.Warn("interactions cannot be taken over HTTP", slog.Any("err", err))
		}
		select {
		case err := <-ended:
			return fmt.Errorf("serving interactions: %w", err)
		case <-ctx.Done():
			return nil
		case <-tick.C:
		case <-again.C:
			if err := e.askAgain(ctx); err != nil {
				return err
			}
		}
	}
}

// markHealthy tells the handler that the endpoint is healthy.
func (e *Endpoint) markHealthy() {
	if !e.isReady.Swap(true) {
		e.log.Info("interactions are taken over HTTP", slog.String("address", e.listener.Addr().String()))
		if e.handler.Opened != nil {
			e.handler.Opened()
		}
		if e.handler.Ready != nil {
			e.handler.Ready()
		}
	}
	if e.handler.Alive != nil {
		e.handler.Alive()
	}
}

// dial connects to the endpoint itself.
func (e *Endpoint) dial(ctx context.Context, network, _ string) (net.Conn, error) {
	if l, ok := e.listener.(interface {
		DialContext(ctx context.Context, network, address string) (net.Conn, error)
	}); ok { // it is in memory
		return l.DialContext(ctx, network, "")
	}
	return new(net.Dialer).DialContext(ctx, network, e.listener.Addr().String())
}

// check returns what keeps the endpoint from taking interactions and answering them.
func (e *Endpoint) check(ctx context.Context, self *http.Client) error {
	if err := e.probe(ctx, self); err != nil {
		return fmt.Errorf("it does not answer itself: %w", err)
	}
	if e.client.clock.silence() > 0 {
		e.askTime(ctx)
	}
	if e.isCut() {
		return errCut
	}
	return nil
}

// probe asks the endpoint for its health as a proxy does.
func (e *Endpoint) probe(ctx context.Context, self *http.Client) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://endpoint"+pathHealth, http.NoBody)
	if err != nil {
		return err
	}
	res, err := self.Do(req)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, res.Body) // so that the connection is used again
	return errors.Join(err, res.Body.Close())
}

// routes returns the handler of all paths.
func (e *Endpoint) routes() http.Handler {
	mux := http.NewServeMux()
	healthy := func(w http.ResponseWriter, _ *http.Request) {
		if e.key.Load() == nil || e.isCut() {
			http.Error(w, "Discord does not answer the bot", http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, "ok\n")
	}
	mux.HandleFunc("GET "+pathHealth, healthy)
	mux.HandleFunc("GET "+pathReady, func(w http.ResponseWriter, r *http.Request) {
		if e.client.cfg.IsCutOff() {
			http.Error(w, "the database does not answer this process", http.StatusServiceUnavailable)
			return
		}
		healthy(w, r)
	})
	mux.HandleFunc("POST "+PathInteractions, e.post)
	return mux
}

// post answers a request of Discord, or of anybody.
func (e *Endpoint) post(w http.ResponseWriter, r *http.Request) {
	status := e.take(w, r)
	if e.handler.Posted != nil {
		e.handler.Posted(status)
	}
	switch status {
	case http.StatusOK:
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"type":1}`)
	case http.StatusAccepted:
		w.WriteHeader(status)
	default:
		http.Error(w, http.StatusText(status), status)
	}
}

// take checks a request, hands its interaction on and returns the status of the answer: 200
// for a PING, 202 for anything else that is taken. Discord requires a 401 for what it did not
// sign, and tests that from time to time, so this is not logged. Other headers do not matter:
// Discord does not sign them.
func (e *Endpoint) take(w http.ResponseWriter, r *http.Request) (status int) {
	key := e.key.Load()
	if key == nil || e.isCut() || e.client.cfg.IsCutOff() {
		return http.StatusServiceUnavailable
	}
	stamp := r.Header.Get("X-Signature-Timestamp")
	signature, err := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	seconds, err2 := strconv.ParseInt(stamp, 10, 64)
	if err != nil || err2 != nil || len(signature) != ed25519.SignatureSize {
		return http.StatusUnauthorized
	}
	if r.ContentLength > maxPost {
		return http.StatusRequestEntityTooLarge
	}
	signed := bytes.NewBufferString(stamp)
	done, status := e.read(signed, http.MaxBytesReader(w, r.Body, maxPost))
	defer done()
	at := time.Unix(seconds, 0)
	switch {
	case status != http.StatusOK:
		return status
	case !ed25519.Verify(*key, signed.Bytes(), signature):
		return http.StatusUnauthorized
	case !e.isCurrent(r.Context(), at):
		e.stale.Do(func() {
			e.log.Warn("an interaction was refused: it was signed at another time", slog.Time("signed", at))
		})
		return http.StatusUnauthorized
	}
	return e.handle(signed.Bytes()[len(stamp):])
}

// handle hands a signed interaction on and returns the status of the answer.
func (e *Endpoint) handle(data []byte) (status int) {
	var i struct {
		Type int `json:"type"`
	}
	const ping = 1
	if json.Unmarshal(data, &i) == nil && i.Type == ping {
		return http.StatusOK
	}
	switch err := e.handler.Interaction(data); {
	case errors.Is(err, ErrBusy):
		return http.StatusServiceUnavailable
	case err != nil:
		return http.StatusBadRequest
	}
	return http.StatusAccepted
}

// read appends a body to a buffer, and returns a status other than 200 if it cannot. done must
// be called when the body is no longer needed.
func (e *Endpoint) read(to *bytes.Buffer, body io.Reader) (done func(), status int) {
	done = func() {}
	_, err := io.CopyN(to, body, ordinaryPost)
	if err == nil { // there may be more
		select {
		case e.large <- struct{}{}:
			done = func() { <-e.large }
		default:
			return done, http.StatusServiceUnavailable
		}
		_, err = to.ReadFrom(body)
	}
	_, tooLarge := errors.AsType[*http.MaxBytesError](err)
	switch {
	case tooLarge:
		return done, http.StatusRequestEntityTooLarge
	case err != nil && !errors.Is(err, io.EOF): // the connection was cut, or too slow
		return done, http.StatusBadRequest
	}
	return done, http.StatusOK
}

// isCurrent reports whether a signature was made lately, by Discord's clock. The time since
// Discord's latest answer does not count the sleep of a machine, so Discord is asked, at most
// once a minute, before a signature is refused.
func (e *Endpoint) isCurrent(ctx context.Context, signed time.Time) bool {
	if e.isNear(signed) {
		return true
	}
	e.asking.Lock()
	defer e.asking.Unlock()
	if !e.isNear(signed) && time.Since(e.asked) > time.Minute {
		e.asked = time.Now()
		e.askTime(ctx)
	}
	return e.isNear(signed)
}

// askTime asks Discord for the time, and so whether it answers.
func (e *Endpoint) askTime(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, askingTime)
	defer cancel()
	e.client.askTime(ctx)
}

// isCut reports whether Discord has not answered for a while.
func (e *Endpoint) isCut() bool { return e.client.clock.silence() > silenceTime }

// isNear reports whether a time is within [maxSkew] of Discord's, or while that is unknown of
// this machine's.
func (e *Endpoint) isNear(t time.Time) bool {
	now, known := e.client.Now()
	if !known {
		now = e.client.cfg.Now()
	}
	return now.Sub(t).Abs() <= maxSkew
}
