package all_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/store/match"
)

// seal presses a button of a message and sends a hand in the form that it opens.
func seal(fx *commandstest.Fixture, u commands.User, message commands.Reply, button int, hand string) commands.Reply {
	fx.T.Helper()
	form := fx.Press(u, message, button)
	if form.Form == nil {
		fx.T.Fatalf("no form opens: %s", commandstest.Show(form))
	}
	return fx.Submit(u, form.Form.ID, o{"hand": hand})
}

// invite opens a match that anybody can join, by the last button of the page of duels.
func invite(fx *commandstest.Fixture, u commands.User, options o) commands.Reply {
	fx.T.Helper()
	rows := fx.Ask(u, "duel", options).Rows
	return fx.PressID(u, rows[len(rows)-1].Buttons[0].ID)
}

// The hands of these tests: the first wins against the second, whoever leads.
const (
	strong = "--J--Q--K--A-"
	weak   = "JQKA---------"
)

func TestADuelToItsEnd(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "duel", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		s.Add("no duels", fx.Ask(fx.Anna, "duel", nil))
		invitation := fx.Ask(fx.Anna, "duel", o{"member": fx.Bob.ID, "best": int64(3)})
		s.Add("invite", invitation)
		s.Add("the page of the host", fx.Ask(fx.Anna, "duel", nil))
		s.Add("a form", fx.Press(fx.Bob, invitation, 0))
		wrong := seal(fx, fx.Bob, invitation, 0, "AAJ-Q-K-----")
		s.Add("wrong cards", wrong)
		s.Add("the form, filled in", fx.Press(fx.Bob, wrong, 0))
		s.Add("sealed after a mistake", seal(fx, fx.Bob, wrong, 0, weak))
		s.Add("the page of the sealed hand", fx.Ask(fx.Bob, "duel", nil))
		first := seal(fx, fx.Anna, invitation, 1, strong)
		s.Add("the first round", first)
		s.Add("a button of before", fx.Press(fx.Bob, invitation, 0))
		page := fx.Ask(fx.Bob, "duel", nil)
		s.Add("the page", page)
		s.Add("one hand of the second round", seal(fx, fx.Anna, first, 0, strong))
		s.Add("sealed already", fx.Press(fx.Anna, first, 0))
		s.Add("the page of the second round", fx.Ask(fx.Anna, "duel", nil))
		s.Add("the first round again", fx.Press(fx.Anna, invitation, 0))
		s.Add("not a player", fx.Press(fx.Carla, first, 0))
		second := seal(fx, fx.Bob, page, 0, "2 3 4 5 6 7 8 9 10 J Q K A")
		s.Add("the second round", second)
		seal(fx, fx.Bob, second, 0, weak)
		last := seal(fx, fx.Anna, second, 0, strong)
		s.Add("the third round", last)
		s.Add("the replay", fx.PressID(fx.Carla, last.Rows[1].Buttons[0].ID))
		s.Add("wins", fx.Ask(fx.Carla, "duel", nil))
		s.Add("a rematch by another", fx.Press(fx.Carla, last, 0))
		rematch := fx.Press(fx.Bob, last, 0)
		s.Add("rematch", rematch)
		s.Add("decline on the page", fx.Press(fx.Anna, fx.Ask(fx.Anna, "duel", nil), 2))
		s.Add("decline", fx.Press(fx.Anna, rematch, 3))
		s.Add("a form after that", fx.Press(fx.Bob, rematch, 1))
	})
}

func TestDuelsOfOtherKinds(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "duel-others", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		opened := invite(fx, fx.Anna, o{"game": "snap"})
		s.Add("open to all", opened)
		s.Add("no faces", seal(fx, fx.Bob, opened, 0, "abcdefgh"))
		s.Add("join", seal(fx, fx.Bob, opened, 0, "abcdabcd"))
		s.Add("Snap", seal(fx, fx.Anna, opened, 1, "abcd dcba"))
	})
}

