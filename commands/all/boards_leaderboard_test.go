package all_test

import (
	"fmt"
	"strings"
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/store"
)

// TestOneMembersGames goes through the pages of one member's games, forwards and
// back, and opens an entry.
func TestOneMembersGames(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "board-member", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		for seed := range 30 {
			who := []commands.User{fx.Bob, fx.Anna, fx.Bob}[seed%3]
			fx.Ask(who, "camicia", o{"seed": int64(seed + 1)})
		}
		r := fx.Ask(fx.Anna, "leaderboard", o{"game": "camicia", "member": fx.Bob.ID})
		s.Add("Bob's games, as Anna asks", r)
		r = fx.Press(fx.Anna, commands.Reply{Rows: r.Rows[1:]}, 1)
		s.Add("the next page", r)
		s.Add("and back", fx.Press(fx.Anna, commands.Reply{Rows: r.Rows[1:]}, 0))
		s.Add("her own", fx.Ask(fx.Anna, "leaderboard", o{"game": "camicia", "member": fx.Anna.ID, "by": "tricks", "period": "week"}))
		menu := r.Rows[0].Menu
		open := fx.Pick(fx.Anna, menu.ID, menu.Choices[0].Value)
		s.Add("an entry", open)
		s.Add("its replay", fx.Press(fx.Carla, open, 0))
	})
}

// TestAHiddenMemberStaysHidden looks in every way for a member who hides their name.
func TestAHiddenMemberStaysHidden(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "board-member-hidden", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		for seed := range 12 {
			fx.Ask(fx.Bob, "camicia", o{"seed": int64(seed + 1)})
		}
		fx.Ask(fx.Anna, "camicia", o{"seed": int64(100)})
		before := fx.Ask(fx.Anna, "leaderboard", o{"game": "camicia", "member": fx.Bob.ID})
		fx.Ask(fx.Bob, "privacy hide", nil)
		s.Add("who hides", fx.Ask(fx.Anna, "leaderboard", o{"game": "camicia", "member": fx.Bob.ID}))
		s.Add("who never played", fx.Ask(fx.Anna, "leaderboard", o{"game": "camicia", "member": fx.Carla.ID}))
		next := commands.Reply{Rows: before.Rows[1:]}
		s.Add("a button from before", fx.Press(fx.Anna, next, 1))
		s.Add("Bob presses it, where all can see", fx.Press(fx.Bob, next, 1))
		r := fx.Ask(fx.Bob, "leaderboard", o{"game": "camicia", "member": fx.Bob.ID})
		s.Add("Bob asks, and it is for him alone", r)
		s.Add("everybody's games are for him alone too", fx.Ask(fx.Bob, "leaderboard", o{"game": "camicia"}))
		all := fx.Ask(fx.Anna, "leaderboard", o{"game": "camicia"})
		r = fx.Press(fx.Bob, commands.Reply{Rows: all.Rows[1:]}, 1)
		s.Add("a page of theirs that Anna asked for", r)
		s.Add("and back", fx.Press(fx.Bob, commands.Reply{Rows: r.Rows[1:]}, 0))
		r = fx.Ask(fx.Bob, "leaderboard", o{"game": "camicia", "member": fx.Bob.ID})
		s.Add("he turns the page of his own", fx.Press(fx.Bob, commands.Reply{Rows: r.Rows[1:]}, 1))
	})
}

// TestEmptyBoardsSayWhy asks for boards that are empty for each possible reason.
func TestEmptyBoardsSayWhy(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "board-empty", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		board := func(what string, options o) { s.Add(what, fx.Ask(fx.Anna, "leaderboard", options)) }
		board("nothing of any game", nil)
		board("nothing", o{"game": "camicia"})
		board("nothing of a member's", o{"game": "camicia", "member": fx.Bob.ID})
		fx.Ask(fx.Bob, "camicia", o{"deal": "J 2 3 / 4 J 5"})
		board("without a game, that of the latest", nil)
		board("only endless games", o{"game": "camicia"})
		board("only endless games, by period", o{"game": "camicia", "period": "week"})
		board("the command it names", o{"game": "camicia", "by": "endless"})
		board("another division", o{"game": "camicia", "division": "40"})
		fx.Ask(fx.Bob, "snap", o{"deal": "abba acab"})
		board("without a game, now Snap's", nil)
		board("without a game, endless", o{"by": "endless"})
		board("by takes, as Snap calls them", o{"game": "snap", "by": "takes"})
		board("by plays", o{"game": "snap", "by": "plays"})
		board("only games that end", o{"game": "snap", "by": "endless"})
		fx.Now = fx.Now.AddDate(0, 2, 0)
		board("not this week", o{"game": "snap", "period": "week"})
		board("not this month by tricks, nor Bob", o{"game": "snap", "period": "month", "by": "takes", "member": fx.Bob.ID})
		fx.Ask(fx.Anna, "beggar", o{"seed": int64(7)})
		board("nothing but shuffled deals", o{"game": "beggar"})
		board("my own", o{"game": "beggar", "member": fx.Anna.ID})
		board("a member who plays other games", o{"game": "beggar", "member": fx.Bob.ID})
	})
}

