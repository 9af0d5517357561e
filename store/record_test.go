package store

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestAGameNamesTheRecordBeforeIt(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	first := record(t, s, game(1, by(bruno, "Bruno"), lasting(812, 90), shuffled))
	second := record(t, s, game(2, lasting(900, 80)))
	before := &Entry{
		ID: 1, Player: Person{ID: bruno, Name: "Bruno"}, Deal: "deal 1", Ending: "won",
		Plays: 812, Takes: 90, Random: true, PlayedAt: noon().Add(time.Second),
	}
	alone := Place{Rank: 1, Of: 1, Record: true}
	want := []Recorded{{ID: 1, Standing: Ranked, ByPlays: alone, ByTakes: alone}, {
		ID: 2, Standing: Ranked,
		ByPlays: Place{Rank: 1, Of: 2, Record: true, Before: before},
		ByTakes: Place{Rank: 2, Of: 2, Before: before},
	}}
	if diff := cmp.Diff(want, []Recorded{first, second}); diff != "" {
		t.Error(diff)
	}
}

// A game as long as the record shares its place, and is not a record.
func TestATieSharesItsPlaceAndIsNotARecord(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	announcing(t, s)
	for i, c := range []struct {
		plays, takes, rankPlays, rankTakes int64
		recordPlays, recordTakes           bool
	}{
		{100, 10, 1, 1, true, true},
		{100, 10, 1, 1, false, false},
		{90, 10, 3, 1, false, false},
		{100, 11, 1, 1, false, true},
		{101, 11, 1, 1, true, false},
		{100, 9, 2, 6, false, false},
	} {
		got := record(t, s, game(i+1, lasting(c.plays, c.takes)))
		if got.ByPlays.Rank != c.rankPlays || got.ByPlays.Record != c.recordPlays ||
			got.ByTakes.Rank != c.rankTakes || got.ByTakes.Record != c.recordTakes {
			t.Errorf("game %d is answered %+v and %+v, want %+v", i+1, got.ByPlays, got.ByTakes, c)
		}
	}
	wantAnnounced(t, s, 4, 5)
	want := []string{"1:deal 5", "2:deal 1", "2:deal 2", "2:deal 4", "2:deal 6", "6:deal 3"}
	if diff := cmp.Diff(want, ranked(readBoard(t, s, wholeBoard()).Entries)); diff != "" {
		t.Error(diff)
	}
}

// A request that is delivered again stores nothing, and is told its place among the games of then.
func TestAReplayedRequestStoresNothing(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	record(t, s, game(1, by(bruno, "Bruno"), lasting(50, 5)))
	first := record(t, s, game(2, lasting(60, 6)))
	record(t, s, game(3, lasting(70, 7)))

	again := record(t, s, game(2, lasting(60, 6)))
	if !again.Replayed {
		t.Error("the replay does not say that it is one")
	}
	for _, p := range []*Place{&first.ByPlays, &first.ByTakes} {
		p.Rank, p.Of = 2, 3
	}
	again.Replayed = false
	if diff := cmp.Diff(first, again); diff != "" {
		t.Error(diff)
	}
	if got := readBoard(t, s, wholeBoard()).Total; got != 3 {
		t.Errorf("%d entries after a replay, want 3", got)
	}
}

// A user who brings a deal again, because the first answer was lost, sees its place, and not what
// was longest before it: that may be behind all of the board.
func TestTheOwnersReplyHasThePlaceOfTheirDeal(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	record(t, s, game(1, lasting(300, 30), by(bruno, "Bruno")))
	first := record(t, s, game(2, lasting(200, 40)))
	record(t, s, game(3, lasting(400, 50), by(bruno, "Bruno")))
	again := game(4, lasting(200, 40), keyed("key 2"))
	for _, p := range []*Place{&first.ByPlays, &first.ByTakes} { // one is longer now
		*p = Place{Rank: p.Rank + 1, Of: 3}
	}
	for range 2 { // delivered twice
		got := record(t, s, again)
		if got.Standing != Taken || !got.Owner.Mine || got.ID == first.ID {
			t.Fatalf("brought again: %+v", got)
		}
		if diff := cmp.Diff([]Place{first.ByPlays, first.ByTakes}, []Place{got.ByPlays, got.ByTakes}); diff != "" {
			t.Error(diff)
		}
	}
	if got := record(t, s, game(5, keyed("key 2"), by(carla, "Carla"))); got.ByPlays != (Place{}) {
		t.Errorf("another's deal: %+v", got)
	}
}

func TestWhatMayNotRankDoesNot(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	for i, c := range []struct {
		change func(*Game)
		want   Standing
	}{
		{func(g *Game) { g.Kind, g.Ending = NoBoard, "undecided" }, Unranked},
		{func(g *Game) { g.Published = true }, Published},
		// A published deal never ranks, whatever else it is.
		{func(g *Game) { g.Published, g.Kind = true, Loops }, Published},
	} {
		got := record(t, s, game(i, c.change))
		if diff := cmp.Diff(Recorded{ID: int64(i) + 1, Standing: c.want}, got); diff != "" {
			t.Errorf("case %d: %s", i, diff)
		}
	}
	for _, kind := range []Kind{Ends, Loops} {
		q := wholeBoard(func(q *BoardQuery) { q.Kind = kind })
		if got := readBoard(t, s, q).Total; got != 0 {
			t.Errorf("%d entries on the board %q, want none", got, kind)
		}
	}
}

