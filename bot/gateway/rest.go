package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/time/rate"
)

// restClient makes calls of Discord's REST API. It uses the library for what a call
// consists of and nothing else: waiting, retrying and queueing are done here,
// under deadlines.
type restClient struct {
	session *discordgo.Session
	second  *discordgo.Session // over connections of its own
	log     *slog.Logger
	retry   time.Duration
	// pace keeps all calls but those of interactions, which are exempt, under
	// Discord's 50 a second.
	pace *rate.Limiter
}

// attemptTime is the longest that one attempt of a call may take.
const attemptTime = 30 * time.Second

// longestPause is the longest wait between two attempts that is not Discord's
// own wish.
const longestPause = 10 * time.Second

func newREST(cfg Config, first, second http.RoundTripper) *restClient {
	return &restClient{
		session: newLibrarySession(cfg.Token, first),
		second:  newLibrarySession(cfg.Token, second),
		log:     cfg.Logger,
		retry:   cfg.Timing.Retry,
		pace:    rate.NewLimiter(40, 10),
	}
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
	s.StateEnabled = false           // it would remember every server's members
	s.SyncEvents = true              // so that an event is counted before the next is read
	s.Compress = false               // so that the link can read along
	s.Identify.Compress = false
	s.Identify.Intents = discordgo.IntentsGuilds
	return s
}

// policy says how often and how long a call is tried.
type policy struct {
	// until is when the call loses its meaning; zero for never.
	until time.Time
	// tries is the most attempts.
	tries int
	// repeatable says that the call may be made again after an attempt whose
	// outcome is unknown. A call that is not is repeated after a 429 alone,
	// which surely did nothing.
	repeatable bool
	// doneCode is the error code by which Discord says, on a repeated call, that
	// an earlier attempt had succeeded; 0 for none.
	doneCode int
	// again is after how long without any answer an attempt is made once more
	// over another connection, in case its own is dead; 0 for never.
	again time.Duration
	// exempt calls do not count towards the 50 a second.
	exempt bool
}

// call makes a call, what being its name in errors and logs. The error, when
// there is one, is an *apiError or the context's, and holds no address.
func (r *restClient) call(ctx context.Context, what, method, address string, payload any, files []upload, p policy) ([]byte, error) {
	contentType, body, err := encode(payload, files)
	if err != nil {
		return nil, err
	}
	if !p.until.IsZero() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, p.until)
		defer cancel()
	}
	pause := r.retry
	for try := 1; ; try++ {
		answer, err := r.attempt(ctx, p, func(ctx context.Context, s *discordgo.Session) ([]byte, error) {
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
		e := newAPIError(what, err)
		if try > 1 && p.doneCode != 0 && e.code == p.doneCode {
			return nil, nil
		}
		wait, ok := p.retry(e, try, pause)
		if !ok || !sleep(ctx, wait) {
			return nil, e
		}
		r.log.Info("discord did not answer well, trying again", slog.Any("err", e), slog.Int("try", try), slog.Duration("after", wait))
		pause = min(2*pause, longestPause)
	}
}

// close closes the connections.
func (r *restClient) close() {
	r.session.Client.CloseIdleConnections()
	r.second.Client.CloseIdleConnections()
}

// get asks for something and reads the answer's JSON into v.
func (r *restClient) get(ctx context.Context, what, address string, p policy, v any) error {
	body, err := r.call(ctx, what, http.MethodGet, address, nil, nil, p)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(body, v); err != nil {
		return fmt.Errorf("%s: reading the answer: %w", what, err)
	}
	return nil
}

// attempt makes a call once, or over both sessions when the first is not
// answered in time. Then either answer counts, and that Discord had taken the
// other ([policy.doneCode]) is as good.
func (r *restClient) attempt(ctx context.Context, p policy, do func(context.Context, *discordgo.Session) ([]byte, error)) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, attemptTime)
	defer cancel()
	ctx, enough := context.WithCancelCause(ctx)
	var calls sync.WaitGroup
	defer calls.Wait()
	defer enough(errEnough)
	if !p.exempt {
		if err := r.pace.Wait(ctx); err != nil {
			return nil, err
		}
	}
	if p.again == 0 {
		return do(ctx, r.session)
	}
	type outcome struct {
		answer []byte
		err    error
	}
	outcomes := make(chan outcome, 2)
	begin := func(s *discordgo.Session) {
		calls.Go(func() {
			answer, err := do(ctx, s)
			outcomes <- outcome{answer, err}
		})
	}
	begin(r.session)
	select {
	case o := <-outcomes:
		return o.answer, o.err
	case <-time.After(p.again):
		r.log.Info("discord did not answer, calling once more over another connection", slog.Duration("after", p.again))
		begin(r.second)
	}
	var failed error
	for range 2 {
		o := <-outcomes
		if o.err == nil {
			return o.answer, nil
		}
		e := newAPIError("", o.err)
		switch {
		case p.doneCode != 0 && e.code == p.doneCode:
			return nil, nil
		case failed == nil || e.status != 0: // Discord's word is worth more than none
			failed = o.err
		}
		if e.rejected() {
			break
		}
	}
	return nil, failed
}

// asking is the policy of a question.
func asking(tries int) policy { return policy{tries: tries, repeatable: true} }

// retry returns whether and after what wait a failed call is made again.
func (p policy) retry(e *apiError, try int, pause time.Duration) (time.Duration, bool) {
	switch {
	case try >= p.tries:
		return 0, false
	case e.status == http.StatusTooManyRequests:
		return max(e.wait, pause), true
	case e.status == 0 || e.status >= 500:
		return pause, p.repeatable
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
