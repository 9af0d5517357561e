package all_test

import (
	"cmp"
	"context"
	"fmt"
	"testing"
	"testing/fstest"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/commands/words"
)

// /die is a command that the program does not have. All of it is here: up to dieWords it would be
// a file of a room, and the words would be files beside the others.

// RollState is the button that rolls again.
type RollState struct{ Sides int64 }

// die returns /die, which rolls a die for everybody to see.
func die(l commands.Localizer) commands.Command {
	sides := commands.Option{Name: "sides", Type: commands.IntOption, Choices: commands.Choices("6", "20")}
	roll := func(_ context.Context, req commands.Request, s RollState) (commands.Reply, error) {
		p := l.Public(req)
		fell := req.Seed%uint64(max(s.Sides, 1)) + 1
		reply := p.Reply("", p.Say("die.fell", words.Args{"sides": s.Sides, "number": int64(fell)}))
		reply.Rows = commands.Buttons(p.Button("die", s, "die.again"))
		reply.Update = req.Kind == commands.Press // the message changes
		return reply, nil
	}
	return commands.Command{
		Name: "die", Kind: commands.Slash, Options: []commands.Option{sides},
		Run: func(ctx context.Context, req commands.Request) (commands.Reply, error) {
			return roll(ctx, req, RollState{cmp.Or(sides.Int(req), 6)})
		},
		Actions: []commands.Action{commands.On(roll)},
	}
}

func dieWords() fstest.MapFS {
	return fstest.MapFS{
		"en/die.toml": {Data: []byte(`
[die]
fell = "The die of {sides} sides shows **{number}**."
again = "Roll again"

[spec.die]
about = "Roll a die"

[spec.die.sides]
about = "How many sides it has; 6 by default"
choice = { 6 = "Six", 20 = "Twenty" }
`)},
		"it/die.toml": {Data: []byte(`
[die]
fell = "Il dado a {sides} facce mostra **{number}**."
again = "Tira di nuovo"

[spec.die]
name = "dado"
about = "Tira un dado"

[spec.die.sides]
name = "facce"
about = "Quante facce ha; 6 se non lo dici"
choice = { 6 = "Sei", 20 = "Venti" }
`)},
	}
}

func TestANewCommand(t *testing.T) {
	t.Parallel()
	commandstest.EveryLanguage(t, func(t *testing.T, locale string) {
		said := map[string]string{"en": "The die of 20 sides shows **%d**.", "it": "Il dado a 20 facce mostra **%d**."}[locale]
		fx := commandstest.With(t, commandstest.Config{Locale: locale, Command: die, Words: dieWords()})
		first := fx.Ask(fx.Anna, "die", o{"sides": int64(20)})
		fx.Seed = 43
		again := fx.Press(fx.Bob, first, 0)
		if want := fmt.Sprintf(said, 3); first.Text != want || first.Update {
			t.Errorf("%+v is answered, not %q", first, want)
		}
		if want := fmt.Sprintf(said, 4); again.Text != want || !again.Update {
			t.Errorf("%+v is answered, not %q", again, want)
		}
		for _, c := range fx.Router.Commands() {
			if c.Name == "die" && c.NameIn["it"]+" "+c.Options[0].NameIn["it"]+" "+c.Options[0].Choices[0].LabelIn["it"] != "dado facce Sei" {
				t.Errorf("its Italian names are wrong: %+v", c)
			}
		}
	})
}
