package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync/atomic"
	"time"
)

// Client calls Discord's REST API: it waits, retries and paces calls within deadlines. A Client
// is made by [New] and is safe for concurrent use.
type Client struct {
	cfg Config
	// http carries the calls. It is replaced when a call gets no answer while no other gets one,
	// since its connections may be half-open.
	http  atomic.Pointer[http.Client]
	log   *slog.Logger
	clock *discordClock
	reach *reachability
	// pace keeps calls under Discord's 50 a second. Answers to interactions are exempt.
	pace *pace
	// guilds is about how many servers the bot is in, see [Client.Application].
	guilds atomic.Int64
	// trust is in the token, see [Client.Doubts].
	trust tokenTrust
}

const (
	// attemptTime is the limit of one attempt at a call.
	attemptTime = 30 * time.Second
	// retryAfter is the wait before a failed call is tried again, doubled each time.
	retryAfter = 200 * time.Millisecond
	// longestPause is the limit of the pause between two attempts, unless Discord asks
	// for a longer one.
	longestPause = 10 * time.Second
	// api is the address of Discord's API, which the library would call at version 9.
	api = "https://discord.com/api/v10"
	// maxAnswer is the most bytes of an answer that are read.
	maxAnswer = 8 << 20
	// liveTime is how long ago a call was answered at most where the connections are fine, and a
	// call without an answer is slow.
	liveTime = 500 * time.Millisecond
	// userAgent is of the form that Discord asks for.
	userAgent = "DiscordBot (https://example.org/nonna, 1)"
)

// New returns a client. It makes no calls.
func New(cfg Config) *Client {
	cfg = cfg.WithDefaults()
	c := &Client{
		cfg:   cfg,
		log:   cfg.Logger,
		clock: &discordClock{machine: cfg.Now, since: time.Since},
		reach: new(reachability),
		pace:  newPace(cfg.Processes),
		trust: tokenTrust{note: cfg.NoteHistory, history: cfg.History},
	}
	c.http.Store(c.connect())
	return c
}

// Config returns the configuration with its defaults.
func (c *Client) Config() Config { return c.cfg }

// NewTransport returns a new transport from [Config.Transport], for requests outside
// the API.
func (c *Client) NewTransport() http.RoundTripper { return c.cfg.Transport() }

// connect returns an HTTP client over new connections.
func (c *Client) connect() *http.Client {
	return &http.Client{Transport: watched{c.cfg.Transport(), c.pace, c.clock, c.reach}}
}

// Policy says how often and how long a call is tried.
type Policy struct {
	// Until is when the call becomes useless; the zero value means never.
	Until time.Time
	// Tries is the highest number of attempts.
	Tries int
	// Repeatable says that the call may be repeated after an attempt whose outcome is
	// unknown. Other calls are repeated only after a 429, which certainly did nothing.
	Repeatable bool
	// Always says that the call is repeated whatever Discord answers, unless it refuses the token.
	Always bool
	// DoneCode is the error code with which Discord answers a repeated call when an
	// earlier attempt succeeded; 0 means that there is no such code.
	DoneCode int
	// EarlyCode is the error code that is not final until EarlyUntil, and then means what it says:
	// what the call is about may not be there yet.
	EarlyCode  int
	EarlyUntil time.Time
	// FirstAttempt is how long the first attempt waits for an answer once it has a connection, and after
	// the last of the call that could be sent, in case the connection is dead; 0 means no such limit.
	FirstAttempt time.Duration
	// Exempt says that the call does not count towards the 50 a second.
	Exempt bool
}

// Call makes a call to a path of the API, such as "/gateway", and returns the body of the
// answer. Errors and logs name the call by what. An error of Discord or of the network is an
// [*Error]; no error holds an address.
func (c *Client) Call(ctx context.Context, what, method, path string, payload any, files []File, p Policy) ([]byte, error) {
	contentType, body, err := encode(payload, files)
	if err != nil {
		return nil, err
	}
	return c.call(ctx, call{what, method, path, contentType, body, onlyJSON}, p)
}

// call makes a call as [Client.Call] does.
func (c *Client) call(ctx context.Context, of call, p Policy) ([]byte, error) {
	if !p.Until.IsZero() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, p.Until)
		defer cancel()
	}
	pause, refused, unknown := retryAfter, false, false
	for try := 1; ; try++ {
		answer, e := c.attempt(ctx, p, try, of)
		if e == nil {
			return answer, nil
		}
		e.earlierUnknown, unknown = unknown, unknown || e.attemptUnknown()
		if p.wasDone(e, try) {
			return nil, nil
		}
		if e.refusesToken && refused {
			e.err = ErrBadToken
			return nil, e
		}
		refused = e.refusesToken
		wait, ok := p.retry(e, try, pause)
		if refused {
			wait, ok = c.cfg.TokenRetry, true
		}
		if !ok || !hasTime(ctx, wait) {
			return nil, e
		}
		c.log.Log(ctx, p.level(try), "discord did not answer well, trying again", slog.Any("err", e), slog.Int("try", try), slog.Duration("after", wait))
		if !Sleep(ctx, wait) {
			return nil, e
		}
		pause = min(2*pause, longestPause)
	}
}

// Close closes the connections that no call uses.
func (c *Client) Close() { c.http.Load().CloseIdleConnections() }

// Get makes a GET call and decodes the JSON of its answer into v.
func (c *Client) Get(ctx context.Context, what, path string, p Policy, v any) error {
	return c.ask(ctx, what, path, p, func(answer []byte) error { return json.Unmarshal(answer, v) })
}

