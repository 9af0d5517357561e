package store

import (
	"slices"
	"testing"
)

// walked returns a game by bruno of a deal that was found by walking back.
func walked(number int, change ...func(*Game)) Game {
	all := []func(*Game){by(bruno, "Bruno"), keyed("walked"), lasting(900, 90), func(g *Game) { g.Walked = true }}
	return game(number, append(all, change...)...)
}

// inOwnList moves a game to the list of its player.
func inOwnList(g *Game) { g.GuildID = 0 }

func TestAWalkedDealTakesNoPlaceAnywhere(t *testing.T) {
	t.Parallel()
	for name, where := range map[string]func(*Game){"on a server": func(*Game) {}, "in an own list": inOwnList} {
		s := openTest(t)
		challenge := open(t, s, week())
		first := record(t, s, walked(1, where))
		if first.Standing != Walked || first.ByPlays.Rank != 0 || len(first.Challenges) != 0 {
			t.Errorf("%s: %+v", name, first)
		}
		if again := record(t, s, walked(1, where)); !again.Replayed || again.ID != first.ID || again.Standing != Walked {
			t.Errorf("%s, delivered again: %+v", name, again)
		}
		once := record(t, s, walked(2, where))
		if once.ID != first.ID || once.Standing != Found || once.Find != (Find{Walked, game(1).PlayedAt}) || once.Owner.Player.Name != "Bruno" {
			t.Errorf("%s, found once more: %+v", name, once)
		}
		later := record(t, s, walked(3, where, func(g *Game) { g.Walked = false }))
		if later.Standing != Found || later.ID == first.ID || later.Find.Kind != Walked || len(later.Challenges) != 0 {
			t.Errorf("%s, brought later: %+v", name, later)
		}
		if got := deals(readBoard(t, s, wholeBoard())); len(got) != 0 {
			t.Errorf("%s: on the board are %q", name, got)
		}
		if all, err := s.Standings(t.Context(), StandingsQuery{GuildID: guild, ChallengeID: challenge, PageQuery: PageQuery{Limit: 9}}); err != nil || all.Total != 0 {
			t.Errorf("%s: in the challenge: %+v, %v", name, all.Entries, err)
		}
		if len(finds(t, s)) != 0 {
			t.Errorf("%s: among hunted deals: %q", name, finds(t, s))
		}
		if h, err := s.History(t.Context(), bruno); err != nil || h.Games != 1 {
			t.Errorf("%s: the history of Bruno has %d games, %v; want that brought later", name, h.Games, err)
		}
		wantSound(t, s)
	}
}

// A walked deal that is known already is recorded as if it had been brought.
func TestAWalkedDealThatIsKnown(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	owned := record(t, s, game(1, keyed("walked")))
	if got := record(t, s, walked(2)); got.Standing != Taken || got.Owner == nil || got.Owner.ID != owned.ID {
		t.Errorf("a deal of the board: %+v", got)
	}
	if got := record(t, s, walked(3, keyed("published"), func(g *Game) { g.Published = true })); got.Standing != Published {
		t.Errorf("a published deal: %+v", got)
	}
	saveFind(t, s, startHunt(t, s, 1), 700, noon())
	hunted := record(t, s, walked(4, keyed("find 700"), func(g *Game) { g.Name, g.Division = "camicia", "52" }))
	if hunted.Standing != Found || hunted.Find.Kind != Hunted || hunted.Owner == nil || hunted.ID != hunted.Owner.ID {
		t.Errorf("a hunted deal: %+v", hunted)
	}
	if got := deals(readBoard(t, s, wholeBoard())); !slices.Equal(got, []string{"deal 1"}) {
		t.Errorf("on the board are %q", got)
	}
	wantSound(t, s)
}

// On a server the deal stays known when the data of its finder is deleted; in direct messages
// nothing is left.
func TestForgettingTheFinderOfAWalkedDeal(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	record(t, s, walked(1))
	record(t, s, walked(2, inOwnList))
	if n, err := s.ForgetUser(t.Context(), bruno, noon()); err != nil || n != 2 {
		t.Fatalf("%d games deleted, %v", n, err)
	}
	got := record(t, s, walked(3))
	if got.Standing != Found || got.Owner != nil || got.Find.Kind != Walked {
		t.Errorf("found again on the server: %+v", got)
	}
	if g, err := s.Lookup(t.Context(), guild, bruno, got.ID); err != nil || g.Standing != Found {
		t.Errorf("the game of who found it again: %+v, %v", g, err)
	}
	if got := record(t, s, walked(4, inOwnList)); got.Standing != Walked {
		t.Errorf("found again in direct messages: %+v", got)
	}
	wantSound(t, s)
}