func TestWhatIsNoDuel(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "duel-mistakes", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		s.Add("oneself", fx.Ask(fx.Anna, "duel", o{"member": fx.Anna.ID}))
		s.Add("a bot", fx.Send(commands.Request{
			Kind: commands.Slash, Command: "duel", Options: o{"member": uint64(99)}, Bots: []uint64{99}, User: fx.Anna, GuildID: 7, Place: commands.InGuild,
		}))
		s.Add("no such match", fx.PressID(fx.Anna, "duel:prepare:f:f:f:5:1:"))
		privacy := fx.Ask(fx.Bob, "privacy show", nil)
		uninvited := fx.Press(fx.Bob, privacy, 0)
		s.Add("uninvite", uninvited)
		s.Add("uninvited", fx.Ask(fx.Anna, "duel", o{"member": fx.Bob.ID}))
		s.Add("invite again", fx.Press(fx.Bob, uninvited, 0))
		first := fx.Ask(fx.Anna, "duel", o{"member": fx.Bob.ID})
		s.Add("invited twice", fx.Ask(fx.Anna, "duel", o{"member": fx.Bob.ID, "best": int64(5)}))
		s.Add("somebody else's", fx.Press(fx.Carla, first, 3))
		s.Add("a form of somebody else", fx.Press(fx.Carla, first, 0))
		invite(fx, fx.Anna, nil)
		third := invite(fx, fx.Anna, nil)
		s.Add("too many", invite(fx, fx.Anna, nil))
		s.Add("withdraw", fx.Press(fx.Anna, third, 3))
		s.Add("withdraw again", fx.Press(fx.Anna, third, 3))
		form := fx.Press(fx.Bob, first, 0)
		if err := match.New(fx.Store).CloseIdle(t.Context(), fx.Now.Add(25*time.Hour)); err != nil {
			t.Fatal(err)
		}
		s.Add("a form after the close", fx.Submit(fx.Bob, form.Form.ID, o{"hand": strong}))
	})
}

// Only who is invited is told, and only in the first message.
func TestOnlyTheInvitedAreTold(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	invitation := fx.Ask(fx.Anna, "duel", o{"member": fx.Bob.ID})
	if len(invitation.Mentions) != 1 || invitation.Mentions[0] != fx.Bob.ID || !strings.Contains(invitation.Text, "<@1002>") {
		t.Errorf("the invitation tells %d: %s", invitation.Mentions, invitation.Text)
	}
	if invitation.Title != "" || len(invitation.Fields) > 0 || invitation.Footer != "" {
		t.Error("Discord tells nobody of mentions in an embed")
	}
	for _, r := range []commands.Reply{
		fx.Ask(fx.Anna, "duel", o{"member": fx.Bob.ID}), invite(fx, fx.Bob, nil), seal(fx, fx.Anna, invitation, 1, strong),
	} {
		if len(r.Mentions) > 0 {
			t.Errorf("%d are told by %s", r.Mentions, r.Text)
		}
	}
}

// Below several open matches the buttons say whose they are.
func TestButtonsOfSeveralDuelsAreNumbered(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	fx.Ask(fx.Anna, "duel", o{"member": fx.Bob.ID})
	fx.Ask(fx.Carla, "duel", o{"member": fx.Bob.ID})
	page := fx.Ask(fx.Bob, "duel", nil)
	for i, want := range []string{"1. Accept", "2. Accept"} {
		if got := page.Rows[i].Buttons[0].Label; got != want || !strings.Contains(page.Text, want[:2]+"** ") {
			t.Errorf("button %d is %q of\n%s", i, got, page.Text)
		}
	}
}

// The game is in no challenge and on no board, and in nobody's own list.
func TestDuelsDoNotRank(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	challenge := fx.Ask(fx.Carla, "challenge open", o{"game": "camicia", "division": "26 cards"})
	invitation := invite(fx, fx.Anna, nil)
	seal(fx, fx.Anna, invitation, 1, strong)
	round := seal(fx, fx.Bob, invitation, 0, weak)
	if len(round.Rows) < 2 {
		t.Fatalf("no round was played: %s (the challenge: %s)", commandstest.Show(round), challenge.Text)
	}
	for _, c := range []string{"leaderboard", "me"} {
		options := o{}
		if c == "leaderboard" {
			options["game"] = "camicia"
		}
		if r := fx.Ask(fx.Anna, c, options); strings.Contains(r.Text, "Anna") || strings.Contains(r.Text, "1 game") {
			t.Errorf("/%s shows the duel: %s", c, r.Text)
		}
	}
}

