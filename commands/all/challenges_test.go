package all_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"nonna/commands"
	"nonna/commands/challenges"
	"nonna/commands/commandstest"
)

func TestAChallengeFromOpeningToEnd(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "challenge", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		s.Add("nothing is open", fx.Ask(fx.Anna, "challenge show", nil))
		opened := fx.Ask(fx.Carla, "challenge open", o{"game": "snap", "division": "2x4", "days": int64(3)})
		s.Add("open", opened)
		s.Add("nobody takes part", fx.Press(fx.Bob, opened, 0))
		s.Add("the first", fx.Bring(fx.Anna, "abca abba"))
		s.Add("the longest", fx.Bring(fx.Bob, "abba acab"))
		s.Add("not one's best", fx.Bring(fx.Bob, "fizz buzz"))
		s.Add("another", fx.Bring(fx.Carla, "aabb abba"))
		s.Add("taken", fx.Bring(fx.Anna, "abba acab"))
		fx.Ask(fx.Carla, "snap", o{"players": int64(2), "cards": int64(4)}) // shuffled
		fx.Ask(fx.Carla, "challenge open", o{"game": "snap", "division": "2x4", "by": "takes", "shuffled": true})
		s.Add("in two at once", fx.Bring(fx.Anna, "abab cbac"))
		shown := fx.Ask(fx.Anna, "challenge show", nil)
		s.Add("show", shown)
		s.Add("pick one", fx.Pick(fx.Anna, shown.Rows[0].Menu.ID, "1"))
		standings := fx.Press(fx.Anna, opened, 0)
		s.Add("the deal of an entry", fx.Pick(fx.Anna, standings.Rows[0].Menu.ID, "2"))
		suggested := fx.Suggest(fx.Carla, "challenge end", "challenge", nil)
		s.Add("what can be ended", suggested)
		s.Add("end one of two", fx.Ask(fx.Carla, "challenge end", nil))
		_, title, _ := strings.Cut(suggested.Choices[1].Label, " ")
		s.Add("end by the title", fx.Ask(fx.Carla, "challenge end", o{"challenge": strings.ToUpper(title)}))
		ask := fx.Ask(fx.Carla, "challenge end", o{"challenge": suggested.Choices[0].Label})
		s.Add("end", ask)
		s.Add("yes", fx.Press(fx.Carla, ask, 0))
		s.Add("show what is counted still", fx.Ask(fx.Bob, "challenge show", nil))
		fx.Now = fx.Now.Add(2 * time.Minute)
		s.Add("and again", fx.Press(fx.Carla, ask, 0))
		s.Add("show what has ended", fx.Ask(fx.Bob, "challenge show", nil))
		s.Add("standings of what has ended", fx.Press(fx.Bob, opened, 0))
		s.Add("after the end", fx.Bring(fx.Bob, "aaab bbba"))
		s.Add("audit", fx.Ask(fx.Carla, "config audit", nil))
	})
}

func TestChallengesOfFullDecksAndLoops(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "challenge-others", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		s.Add("the full deck", fx.Ask(fx.Carla, "challenge open", o{"game": "camicia", "shuffled": true, "days": int64(1)}))
		s.Add("leads", commands.Reply{Text: fx.Ask(fx.Anna, "camicia", o{"seed": int64(7)}).Text})
		s.Add("behind", commands.Reply{Text: fx.Ask(fx.Bob, "camicia", o{"seed": int64(8)}).Text})
		s.Add("the Italian deck", fx.Ask(fx.Carla, "challenge open", o{"game": "camicia", "division": "40", "by": "tricks"}))
		s.Add("loops", fx.Ask(fx.Carla, "challenge open", o{"game": "snap", "division": "3x4", "by": "endless"}))
		s.Add("a loop", fx.Bring(fx.Bob, "bdad acbc abba"))
		s.Add("of another game", fx.Ask(fx.Carla, "challenge open", o{"game": "beggar"}))
		s.Add("show", fx.Ask(fx.Bob, "challenge show", nil))
	})
}

