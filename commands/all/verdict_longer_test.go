package all_test

import (
	"slices"
	"strings"
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/engine/game"
	"nonna/store"
)

const collins = "A-QK------Q----KA-----J---/-JAK----A--Q----J---QJ--K-"

// pressLonger presses Longer? below a reply.
func pressLonger(fx *commandstest.Fixture, u commands.User, r commands.Reply) commands.Reply {
	return fx.PressID(u, buttonOf(r, longerID).ID)
}

// TestLonger walks back from Collins's record, twice, and then brings what was found.
func TestLonger(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "longer", commandstest.Config{Pictures: true}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		r := fx.Ask(fx.Anna, "camicia", o{"deal": collins})
		s.Add("the record", r)
		found := pressLonger(fx, fx.Bob, r)
		s.Add("Longer?", found)
		s.Add("Longer? once more", pressLonger(fx, fx.Carla, r))
		deal := strings.Trim(found.Fields[0].Value, "`")
		s.Add("the deal brought by another", fx.Ask(fx.Anna, "camicia", o{"deal": deal}))
		s.Add("the deal brought by its finder", fx.Ask(fx.Bob, "camicia", o{"deal": deal}))
		s.Add("the board", fx.Ask(fx.Bob, "leaderboard", o{"game": "camicia"}))
		solved := fx.Ask(fx.Anna, "camicia", o{"deck": "italian", "deal": "-13--233-22---3--1--/------1-----------21"})
		s.Add("the longest deal of a solved deck", pressLonger(fx, fx.Anna, solved))
		short := pressLonger(fx, fx.Anna, fx.Ask(fx.Anna, "camicia", o{"deck": "italian", "seed": int64(9)}))
		s.Add("Longer? of that deck", commands.Reply{Text: short.Text, Fields: short.Fields})
	})
}

// TestLongerThanAllPublished plays a longer game than the only published one.
func TestLongerThanAllPublished(t *testing.T) {
	t.Parallel()
	camicia := *commandstest.Games().ByName("camicia")
	records := camicia.Published.Longest("52", false)
	i := slices.IndexFunc(records, func(r game.Record) bool { return r.Length.Plays == 6913 })
	camicia.Published = game.NewCatalogue(records[i : i+1])
	commandstest.Replies(t, "longer-than-published", commandstest.Config{Games: game.List{&camicia}}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		published := fx.Ask(fx.Anna, "camicia", o{"deal": collins})
		s.Add("the published deal", published)
		s.Add("a longer one", pressLonger(fx, fx.Anna, published))
		s.Add("a shorter one", fx.Ask(fx.Anna, "camicia", o{"seed": int64(1)}))
		s.Add("one that never ends", fx.Ask(fx.Anna, "camicia", o{"deal": "#472460898658889399111"}))
	})
}

// TestLongerInPrivate asks for a game in private: the longer one is private, too.
func TestLongerInPrivate(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	r := pressLonger(fx, fx.Anna, fx.Ask(fx.Anna, "camicia", o{"deal": collins, "private": true}))
	if !r.Ephemeral || !strings.Contains(r.Text, "7,544") {
		t.Errorf("%s", commandstest.Show(r))
	}
	game, err := fx.Store.Lookup(t.Context(), 7, fx.Anna.ID, 2)
	if err != nil || !game.Private || game.Standing != store.Walked {
		t.Errorf("%+v, %v", game, err)
	}
}
