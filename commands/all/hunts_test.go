package all_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/commands/hunts"
	"nonna/store"
)

// finds are the options of /leaderboard for what hunts found.
var finds = o{"by": "cards in hunts"}

// find saves that the hunt of the server found a game of so many cards.
func find(fx *commandstest.Fixture, hunt int64, deal string, plays int64) {
	fx.T.Helper()
	err := fx.Store.SaveHunt(fx.T.Context(), 7, store.HuntProgress{
		ID: hunt, Tried: 1_234_567 * plays, Used: 90 * time.Second, Pauses: true, Found: &store.Game{
			Name: "camicia", Division: "52", Deal: deal, Key: deal, Ending: "won", Plays: plays, Takes: plays / 8, Kind: store.Ends,
		},
	}, fx.Now.Add(time.Duration(1+plays%997)*time.Millisecond)) // a save of its own
	if err != nil {
		fx.T.Fatal(err)
	}
}

const (
	first  = "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K-------A----"
	second = "--J-Q---A-----J-AQ----KQ-J/-----KAA-----------K-K-JQ-"
)

// progress returns the message that shows the hunt of the server.
func progress(fx *commandstest.Fixture) commands.Reply {
	fx.T.Helper()
	all, err := fx.Store.Hunts(fx.T.Context(), 0, fx.Now)
	if err != nil || len(all) == 0 {
		fx.T.Fatalf("%d hunts, %v", len(all), err)
	}
	return hunts.Progress(commandstest.Localizer(fx.T), all[len(all)-1], fx.Now)
}

func TestAHuntFromStartToEnd(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "hunt", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		s.Add("hunts are off", fx.Ask(fx.Anna, "hunt start", nil))
		s.Add("and none runs", fx.Ask(fx.Anna, "hunt status", nil))
		s.Add("nothing was found", fx.Ask(fx.Anna, "leaderboard", finds))
		s.Add("allow them", fx.Ask(fx.Carla, "config set", o{"hunt": int64(600), "announce": uint64(55)}))
		s.Add("none runs", fx.Ask(fx.Anna, "hunt status", nil))
		s.Add("nothing to stop", fx.Ask(fx.Anna, "hunt stop", nil))
		s.Add("start", fx.Ask(fx.Anna, "hunt start", nil))
		s.Add("another", fx.Ask(fx.Bob, "hunt start", o{"deck": "italian"}))
		s.Add("in the channel", progress(fx))
		find(fx, 1, first, 4590)
		find(fx, 1, second, 5090)
		s.Add("in the channel later", progress(fx))
		s.Add("status", fx.Ask(fx.Bob, "hunt status", nil))
		s.Add("who may not stop", fx.Ask(fx.Bob, "hunt stop", nil))
		stop := progress(fx)
		s.Add("nor by the button", fx.Press(fx.Bob, stop, 0))
		s.Add("list", fx.Ask(fx.Bob, "leaderboard", finds))
		s.Add("by tricks", fx.Ask(fx.Bob, "leaderboard", o{"game": "camicia", "by": "tricks in hunts", "division": "full deck of 52"}))
		s.Add("the deal of a find", fx.Pick(fx.Bob, fx.Ask(fx.Bob, "leaderboard", finds).Rows[0].Menu.ID, "1"))
		s.Add("the same deal brought later", commands.Reply{Text: fx.Ask(fx.Bob, "camicia", o{"deal": second}).Text})
		s.Add("is on no board", fx.Ask(fx.Bob, "leaderboard", o{"game": "camicia"}))
		s.Add("what is stored about anna", fx.Ask(fx.Anna, "privacy show", nil))
		s.Add("used up", fx.Ask(fx.Carla, "config set", o{"hunt": int64(60)}))
		s.Add("it rests", fx.Ask(fx.Bob, "hunt status", nil))
		s.Add("it rests in the channel", progress(fx))
		s.Add("its starter stops it", fx.Press(fx.Anna, stop, 0))
		s.Add("in the end", progress(fx))
		s.Add("the finds from there", fx.Press(fx.Bob, progress(fx), 0))
		s.Add("stopped already", fx.Press(fx.Anna, stop, 0))
		s.Add("what can be hidden", fx.Suggest(fx.Carla, "config hide", "entry", nil))
		s.Add("hide it", fx.Ask(fx.Carla, "config hide", o{"entry": "1"}))
		s.Add("hidden", fx.Press(fx.Carla, fx.Ask(fx.Carla, "config hide", o{"entry": "1"}), 0))
		s.Add("off the list", fx.Ask(fx.Bob, "leaderboard", finds))
		s.Add("delete everything", fx.Press(fx.Anna, fx.Ask(fx.Anna, "privacy delete", nil), 0))
		s.Add("the deal of who is gone", commands.Reply{Text: fx.Ask(fx.Bob, "camicia", o{"deal": first}).Text})
	})
}