func TestWhatIsNoChallenge(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "challenge-mistakes", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		s.Add("nothing to end", fx.Ask(fx.Bob, "challenge end", nil))
		s.Add("who may not open", fx.Ask(fx.Anna, "challenge open", o{"game": "camicia"}))
		s.Add("no division of Snap", fx.Ask(fx.Carla, "challenge open", o{"game": "snap"}))
		for _, division := range []string{"many", "1x4", "257x2", "2x0", "2x9223372036854775807", "02x4", "100x101", "2x-4"} {
			r := fx.Ask(fx.Carla, "challenge open", o{"game": "snap", "division": division})
			if !r.Ephemeral || len(r.Rows) > 0 {
				fx.T.Errorf("Snap %q: %s", division, commandstest.Show(r))
			}
		}
		s.Add("a division nobody brought", fx.Ask(fx.Carla, "challenge open", o{"game": "camicia", "division": "9+1J 5:5"}))
		s.Add("who may end none", fx.Ask(fx.Anna, "challenge end", nil))
		s.Add("too long", fx.Ask(fx.Carla, "challenge open", o{"game": "camicia", "days": int64(32)}))
		fx.Ask(fx.Carla, "challenge open", o{"game": "camicia"})
		s.Add("one alike", fx.Ask(fx.Carla, "challenge open", o{"game": "camicia", "days": int64(2)}))
		s.Add("none to end", fx.Ask(fx.Carla, "challenge end", o{"challenge": "9"}))
		s.Add("no number", fx.Ask(fx.Carla, "challenge end", o{"challenge": "that one"}))
		s.Add("who may not end", fx.Ask(fx.Anna, "challenge end", o{"challenge": "1"}))
		for i := range 4 {
			fx.Ask(fx.Carla, "challenge open", o{"game": "snap", "division": fmt.Sprintf("2x%d", i+1)})
		}
		s.Add("too many", fx.Ask(fx.Carla, "challenge open", o{"game": "beggar"}))
	})
}

// Members open challenges if the server allows it, and end their own.
func TestMembersOpenChallengesWhereTheyMay(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "challenge-members", commandstest.Config{Pictures: true}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		s.Add("let them", fx.Ask(fx.Carla, "config set", o{"challenges": "members"}))
		s.Add("a member opens one", fx.Ask(fx.Anna, "challenge open", o{"game": "camicia"}))
		s.Add("and takes part", fx.Ask(fx.Anna, "camicia", o{"deal": "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K-------A----"}))
		s.Add("another member cannot end it", fx.Ask(fx.Bob, "challenge end", o{"challenge": "1"}))
		s.Add("though it is offered", fx.Suggest(fx.Bob, "challenge end", "challenge", nil))
		ask := fx.Ask(fx.Anna, "challenge end", o{"challenge": "1"})
		s.Add("nor press another's button", fx.Press(fx.Bob, ask, 0))
		s.Add("its opener can", fx.Press(fx.Anna, ask, 0))
		s.Add("no longer", fx.Ask(fx.Carla, "config clear", o{"setting": "challenges"}))
		s.Add("refused", fx.Ask(fx.Anna, "challenge open", o{"game": "camicia"}))
		s.Add("audit", fx.Ask(fx.Carla, "config audit", nil))
		s.Add("what is stored about anna", fx.Ask(fx.Anna, "privacy show", nil))
	})
}

func TestDivisionsOfChallengesAreOffered(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	fx.Ask(fx.Anna, "camicia", o{"deal": "2 A 7 8 Q 10 / 3 4 5 6 K 9 J"})
	fx.Ask(fx.Anna, "snap", o{"deal": "abca abba"})
	fx.Ask(fx.Anna, "snap", o{"deal": "bdad acbc abba"})
	for _, c := range []struct {
		game, typed string
		want        []string
	}{
		{"camicia", "", []string{"52", "40", "9+1J+1Q+1K+1A 6:7"}},
		{"camicia", "ital", []string{"40"}},
		{"beggar", "", []string{"52"}},
		{"snap", "", []string{"2x4", "3x4"}},
		{"snap", "7x9", []string{"7x9"}},
		{"snap", "7x", nil},
		{"", "", nil},
	} {
		r := fx.Suggest(fx.Carla, "challenge open", "division", o{"game": c.game, "division": c.typed})
		var got []string
		for _, choice := range r.Choices {
			got = append(got, choice.Value)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s %q: %s", c.game, c.typed, diff)
		}
	}
	if r := fx.Ask(fx.Carla, "challenge open", o{"game": "camicia", "division": " 9+1J+1Q+1K+1A 6:7 "}); r.Ephemeral {
		t.Errorf("a division that was played: %s", commandstest.Show(r))
	}
}

