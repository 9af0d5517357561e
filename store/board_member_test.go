package store

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ofMember returns anna's query for all games of a member on the server's board by
// plays, after changes.
func ofMember(member uint64, changes ...func(*MemberQuery)) MemberQuery {
	q := MemberQuery{BoardQuery: wholeBoard(), MemberID: member}
	for _, change := range changes {
		change(&q)
	}
	return q
}

func readMember(t testing.TB, s *Store, q MemberQuery) MemberPage {
	t.Helper()
	return value(s.MemberBoard(t.Context(), q))(t)
}

// A member who hides their name looks the same as one who never played here, and still
// sees their own games.
func TestAHiddenMemberHasNoGamesForOthers(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	record(t, s, game(1, by(bruno, "Bruno")))
	record(t, s, game(2, lasting(50, 5)))
	must(t, s.HideName(t.Context(), bruno, true))
	if diff := cmp.Diff(readMember(t, s, ofMember(carla)), readMember(t, s, ofMember(bruno))); diff != "" {
		t.Errorf("who hides differs from who never played: %s", diff)
	}
	own := readMember(t, s, ofMember(bruno, func(q *MemberQuery) { q.UserID = bruno }))
	if own.Member.Name != "Bruno" || !own.Member.Hidden || len(own.Entries) != 1 {
		t.Errorf("their own games are %+v", own)
	}
	must(t, s.HideName(t.Context(), bruno, false))
	if page := readMember(t, s, ofMember(bruno)); page.Member.Name != "Bruno" || len(page.Entries) != 1 {
		t.Errorf("once shown again: %+v", page)
	}
}

func TestAMemberIsCalledWhatTheyWereCalledLastHere(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	record(t, s, game(1, by(bruno, "Bruno")))
	record(t, s, game(2, by(bruno, "Br*no")))
	record(t, s, game(3, by(bruno, "Elsewhere"), func(g *Game) { g.GuildID++ }))
	if page := readMember(t, s, ofMember(bruno)); page.Member.Name != "Br*no" || page.Entries[0].Player.Name != "Br*no" {
		t.Errorf("called %q, and %q on the board", page.Member.Name, page.Entries[0].Player.Name)
	}
	page := readMember(t, s, ofMember(bruno, func(q *MemberQuery) { q.Game = "snap" }))
	if diff := cmp.Diff(MemberPage{}, page); diff != "" {
		t.Errorf("on a board without games of theirs: %s", diff)
	}
}