func TestWhatCannotBeHunted(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "hunt-mistakes", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		fx.Ask(fx.Carla, "config set", o{"hunt": int64(600)})
		s.Add("no deck", fx.Ask(fx.Anna, "hunt start", o{"deck": "*tarot*"}))
		s.Add("decks", fx.Suggest(fx.Anna, "hunt start", "deck", o{"deck": "i"}))
		s.Add("too much", fx.Ask(fx.Carla, "config set", o{"hunt": int64(7201)}))
		s.Add("no division", fx.Ask(fx.Anna, "leaderboard", o{"by": "cards in hunts", "division": "9"}))
	})
}

// A hunt by tricks, as it ends for each reason.
func TestHowHuntsEnd(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "hunt-ends", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		fx.Ask(fx.Carla, "config set", o{"hunt": int64(600)})
		for i, why := range []store.HuntEnd{store.HuntOff, store.HuntOver, store.HuntErased, store.HuntFailed} {
			fx.Ask(fx.Anna, "hunt start", o{"deck": "italian", "by": "tricks"})
			if i == 0 {
				find(fx, 1, first, 800)
			}
			if err := fx.Store.StopHunt(fx.T.Context(), int64(i+1), why, fx.Now); err != nil {
				fx.T.Fatal(err)
			}
			s.Add(string(why), progress(fx))
		}
	})
}

// Only members who may stop a hunt stop it, and an admin does.
func TestAnAdminStopsAHunt(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	fx.Ask(fx.Carla, "config set", o{"hunt": int64(600)})
	fx.Ask(fx.Anna, "hunt start", nil)
	if r := fx.Ask(fx.Carla, "hunt stop", nil); !strings.HasPrefix(r.Text, "The hunt is stopped") {
		t.Errorf("stopped by an admin: %s", commandstest.Show(r))
	}
	if r := fx.Ask(fx.Bob, "hunt start", o{"deck": "Mazzo italiano da 40"}); !strings.HasPrefix(r.Text, "The hunt has begun: Camicia, Italian deck of 40, by cards.") {
		t.Errorf("the next: %s", commandstest.Show(r))
	}
}

// A game that is not there, or not written to its end, suggests no decks.
func TestNoDecksOfAnUnknownGame(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	fx := commandstest.With(t, commandstest.Config{Log: slog.New(slog.NewTextHandler(&log, nil))})
	for game, want := range map[string]int{"cam": 0, "clock": 0, "camicia": 2} {
		got := fx.Suggest(fx.Carla, "hunt start", "deck", o{"game": game, "deck": ""})
		if len(got.Choices) != want || log.Len() > 0 {
			t.Errorf("for %q %v are suggested, and logged is %q", game, got.Choices, log.String())
		}
	}
}

// A hunt that has used up a day's second says in whole sentences when it goes on.
func TestAHuntThatPausesSaysUntilWhen(t *testing.T) {
	t.Parallel()
	for locale, want := range map[string]string{
		"en": "It pauses until <t:1795219200:f>: today's 1 second of CPU time is used up.",
		"it": "Riprende il <t:1795219200:f>: il tempo di processore di oggi, 1 secondo, è finito.",
	} {
		fx := commandstest.With(t, commandstest.Config{Locale: locale})
		fx.Ask(fx.Carla, "config set", o{"hunt": int64(1)})
		fx.Ask(fx.Anna, "hunt start", nil)
		find(fx, 1, first, 4590)
		if got := fx.Ask(fx.Bob, "hunt status", nil).Text; !strings.HasSuffix(got, "\n"+want) {
			t.Errorf("in %s: %s", locale, got)
		}
	}
}

// The status is that of now, also between two times at which a hunt is saved.
func TestTheStatusIsOfNow(t *testing.T) {
	t.Parallel()
	fx := commandstest.With(t, commandstest.Config{HuntNow: func(hunt int64) (int64, time.Duration) {
		return 8_000_000_000 * hunt, 9 * time.Second
	}})
	fx.Ask(fx.Carla, "config set", o{"hunt": int64(600)})
	fx.Ask(fx.Anna, "hunt start", nil)
	find(fx, 1, first, 4590) // of 5,666,661,030 positions in 90 seconds
	got := fx.Ask(fx.Bob, "hunt status", nil).Text
	for _, want := range []string{"8,000,000,000 positions tried, in 99 seconds", "Today: 99 of 600 seconds"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s lacks %q", got, want)
		}
	}
}
