package discordtest_test

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/discordtest"
)

const endpoint = "http://bot.test/"

// endpointBubble runs a test in a bubble with a Discord that posts to a handler. isSigned tells
// the handler what Discord has signed.
func endpointBubble(t *testing.T, answer func(w http.ResponseWriter, body string, isSigned bool), f func(t *testing.T, srv *discordtest.Server)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		pipes := discordtest.NewPipes()
		srv := discordtest.New(t, discordtest.Options{InMemory: true, AnyCommand: true, DialEndpoint: pipes.DialContext})
		key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)).Public().(ed25519.PublicKey)
		bot := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			signature, err2 := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
			if err != nil || err2 != nil {
				t.Error(err, err2)
			}
			answer(w, string(body), ed25519.Verify(key, append([]byte(r.Header.Get("X-Signature-Timestamp")), body...), signature))
		})}
		go func() { _ = bot.Serve(pipes) }()
		t.Cleanup(func() { _ = bot.Shutdown(context.Background()) })
		f(t, srv)
	})
}

// pong answers as Discord demands, and acknowledges everything but a PING with a status.
func pong(status int) func(http.ResponseWriter, string, bool) {
	return func(w http.ResponseWriter, body string, isSigned bool) {
		switch {
		case !isSigned:
			w.WriteHeader(http.StatusUnauthorized)
		case strings.Contains(body, `"type":1,`):
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"type":1}`)
		default:
			w.WriteHeader(status)
		}
	}
}

// An interaction must be acknowledged with a 202, within three seconds. Without an endpoint it
// goes to the gateway again.
func TestAnInteractionIsPosted(t *testing.T) {
	t.Parallel()
	for status, late := range map[int]time.Duration{202: 0, 204: 0, 500: 0, 203: 4 * time.Second} {
		answer := func(w http.ResponseWriter, body string, isSigned bool) {
			if strings.Contains(body, `"type":2`) {
				time.Sleep(late)
			}
			pong(status)(w, body, isSigned)
		}
		endpointBubble(t, answer, func(t *testing.T, srv *discordtest.Server) {
			if err := srv.SetEndpoint(t.Context(), endpoint); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			_, err := srv.Slash("ping").Wait(ctx)
			if acknowledged := strings.Contains(err.Error(), "waiting for the bot"); acknowledged != (status == 202) {
				t.Errorf("%d: %v", status, err)
			}
			if broken := srv.TakeViolations(); (len(broken) == 1) != (late > 0) {
				t.Errorf("%d: %v", status, broken)
			}
			if err := srv.SetEndpoint(t.Context(), ""); err != nil {
				t.Fatal(err)
			}
			if _, err := srv.Slash("ping").Wait(ctx); err == nil || !strings.Contains(err.Error(), "no gateway session") {
				t.Errorf("without an endpoint: %v", err)
			}
		})
	}
}
