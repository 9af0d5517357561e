package all_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"testing/fstest"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/commands/words"
	"nonna/engine/card"
	"nonna/engine/shuffle"
)

// /draw is a command that the program does not have. All of it is here: up to drawWords it would
// be a file of a room, and the words would be files beside the others.

// DrawState is the button that draws another card.
type DrawState struct{ Deck string }

// drawing returns /draw, which draws a card for everybody to see.
func drawing(l commands.Localizer) commands.Command {
	const name = "draw"
	deck := commands.Option{Name: "deck", Choices: commands.Choices("french", "italian")}
	draw := func(_ context.Context, req commands.Request, s DrawState) (commands.Reply, error) {
		cards := card.French.Full()
		if s.Deck == "italian" {
			cards = card.Italian.Full()
		}
		shuffle.Cards(shuffle.New(req.Seed), cards)
		p := l.Public(req)
		reply := p.Reply("", p.Say("draw.drawn", words.Args{"who": p.SafeName(req.User.Name), "card": cards[0].String()}))
		reply.Rows = commands.Buttons(p.Button(name, s, "draw.another"))
		return reply, nil
	}
	return commands.Command{
		Name: name, Kind: commands.Slash, Options: []commands.Option{deck},
		Run: func(ctx context.Context, req commands.Request) (commands.Reply, error) {
			return draw(ctx, req, DrawState{deck.Text(req)})
		},
		Actions: []commands.Action{commands.On(draw)},
	}
}

func drawWords() fstest.MapFS {
	return fstest.MapFS{
		"en/draw.toml": {Data: []byte(`
[draw]
drawn = "{who} draws **{card}**."
another = "Draw another"

[spec.draw]
about = "Draw a card"

[spec.draw.deck]
about = "The deck; French by default"
choice = { french = "French", italian = "Italian" }
`)},
		"it/draw.toml": {Data: []byte(`
[draw]
drawn = "{who} pesca **{card}**."
another = "Pescane un'altra"

[spec.draw]
name = "pesca"
about = "Pesca una carta"

[spec.draw.deck]
name = "mazzo"
about = "Il mazzo; francese se non lo dici"
choice = { french = "Francese", italian = "Italiano" }
`)},
	}
}

func TestANewCommand(t *testing.T) {
	t.Parallel()
	book, err := words.Load(drawWords())
	if err != nil {
		t.Fatal(err)
	}
	l := commands.Localizer{Book: book, Games: commandstest.Games()}
	draw := l.Localize(drawing(l))
	if got := draw.NameIn["it"] + " " + draw.Options[0].NameIn["it"] + " " + draw.Options[0].Choices[0].LabelIn["it"]; got != "pesca mazzo Francese" {
		t.Errorf("its Italian names are %s", got)
	}
	router, err := commands.NewRouter(commands.Config{Commands: []commands.Command{draw}, Words: book, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	req := commands.Request{ID: "1", Kind: commands.Slash, Command: "draw", Locale: "it", User: commands.User{Name: "Anna"}}
	req.Options = commands.Options{"deck": "italian"}
	first := router.Handle(t.Context(), req)
	again := commands.Request{ID: "2", Kind: commands.Press, Command: first.Rows[0].Buttons[0].ID, User: commands.User{Name: "Bob"}}
	for want, reply := range map[string]commands.Reply{"Anna pesca **": first, "Bob draws **": router.Handle(t.Context(), again)} {
		if !strings.HasPrefix(reply.Text, want) {
			t.Errorf("%q is answered, not %q", reply.Text, want)
		}
	}
}
