package main

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"nonna/bot/discordtest"
	"nonna/store/postgres/postgrestest"
)

// launchHTTP is launch with interactions over HTTP. It returns when Discord has accepted the
// bot's endpoint.
func launchHTTP(t testing.TB, srv *discordtest.Server, environ ...string) (ctx context.Context, address string, stop func() (log string)) {
	t.Helper()
	address = freeAddress(t)
	ready := func(ctx context.Context) error {
		if err := srv.Until(ctx, func() bool { return len(srv.Requests(discordtest.RouteMyApp)) > 0 }); err != nil {
			return err
		}
		for { // the endpoint listens, but it may not answer within three seconds yet
			if err := srv.SetEndpoint(ctx, "http://"+address+"/interactions"); err == nil || ctx.Err() != nil {
				return err
			}
		}
	}
	ctx, end := launchUntil(t, srv, ready, append(environ, "NONNA_HTTP="+address)...)
	return ctx, address, endsWell(t, end)
}

// With NONNA_HTTP the bot answers what Discord posts, without a session.
func TestInteractionsOverHTTP(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{Patient: true})
	metrics := freeAddress(t)
	ctx, address, stop := launchHTTP(t, srv, "NONNA_METRICS="+metrics)
	answer, err := srv.Slash("snap", discordtest.Text("deal", "abca abba")).Wait(ctx)
	if err != nil || len(answer.Message.Embeds) != 1 || !strings.Contains(answer.Message.Embeds[0].Description, "24 plays") {
		t.Errorf("answered %+v, %v", answer.Message, err)
	}
	if c := srv.Gateway().Counts(); c.Identifies > 0 {
		t.Errorf("the gateway saw %+v", c)
	}
	health := func() (int, string) { return runAt(t, srv, []string{"NONNA_HTTP=" + address}, "health") }
	if status, said := health(); status != 0 {
		t.Errorf("health: status %d, %s", status, said)
	}
	for _, at := range []string{address, metrics} {
		for _, path := range []string{"/healthz", "/readyz"} {
			if said := read(t, "http://"+at+path); string(said) != "ok\n" {
				t.Errorf("%s%s says %q", at, path, said)
			}
		}
	}
	await(ctx, t, "http://"+metrics+"/metrics", `^nonna_http_requests_total\{status="200"\} 1$`, `^nonna_http_requests_total\{status="401"\} 1$`,
		`^nonna_http_requests_total\{status="202"\} 1$`, `^nonna_gateway_connected 0$`, `^nonna_answer_seconds_count{answer="last"} 1$`)
	if res, err := http.Get("http://" + address + "/"); err != nil || res.StatusCode != http.StatusNotFound || res.Body.Close() != nil {
		t.Errorf("another path: %v, %v", res, err)
	}
	if log := stop(); strings.Contains(log, "level=ERROR") {
		t.Error(log)
	}
	if status, _ := health(); status != 1 {
		t.Errorf("health of a bot that has ended: status %d", status)
	}
}

// Of several processes each answers what Discord posts to it, on one server and with one database:
// a proxy in front of them may give an interaction to any.
func TestProcessesOverHTTP(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{Patient: true})
	db := "NONNA_DB=" + postgrestest.New(t)
	var at [2]string
	for i := range at {
		_, at[i], _ = launchHTTP(t, srv, db)
	}
	for i, want := range []string{"after 24 plays", "first brought by Anna", "first brought by Anna"} {
		if err := srv.SetEndpoint(t.Context(), "http://"+at[i%2]+"/interactions"); err != nil {
			t.Fatal(err)
		}
		who := discordtest.By(strconv.Itoa(8000+i), []string{"Anna", "Bob", "Carla"}[i])
		a, err := srv.Slash("snap", discordtest.Text("deal", "abca abba"), who).Wait(t.Context())
		if err != nil || !strings.Contains(a.Message.Embeds[0].Description, want) {
			t.Errorf("process %d answers %+v, %v, want %s", i%2, a.Message.Embeds, err, want)
		}
	}
}

// Where Discord delivers interactions elsewhere than the bot takes them, the log and the
// doctor say so.
func TestInteractionsThatDoNotArrive(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name         string
		posted, http bool
		log, doctor  string
	}{
		{"over the gateway", false, false, "", "ok       interactions: Discord sends them to the bot's session"},
		{"over HTTP", true, true, "", "ok       interactions: Discord posts them to http://"},
		{"posted to nobody", true, false, "discord posts interactions to an address, and not to this session", "PROBLEM  interactions: Discord posts them to http://"},
		{"sent to no session", false, true, "discord posts no interactions until", "PROBLEM  interactions: NONNA_HTTP is set, but"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			srv := discordtest.New(t, discordtest.Options{Patient: true})
			ctx, address, stop := launchHTTP(t, srv)
			if !tt.posted {
				if err := srv.SetEndpoint(ctx, ""); err != nil {
					t.Fatal(err)
				}
			}
			stop()
			known := len(srv.Requests())
			ready := func(ctx context.Context) error {
				return srv.Until(ctx, func() bool { return len(srv.Requests()) > known+2 }) // it has read the application
			}
			var settings []string
			if tt.http {
				settings = []string{"NONNA_HTTP=" + address}
			}
			_, end := launchUntil(t, srv, ready, settings...)
			_, stderr := end()
			if warned := strings.Contains(stderr, "level=WARN"); warned != (tt.log != "") || !strings.Contains(stderr, tt.log) {
				t.Errorf("want %q in the log:\n%s", tt.log, stderr)
			}
			if _, said := runAt(t, srv, settings, "doctor"); !strings.Contains(said, tt.doctor) {
				t.Errorf("the doctor says\n%swant %s", said, tt.doctor)
			}
		})
	}
}
