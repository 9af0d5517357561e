package endpoint

import (
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
	"sync/atomic"
	"time"

	"nonna/bot/discord"
)

// The limits of an [Endpoint]. A proxy stands before it, and limits clients.
const (
	// maxPost is the largest body in bytes: a command with every option full of characters
	// that JSON escapes.
	maxPost = 256 << 10
	// maxSkew is how far the time of a signature may be from Discord's.
	maxSkew = time.Minute
	// requestTime is how long a client may take to send a request, and idleTime how long a
	// connection may be idle: longer than proxies keep theirs.
	requestTime  = 10 * time.Second
	idleTime     = 2 * time.Minute
	shutdownTime = 5 * time.Second
	// silenceTime is how long Discord may not answer calls until nothing is taken.
	silenceTime = 10 * time.Second
	// askingEvery is the time until Discord is asked for the key again.
	askingEvery = 10 * time.Minute
)

// Path is what Discord posts interactions to.
const Path = "/interactions"

// Endpoint takes interactions that Discord posts over HTTP, which replaces sessions: Discord
// sends each interaction to only one of them. It is made by [New] and runs once
// with [Endpoint.Run].
type Endpoint struct {
	client   *discord.Client
	cfg      discord.Config
	handler  discord.Handler
	listener net.Listener
	key      atomic.Pointer[ed25519.PublicKey] // nil until Discord said it
}

// New returns an endpoint that can be run, and then closes the listener. TLS must end
// before it.
func New(c *discord.Client, l net.Listener, h discord.Handler) *Endpoint {
	return &Endpoint{client: c, cfg: c.Config(), handler: h.Filled(), listener: l}
}

// Status returns the state of the endpoint.
func (e *Endpoint) Status() discord.Status {
	return discord.Status{Ready: e.isReady(), Guilds: e.client.CountGuilds()}
}

// isReady reports whether interactions can be checked, and answered by calls.
func (e *Endpoint) isReady() bool {
	return e.key.Load() != nil && e.client.IsTimeSure() && e.client.Silence() <= silenceTime
}

// takes reports whether this process is to take interactions, rather than another.
func (e *Endpoint) takes() bool { return e.isReady() && !e.cfg.IsCutOff() }

// Run serves until ctx ends, then finishes the requests that came, and returns nil. Any error
// means that it gave up: see [discord.ExitCode]. Until Discord said the key, while it does not answer
// calls, and while [discord.Config.IsCutOff], all requests are answered 503.
func (e *Endpoint) Run(ctx context.Context) error {
	srv := &http.Server{
		Handler: e.routes(), ReadTimeout: requestTime, WriteTimeout: 2 * requestTime, IdleTimeout: idleTime,
		MaxHeaderBytes: 16 << 10, ErrorLog: slog.NewLogLogger(e.cfg.Logger.Handler(), slog.LevelWarn),
	}
	ended := make(chan error, 1)
	go func() {
		defer close(ended)
		ended <- srv.Serve(e.listener)
	}()
	err := e.watch(ctx, ended)
	e.key.Store(nil)
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	if srv.Shutdown(stopping) != nil {
		_ = srv.Close()
	}
	for range ended { // until it is closed
	}
	return err
}

// watch follows Discord's key, and tells the handler while interactions can be taken. It returns
// nil when ctx ends, or why the endpoint gives up.
func (e *Endpoint) watch(ctx context.Context, ended <-chan error) error {
	var followed time.Time
	for healthy := time.Now(); ; {
		if e.key.Load() == nil || time.Since(followed) > askingEvery {
			err := e.follow(ctx)
			if followed = time.Now(); errors.Is(err, discord.ErrBadToken) && !e.client.Doubts(err) {
				return err // which nothing else may show while nobody asks the bot
			}
		}
		if e.client.Silence() > 0 || !e.client.IsTimeSure() {
			_ = e.client.AskTime(ctx) // without an answer nothing changes
		}
		switch {
		case e.isReady():
			healthy = time.Now()
			e.handler.Alive()
		case time.Since(healthy) > e.cfg.GiveUpAfter:
			return fmt.Errorf("%w: Discord does not answer the bot, so no interaction can be taken", discord.ErrDead)
		}
		select {
		case err := <-ended:
			return fmt.Errorf("serving interactions: %w", err)
		case <-ctx.Done():
			return nil
		case <-time.After(discord.SignEvery):
		}
	}
}

