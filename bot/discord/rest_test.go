package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
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
				if _, err := c.Call(context.Background(), "test", http.MethodPost, "https://discord.com/api/v9/x", nil, nil, p); err != nil {
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

// A call ends with its context, wherever it is.
func TestCallsEndWithTheirContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := over(answering(http.StatusTooManyRequests, `{"message":"slow down","retry_after":600}`))
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(time.Second, cancel)
		began := time.Now()
		_, err := c.Call(ctx, "test", http.MethodGet, "https://discord.com/api/v9/x", nil, nil, Policy{Tries: 9, Repeatable: true})
		if err == nil || time.Since(began) != time.Second {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
	})
}

// Only Discord's own word, given twice, means that the token is bad.
func TestABadTokenIsAskedAboutTwice(t *testing.T) {
	t.Parallel()
	const word = `{"message":"401: Unauthorized","code":0}`
	for name, tt := range map[string]struct {
		answers []string
		bad     bool
	}{
		"a proxy's page":       {[]string{"<html>", word}, false},
		"JSON of a proxy":      {[]string{`{"error":"no"}`, word}, false},
		"Discord's word":       {[]string{word, "<html>"}, false},
		"Discord's word twice": {[]string{word, word}, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			calls := 0
			c := over(transportFunc(func(r *http.Request) (*http.Response, error) {
				calls++
				return answering(http.StatusUnauthorized, tt.answers[calls-1]).RoundTrip(r)
			}))
			_, _, err := c.Logins(t.Context())
			if err == nil || errors.Is(err, ErrBadToken) != tt.bad {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}

// What is known to do harm in the library is off.
func TestTheLibraryIsTamed(t *testing.T) {
	t.Parallel()
	s := newLibrarySession("t", nil)
	if s.Debug || s.LogLevel >= discordgo.LogError {
		t.Error("the library logs, and with it tokens")
	}
	if s.ShouldRetryOnRateLimit || s.MaxRestRetries != 0 {
		t.Error("the library waits and retries by itself")
	}
}

func TestErrorsAreDescribedWithoutAddresses(t *testing.T) {
	t.Parallel()
	const secret = "https://discord.com/api/v9/interactions/1/secret/callback"
	request, err := http.NewRequest(http.MethodPost, secret, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: transportFunc(func(*http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF })}
	_, network := client.Do(request)
	for name, tt := range map[string]struct {
		err    error
		status int
		token  bool // means that the bot's token is bad
	}{
		"network":       {network, 0, false},
		"rate limit":    {&discordgo.RateLimitError{RateLimit: &discordgo.RateLimit{URL: secret, TooManyRequests: &discordgo.TooManyRequests{}}}, 429, false},
		"half a limit":  {&discordgo.RateLimitError{}, 429, false},
		"an answer":     {&discordgo.RESTError{Request: request, Response: &http.Response{StatusCode: http.StatusForbidden}, ResponseBody: []byte("no")}, 403, false},
		"a proxy's 401": {&discordgo.RESTError{Request: request, Response: &http.Response{StatusCode: http.StatusUnauthorized}}, 401, false},
		"an interaction's token, expired": {&discordgo.RESTError{
			Request: request, Response: &http.Response{StatusCode: http.StatusUnauthorized}, Message: &discordgo.APIErrorMessage{Code: 50027, Message: "Invalid Webhook Token"},
		}, 401, false},
	} {
		got := newError("test", tt.err)
		if got.status != tt.status || errors.Is(got, ErrBadToken) != tt.token {
			t.Errorf("%s: status %d, %v", name, got.status, got)
		}
		if text := fmt.Sprintf("%v %+v %s", got, got, got.Error()); strings.Contains(text, "secret") {
			t.Errorf("%s: %s", name, text)
		}
	}
	if got := newError("test", network); !errors.Is(got, io.ErrUnexpectedEOF) {
		t.Errorf("what is beneath is lost: %v", got)
	}
}

func TestIdentifiesAreSpreadWhenFewAreLeft(t *testing.T) {
	t.Parallel()
	day := (24 * time.Hour).Milliseconds()
	for _, tt := range []struct {
		total, remaining int
		reset            int64
		want             time.Duration
	}{
		{1000, 1000, day, 0},
		{1000, 100, day, 0},
		{1000, 96, day, 15 * time.Minute},
		{1000, 11, 11_000, time.Second},
		{1000, 10, day, 24 * time.Hour},
		{1000, 0, 0, time.Second}, // not at all at once, whatever Discord says
	} {
		if got := (startLimit{Total: tt.total, Remaining: tt.remaining, ResetAfter: tt.reset}).pause(); got != tt.want {
			t.Errorf("%d of %d left: %v, want %v", tt.remaining, tt.total, got, tt.want)
		}
	}
}

func TestExitCodesAreDistinct(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]int{
		nil: 0, ErrBadToken: 78, ErrIntents: 78, ErrSharding: 78, ErrVersion: 78, ErrDead: 75, io.EOF: 1,
	} {
		if err != nil {
			err = fmt.Errorf("running: %w", err)
		}
		if got := ExitCode(err); got != want {
			t.Errorf("%v: %d, want %d", err, got, want)
		}
	}
}
