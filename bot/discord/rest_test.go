package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// answering is a Discord that answers every call in the same way.
func answering(status int, body string) http.RoundTripper {
	return transportFunc(func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: status, Request: r, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}, nil
	})
}

// over returns a client whose calls go over a transport.
func over(transport http.RoundTripper) *Client {
	return New(Config{Token: "t", Logger: slog.New(slog.DiscardHandler), Transport: func() http.RoundTripper { return transport }})
}

// All but the answers to interactions together stay under 50 calls a second.
func TestCallsArePaced(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := over(answering(http.StatusOK, "{}"))
		began := time.Now()
		call := func(n int, p Policy) time.Duration {
			for range n {
				if _, err := c.Call(context.Background(), "test", http.MethodPost, "/x", nil, nil, p); err != nil {
					t.Fatal(err)
				}
			}
			return time.Since(began)
		}
		if took := call(1000, Policy{Tries: 1, Exempt: true}); took != 0 {
			t.Errorf("answers to interactions waited %v", took)
		}
		if took := call(1000, Policy{Tries: 1}); took < 20*time.Second {
			t.Errorf("1,000 calls took %v", took)
		}
	})
}

// A list of servers that does not advance does not go on for ever.
func TestAListThatDoesNotAdvanceIsAnError(t *testing.T) {
	t.Parallel()
	page := "[" + strings.Repeat(`{"id":"7"},`, 199) + `{"id":"7"}]`
	if got, err := over(answering(http.StatusOK, page)).Guilds(t.Context()); err == nil {
		t.Errorf("%d servers are listed", len(got))
	}
}

// What is not Discord's own JSON says nothing about a call, whatever its status: it is repeated
// where that does no harm, and no reason to change its content.
func TestAnAnswerThatIsNotDiscordsIsLikeA5xx(t *testing.T) {
	t.Parallel()
	for _, status := range []int{200, 302, 400, 401, 403, 404, 408, 413, 418, 500} {
		for _, page := range []string{"<html>Blocked</html>", `{"id":"7","na`, "", `{"error":"denied"}`, `{"code":"0"}`} {
			if status == http.StatusOK && json.Valid([]byte(page)) {
				continue // what it lacks only some calls know
			}
			t.Run(fmt.Sprint(status, " ", page), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					calls := 0
					c := over(transportFunc(func(r *http.Request) (*http.Response, error) {
						if calls++; calls%2 == 0 {
							return answering(http.StatusOK, `{"id":"7","url":"wss://x"}`).RoundTrip(r)
						}
						return answering(status, page).RoundTrip(r)
					}))
					if _, err := c.Application(t.Context()); err != nil || calls != 2 {
						t.Errorf("asked %d times: %v", calls, err)
					}
					if _, err := c.Logins(t.Context(), Asking(2)); err != nil || calls != 4 {
						t.Errorf("asked for the gateway %d times: %v", calls-2, err)
					}
					if _, err := c.Call(t.Context(), "edit", http.MethodPatch, "/x", 1, nil, Asking(2)); err != nil || calls != 6 {
						t.Errorf("edited %d times: %v", calls-4, err)
					}
					_, err := c.Call(t.Context(), "follow-up", http.MethodPost, "/x", 1, nil, Policy{Tries: 9})
					if e, _ := errors.AsType[*Error](err); calls != 7 || e == nil || !e.OutcomeUnknown() || e.Rejected() || errors.Is(err, ErrBadToken) {
						t.Errorf("sent %d times: %v", calls-6, err)
					}
				})
			})
		}
	}
}

// JSON that lacks what was asked for is no answer of Discord's.
func TestAnAnswerWithoutWhatWasAskedForIsNotDiscords(t *testing.T) {
	t.Parallel()
	for _, says := range []string{"{}", "null", "[]", `{"url":7,"id":7}`} {
		synctest.Test(t, func(t *testing.T) {
			calls := 0
			c := over(transportFunc(func(r *http.Request) (*http.Response, error) {
				if calls++; calls%2 == 0 {
					return answering(http.StatusOK, `{"id":"7","url":"wss://x"}`).RoundTrip(r)
				}
				return answering(http.StatusOK, says).RoundTrip(r)
			}))
			app, err := c.Application(t.Context())
			logins, err2 := c.Logins(t.Context(), Asking(2))
			if err != nil || err2 != nil || calls != 4 || app.ID != "7" || logins.Gateway != "wss://x" {
				t.Errorf("%s: %+v, %v; %+v, %v", says, app, err, logins, err2)
			}
		})
	}
}