// follow asks Discord for the application, whose key signs interactions.
func (e *Endpoint) follow(running context.Context) (err error) {
	ctx, cancel := context.WithTimeout(running, silenceTime)
	defer cancel()
	defer func() {
		if err != nil && running.Err() == nil {
			e.cfg.Logger.Warn("discord does not say which key it signs interactions with", slog.Any("err", err))
		}
	}()
	app, err := e.client.Application(ctx)
	if err != nil {
		return err
	}
	text, err := hex.DecodeString(app.Key)
	if err != nil || len(text) != ed25519.PublicKeySize {
		return fmt.Errorf("asking for the application: its verify_key %q is no key", app.Key)
	}
	key := ed25519.PublicKey(text)
	if e.key.Swap(&key) != nil {
		return nil
	}
	e.cfg.Logger.Info("interactions are taken over HTTP", slog.String("address", e.listener.Addr().String()))
	e.handler.Opened()
	e.handler.Ready()
	return nil
}

// routes returns the handler of all paths.
func (e *Endpoint) routes() http.Handler {
	mux := http.NewServeMux()
	for path, isWell := range map[string]func() bool{"/healthz": e.isReady, "/readyz": e.takes} {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) {
			if !isWell() {
				http.Error(w, "Discord does not answer the bot, or the bot is cut off from its database", http.StatusServiceUnavailable)
				return
			}
			_, _ = io.WriteString(w, "ok\n")
		})
	}
	mux.HandleFunc("POST "+Path, e.post)
	return mux
}

// post answers a request of Discord, or of anybody.
func (e *Endpoint) post(w http.ResponseWriter, r *http.Request) {
	status := e.take(w, r)
	e.handler.Posted(status)
	if status == http.StatusOK {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"type":1}`)
		return
	}
	w.WriteHeader(status)
}

// take checks a request, hands its interaction on and returns the status of the answer: 200
// for a PING, 202 for anything else that is taken. Discord requires a 401 for what it did not
// sign, and tests that from time to time, so this is not logged. Other headers do not matter:
// Discord does not sign them.
func (e *Endpoint) take(w http.ResponseWriter, r *http.Request) (status int) {
	key := e.key.Load()
	if key == nil || !e.takes() {
		return http.StatusServiceUnavailable
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxPost))
	if _, isTooLarge := errors.AsType[*http.MaxBytesError](err); isTooLarge {
		return http.StatusRequestEntityTooLarge
	}
	if err != nil { // the connection was cut, or too slow
		return http.StatusBadRequest
	}
	if !e.isSigned(r, body, *key) {
		return http.StatusUnauthorized
	}
	var i struct {
		Type int `json:"type"`
	}
	const ping = 1
	if json.Unmarshal(body, &i) == nil && i.Type == ping {
		return http.StatusOK
	}
	switch err := e.handler.Interaction(body); {
	case errors.Is(err, discord.ErrBusy):
		return http.StatusServiceUnavailable
	case err != nil:
		return http.StatusBadRequest
	}
	return http.StatusAccepted
}

// isSigned reports whether Discord signed a request lately, by its own clock.
func (e *Endpoint) isSigned(r *http.Request, body []byte, key ed25519.PublicKey) bool {
	stamp := r.Header.Get("X-Signature-Timestamp")
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	signature, err2 := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	if err != nil || err2 != nil || !ed25519.Verify(key, append([]byte(stamp), body...), signature) {
		return false
	}
	now, _ := e.client.Now()
	return now.Sub(time.Unix(seconds, 0)).Abs() <= maxSkew
}
