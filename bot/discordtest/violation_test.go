package discordtest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"nonna/bot/discordtest"
)

// fakeTest is a testing.TB that records failures.
type fakeTest struct {
	testing.TB
	cleanups []func()
	errors   []string
}

func (f *fakeTest) Helper()           {}
func (f *fakeTest) Cleanup(do func()) { f.cleanups = append(f.cleanups, do) }
func (f *fakeTest) Errorf(s string, args ...any) {
	f.errors = append(f.errors, fmt.Sprintf(s, args...))
}
func (f *fakeTest) end() { f.cleanups[0]() }

func TestABrokenRuleFailsTheTest(t *testing.T) {
	t.Parallel()
	for _, taken := range []bool{false, true} {
		watched := &fakeTest{TB: t}
		srv := discordtest.New(watched, discordtest.Options{})
		call(t, srv, "POST", "/channels/"+discordtest.DefaultChannelID+"/messages", object{"content": text(2001)})
		if taken {
			wantRules(t, srv, "Message contents (up to 2000 characters)")
		}
		watched.end()
		if got := strings.Join(watched.errors, ""); taken != (got == "") || !taken && !strings.Contains(got, "(Message contents (up to 2000 characters))") {
			t.Errorf("taken: %v, reported %q", taken, got)
		}
	}
}

// The token of an interaction is a password, so violations do not contain it.
func TestViolationsDoNotTellTokens(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	it := srv.Slash("ping")
	call(t, srv, "PATCH", originalPath(it), `{"content":"x"}`)
	for _, v := range srv.TakeViolations() {
		if strings.Contains(v.String(), it.Token) {
			t.Errorf("told: %s", v)
		}
	}
}

// The body of every route that has one is checked against the specification.
func TestEveryBodyIsChecked(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	it := srv.Slash("ping")
	call(t, srv, "POST", callbackPath(it), say("x"))
	channel := "/channels/" + discordtest.DefaultChannelID + "/messages"
	guild := "/applications/" + discordtest.AppID + "/guilds/" + discordtest.DefaultGuildID + "/commands"
	for _, c := range []struct {
		method, path, body, at string
	}{
		{"POST", callbackPath(srv.Slash("ping")), `{"type":4,"data":{"embeds":5}}`, "data.embeds"},
		{"POST", webhookPath(it), `{"embeds":5}`, "embeds"},
		{"PATCH", originalPath(it), `{"embeds":5}`, "embeds"},
		{"POST", channel, `{"embeds":5}`, "embeds"},
		{"PUT", commandsPath, `[{"name":5,"description":"x"}]`, "0.name"},
		{"PUT", guild, `[{"description":"x"}]`, "0.name"},
	} {
		checkRefusal(t, srv, call(t, srv, c.method, c.path, c.body), discordtest.RuleSpec, c.at)
	}
}

// Permissions are sent as text, contrary to the specification.
func TestPermissionsAreTextOnTheWire(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{})
	c := object{"name": "a", "description": "x", "default_member_permissions": "32"}
	checkRefusal(t, srv, call(t, srv, "PUT", commandsPath, []any{c}), "", "")
	c["default_member_permissions"] = "manage"
	if r := call(t, srv, "PUT", commandsPath, []any{c}); r.Status != 400 {
		t.Errorf("got %d", r.Status)
	}
	wantRules(t, srv, discordtest.RuleSpec)
}

func TestWaitingInVainSaysWhy(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	it := srv.Slash("ping")
	call(t, srv, "POST", callbackPath(it), object{"type": 4, "data": object{"content": text(2001)}})
	wantRules(t, srv, discordtest.RuleSpec)
	if _, err := it.Wait(done(t)); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "Invalid Form Body (50035)") {
		t.Errorf("got %v", err)
	}
}
