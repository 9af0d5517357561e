package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"nonna/bot/discordtest"
)

// Settle reads what bots answer, so also what Nonna does, and what is forwarded of it. Files are
// not read, and the answer says so.
func TestSettleReadsEmbeds(t *testing.T) {
	bubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		ctx, _ := launch(t, srv, "NONNA_DB="+filepath.Join(t.TempDir(), "nonna.db"))
		answer := waiter(ctx, t)
		users := 0
		somebody := func() discordtest.Opt { // so that nobody is too fast
			users++
			return discordtest.By(fmt.Sprint(1400000000000000100+users), "Somebody")
		}
		settle := func(with ...discordtest.Opt) string {
			m := answer("Settle", srv.OnMessage("Settle", "", append(with, somebody())...)).Message
			if len(m.Embeds) == 0 {
				return m.Content
			}
			return m.Embeds[0].Title + ": " + m.Embeds[0].Description
		}
		type list = []map[string]any
		const deal = "2 A 7 8 Q 10 / 3 4 5 6 K 9 J"
		in := list{{"title": "Deal of the day", "fields": list{{"name": "Deal", "value": "`" + deal + "`"}}}}
		for _, tt := range []struct {
			name string
			with discordtest.Opt
			want string
		}{
			{"another bot's", discordtest.With("embeds", in), "Camicia: **B wins** after 13 cards"},
			{"a forwarded one", discordtest.With("message_snapshots", list{{"message": map[string]any{"embeds": in}}}), "Camicia: **B wins** after 13 cards"},
			{"a description", discordtest.With("embeds", list{{"description": "Snap: abca abba"}}), "Snap: **Player 1 wins** after 24 plays"},
			{"a file alone", discordtest.With("attachments", list{{"filename": "deal.txt"}}), "I do not read the files of a message."},
			{"nothing", discordtest.With("content", "good night"), "There is no deal in that message."},
		} {
			if said := settle(tt.with); !strings.Contains(said, tt.want) || strings.Contains(said, "files") != (tt.name == "a file alone") {
				t.Errorf("%s: %s", tt.name, said)
			}
		}
		beside := settle(discordtest.With("content", deal), discordtest.With("attachments", list{{"filename": "deal.txt"}}))
		if !strings.Contains(beside, "\nThe files of the message were not read.") || strings.Contains(beside, "rest of the message") {
			t.Errorf("a file beside a deal: %s", beside)
		}
		for _, command := range []string{"camicia", "beggar", "snap", "clock"} {
			own := answer(command, srv.Slash(command, discordtest.Int("seed", 42), somebody())).Message
			said := settle(discordtest.With("embeds", own.Embeds))
			want := own.Embeds[0].Title + ": " + strings.SplitAfter(own.Embeds[0].Description, "\n")[0]
			if !strings.HasPrefix(said, want) {
				t.Errorf("her own answer, %s, is settled as\n%s", want, said)
			}
		}
	})
}
