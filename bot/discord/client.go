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
	"golang.org/x/time/rate"
)

// Client makes calls of Discord's REST API. It uses the library for what a call
// consists of and nothing else: waiting, retrying and queueing are done here,
// under deadlines.
type Client struct {
	cfg Config
	// api is the library's session that calls go over. It is replaced when a call gets
	// no answer: a connection of its may be half-open.
	api      atomic.Pointer[discordgo.Session]
	refusals *refusals
	log      *slog.Logger
	// identifies is shared by all sessions.
	identifies *identifies
	retry      time.Duration
	clock      *discordClock
	// pace keeps all calls but those of interactions, which are exempt, under
	// Discord's 50 a second.
	pace *rate.Limiter
}

// attemptTime is the longest that one attempt of a call may take.
const attemptTime = 30 * time.Second

// longestPause is the longest wait between two attempts that is not Discord's
// own wish.
const longestPause = 10 * time.Second

// New returns a client. It calls nobody.
func New(cfg Config) *Client {
	cfg = cfg.withDefaults()
	c := &Client{
		cfg:        cfg,
		log:        cfg.Logger,
		retry:      cfg.Timing.Retry,
		refusals:   &refusals{now: cfg.Now},
		clock:      &discordClock{now: cfg.Now, since: time.Since},
		identifies: newIdentifies(),
		pace:       rate.NewLimiter(40, 10),
	}
	c.api.Store(c.newAPI())
	return c
}

// NewTransport returns another transport like those that calls go over, for files that
// are not the API's.
func (c *Client) NewTransport() http.RoundTripper { return c.cfg.Transport() }

// newAPI returns a session of the library over new connections.
func (c *Client) newAPI() *discordgo.Session {
	return newLibrarySession(c.cfg.Token, watched{c.cfg.Transport(), c.refusals, c.clock})
}

// newLibrarySession returns a session of the library with everything off that
// is known to do harm.
func newLibrarySession(token string, transport http.RoundTripper) *discordgo.Session {
	s, _ := discordgo.New("Bot " + token) // its error is always nil
	s.LogLevel = -1                       // it prints the token, and addresses that hold tokens
	s.Client = &http.Client{Transport: transport}
	s.ShouldReconnectOnError = false // it backs off for ten minutes and comes back after 4004
	s.ShouldRetryOnRateLimit = false // it sleeps through deadlines
	s.MaxRestRetries = 0             // its retries know no backoff, and only 502
	return s
}

// Policy says how often and how long a call is tried.
type Policy struct {
	// Until is when the call loses its meaning; zero for never.
	Until time.Time
	// Tries is the most attempts.
	Tries int
	// Repeatable says that the call may be made again after an attempt whose
	// outcome is unknown. A call that is not is repeated after a 429 alone,
	// which surely did nothing.
	Repeatable bool
	// DoneCode is the error code by which Discord says, on a repeated call, that
	// an earlier attempt had succeeded; 0 for none.
	DoneCode int
	// Again is after how long without any answer an attempt is made once more
	// over another connection, in case its own is dead; 0 for never.
	Again time.Duration
	// Exempt calls do not count towards the 50 a second.
	Exempt bool
}

// Call makes a call, what being its name in errors and logs. The error, when
// there is one, is an *Error or the context's, and holds no address.
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
	pause := c.retry
	for try := 1; ; try++ {
		answer, err := c.attempt(ctx, p, func(ctx context.Context, s *discordgo.Session) ([]byte, error) {
			// A bucket of its own for each call: the library keeps every bucket it is
			// asked for in memory for ever, makes calls of one bucket wait for each
			// other, and sleeps in them without looking at the context. Answers to
			// interactions are two or three calls a token, far below their limit, and
			// a 429 is honoured here.
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
		wait, ok := p.retry(e, try, pause)
		if !ok || !sleep(ctx, wait) {
			return nil, e
		}
		c.log.Info("discord did not answer well, trying again", slog.Any("err", e), slog.Int("try", try), slog.Duration("after", wait))
		pause = min(2*pause, longestPause)
	}
}

// Close closes the connections.
func (c *Client) Close() { c.api.Load().Client.CloseIdleConnections() }

// Get asks for something and reads the answer's JSON into v.
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

// outcome is what a call came to.
type outcome struct {
	answer []byte
	err    error
}

// attempt makes a call once, or once more over a new connection when there is no
// answer in time. Then either answer counts, and that Discord had taken the other
// ([Policy.DoneCode]) is as good.
func (c *Client) attempt(ctx context.Context, p Policy, do func(context.Context, *discordgo.Session) ([]byte, error)) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, attemptTime)
	var calls sync.WaitGroup
	defer calls.Wait()
	defer cancel()
	if !p.Exempt {
		if err := c.pace.Wait(ctx); err != nil {
			return nil, err
		}
	}
	outcomes := make(chan outcome, 2)
	begin := func(api *discordgo.Session) {
		calls.Go(func() {
			answer, err := do(ctx, api)
			outcomes <- outcome{answer, err}
			// That an answer is no longer waited for says nothing about the connection.
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

// either returns the better of two outcomes, without waiting for the second where
// the first is good enough.
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
		case failed == nil || e.status != 0: // Discord's word is worth more than none
			failed = o.err
		}
		if e.Rejected() {
			break
		}
	}
	return nil, failed
}

// Asking returns the policy of a question.
func Asking(tries int) Policy { return Policy{Tries: tries, Repeatable: true} }

// retry returns whether and after what wait a failed call is made again.
func (p Policy) retry(e *Error, try int, pause time.Duration) (time.Duration, bool) {
	switch {
	case try >= p.Tries:
		return 0, false
	case e.status == http.StatusTooManyRequests:
		return max(e.wait, pause), true
	case e.status == 0 || e.status >= 500:
		return pause, p.Repeatable
	}
	return 0, false // our mistake, or too late: the same again would end the same
}

// sleep waits, and returns false at once when the wait would outlast the
// context, or when the context ends.
func sleep(ctx context.Context, d time.Duration) bool {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= d {
		return false
	}
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}