// The command that an empty board names brings a game to it.
func TestEmptyBoardsNameWhatFillsThem(t *testing.T) {
	t.Parallel()
	it := commandstest.With(t, commandstest.Config{Locale: "it"})
	for _, tt := range []struct {
		options o
		fill    o
		english string
		italian string
	}{
		{o{"game": "camicia"}, nil, "`/camicia` plays the first one", "con `/camicia`."},
		{o{"game": "camicia", "division": "52"}, nil, "`/camicia` plays the first one", "con `/camicia`."},
		{o{"game": "camicia", "division": "40"}, o{"deck": "italian"}, "`/camicia deck: italian` plays the first one", "`/camicia mazzo: italiano`"},
		{o{"game": "snap"}, nil, "`/snap` plays the first one", "con `/snap`."},
		{o{"game": "snap", "division": "2x9"}, o{"players": int64(2), "cards": int64(9)}, "`/snap players: 2 cards: 9` plays the first one", "`/snap giocatori: 2 carte: 9`"},
		{o{"game": "snap", "division": "3x5"}, o{"cards": int64(5)}, "`/snap cards: 5` plays the first one", "`/snap carte: 5`"},
		{o{"game": "beggar", "division": "52"}, nil, "`/beggar` plays the first one", "con `/beggar`."},
		{
			o{"game": "beggar", "division": "36+4J+4Q+4K+4A 3 hands, 17-18"},
			o{"players": int64(3)},
			"`/beggar players: 3` plays the first one", "`/beggar giocatori: 3`",
		},
		{
			o{"game": "beggar", "division": "36+4J+4Q+4K+4A 52x1"},
			o{"players": int64(52)},
			"`/beggar players: 52` plays the first one", "`/beggar giocatori: 52`",
		},
		{o{"game": "beggar", "division": "36+4J+4Q+4K+4A 3 hands, 16-18"}, nil, "There are no games here yet that end. `/beggar deal: …` plays the first one.", "Si comincia con `/beggar smazzata: …`."},
		{o{"game": "camicia", "division": "9+1J+1Q+1K+1A 6:7"}, nil, "`/camicia deal: …` plays the first one.", "Si comincia con `/camicia smazzata: …`."},
		{o{"game": "snap", "division": "2x65"}, nil, "`/snap deal: …` plays the first one.", "Si comincia con `/snap smazzata: …`."},
		{o{"game": "camicia", "by": "endless"}, nil, "There are no endless games here yet. Bring a deal that never ends.", "Portane una tu."},
		{
			o{"game": "camicia", "division": "nonsense"},
			nil,
			"There is no division “nonsense” here: choose one from the list, like “full deck of 52”.", "La categoria “nonsense” qui non c'è",
		},
		{o{"game": "snap", "division": "*"}, nil, "There is no division “\\*” here", "La categoria “\\*”"},
		{o{"game": "beggar", "division": "40"}, nil, "There is no division “40” here", "La categoria “40”"},
		{o{"game": "beggar", "division": "x", "by": "endless"}, nil, "There is no division “x” here", "La categoria “x”"},
	} {
		fx := commandstest.New(t)
		got := fx.Ask(fx.Anna, "leaderboard", tt.options)
		if !strings.Contains(got.Text, tt.english) || tt.fill == nil && strings.Contains(got.Text, "`") != strings.Contains(tt.english, "`") {
			t.Errorf("%v: %s, want %s", tt.options, got.Text, tt.english)
		}
		// Only the user sees what they mistyped.
		if got.Ephemeral != strings.Contains(tt.english, "There is no division") {
			t.Errorf("%v: for the asker alone %v", tt.options, got.Ephemeral)
		}
		if got := it.Ask(fx.Anna, "leaderboard", tt.options).Text; !strings.Contains(got, tt.italian) {
			t.Errorf("%v: %s, want %s", tt.options, got, tt.italian)
		}
		if tt.fill == nil {
			continue
		}
		filled := false
		for seed := int64(1); seed <= 20 && !filled; seed++ { // a shuffled deal may never end, another does
			tt.fill["seed"] = seed
			fx.Ask(fx.Anna, tt.options.Text("game"), tt.fill)
			filled = strings.Contains(fx.Ask(fx.Anna, "leaderboard", tt.options).Text, "🥇")
		}
		if !filled {
			t.Errorf("%v is not filled by %v", tt.options, tt.fill)
		}
	}
}