// endless is JSON without an end.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, strings.Repeat("[", min(len(p), 4096)))
	e.read += n
	return n, nil
}

func (*endless) Close() error { return nil }

// Of an answer eight megabytes are read, and it is not Discord's if it is longer.
func TestAnswersAreBounded(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusOK, http.StatusForbidden} {
		var bodies []*endless
		c := over(transportFunc(func(r *http.Request) (*http.Response, error) {
			bodies = append(bodies, new(endless))
			return &http.Response{StatusCode: status, Request: r, Body: bodies[len(bodies)-1]}, nil
		}))
		err := c.Get(t.Context(), "asking", "/x", Asking(2), new(struct{}))
		if e, _ := errors.AsType[*Error](err); e == nil || !e.OutcomeUnknown() || len(bodies) != 2 || len(err.Error()) > 2000 {
			t.Errorf("%d, %d times: %.200v", status, len(bodies), err)
		}
		for _, b := range bodies {
			if b.read < 8<<20 || b.read > 9<<20 {
				t.Errorf("%d: %d bytes were read", status, b.read)
			}
		}
	}
}

// A call that is to be answered at last is repeated every few seconds, whatever the answers are,
// with one warning.
func TestACallIsRepeatedWhateverDiscordAnswers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began, last, calls := time.Now(), time.Now(), 0
		c := over(transportFunc(func(r *http.Request) (*http.Response, error) {
			if pause := time.Since(last); pause > 10*time.Second {
				t.Errorf("asked after a pause of %v", pause)
			}
			last, calls = time.Now(), calls+1
			if time.Since(began) < 4*time.Minute {
				return answering([]int{400, 403, 404, 408, 500}[calls%5], `{"code":0,"message":"No"}`).RoundTrip(r)
			}
			return answering(http.StatusOK, `{"url":"wss://x"}`).RoundTrip(r)
		}))
		var log strings.Builder
		c.log = slog.New(slog.NewTextHandler(&log, nil))
		_, err := c.Logins(t.Context(), Policy{Tries: 1000, Always: true, Repeatable: true, Until: began.Add(5 * time.Minute)})
		if err != nil || strings.Count(log.String(), "level=WARN") != 1 {
			t.Errorf("%v; logged %s", err, &log)
		}
	})
}

// A call ends with its context, wherever it is.
func TestCallsEndWithTheirContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := over(answering(http.StatusTooManyRequests, `{"message":"slow down","retry_after":600}`))
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(time.Second, cancel)
		began := time.Now()
		_, err := c.Call(ctx, "test", http.MethodGet, "/x", nil, nil, Policy{Tries: 9, Repeatable: true})
		if err == nil || time.Since(began) != time.Second {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
	})
}

// What an attempt without an answer may have done is uncertain, whatever the next is answered.
func TestALostAttemptStaysUncertain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for _, tt := range []struct {
			first  int
			second string
			want   bool
		}{
			{http.StatusBadGateway, `{"code":10008}`, true},
			{http.StatusTooManyRequests, `{"code":10008}`, false},
			{http.StatusTooManyRequests, "<html>", true},     // the second is no word of Discord's
			{http.StatusBadGateway, `{"code":10062}`, false}, // Discord knows of no answer to the interaction
		} {
			status := []int{tt.first, http.StatusNotFound}
			c := over(transportFunc(func(r *http.Request) (*http.Response, error) {
				now := status[0]
				status = status[1:]
				return answering(now, tt.second).RoundTrip(r)
			}))
			_, err := c.Call(t.Context(), "test", http.MethodGet, "/x", nil, nil, Asking(2))
			if e, _ := errors.AsType[*Error](err); e == nil || e.OutcomeUnknown() != tt.want {
				t.Errorf("%d, and then %v: want uncertain %v", tt.first, err, tt.want)
			}
		}
	})
}

