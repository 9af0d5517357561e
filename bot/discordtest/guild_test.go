package discordtest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"nonna/bot/discordtest"
)

// The bot's servers are listed by number, in pages of at most 200.
func TestServersAreListed(t *testing.T) {
	t.Parallel()
	opts := discordtest.Options{Guilds: []string{"1000", "9"}}
	for i := range 300 {
		opts.Guilds = append(opts.Guilds, fmt.Sprint(2000+i))
	}
	srv := discordtest.New(t, opts)
	for _, tt := range []struct {
		query       string
		n           int
		first, last string
	}{
		{"", 200, "9", "2197"},
		{"?limit=2", 2, "9", "1000"},
		{"?after=1000&limit=200", 200, "2000", "2199"},
		{"?after=2199", 100, "2200", "2299"},
	} {
		var page []struct{ ID string }
		err := json.Unmarshal([]byte(call(t, srv, "GET", "/users/@me/guilds"+tt.query, nil).Raw), &page)
		if err != nil || len(page) != tt.n || page[0].ID != tt.first || page[len(page)-1].ID != tt.last {
			t.Errorf("%s: %d servers, %v", tt.query, len(page), page)
		}
	}
	for _, limit := range []string{"0", "201", "x"} {
		if r := call(t, srv, "GET", "/users/@me/guilds?limit="+limit, nil); r.Status != http.StatusBadRequest {
			t.Errorf("limit %s: %d", limit, r.Status)
		}
		wantRules(t, srv, discordtest.RuleGuildPages)
	}
}

// What a bot hears when it asks for a server.
func TestServersComeAndGo(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{})
	for _, tt := range []struct {
		do     func(string)
		status int
	}{
		{srv.Join, http.StatusOK},
		{srv.Outage, http.StatusServiceUnavailable},
		{srv.Join, http.StatusOK},
		{srv.Remove, http.StatusNotFound},
	} {
		tt.do("77")
		if got := call(t, srv, "GET", "/guilds/77", nil).Status; got != tt.status {
			t.Errorf("%d, want %d", got, tt.status)
		}
	}
}