func TestLoopsHaveABoardOfTheirOwn(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	loop := func(g *Game) { g.Kind, g.Ending, g.CyclePlays, g.CycleTakes = Loops, "loop", 440, 62 }
	record(t, s, game(1, lasting(500, 50)))
	record(t, s, game(2, loop, lasting(508, 66)))
	record(t, s, game(3, loop, lasting(600, 60)))

	if diff := cmp.Diff([]string{"deal 1"}, deals(readBoard(t, s, wholeBoard()))); diff != "" {
		t.Error(diff)
	}
	page := readBoard(t, s, wholeBoard(func(q *BoardQuery) { q.Kind = Loops }))
	if diff := cmp.Diff([]string{"deal 3", "deal 2"}, deals(page)); diff != "" {
		t.Error(diff)
	}
	if e := page.Entries[0]; e.CyclePlays != 440 || e.CycleTakes != 62 {
		t.Errorf("the cycle came back as %d plays and %d takes", e.CyclePlays, e.CycleTakes)
	}
}

func TestInvalidGamesAreRefusedWithTheirValue(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	for _, c := range []struct {
		change func(*Game)
		want   string
	}{
		{func(g *Game) { g.RequestID = "" }, "request id of 0 bytes"},
		{func(g *Game) { g.RequestID = strings.Repeat("x", 201) }, "request id of 201 bytes"},
		{func(g *Game) { g.Name = "" }, "game of 0 bytes"},
		{func(g *Game) { g.Deal = "\xff" }, "deal \"\\xff\""},
		{func(g *Game) { g.Division = "a\x00b" }, "division \"a\\x00b\""},
		{func(g *Game) { g.Deal = strings.Repeat("-", 256<<10+1) }, "deal of 262145 bytes"},
		{func(g *Game) { g.Options = strings.Repeat("-", 201) }, "options of 201 bytes"},
		{func(g *Game) { g.Key = "" }, "needs the key of its deal"},
		{func(g *Game) { g.Kind = "top" }, "board \"top\""},
		{func(g *Game) { g.Plays = -1 }, "-1 plays"},
		{func(g *Game) { g.CycleTakes = 1 << 31 }, "and 2147483648"},
		{func(g *Game) { g.PlayedAt = time.Time{} }, "no time"},
	} {
		_, err := s.Record(t.Context(), game(1, c.change))
		if !errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want ErrInvalid naming %q", err, c.want)
		}
	}
	if got, err := s.Latest(t.Context(), anna, "camicia", 10); err != nil || len(got) != 0 {
		t.Errorf("refused games left %v, %v", got, err)
	}
}

func TestNamesFromOutsideAreMadeStorable(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	for i, c := range []struct{ name, want string }{
		{"Nonna\x00Papera", "NonnaPapera"},
		{"a\xffb", "a\uFFFDb"},
		{strings.Repeat("é", 150), strings.Repeat("é", 100)},
	} {
		r := record(t, s, game(i, by(bruno, c.name)))
		got, err := s.Lookup(t.Context(), guild, anna, r.ID)
		if err != nil || got.Player.Name != c.want {
			t.Errorf("stored %q as %q (%v), want %q", c.name, got.Player.Name, err, c.want)
		}
	}
}

func TestTheLongestGamesCount(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	record(t, s, game(1))
	first := record(t, s, game(2, lasting(math.MaxInt32, math.MaxInt32)))
	second := record(t, s, game(3, lasting(math.MaxInt32-1, math.MaxInt32)))
	if first.ByPlays.Rank != 1 || second.ByPlays.Rank != 2 || second.ByTakes.Rank != 1 || second.ByTakes.Record {
		t.Errorf("%+v, then %+v", first, second)
	}
	if got := deals(readBoard(t, s, wholeBoard())); !slices.Equal(got, []string{"deal 2", "deal 3", "deal 1"}) {
		t.Errorf("on the board are %q", got)
	}
	wantSound(t, s)
}

// A server, a user, a game and a division have boards of their own, on which a deal counts once.
func TestOneDealCountsOnEveryBoard(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	var games []Game
	for i, change := range []func(*Game){
		func(*Game) {},
		func(g *Game) { g.GuildID = guild + 1 },
		func(g *Game) { g.GuildID = 0 },
		func(g *Game) { g.GuildID, g.UserID = 0, bruno },
		func(g *Game) { g.GuildID, g.UserID = 0, 0 },
		func(g *Game) { g.GuildID, g.UserID = anna, bruno }, // a server may have the id of a user
		func(g *Game) { g.Name = "beggar" },
		func(g *Game) { g.Division = "40" },
	} {
		g := game(i, keyed("same"), change)
		if got := record(t, s, g); got.Standing != Ranked || got.ByPlays.Of != 1 {
			t.Errorf("case %d: %+v, want alone on its board", i, got)
		}
		games = append(games, g)
	}
	for i, g := range games {
		page := readBoard(t, s, wholeBoard(func(q *BoardQuery) {
			q.GuildID, q.UserID, q.Game, q.Division = g.GuildID, g.UserID, g.Name, g.Division
		}))
		if page.Total != 1 || page.Own == nil || page.Own.Deal != g.Deal {
			t.Errorf("case %d: %+v, want its game alone", i, page)
		}
	}
}