// ask makes a GET call and reads its answer. An answer that read refuses is not Discord's.
func (c *Client) ask(ctx context.Context, what, path string, p Policy, read func(answer []byte) error) error {
	_, err := c.call(ctx, call{what: what, method: http.MethodGet, path: path, read: read}, p)
	return err
}

// call is a call as it is sent.
type call struct {
	what, method, path, contentType string
	body                            []byte
	// read reads an answer without an error, if it has a body.
	read func(answer []byte) error
}

// onlyJSON refuses what is not JSON.
func onlyJSON(answer []byte) error {
	var text json.RawMessage
	return json.Unmarshal(answer, &text)
}

// attempt makes a call once, as its try of that number. Connections over which there was no
// answer are not used again, unless another call was answered just now.
func (c *Client) attempt(ctx context.Context, p Policy, try int, of call) ([]byte, *Error) {
	if !p.Exempt {
		if err := c.pace.wait(ctx); err != nil {
			return nil, &Error{call: of.what, err: err}
		}
	}
	ctx, cancel := context.WithTimeout(ctx, attemptTime)
	defer cancel()
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	sent := func() {}
	if p.FirstAttempt > 0 && try == 1 {
		limit := time.AfterFunc(attemptTime, func() { end(context.DeadlineExceeded) })
		defer limit.Stop()
		sent = func() { limit.Reset(p.FirstAttempt) }
	}
	over := c.http.Load()
	answer, e := c.send(ctx, over, of, sent)
	// A call that was cancelled says nothing about its connection.
	if e != nil && e.status == 0 && e.attemptUnknown() && !errors.Is(context.Cause(ctx), context.Canceled) && c.reach.sinceAnswer() > liveTime {
		c.http.CompareAndSwap(over, c.connect())
	}
	if c.http.Load() != over {
		over.CloseIdleConnections()
	}
	if e != nil && e.isGlobal {
		c.pace.pause(e.wait)
	}
	return answer, e
}

// send sends a call and returns the body of its answer. It calls sent when the call has a
// connection, and whenever a part of it goes out. No error holds the address, which may hold a token.
func (c *Client) send(ctx context.Context, over *http.Client, of call, sent func()) ([]byte, *Error) {
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { sent() }})
	req, err := http.NewRequestWithContext(ctx, of.method, api+of.path, bytes.NewReader(of.body))
	if err != nil {
		return nil, &Error{call: of.what, err: errors.New("the address cannot be read")}
	}
	if of.body != nil {
		req.GetBody = func() (io.ReadCloser, error) {
			return io.NopCloser(sending{bytes.NewReader(of.body), sent}), nil
		}
		req.Body, _ = req.GetBody() // its error is always nil
	}
	req.Header.Set("Authorization", "Bot "+c.cfg.Token)
	req.Header.Set("User-Agent", userAgent)
	if of.body != nil {
		req.Header.Set("Content-Type", of.contentType)
	}
	res, err := over.Do(req)
	if network, ok := errors.AsType[*url.Error](err); ok {
		err = network.Err
	}
	var answer []byte
	if err == nil {
		defer func() { _ = res.Body.Close() }()
		answer, err = io.ReadAll(http.MaxBytesReader(nil, res.Body, maxAnswer))
	}
	if _, isTooLarge := errors.AsType[*http.MaxBytesError](err); err != nil && !isTooLarge {
		return nil, &Error{call: of.what, err: err}
	}
	if err == nil && res.StatusCode < http.StatusMultipleChoices && res.StatusCode != http.StatusNoContent {
		err = of.read(answer)
	}
	if err == nil && res.StatusCode < http.StatusMultipleChoices {
		return answer, nil
	}
	return nil, newError(of.what, res, answer, err)
}

// sending is the body of a call that is sent. It calls sent for every part.
type sending struct {
	body io.Reader
	sent func()
}

// Read returns the next part.
func (s sending) Read(p []byte) (int, error) {
	s.sent()
	return s.body.Read(p)
}

// Asking returns the policy of calls that only read.
func Asking(tries int) Policy { return Policy{Tries: tries, Repeatable: true} }

// wasDone reports whether the error of an attempt says that an earlier one succeeded.
func (p Policy) wasDone(e *Error, try int) bool {
	return try > 1 && p.DoneCode != 0 && e.code == p.DoneCode && !p.isEarly(e)
}

// isEarly reports whether the error of an attempt may soon be another.
func (p Policy) isEarly(e *Error) bool {
	return p.EarlyCode != 0 && e.code == p.EarlyCode && time.Now().Before(p.EarlyUntil)
}

// retry returns how long to wait before a failed call is repeated, and reports whether
// it is to be repeated.
func (p Policy) retry(e *Error, try int, pause time.Duration) (time.Duration, bool) {
	switch {
	case try >= p.Tries:
		return 0, false
	case e.status == http.StatusTooManyRequests:
		return max(e.wait, pause), true
	case e.attemptUnknown():
		return pause, p.Repeatable
	case errors.Is(e.err, errRefusedTooOften): // a few seconds may be enough
		return pause, true
	case p.isEarly(e):
		return pause, true
	}
	return pause, p.Always // a mistake of ours, or too late: repeating it would hardly help
}

// level returns the level at which the end of an attempt is logged. One warning says that a call
// without which nothing goes on may take long.
func (p Policy) level(try int) slog.Level {
	if p.Always && try == 1 {
		return slog.LevelWarn
	}
	return slog.LevelInfo
}

// hasTime reports whether a context lasts longer than d, as far as is known.
func hasTime(ctx context.Context, d time.Duration) bool {
	deadline, ends := ctx.Deadline()
	return ctx.Err() == nil && (!ends || time.Until(deadline) > d)
}

// Sleep waits for d and returns true, or returns false when the context ends.
func Sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}
