package all_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"nonna/commands"
	"nonna/commands/all"
	"nonna/commands/boards"
	"nonna/store"
)

// challenge sends a subcommand of /challenge from a member of the server; carla
// manages it.
func (fx *fixture) challenge(u commands.User, sub string, options o) commands.Reply {
	fx.t.Helper()
	return fx.send(commands.Request{
		Kind: commands.Slash, Command: "challenge", Sub: sub, Options: options, User: u,
		GuildID: 7, ChannelID: 66, Place: commands.InGuild, ManageGuild: u == carla,
	})
}

// offered asks what fits into an option of /challenge.
func (fx *fixture) offered(u commands.User, sub, focused string, options o) commands.Reply {
	fx.t.Helper()
	return fx.send(commands.Request{
		Kind: commands.Complete, Command: "challenge", Sub: sub, Focused: focused, Options: options, User: u,
		GuildID: 7, Place: commands.InGuild, ManageGuild: u == carla,
	})
}

// closeChallenges closes those that are over in a while.
func (fx *fixture) closeChallenges(later time.Duration) {
	fx.t.Helper()
	if err := fx.store.CloseChallenges(fx.t.Context(), fx.now.Add(later)); err != nil {
		fx.t.Fatal(err)
	}
}

// pick uses the menu of a reply.
func (fx *fixture) pick(u commands.User, id, value string) commands.Reply {
	fx.t.Helper()
	return fx.send(commands.Request{
		Kind: commands.Press, Command: id, Picked: []string{value}, User: u, GuildID: 7, Place: commands.InGuild,
	})
}

// bring plays a deal of Snap and returns what is said of it.
func (fx *fixture) bring(u commands.User, piles string) commands.Reply {
	fx.t.Helper()
	r := fx.ask(u, "snap", o{"deal": piles, "trace": "none"})
	return commands.Reply{Text: r.Text}
}

// stand records a game without playing it: of Snap, two players with four cards
// each.
func (fx *fixture) stand(u commands.User, plays, takes int64) {
	fx.t.Helper()
	fx.record(u, store.Game{
		GuildID: 7, Game: "snap", Division: "2x4", Deal: "abca abba", Ending: "won",
		Plays: plays, Takes: takes, Kind: store.Ends,
	})
}

func TestAChallengeFromOpeningToEnd(t *testing.T) {
	t.Parallel()
	recordReplies(t, "challenge", noPictures(), func(fx *fixture, s *recording) {
		s.add("nothing is open", fx.challenge(anna, "show", nil))
		opened := fx.challenge(carla, "open", o{"game": "snap", "division": "2x4", "days": int64(3)})
		s.add("open", opened)
		s.add("nobody takes part", fx.press(bob, opened, 0))
		s.add("the first", fx.bring(anna, "abca abba"))
		s.add("the longest", fx.bring(bob, "abba acab"))
		s.add("not one's best", fx.bring(bob, "fizz buzz"))
		s.add("another", fx.bring(carla, "aabb abba"))
		s.add("taken", fx.bring(anna, "abba acab"))
		fx.ask(carla, "snap", o{"players": int64(2), "cards": int64(4), "trace": "none"}) // shuffled
		fx.challenge(carla, "open", o{"game": "snap", "division": "2x4", "by": "tricks", "random": true})
		s.add("in two at once", fx.bring(anna, "abab cbac"))
		shown := fx.challenge(anna, "show", nil)
		s.add("show", shown)
		s.add("pick one", fx.pick(anna, shown.Rows[0].Menu.ID, "1"))
		standings := fx.press(anna, opened, 0)
		s.add("the deal of an entry", fx.pick(anna, standings.Rows[0].Menu.ID, "2"))
		s.add("what can be ended", fx.offered(carla, "end", "challenge", nil))
		ask := fx.challenge(carla, "end", o{"challenge": "#1"})
		s.add("end", ask)
		s.add("no", fx.press(carla, ask, 1))
		s.add("yes", fx.press(carla, ask, 0))
		s.add("show what is counted still", fx.challenge(bob, "show", nil))
		fx.closeChallenges(2 * time.Minute)
		s.add("and again", fx.press(carla, ask, 0))
		s.add("show what has ended", fx.challenge(bob, "show", nil))
		s.add("standings of what has ended", fx.press(bob, opened, 0))
		s.add("after the end", fx.bring(bob, "aaab bbba"))
		s.add("audit", fx.manage("audit", nil))
	})
}

