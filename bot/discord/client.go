package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Client calls Discord's REST API. Of the library it uses what a single call consists
// of: waiting, retrying and pacing are done here, within deadlines. A Client is made by
// [New] and is safe for concurrent use.
type Client struct {
	cfg Config
	// api is the library's session that carries the calls. It is replaced when a call
	// gets no answer, since one of its connections may be half-open.
	api      atomic.Pointer[discordgo.Session]
	refusals *refusals
	log      *slog.Logger
	retry    time.Duration
	clock    *discordClock
	// pace keeps calls under Discord's 50 a second. Answers to interactions are exempt.
	pace *pace
}

const (
	// attemptTime is the limit of one attempt at a call.
	attemptTime = 30 * time.Second
	// longestPause is the limit of the pause between two attempts, unless Discord asks
	// for a longer one.
	longestPause = 10 * time.Second
)

// New returns a client. It makes no calls.
func New(cfg Config) *Client {
	cfg = cfg.WithDefaults()
	c := &Client{
		cfg:      cfg,
		log:      cfg.Logger,
		retry:    cfg.Timing.Retry,
		refusals: &refusals{now: cfg.Now, processes: cfg.Processes},
		clock:    &discordClock{now: cfg.Now, since: time.Since},
		pace:     newPace(cfg.Processes),
	}
	c.api.Store(c.newAPI())
	return c
}

// NewTransport returns a new transport from [Config.Transport], for requests outside
// the API.
func (c *Client) NewTransport() http.RoundTripper { return c.cfg.Transport() }

// newAPI returns a session of the library over new connections.
func (c *Client) newAPI() *discordgo.Session {
	return newLibrarySession(c.cfg.Token, watched{c.cfg.Transport(), c.refusals, c.clock})
}

// newLibrarySession returns a session of the library with its harmful features off.
func newLibrarySession(token string, transport http.RoundTripper) *discordgo.Session {
	s, _ := discordgo.New("Bot " + token) // its error is always nil
	s.LogLevel = -1                       // it prints the token, and addresses that hold tokens
	s.Client = &http.Client{Transport: transport}
	s.ShouldRetryOnRateLimit = false // it sleeps through deadlines
	s.MaxRestRetries = 0             // it retries after 502 alone, and without a pause
	return s
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
	// DoneCode is the error code with which Discord answers a repeated call when an
	// earlier attempt succeeded; 0 means that there is no such code.
	DoneCode int
	// Again is how long an attempt waits for an answer before the same call is made
	// once more over a new connection, in case the first one is dead; 0 means for ever.
	Again time.Duration
	// Exempt says that the call does not count towards the 50 a second.
	Exempt bool
}

// Call makes a call and returns the body of the answer. Errors and logs name the call
// by what. An error of Discord or of the network is an [*Error]; no error holds an
// address.
func (c *Client) Call(ctx context.Context, what, method, address string, payload any, files []File, p Policy) ([]byte, error) {
	contentType, body, err := encode(payload, files)
	if err != nil {
		return nil, err
	}
	if !p.Until.IsZero() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, p.Until)
		defer cancel()
	}
	pause, refused := c.retry, false
	for try := 1; ; try++ {
		answer, err := c.attempt(ctx, p, func(ctx context.Context, s *discordgo.Session) ([]byte, error) {
			// Each call has its own rate limit bucket: the library's own buckets stay in
			// memory for ever, make calls wait for each other, and sleep without looking
			// at the context. An interaction has two or three calls, far below the limit
			// of its token, and a 429 is honoured here.
			bucket := discordgo.NewRatelimiter().LockBucket("")
			return s.RequestWithLockedBucket(method, address, contentType, body, bucket, 0,
				discordgo.WithContext(ctx), discordgo.WithRetryOnRatelimit(false), discordgo.WithRestRetries(0))
		})
		if err == nil {
			return answer, nil
		}
		e := newError(what, err)
		if try > 1 && p.DoneCode != 0 && e.code == p.DoneCode {
			return nil, nil
		}
		if e.refusesToken && refused {
			e.err = ErrBadToken
			return nil, e
		}
		refused = e.refusesToken
		wait, ok := p.retry(e, try, pause)
		if refused {
			wait, ok = c.cfg.Timing.Doubt, true
		}
		if deadline, ends := ctx.Deadline(); !ok || ends && time.Until(deadline) <= wait || !sleep(ctx, wait) {
			return nil, e
		}
		c.log.Info("discord did not answer well, trying again", slog.Any("err", e), slog.Int("try", try), slog.Duration("after", wait))
		pause = min(2*pause, longestPause)
	}
}