// The standings have pages, and each shows the user's own place.
func TestStandingsHavePages(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	opened := fx.Ask(fx.Carla, "challenge open", o{"game": "snap", "division": "2x4"})
	for i := range 12 {
		fx.RecordSnap(commands.User{ID: uint64(2000 + i), Name: fmt.Sprint("player ", i)}, int64(50+i*7%12), 3)
	}
	last := commands.User{ID: 2011}
	page := fx.Press(last, opened, 0)
	second := page.Rows[1].Buttons[1].ID
	for i, want := range []struct{ lines, update bool }{{true, false}, {false, true}} {
		if i > 0 {
			page = fx.PressID(last, second)
		}
		if page.Update != want.update || !page.Ephemeral || !strings.Contains(page.Text, "(you)") || len(page.Rows) != 2 {
			t.Errorf("page %d: %s", i, commandstest.Show(page))
		}
	}
	for i := range 12 { // one's own place is on every page, wherever it is
		u := commands.User{ID: uint64(2000 + i)}
		for _, id := range []string{opened.Rows[0].Buttons[0].ID, second} {
			if got := fx.PressID(u, id); strings.Count(got.Text, "(you)") != 1 {
				t.Errorf("player %d at %s: %s", i, id, commandstest.Show(got))
			}
		}
	}
	if first := fx.PressID(last, "challenge:standings:1:ri"); first.Footer != "1 to 10 of 12 players" {
		t.Errorf("beyond the end: %s", commandstest.Show(first))
	}
	if got, want := page.Footer, "11 to 12 of 12 players"; got != want || !page.Rows[1].Buttons[1].Disabled {
		t.Errorf("the last page: %s", commandstest.Show(page))
	}
	if back := fx.PressID(last, page.Rows[1].Buttons[0].ID); back.Footer != "1 to 10 of 12 players" || !strings.Contains(back.Text, "🥇") {
		t.Errorf("back: %s", commandstest.Show(back))
	}
}

// A result is in the server's language.
func TestChallengeResults(t *testing.T) {
	t.Parallel()
	commandstest.EveryLanguage(t, func(t *testing.T, locale string) {
		fx := commandstest.With(t, commandstest.Config{Locale: locale})
		var s commandstest.Recording
		fx.Ask(fx.Carla, "challenge open", o{"game": "snap", "division": "2x4", "days": int64(1)})
		fx.Ask(fx.Carla, "challenge open", o{"game": "beggar", "days": int64(1)})
		fx.RecordSnap(fx.Anna, 24, 6)
		fx.RecordSnap(fx.Bob, 71, 19)
		fx.Now = fx.Now.Add(25 * time.Hour)
		var last int64
		for _, what := range []string{"two took part", "nobody did"} {
			r, err := fx.Store.NextResult(t.Context(), last, fx.Now)
			if err != nil {
				t.Fatal(err)
			}
			r.Language, last = locale, r.ID
			s.Add(what, challenges.Result(commandstest.Localizer(t), r))
		}
		commandstest.Compare(t, locale, "challenge-result", s.String())
	})
}

// TestChallengeInDocs compares the example in docs/commands.md, which the console cannot
// run, with the replies.
func TestChallengeInDocs(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	opened := fx.Ask(fx.Carla, "challenge open", o{"game": "snap", "division": "2x4", "days": int64(3)})
	fx.Bring(fx.Anna, "abca abba")
	fx.Bring(commands.User{ID: 1004, Name: "Bruno"}, "abba acab")
	played := fx.Bring(fx.Carla, "aabb abba")
	commandstest.PageShows(t, "commands.md", opened.Title+"\n"+opened.Text, played.Text)
}

// Before any game, challenges and leaderboards accept the words for divisions that are
// suggested and that a refusal names.
func TestDivisionsInWordsNeedNoGame(t *testing.T) {
	t.Parallel()
	commandstest.EveryLanguage(t, func(t *testing.T, locale string) {
		fx := commandstest.With(t, commandstest.Config{Locale: locale})
		refusal := fx.Ask(fx.Carla, "challenge open", o{"game": "snap", "division": "what"}).Text +
			fx.Ask(fx.Anna, "leaderboard", o{"game": "snap", "division": "what"}).Text
		offered := []string{map[string]string{"en": "5 players, 9 cards each", "it": "5 giocatori, 9 carte a testa"}[locale]}
		for _, c := range fx.Suggest(fx.Carla, "challenge open", "division", o{"game": "snap", "division": ""}).Choices {
			offered = append(offered, c.Label)
		}
		named := regexp.MustCompile(`[“`+"`"+`](\d[^”`+"`"+`]*)`).FindAllStringSubmatch(refusal, -1)
		for _, c := range named {
			offered = append(offered, c[1])
		}
		slices.Sort(offered)
		offered = slices.Compact(offered)
		if len(named) != 2 || len(offered) != 2 {
			t.Errorf("%q and the list offer %q", refusal, offered)
		}
		for _, words := range offered {
			if r := fx.Ask(fx.Carla, "challenge open", o{"game": "snap", "division": words}); !strings.Contains(r.Title, words) {
				t.Errorf("%s: %s", words, commandstest.Show(r))
			}
			if r := fx.Ask(fx.Anna, "leaderboard", o{"game": "snap", "division": words}); r.Ephemeral {
				t.Errorf("%s: %s", words, commandstest.Show(r))
			}
		}
	})
}
