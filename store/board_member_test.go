package store

import (
	"fmt"
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

// ranked returns entries as "rank:deal".
func ranked(all []Entry) []string {
	var list []string
	for _, e := range all {
		list = append(list, fmt.Sprintf("%d:%s", e.Rank, e.Deal))
	}
	return list
}

func TestAMembersGamesKeepTheirRanksAmongAll(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	for i := range 30 {
		who := by(anna, "Anna")
		if i%3 == 0 {
			who = by(bruno, "Bruno")
		}
		record(t, s, game(i, who, lasting(int64(100+i), int64(i%7))))
	}
	for _, c := range []struct {
		name   string
		change func(*MemberQuery)
		want   []string
		own    string
	}{
		{"by plays", func(*MemberQuery) {}, []string{
			"3:deal 27", "6:deal 24", "9:deal 21", "12:deal 18", "15:deal 15",
			"18:deal 12", "21:deal 9", "24:deal 6", "27:deal 3", "30:deal 0",
		}, "[1:deal 29]"},
		{"by takes, in a month without any", func(q *MemberQuery) {
			q.By, q.Span, q.At = ByTakes, Month, noon().AddDate(0, 1, 0)
		}, nil, "[]"},
		{
			"as they see it themselves", func(q *MemberQuery) { q.UserID, q.Limit = bruno, 2 },
			[]string{"3:deal 27", "6:deal 24"},
			"[3:deal 27]",
		},
	} {
		page := readMember(t, s, ofMember(bruno, c.change))
		if diff := cmp.Diff(c.want, ranked(page.Entries)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		var own []Entry
		if page.Own != nil {
			own = append(own, *page.Own)
		}
		if got := fmt.Sprint(ranked(own)); got != c.own || page.Member.Name != "Bruno" {
			t.Errorf("%s: own entry %s and name %q, want %s and Bruno", c.name, got, page.Member.Name, c.own)
		}
	}
}

// An edge that leads nowhere selects the first page: entries are deleted, and the ids
// in buttons come from outside.
func TestInvalidEdgesLeadToTheFirstPage(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	for i := range 5 {
		record(t, s, game(i, by(bruno, "Bruno"), lasting(int64(100-i), 5)))
	}
	elsewhere := record(t, s, game(6, by(bruno, "Bruno"), lasting(97, 5), func(g *Game) { g.GuildID++ })).ID
	first := readMember(t, s, ofMember(bruno, func(q *MemberQuery) { q.Limit = 2 }))
	for _, c := range []struct {
		name string
		edge int64
		back bool
	}{
		{"no such game", 999, false},
		{"below 0", -1, true},
		{"on another server", elsewhere, true},
		{"the last", 5, false},
		{"before the first", 1, true},
		{"before the second, where a page has no room", 2, true},
		{"before the third, where it just fits", 3, true},
	} {
		page := readMember(t, s, ofMember(bruno, func(q *MemberQuery) { q.Limit, q.Edge, q.Back = 2, c.edge, c.back }))
		if diff := cmp.Diff(first, page); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
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
