package gateway

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"nonna/bot/discord"
	"nonna/commands"
)

// A lock of the bot's that nobody gives back stops the reader of its session, and so
// ends the process. A bubble's time would wait for the lock, so the time is real, and
// as short as can be.
func TestALockThatHangsEndsTheBot(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ws, err := new(websocket.Upgrader).Upgrade(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer ws.Close()
		for _, message := range []string{
			`{"op":10,"d":{"heartbeat_interval":20}}`,
			`{"op":0,"s":1,"t":"READY","d":{"session_id":"x"}}`,
			`{"op":0,"s":2,"t":"INTERACTION_CREATE","d":` + slash + `}`,
		} {
			if err := ws.WriteMessage(websocket.TextMessage, []byte(message)); err != nil {
				t.Error(err)
			}
		}
		for err == nil {
			_, _, err = ws.ReadMessage()
		}
	}))
	defer srv.Close()
	api := transportFunc(func(r *http.Request) (*http.Response, error) {
		body := fmt.Sprintf(`{"url":%q}`, strings.Replace(srv.URL, "http", "ws", 1))
		return &http.Response{StatusCode: http.StatusOK, Request: r, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}, nil
	})
	router, err := commands.NewRouter(nil, BookForTest(), nil, slog.New(slog.DiscardHandler), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	b, err := New(Config{Router: router, Config: discord.Config{
		Token: "t", Logger: slog.New(slog.DiscardHandler), Transport: func() http.RoundTripper { return api },
		Timing: discord.Timing{Check: time.Millisecond, Stuck: time.Millisecond},
	}})
	if err != nil {
		t.Fatal(err)
	}
	b.recent.mu.Lock()
	defer b.recent.mu.Unlock()
	if err := b.Run(t.Context()); !errors.Is(err, discord.ErrDead) || discord.ExitCode(err) != discord.ExitDead {
		t.Errorf("ended with %v", err)
	}
}

// Nor does anything else wait for it.
func TestWithin(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		hang := make(chan struct{})
		began := time.Now()
		if within(time.Second, func() { <-hang }) || time.Since(began) != time.Second {
			t.Errorf("waited %v for what hangs", time.Since(began))
		}
		if !within(time.Second, func() {}) {
			t.Error("did not wait for what ends")
		}
		close(hang)
	})
}
