package console_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonna/bot/console"
	"nonna/commands"
)

func TestMembers(t *testing.T) {
	t.Parallel()
	var r recorder
	out := typed(t, &r, "/as", "/camicia", "/as  @Ada ", "/camicia", "/As", "/as ADA", "/camicia", "/as opener", "/camicia", "/as \x1b[2J\u202E", "/camicia")
	want := "You are Opener, who may manage this server. /as NAME makes you another member.\n\n\n" +
		"You are Ada, a member of this server. /as Opener makes you yourself again.\n\n\n" +
		"You are Ada, a member of this server. /as Opener makes you yourself again.\n\n" +
		"You are ADA, a member of this server. /as Opener makes you yourself again.\n\n\n" +
		"You are Opener, who may manage this server. /as NAME makes you another member.\n\n\n" +
		"You are \uFFFD[2J\uFFFD, a member of this server. /as Opener makes you yourself again.\n\n\n"
	if diff := cmp.Diff(want, out); diff != "" {
		t.Errorf("shown (-want +got):\n%s", diff)
	}
	type who struct {
		user    commands.User
		manages bool
	}
	wanted := []who{{opener(), true}, {commands.User{ID: ada, Name: "Ada"}, false}, {commands.User{ID: ada, Name: "ADA"}, false}, {opener(), true}}
	for i, req := range r.got[:len(wanted)] {
		if got := (who{req.User, req.ManageGuild}); got != wanted[i] || req.GuildID != console.Guild {
			t.Errorf("request %d is of %+v on server %d, want %+v", i, got, req.GuildID, wanted[i])
		}
	}
}
