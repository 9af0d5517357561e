package app_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/errgroup"

	"nonna/bot/app"
	"nonna/bot/discord"
	"nonna/bot/discord/endpoint"
	"nonna/bot/discordtest"
	"nonna/bot/interactions"
	"nonna/engine"
)

// twins is a proxy that sends each request to two of several bots, as one does that tries
// again too early. Its answer is that of the first.
type twins struct {
	bots []string // addresses
	next atomic.Int64
}

func (p *twins) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	n := int(p.next.Add(1))
	var answers [2]*http.Response
	var posting errgroup.Group
	for i := range answers {
		posting.Go(func() (err error) {
			req, err := http.NewRequestWithContext(r.Context(), r.Method, p.bots[(n+i)%len(p.bots)], bytes.NewReader(body))
			if err != nil {
				return err
			}
			req.Header = r.Header
			answers[i], err = http.DefaultClient.Do(req)
			return err
		})
	}
	if err := posting.Wait(); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer answers[1].Body.Close()
	defer answers[0].Body.Close()
	w.Header().Set("Content-Type", answers[0].Header.Get("Content-Type"))
	w.WriteHeader(answers[0].StatusCode)
	_, _ = io.Copy(w, answers[0].Body) // Discord may have gone
}

// replicas are bots that take interactions over HTTP, on one database, each interaction twice.
type replicas struct {
	srv  *discordtest.Server
	ctx  context.Context
	log  *discordtest.Log
	path string // of the database
	// stop ends them after what they do.
	stop func()
}

// launchReplicas runs three bots behind a proxy.
func launchReplicas(t *testing.T) replicas {
	t.Helper()
	games := engine.Games()
	r := replicas{srv: discordtest.NewServer(discordtest.Options{Patient: true}), log: new(discordtest.Log), path: filepath.Join(t.TempDir(), "nonna.db")}
	logger := slog.New(slog.NewTextHandler(r.log, nil))
	a, err := app.Open(t.Context(), app.Config{
		DB: r.path, Games: games, Log: logger,
	})
	if err != nil {
		t.Fatal(err)
	}
	proxy := new(twins)
	ctx, stop := context.WithCancel(t.Context())
	r.ctx = ctx
	var running, up sync.WaitGroup
	for range 3 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		proxy.bots = append(proxy.bots, "http://"+l.Addr().String()+endpoint.Path)
		up.Add(1)
		cfg := overHTTP(r.srv, l)
		cfg.Router, cfg.Logger, cfg.Ready = a.Router, logger, up.Done
		bot, err := interactions.New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		running.Go(func() {
			if err := bot.Run(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	front := httptest.NewServer(proxy)
	r.stop = sync.OnceFunc(func() {
		stop()
		running.Wait()
		if err := a.Close(); err != nil {
			t.Error(err)
		}
		front.Close()
		r.srv.Close()
	})
	t.Cleanup(r.stop)
	up.Wait()
	if err := r.srv.SetEndpoint(ctx, front.URL); err != nil {
		t.Fatal(err)
	}
	r.log.Take() // that no address was set
	return r
}

// overHTTP returns the configuration of a bot that takes interactions over HTTP from a Discord
// that is patient, and does nothing because the machine is busy.
func overHTTP(srv *discordtest.Server, l net.Listener) interactions.Config {
	d := srv.FirstAnswer()
	return interactions.Config{
		HTTP: l, Timing: interactions.Timing{Defer: d, AnswerWithin: d, ResendAfter: d},
		Config: discord.Config{
			Token: srv.Token(), Transport: func() http.RoundTripper { return srv.Transport() }, Dial: srv.DialContext,
			GiveUpAfter: d,
		},
	}
}

// deals finds the number of a deal in a reply.
var deals = regexp.MustCompile(`#\d+`)

// Three bots answer over HTTP on one database, and each interaction reaches two of them: it is
// answered once and recorded once, both would have shown the same game, and that is no fault.
func TestAnInteractionThatReachesTwoIsAnsweredOnce(t *testing.T) {
	t.Parallel()
	asked := 30
	switch {
	case testing.Short():
		asked = 10
	case os.Getenv("NONNA_LONG") != "":
		asked = 300
	}
	r := launchReplicas(t)
	var answered atomic.Int64
	var asking errgroup.Group
	asking.SetLimit(10)
	for n := range asked {
		asking.Go(func() error {
			_, err := r.srv.Slash("camicia", discordtest.By(fmt.Sprint(8_000_000+n), "Anna")).Wait(r.ctx) // shuffled
			if err == nil {
				answered.Add(1)
			}
			return err
		})
	}
	if err := asking.Wait(); err != nil {
		t.Error(err)
	}
	r.stop() // also those that came second
	db, err := sql.Open("sqlite", "file:"+r.path+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	var recorded, requests int64
	err = db.QueryRowContext(t.Context(), "SELECT count(*), count(DISTINCT request_id) FROM games").Scan(&recorded, &requests)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if n := int64(asked); answered.Load() != n || recorded != n || requests != n {
		t.Errorf("%d asked, %d answered, %d recorded of %d requests", asked, answered.Load(), recorded, requests)
	}
	shown := map[string]string{} // by interaction
	for _, q := range r.srv.Requests(discordtest.RouteCallback) {
		game := deals.FindString(string(q.JSON))
		if first, again := shown[q.Path]; again && game != "" && first != game {
			t.Errorf("one shows %s, another %s", first, game)
		} else if game != "" { // it was not deferred
			shown[q.Path] = game
		}
	}
	for _, v := range r.srv.TakeViolations() {
		if v.Rule != discordtest.RuleOneAnswer { // one deferred the answer that another gave
			t.Error(v)
		}
	}
	said := r.log.Take()
	if strings.Contains(said, "level=WARN") || strings.Contains(said, "level=ERROR") {
		t.Errorf("the bots complain:\n%s", said)
	}
	if !strings.Contains(said, "another process has answered") {
		t.Error("no interaction reached two bots")
	}
}