// The menu shows the counts of entries, and an entry's deal is shown as in the reply to
// its game.
func TestEntriesAreShownAsInGames(t *testing.T) {
	t.Parallel()
	commandstest.EveryLanguage(t, func(t *testing.T, locale string) {
		for game, options := range map[string]o{"camicia": {"deck": "italian"}, "beggar": {"players": int64(3)}, "snap": {}} {
			fx := commandstest.With(t, commandstest.Config{Locale: locale})
			options["seed"] = int64(7)
			played := fx.Ask(fx.Anna, game, options)
			r := fx.Ask(fx.Bob, "leaderboard", o{"game": game, "by": map[bool]string{true: "takes", false: "tricks"}[game == "snap"], "division": map[string]string{
				"camicia": "40", "beggar": "36+4J+4Q+4K+4A 3 hands, 17-18", "snap": "3x4",
			}[game]})
			choice := r.Rows[0].Menu.Choices[0]
			line := strings.ReplaceAll(r.Text, "*", "")
			if choice.Detail == "" || !strings.Contains(line, choice.Detail+" · Anna") {
				t.Errorf("%s: the menu tells %q, the board %q", game, choice.Detail, line)
			}
			open := fx.Pick(fx.Bob, "leaderboard:entries", choice.Value)
			_, want, _ := strings.Cut(played.Fields[0].Value, " · ") // behind the seed
			if !strings.Contains(open.Text, want) {
				t.Errorf("%s: the entry is shown as %s, the game showed %s", game, open.Text, want)
			}
			if ask := fx.Ask(fx.Carla, "config hide", o{"entry": choice.Value}); !strings.Contains(ask.Text, want) {
				t.Errorf("%s: hiding shows %s, the game showed %s", game, ask.Text, want)
			}
		}
	})
}

// Outdated and forged buttons still get an answer.
func TestOldAndForgedPagesLeadSomewhere(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	for seed := range 12 {
		fx.Ask(fx.Bob, "camicia", o{"seed": int64(seed + 1)})
	}
	fx.Ask(fx.Bob, "camicia", o{"deal": "J 2 3 / 4 J 5"}) // entry 13
	fx.Ask(fx.Bob, "camicia", o{"deal": "#447247122283566119055"})
	for id, want := range map[string]string{
		"board:ends:1:camicia:52":                         "1 to 10",
		"board:loops:1:camicia:4+2J 3:3":                  "Place 1, 1 game",
		"board:loops:1:camicia:":                          "Place 1, 1 game",
		"board:ends:1:camicia:" + strings.Repeat("9", 51): "",
		"board:loops:2:camicia:4+2J 3:3":                  old,
		"board:ends:0:camicia:52":                         old,
		"board:ends:9:camicia:52":                         old,
		"board:walked:1:camicia:52":                       old,
		"board:hunted:1:clock:52":                         old,
		"page:ends:1:0:0:1:f":                             "Place",
		"page:ends:2:0:ru:1:f":                            "among everyone's", // ru is Bob
		"page:loops:1:0:0:-d:t":                           "Place 1, 1 game",
		"page:ends:1:0:1y2p0ij32e8e7:1:f":                 "",
		"page:ends:1:0:0:0:f":                             gone,
		"page:ends:1:0:0:zz:f":                            gone,
		"page:ends:1:3:0:1:f":                             old,
		"page:ends:1:-1:0:1:f":                            old,
		"page:ends:9:0:0:1:f":                             old,
	} {
		r := fx.PressID(fx.Anna, commands.BoardCommand+":"+id)
		got := r.Footer
		if want == old || want == gone {
			got = r.Text
		}
		if strings.Contains(r.Text, "REFERENCE") || r.Text == "" || !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%s: %s", id, commandstest.Show(r))
		}
	}
}

// What is said of old buttons, and of entries that are gone.
const (
	old  = "no longer works"
	gone = "is gone"
)

// The suggested divisions are those of the kind of board.
func TestDivisionsAreSuggestedByBoard(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	fx.Ask(fx.Bob, "camicia", o{"deal": "J 2 3 / 4 J 5"})
	for by, want := range map[string]int{"cards": 0, "tricks": 0, "endless": 1, "": 0} {
		r := fx.Suggest(fx.Anna, "leaderboard", "division", o{"game": "camicia", "by": by, "division": ""})
		if len(r.Choices) != want {
			t.Errorf("by %q: %s", by, commandstest.Show(r))
		}
	}
}