// Close closes the connections that no call uses.
func (c *Client) Close() { c.api.Load().Client.CloseIdleConnections() }

// Get makes a GET call and decodes the JSON of its answer into v.
func (c *Client) Get(ctx context.Context, what, address string, p Policy, v any) error {
	body, err := c.Call(ctx, what, http.MethodGet, address, nil, nil, p)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(body, v); err != nil {
		return fmt.Errorf("%s: reading the answer: %w", what, err)
	}
	return nil
}

// outcome is the result of a call.
type outcome struct {
	answer []byte
	err    error
}

// attempt makes a call once, and a second time over a new connection when there is no
// answer after [Policy.Again].
func (c *Client) attempt(ctx context.Context, p Policy, do func(context.Context, *discordgo.Session) ([]byte, error)) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, attemptTime)
	var calls sync.WaitGroup
	defer calls.Wait()
	defer cancel()
	if !p.Exempt {
		if err := c.pace.wait(ctx); err != nil {
			return nil, err
		}
	}
	outcomes := make(chan outcome, 2)
	begin := func(api *discordgo.Session) {
		calls.Go(func() {
			answer, err := do(ctx, api)
			outcomes <- outcome{answer, err}
			// A call that was cancelled says nothing about its connection.
			if err != nil && newError("", err).status == 0 && !errors.Is(ctx.Err(), context.Canceled) {
				c.api.CompareAndSwap(api, c.newAPI())
			}
			if c.api.Load() != api {
				api.Client.CloseIdleConnections()
			}
		})
	}
	api := c.api.Load()
	begin(api)
	if p.Again == 0 {
		o := <-outcomes
		return o.answer, o.err
	}
	select {
	case o := <-outcomes:
		return o.answer, o.err
	case <-time.After(p.Again):
		c.log.Info("discord did not answer, calling once more over another connection", slog.Duration("after", p.Again))
		fresh := c.newAPI()
		c.api.CompareAndSwap(api, fresh)
		begin(fresh)
		return p.either(outcomes)
	}
}

// either returns the better of the outcomes of two attempts. It does not wait for the
// second if the first is good enough: a success, the news that the other attempt
// succeeded ([Policy.DoneCode]), or a rejection.
func (p Policy) either(outcomes <-chan outcome) ([]byte, error) {
	var failed error
	for range 2 {
		o := <-outcomes
		if o.err == nil {
			return o.answer, nil
		}
		e := newError("", o.err)
		switch {
		case p.DoneCode != 0 && e.code == p.DoneCode:
			return nil, nil
		case failed == nil || e.status != 0: // an error of Discord says more than one of the network
			failed = o.err
		}
		if e.Rejected() {
			break
		}
	}
	return nil, failed
}

// Asking returns the policy of calls that only read.
func Asking(tries int) Policy { return Policy{Tries: tries, Repeatable: true} }

// retry returns how long to wait before a failed call is repeated, and reports whether
// it is to be repeated.
func (p Policy) retry(e *Error, try int, pause time.Duration) (time.Duration, bool) {
	switch {
	case try >= p.Tries:
		return 0, false
	case e.status == http.StatusTooManyRequests:
		return max(e.wait, pause), true
	case e.Uncertain():
		return pause, p.Repeatable
	case e.status == http.StatusUnauthorized && e.code == 0:
		return pause, true // it is not Discord's word: a proxy's page
	}
	return 0, false // a mistake of ours, or too late: repeating it would not help
}

// sleep waits for d and returns true, or returns false when the context ends.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}