func TestChallengesOfFullDecksAndLoops(t *testing.T) {
	t.Parallel()
	recordReplies(t, "challenge-others", noPictures(), func(fx *fixture, s *recording) {
		s.add("the full deck", fx.challenge(carla, "open", o{"game": "camicia", "random": true, "days": int64(1)}))
		s.add("leads", commands.Reply{Text: fx.ask(anna, "camicia", o{"seed": int64(7), "trace": "none"}).Text})
		s.add("behind", commands.Reply{Text: fx.ask(bob, "camicia", o{"seed": int64(8), "trace": "none"}).Text})
		s.add("the Italian deck", fx.challenge(carla, "open", o{"game": "camicia", "division": "40", "by": "tricks"}))
		s.add("loops", fx.challenge(carla, "open", o{"game": "snap", "division": "3x4", "by": "loops"}))
		s.add("a loop", fx.bring(bob, "bdad acbc abba"))
		s.add("of another game", fx.challenge(carla, "open", o{"game": "beggar"}))
		s.add("show", fx.challenge(bob, "show", nil))
	})
}

func TestWhatIsNoChallenge(t *testing.T) {
	t.Parallel()
	recordReplies(t, "challenge-mistakes", noPictures(), func(fx *fixture, s *recording) {
		s.add("no server", fx.send(commands.Request{Kind: commands.Slash, Command: "challenge", Sub: "show", User: anna}))
		s.add("who may not open", fx.challenge(anna, "open", o{"game": "camicia"}))
		s.add("no division of Snap", fx.challenge(carla, "open", o{"game": "snap"}))
		for _, division := range []string{"many", "1x4", "257x2", "2x0", "2x9223372036854775807", "02x4", "100x101", "2x-4"} {
			r := fx.challenge(carla, "open", o{"game": "snap", "division": division})
			if !r.Ephemeral || len(r.Rows) > 0 {
				fx.t.Errorf("Snap %q: %s", division, show(r))
			}
		}
		s.add("a division nobody brought", fx.challenge(carla, "open", o{"game": "camicia", "division": "9+1J 5:5"}))
		s.add("too long", fx.challenge(carla, "open", o{"game": "camicia", "days": int64(32)}))
		fx.challenge(carla, "open", o{"game": "camicia"})
		s.add("one alike", fx.challenge(carla, "open", o{"game": "camicia", "days": int64(2)}))
		s.add("none to end", fx.challenge(carla, "end", o{"challenge": "9"}))
		s.add("no number", fx.challenge(carla, "end", o{"challenge": "that one"}))
		s.add("who may not end", fx.challenge(anna, "end", o{"challenge": "1"}))
		fx.manage("set", o{"random": false})
		s.add("shuffled deals count for nothing here", fx.challenge(carla, "open", o{"game": "beggar", "random": true}))
		for i := range 4 {
			fx.challenge(carla, "open", o{"game": "snap", "division": fmt.Sprintf("2x%d", i+1)})
		}
		s.add("too many", fx.challenge(carla, "open", o{"game": "beggar"}))
	})
}

// Members open challenges where they are let, and end their own.
func TestMembersOpenChallengesWhereTheyMay(t *testing.T) {
	t.Parallel()
	recordReplies(t, "challenge-members", all.Config{}, func(fx *fixture, s *recording) {
		s.add("let them", fx.manage("set", o{"challenges": "members"}))
		s.add("a member opens one", fx.challenge(anna, "open", o{"game": "camicia"}))
		s.add("and takes part", fx.ask(anna, "camicia", o{"deal": "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K-------A----", "trace": "none"}))
		s.add("another member cannot end it", fx.challenge(bob, "end", o{"challenge": "1"}))
		s.add("nor is it offered", fx.offered(bob, "end", "challenge", nil))
		ask := fx.challenge(anna, "end", o{"challenge": "1"})
		s.add("nor press another's button", fx.press(bob, ask, 0))
		s.add("its opener can", fx.press(anna, ask, 0))
		s.add("no longer", fx.manage("clear", o{"setting": "challenges"}))
		s.add("refused", fx.challenge(anna, "open", o{"game": "camicia"}))
		s.add("audit", fx.manage("audit", nil))
		s.add("what is stored about anna", fx.send(commands.Request{
			Kind: commands.Slash, Command: "privacy", Sub: "show", User: anna, GuildID: 7, Place: commands.InGuild,
		}))
	})
}

func TestDivisionsOfChallengesAreOffered(t *testing.T) {
	t.Parallel()
	fx := newServer(t)
	fx.ask(anna, "camicia", o{"deal": "2 A 7 8 Q 10 / 3 4 5 6 K 9 J", "trace": "none"})
	fx.ask(anna, "snap", o{"deal": "abca abba", "trace": "none"})
	fx.ask(anna, "snap", o{"deal": "bdad acbc abba", "trace": "none"})
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
		r := fx.offered(carla, "open", "division", o{"game": c.game, "division": c.typed})
		var got []string
		for _, choice := range r.Choices {
			got = append(got, choice.Value)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s %q: %s", c.game, c.typed, diff)
		}
	}
	if r := fx.challenge(carla, "open", o{"game": "camicia", "division": " 9+1J+1Q+1K+1A 6:7 "}); r.Ephemeral {
		t.Errorf("a division that was played: %s", show(r))
	}
}