// Of more boards than are read at once, the one that is typed is found by its words.
func TestADivisionIsFoundAmongVeryMany(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	l := commandstest.Localizer(t)
	record := func(cards int) string {
		division := fmt.Sprintf("%d+1J 1:%[1]d", cards)
		fx.Record(fx.Bob, store.Game{
			GuildID: 7, Name: "camicia", Division: division,
			Deal: "#1", Ending: "won", Plays: 9, Kind: store.Ends,
		})
		return division
	}
	oldest := record(200)
	for cards := range store.MaxPage {
		record(cards + 2)
	}
	r := fx.Suggest(fx.Anna, "leaderboard", "division", o{"game": "camicia", "division": "201 CARDS"})
	if len(r.Choices) != 1 || r.Choices[0].Value != oldest {
		t.Errorf("suggested: %s", commandstest.Show(r))
	}
	for _, locale := range []string{"en", "it"} {
		name := l.In(locale).DivisionName("camicia", oldest)
		r := fx.Ask(fx.Anna, "leaderboard", o{"game": "camicia", "division": strings.ToUpper(name)})
		if !strings.Contains(r.Title, "201 cards") || !strings.Contains(r.Text, "9 cards") {
			t.Errorf("%s: %s", name, commandstest.Show(r))
		}
	}
}

// An entry that is too long for a replay has no button Replay.
func TestEntriesThatAreTooLongHaveNoReplay(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	for i, cards := range []int64{200_000, 200_001} {
		r, err := fx.Store.Record(t.Context(), store.Game{
			RequestID: fmt.Sprint("game ", i), GuildID: 7, UserID: fx.Bob.ID, UserName: fx.Bob.Name, Name: "camicia",
			Division: "52", Deal: "#1", Key: fmt.Sprint(i), Plays: cards, Kind: store.Ends, PlayedAt: fx.Now,
		})
		if err != nil {
			t.Fatal(err)
		}
		open := fx.Pick(fx.Anna, "leaderboard:entries", fmt.Sprint(r.ID))
		if want := 1 - i; len(open.Rows) != want {
			t.Errorf("%d cards: %d rows of buttons, want %d: %s", cards, len(open.Rows), want, commandstest.Show(open))
		}
	}
}

// Other boards are named below the first page only.
func TestOtherBoardsStandBelowTheFirstPage(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	fx.Bring(fx.Anna, "abcab abbac")
	for range 11 {
		fx.RecordSnap(fx.Anna, 20, 2)
	}
	first := fx.Ask(fx.Bob, "leaderboard", o{"game": "snap"})
	second := fx.PressID(fx.Bob, first.Rows[1].Buttons[1].ID)
	again := fx.PressID(fx.Bob, second.Rows[1].Buttons[0].ID)
	for i, r := range []commands.Reply{first, second, again} {
		if got, want := len(r.Fields), []int{1, 0, 1}[i]; got != want {
			t.Errorf("page %d has %d fields, want %d: %s", i, got, want, commandstest.Show(r))
		}
	}
}

// TestBoard plays games in a server and shows its board as two members see it.
func TestBoard(t *testing.T) {
	t.Parallel()
	commandstest.EveryLanguage(t, board)
}

func board(t *testing.T, locale string) {
	fx := commandstest.With(t, commandstest.Config{Locale: locale, Pictures: true})
	var b strings.Builder
	note := func(r commands.Reply) { fmt.Fprintf(&b, "%s\n", commandstest.Show(r)) }
	fx.Ask(fx.Anna, "snap", o{"deal": "abca abba"})
	note(fx.Ask(fx.Bob, "snap", o{"deal": "abba acab"}))  // a record
	note(fx.Ask(fx.Bob, "snap", o{"deal": "abca abba"}))  // Anna's deal
	note(fx.Ask(fx.Anna, "snap", o{"deal": "xyzx xyyx"})) // the same under other names
	note(fx.Ask(fx.Anna, "snap", o{"deal": "fizz buzz"})) // a place
	note(fx.Ask(fx.Anna, "leaderboard", o{"game": "snap"}))
	note(fx.Ask(fx.Bob, "leaderboard", o{"game": "snap", "by": "takes"}))
	note(fx.Ask(fx.Anna, "leaderboard", o{"game": "snap", "by": "endless", "period": "week"}))
	note(fx.Suggest(fx.Anna, "leaderboard", "division", o{"game": "snap", "division": "2"}))
	commandstest.Compare(t, locale, "board", b.String())
}