// Nonna plays who is alone, in private.
func TestAgainstNonna(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "duel-nonna", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		page := fx.Ask(fx.Anna, "duel", nil)
		s.Add("the form", fx.Press(fx.Anna, page, 1))
		s.Add("wrong cards", seal(fx, fx.Anna, page, 1, "AAJQK"))
		round := seal(fx, fx.Anna, page, 1, strong)
		s.Add("a round", round)
		s.Add("she leads", fx.Press(fx.Anna, round, 0))
		dealt := fx.Press(fx.Anna, round, 1)
		s.Add("a hand by lot", dealt)
		s.Add("another round", fx.Submit(fx.Anna, dealt.Form.ID, o{"hand": dealt.Form.Inputs[0].Value}))
		s.Add("no wins", fx.Ask(fx.Anna, "duel", nil))
	})
}

// A hand by lot is filled in, to be sealed or changed.
func TestADuelByLot(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "duel-lot", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		message := fx.Ask(fx.Anna, "duel", o{"member": fx.Bob.ID})
		for _, u := range []commands.User{fx.Bob, fx.Anna} {
			form := fx.Press(u, message, len(message.Rows[0].Buttons)-2)
			s.Add("by lot", form)
			message = fx.Submit(u, form.Form.ID, o{"hand": form.Form.Inputs[0].Value})
			s.Add("sealed", message)
		}
	})
}

// A game without a winner counts for nobody; all prepare again, and after three the match is
// a draw.
func TestEndlessRounds(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "duel-endless", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		message := fx.Ask(fx.Anna, "duel", o{"game": "snap", "member": fx.Bob.ID})
		button := 1
		for _, name := range []string{"the first", "the second", "the third"} {
			seal(fx, fx.Anna, message, button, "abcdabcd")
			message = seal(fx, fx.Bob, message, 0, "bcdabcda")
			button = 0
			s.Add(name, message)
		}
		s.Add("wins", fx.Ask(fx.Carla, "duel", nil))
	})
}

// Who is erased in the middle closes the match.
func TestErasedInTheMiddle(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	invitation := fx.Ask(fx.Anna, "duel", o{"member": fx.Bob.ID})
	form := fx.Press(fx.Bob, invitation, 0)
	seal(fx, fx.Anna, invitation, 1, strong)
	ask := fx.Ask(fx.Anna, "privacy delete", nil)
	if r := fx.Press(fx.Anna, ask, 0); !strings.Contains(r.Text, "0 games and your part in 1 duel.") {
		t.Errorf("deleted: %s", commandstest.Show(r))
	}
	if r := fx.Submit(fx.Bob, form.Form.ID, o{"hand": weak}); !r.Ephemeral || !strings.Contains(r.Text, "data of a player was deleted") {
		t.Errorf("a hand after the erasure: %s", commandstest.Show(r))
	}
}