// The standings have pages, and show one's own place on each.
func TestStandingsHavePages(t *testing.T) {
	t.Parallel()
	fx := newServer(t)
	opened := fx.challenge(carla, "open", o{"game": "snap", "division": "2x4"})
	for i := range 12 {
		fx.stand(commands.User{ID: uint64(2000 + i), Name: fmt.Sprint("player ", i)}, int64(50+i*7%12), 3)
	}
	last := commands.User{ID: 2011}
	page := fx.press(last, opened, 0)
	second := page.Rows[1].Buttons[1].ID
	for i, want := range []struct{ lines, update bool }{{true, false}, {false, true}} {
		if i > 0 {
			page = fx.pressID(last, second)
		}
		if page.Update != want.update || !page.Ephemeral || !strings.Contains(page.Text, "(you)") || len(page.Rows) != 2 {
			t.Errorf("page %d: %s", i, show(page))
		}
	}
	for i := range 12 { // one's own place is on every page, wherever it is
		u := commands.User{ID: uint64(2000 + i)}
		for _, id := range []string{standings(1, 0), second} {
			if got := fx.pressID(u, id); strings.Count(got.Text, "(you)") != 1 {
				t.Errorf("player %d at %s: %s", i, id, show(got))
			}
		}
	}
	for _, gone := range []string{page.Rows[1].Buttons[1].ID, standings(1, 990)} {
		if first := fx.pressID(last, gone); first.Footer != "1 to 10 of 12 players" {
			t.Errorf("beyond the end: %s", show(first))
		}
	}
	if got, want := page.Footer, "11 to 12 of 12 players"; got != want || !page.Rows[1].Buttons[1].Disabled {
		t.Errorf("the last page: %s", show(page))
	}
	if back := fx.pressID(last, page.Rows[1].Buttons[0].ID); back.Footer != "1 to 10 of 12 players" || !strings.Contains(back.Text, "🥇") {
		t.Errorf("back: %s", show(back))
	}
}

// Who hides their name is shown the challenges alone: they tell which games are
// theirs. Nothing else that others read names them.
func TestAHiddenNameStaysOutOfChallenges(t *testing.T) {
	t.Parallel()
	fx := newServer(t)
	opened := fx.challenge(carla, "open", o{"game": "snap", "division": "2x4"})
	fx.stand(anna, 71, 19)
	fx.send(commands.Request{Kind: commands.Slash, Command: "privacy", Sub: "hide", User: anna, GuildID: 7, Place: commands.InGuild})
	if r := fx.challenge(anna, "show", nil); !r.Ephemeral || !strings.Contains(r.Text, "somebody (you)") {
		t.Errorf("anna is shown %s", show(r))
	}
	for name, r := range map[string]commands.Reply{
		"a game behind hers":      fx.bring(bob, "abca abba"),
		"her own game":            fx.bring(anna, "aabb abba"),
		"show":                    fx.challenge(bob, "show", nil),
		"standings":               fx.press(bob, opened, 0),
		"what she is shown alone": fx.press(anna, opened, 0),
	} {
		if strings.Contains(show(r), "Anna") {
			t.Errorf("%s: %s", name, show(r))
		}
	}
}

// standings is the id of a button to a page of standings.
func standings(challenge, edge int64) string {
	return commands.ID(commands.ChallengeCommand, commands.StandingsState{Turned: true, Challenge: challenge, Edge: edge})
}

// TestForgedChallengeButtons presses what nobody was given.
func TestForgedChallengeButtons(t *testing.T) {
	t.Parallel()
	fx := newServer(t)
	fx.challenge(carla, "open", o{"game": "camicia"})
	end := fx.challenge(carla, "end", o{"challenge": "1"}).Rows[0].Buttons[0].ID
	until := strings.Split(end, ":")[2]
	for _, id := range []string{
		"challenge", "challenge:", "challenge:s", "challenge:s:1", "challenge:s1:1", standings(9, 0), standings(0, 0),
		standings(1, -1), standings(-1, 0), standings(1, 99999999999), standings(math.MaxInt64, 0), "challenge:s2:1:0",
		"challenge:s:1:é", "challenge:p", "challenge:p:1", "challenge:n", "challenge:n:" + until, "challenge:n:" + until + ":9",
		"challenge:n:" + until + ":-1", "challenge:n:" + until + ":", "challenge:n::1", "challenge:n:zzzzzzzzzz:1", "challenge:z:" + until + ":1",
	} {
		r := fx.pick(carla, id, "'; DROP TABLE challenges")
		if strings.Contains(r.Text, "REFERENCE") || r.Text == "" || !r.Ephemeral {
			t.Errorf("%s: %s", id, show(r))
		}
	}
	other := fx.send(commands.Request{
		Kind: commands.Press, Command: standings(1, 0), User: anna, GuildID: 8, Place: commands.InGuild,
	})
	if !strings.Contains(other.Text, "no such challenge") {
		t.Errorf("another server's standings: %s", show(other))
	}
	if all, err := fx.store.Challenges(t.Context(), 7, 0); err != nil || len(all) != 1 {
		t.Errorf("open are %+v, %v", all, err)
	}
}

