package discordtest_test

import (
	"net/http"
	"testing"

	"nonna/bot/discordtest"
)

// The bot's servers are listed in pages of at most 200.
func TestPagesOfServersHaveALimit(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{})
	for _, limit := range []string{"0", "201", "x"} {
		expect(t, srv, call(t, srv, "GET", "/users/@me/guilds?limit="+limit, nil), http.StatusBadRequest, 0, discordtest.RuleGuildPages)
	}
}