// An error holds no address, which may hold a token, but what is beneath it: the error of the
// network. The page of a proxy may name the address that was asked for.
func TestErrorsAreDescribedWithoutAddresses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for _, status := range []int{0, http.StatusOK, http.StatusForbidden, http.StatusNotFound, http.StatusTooManyRequests, http.StatusBadGateway} {
			var said strings.Builder
			c := New(Config{Token: "t", Logger: slog.New(slog.NewTextHandler(&said, nil)), Transport: func() http.RoundTripper {
				return transportFunc(func(r *http.Request) (*http.Response, error) {
					if status == 0 {
						return nil, io.ErrUnexpectedEOF
					}
					page := fmt.Sprintf("<html>The requested URL %s was not found on this server.", r.URL.Path)
					return &http.Response{StatusCode: status, Request: r, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(page))}, nil
				})
			}})
			for _, path := range []string{"/interactions/1/secret/callback", "/\x00secret"} {
				_, err := c.Call(t.Context(), "test", http.MethodPost, path, nil, nil, Policy{Tries: 2, Repeatable: true, FirstAttempt: time.Second})
				if text := fmt.Sprintf("%v %+v %s", err, err, said.String()); err == nil || strings.Contains(text, "secret") {
					t.Errorf("%q: %s", path, text)
				}
				if strings.HasSuffix(path, "callback") && status == 0 && !errors.Is(err, io.ErrUnexpectedEOF) {
					t.Errorf("what is beneath is lost: %v", err)
				}
				if strings.HasSuffix(path, "callback") && !strings.Contains(said.String(), "trying again") {
					t.Errorf("the log says %q", said.String())
				}
			}
		}
	})
}

// A 429 whose header does not say how many seconds to wait is repeated after one.
func TestALimitWithoutSecondsIsRespected(t *testing.T) {
	t.Parallel()
	for _, says := range []string{"", "soon", "NaN", "Inf", "-5", "1e30", "Wed, 21 Oct 2026 07:28:00 GMT"} {
		synctest.Test(t, func(t *testing.T) {
			status := http.StatusTooManyRequests
			c := over(transportFunc(func(r *http.Request) (*http.Response, error) {
				answer := &http.Response{StatusCode: status, Request: r, Header: http.Header{"Retry-After": {says}}, Body: io.NopCloser(strings.NewReader("{}"))}
				if status != http.StatusOK {
					answer.Body = io.NopCloser(strings.NewReader("<html>"))
				}
				status = http.StatusOK
				return answer, nil
			}))
			began := time.Now()
			if err := c.Get(t.Context(), "asking", "/x", Asking(2), new(struct{})); err != nil || time.Since(began) != time.Second {
				t.Errorf("%q: %v, after %v", says, err, time.Since(began))
			}
		})
	}
}

// A 429 about all calls, Discord's own or the page of a proxy, stops all but the answers to
// interactions for as long as it says; any other stops its own call alone.
func TestALimitForAllCallsStopsAll(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		body string
		want time.Duration // of another call
	}{
		"a proxy's page": {"<html>You are being rate limited", time.Minute},
		"a global limit": {`{"message":"slow down","retry_after":60,"global":true}`, time.Minute},
		"a route's":      {`{"message":"slow down","retry_after":60,"global":false}`, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var calls atomic.Int64
				c := over(transportFunc(func(r *http.Request) (*http.Response, error) {
					status, body := http.StatusOK, "{}"
					if calls.Add(1) == 1 {
						status, body = http.StatusTooManyRequests, tt.body
					}
					return &http.Response{StatusCode: status, Request: r, Header: http.Header{"Retry-After": {"60"}}, Body: io.NopCloser(strings.NewReader(body))}, nil
				}))
				began := time.Now()
				call := func(p Policy, want time.Duration) {
					t.Helper()
					if _, err := c.Call(t.Context(), "test", http.MethodPost, "/x", nil, nil, p); err != nil {
						t.Error(err)
					}
					if took := time.Since(began); took != want {
						t.Errorf("a call was answered after %v, want %v", took, want)
					}
				}
				var first sync.WaitGroup
				first.Go(func() { call(Policy{Tries: 2}, time.Minute) })
				synctest.Wait()
				call(Policy{Tries: 1, Exempt: true}, 0)
				if err := c.AskTime(t.Context()); err != nil {
					t.Errorf("the time cannot be asked for: %v", err)
				}
				short := Policy{Tries: 1, Until: began.Add(time.Second)}
				_, err := c.Call(t.Context(), "test", http.MethodPost, "/x", nil, nil, short)
				if e, _ := errors.AsType[*Error](err); (err != nil) != (tt.want > 0) || time.Since(began) > 0 || err != nil && e.OutcomeUnknown() {
					t.Errorf("a call that cannot wait: after %v, %v", time.Since(began), err)
				}
				call(Policy{Tries: 1}, tt.want)
				first.Wait()
			})
		})
	}
}