// A result is worded for the server, whoever took part.
func TestChallengeResults(t *testing.T) {
	t.Parallel()
	everyLanguage(t, func(t *testing.T, locale string) {
		fx := newServerWith(t, locale, noPictures())
		var s recording
		fx.challenge(carla, "open", o{"game": "snap", "division": "2x4", "days": int64(1)})
		fx.challenge(carla, "open", o{"game": "beggar", "days": int64(1)})
		fx.stand(anna, 24, 6)
		fx.stand(bob, 71, 19)
		fx.closeChallenges(25 * time.Hour)
		var last int64
		for _, what := range []string{"two took part", "nobody did"} {
			r, err := fx.store.NextResult(t.Context(), last)
			if err != nil {
				t.Fatal(err)
			}
			r.Language, last = locale, r.ID
			s.add(what, boards.ChallengeResult(localizer(t), r))
		}
		compare(t, locale, "challenge-result", s.String())
	})
}

// TestChallengeInDocs compares the example in docs/commands.md, which no console
// can run, with what is answered.
func TestChallengeInDocs(t *testing.T) {
	t.Parallel()
	fx := newServer(t)
	opened := fx.challenge(carla, "open", o{"game": "snap", "division": "2x4", "days": int64(3)})
	fx.bring(anna, "abca abba")
	fx.bring(commands.User{ID: 1004, Name: "Bruno"}, "abba acab")
	played := fx.bring(carla, "aabb abba")
	pageShows(t, "commands.md", opened.Title+"\n"+opened.Text, played.Text)
}

// pageShows looks for replies in a page of docs.
func pageShows(t *testing.T, page string, replies ...string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", page))
	if err != nil {
		t.Fatal(err)
	}
	for _, reply := range replies {
		if want := "\n\n" + asSeen(t, reply) + "\n"; !strings.Contains(string(text), want) {
			t.Errorf("docs/%s does not have this:%s", page, want)
		}
	}
}

// asSeen is markdown as Discord shows it to somebody in UTC on the day of these
// tests.
func asSeen(t *testing.T, text string) string {
	t.Helper()
	stamp := regexp.MustCompile(`<t:(\d+):(.)>`)
	text = stamp.ReplaceAllStringFunc(text, func(s string) string {
		parts := stamp.FindStringSubmatch(s)
		unix, err := strconv.ParseInt(parts[1], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if parts[2] == "R" {
			return "in 3 days"
		}
		layout := map[string]string{"F": "Monday, 2 January 2006 15:04", "f": "2 January 2006 15:04"}[parts[2]]
		return time.Unix(unix, 0).UTC().Format(layout)
	})
	return strings.NewReplacer("*", "", "`", "").Replace(text)
}

// A challenge is ended by the name that /challenge show gives it, in any language, and by
// the one that is offered.
func TestChallengesAreEndedByName(t *testing.T) {
	t.Parallel()
	fx := newServer(t)
	fx.challenge(carla, "open", o{"game": "snap", "division": "2x4"})
	fx.challenge(carla, "open", o{"game": "camicia", "by": "tricks"})
	sure := fx.challenge(carla, "end", o{"challenge": "#2"}).Text
	for _, name := range []string{
		"Camicia, full deck of 52, by tricks", "camicia, mazzo intero da 52, per numero di prese",
		fx.offered(carla, "end", "challenge", o{"challenge": "tricks"}).Choices[0].Label,
	} {
		if r := fx.challenge(carla, "end", o{"challenge": name}); r.Text != sure || len(r.Rows) != 1 {
			t.Errorf("%s: %s", name, show(r))
		}
	}
	for _, name := range []string{"Clock", strings.Repeat("x", 150)} {
		if r := fx.challenge(carla, "end", o{"challenge": name}); !strings.HasPrefix(r.Text, "There is no such challenge") {
			t.Errorf("%s: %s", name, show(r))
		}
	}
}