// The film of a round names its players, the one who leads first, and its text the winner.
func TestFilmsOfDuelsSayNames(t *testing.T) {
	t.Parallel()
	fx := commandstest.With(t, commandstest.Config{Pictures: true})
	film := func(message commands.Reply) string {
		t.Helper()
		for _, b := range message.Rows[len(message.Rows)-1].Buttons {
			if b.Label == "Film" {
				r := fx.PressID(fx.Anna, b.ID)
				if r.Picture == nil || !r.Ephemeral {
					t.Fatalf("the film is %s", commandstest.Show(r))
				}
				return r.Text + "\n" + r.Picture.Alt
			}
		}
		t.Fatalf("no film: %s", commandstest.Show(message))
		return ""
	}
	mine := seal(fx, fx.Anna, fx.Ask(fx.Anna, "duel", nil), 1, strong)
	hers := seal(fx, fx.Anna, mine, 0, strong)
	invitation := invite(fx, fx.Anna, o{"best": int64(3)})
	seal(fx, fx.Anna, invitation, 1, strong)
	first := seal(fx, fx.Bob, invitation, 0, weak)
	seal(fx, fx.Anna, first, 0, weak)
	second := seal(fx, fx.Bob, first, 0, strong)
	got := []string{film(mine), film(hers), film(first), film(second)}
	fx.Ask(fx.Bob, "privacy hide", nil)
	got = append(got, film(second))
	for i, want := range [][2]string{
		{"Anna and Nonna", "Anna"}, {"Nonna and Anna", "Nonna"}, {"Anna and B*b", "Anna"}, {"B*b and Anna", `B\*b`}, {"A and Anna", "A"},
	} {
		if !strings.HasPrefix(got[i], "**"+want[1]+" wins** after ") || !strings.Contains(got[i], want[0]+" start with 13 cards each.") {
			t.Errorf("the film says %q, want %q", got[i], want)
		}
	}
}

// TestDuelInDocs compares the example in docs/duels.md with the reply, and its table with what can be
// chosen.
func TestDuelInDocs(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	bruno := commands.User{ID: 1002, Name: "Bruno"}
	r := fx.Ask(fx.Anna, "duel", o{"member": bruno.ID, "best": int64(3)})
	text := regexp.MustCompile(`<t:\d+:R>`).ReplaceAllString(r.Text, "in a day")
	labels := make([]string, len(r.Rows[0].Buttons))
	for i, b := range r.Rows[0].Buttons {
		labels[i] = "[" + b.Label + "]"
	}
	commandstest.PageShows(t, "duels.md", strings.ReplaceAll(text, "<@1002>", "@Bruno")+"\n"+strings.Join(labels, " "))
	dora := commands.User{ID: 1004, Name: "Dora"}
	for _, id := range []uint64{fx.Carla.ID, 1005} {
		fx.Ask(fx.Anna, "duel", o{"member": id})
	}
	if r := fx.Ask(fx.Anna, "duel", o{"member": dora.ID}); !strings.Contains(r.Text, "3") || r.Rows != nil {
		t.Errorf("a fourth invitation: %s", commandstest.Show(r))
	}
	again := fx.Ask(bruno, "duel", o{"member": fx.Anna.ID})
	if again.Rows == nil || again.Rows[0].Buttons[0].ID != r.Rows[0].Buttons[0].ID {
		t.Errorf("inviting each other: %s", commandstest.Show(again))
	}
	fx.Press(dora, fx.Ask(dora, "privacy show", nil), 0)
	if r := fx.Ask(bruno, "duel", o{"member": dora.ID}); r.Rows != nil {
		t.Errorf("an invitation that is not wanted: %s", commandstest.Show(r))
	}
}

// /privacy show has the hands of the asker that were played, and no one else's.
func TestPrivacyShowsTheHandsPlayed(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	invitation := fx.Ask(fx.Anna, "duel", o{"member": fx.Bob.ID, "best": int64(3)})
	seal(fx, fx.Anna, invitation, 1, strong)
	first := seal(fx, fx.Bob, invitation, 0, weak)
	const second = "-------J-QK-A"
	seal(fx, fx.Anna, first, 0, second)
	seal(fx, fx.Bob, first, 0, weak)
	for user, want := range map[commands.User]string{fx.Anna: strong + " " + second, fx.Bob: weak + " " + weak} {
		r := fx.Ask(user, "privacy show", nil)
		var data struct {
			Matches []struct {
				Hands []string `json:"hands_played"`
			} `json:"matches"`
		}
		if err := json.Unmarshal(r.Files[0].Data, &data); err != nil || len(data.Matches) != 1 {
			t.Fatalf("%v in %s", err, r.Files[0].Data)
		}
		if got := strings.Join(data.Matches[0].Hands, " "); got != want || !strings.Contains(r.Text, "your seats and hands in duels") {
			t.Errorf("the hands of %s are %q, want %q: %s", user.Name, got, want, r.Text)
		}
	}
}