// Only Discord's own JSON, twice in succession, means that the token is bad. Any other 401
// passes like an outage.
func TestABadTokenIsAskedAboutTwice(t *testing.T) {
	t.Parallel()
	const (
		refusal = `401 {"message": "401: Unauthorized", "code": 0}`
		page    = `401 <html>Log in to the network</html>`
		good    = `200 {}`
		down    = `503 `
		doubt   = 5 * time.Second
	)
	for name, tt := range map[string]struct {
		answers  []string
		bad      bool // the token
		answered bool
		took     time.Duration
	}{
		"refused twice":                 {[]string{refusal, refusal}, true, false, doubt},
		"refused once":                  {[]string{refusal, good}, false, true, doubt},
		"refused after an outage":       {[]string{down, down, refusal, refusal}, true, false, 600*time.Millisecond + doubt},
		"refused, and an outage":        {[]string{refusal, down, refusal, good}, false, true, 2*doubt + 400*time.Millisecond},
		"a page once":                   {[]string{page, good}, false, true, 200 * time.Millisecond},
		"a page always":                 {[]string{page, page, page}, false, false, 600 * time.Millisecond},
		"a page and a refusal":          {[]string{page, refusal, page, good}, false, false, 200*time.Millisecond + doubt},
		"a proxy's JSON":                {[]string{`401 {"message":"Unauthorized"}`, good}, false, true, 200 * time.Millisecond},
		"an empty object":               {[]string{`401 {}`, good}, false, true, 200 * time.Millisecond},
		"null":                          {[]string{`401 null`, good}, false, true, 200 * time.Millisecond},
		"an interaction's, expired":     {[]string{`401 {"message":"Invalid Webhook Token","code":50027}`, good}, false, false, 0},
		"a code of a wrong type":        {[]string{`401 {"message":"401: Unauthorized","code":"0"}`, good}, false, true, 200 * time.Millisecond},
		"no time left to ask once more": {[]string{down, down, refusal}, false, false, 600 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				rest := tt.answers
				c := over(transportFunc(func(r *http.Request) (*http.Response, error) {
					status, body, _ := strings.Cut(rest[0], " ")
					rest = rest[1:]
					code, err := strconv.Atoi(status)
					return &http.Response{StatusCode: code, Request: r, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}, err
				}))
				ctx, began := t.Context(), time.Now()
				if len(rest) == 3 && rest[2] == refusal {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, doubt)
					defer cancel()
				}
				err := c.Get(ctx, "asking", "/x", Asking(3), new(struct{}))
				if errors.Is(err, ErrBadToken) != tt.bad || (err == nil) != tt.answered || time.Since(began) != tt.took {
					t.Errorf("after %v: %v", time.Since(began), err)
				}
				if tt.bad && (!strings.Contains(err.Error(), "copy it again") || ExitCode(err) != ExitConfig) {
					t.Errorf("status %d: %v", ExitCode(err), err)
				}
			})
		})
	}
}

func TestExitCodesAreDistinct(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]int{
		nil: 0, ErrBadToken: 78, ErrSharding: 78, ErrVersion: 78, ErrDead: 75, io.EOF: 1,
	} {
		if err != nil {
			err = fmt.Errorf("running: %w", err)
		}
		if got := ExitCode(err); got != want {
			t.Errorf("%v: %d, want %d", err, got, want)
		}
	}
}
