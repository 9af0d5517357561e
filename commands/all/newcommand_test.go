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

// rollControl is the button that rolls again.
const rollControl commands.Control[RollState] = "roll"

// RollState is the die: numbers, bools and strings.
type RollState struct{ Sides string }

// die returns /die, which rolls a die for everybody to see.
func die(l commands.Localizer) commands.Command {
	sides := commands.Option{Name: "sides", Choices: commands.Choices("six", "twenty")}
	roll := func(_ context.Context, req commands.Request, s RollState) (commands.Reply, error) {
		p := l.Public(req)
		faces := map[string]uint64{"twenty": 20}[s.Sides]
		number := req.Seed%cmp.Or(faces, 6) + 1 // chance is the seed, so that a request that comes twice is answered alike
		reply := p.Reply("", p.Say("die.fell", words.Args{"die": p.ChoiceName("die", "sides", s.Sides), "number": int64(number)}))
		reply.Rows = commands.Buttons(p.Button(rollControl.ID("die", s), "die.again"))
		return reply, nil
	}
	return commands.Command{
		Name: "die", Kind: commands.Slash, Options: []commands.Option{sides},
		Run: func(ctx context.Context, req commands.Request) (commands.Reply, error) {
			return roll(ctx, req, RollState{cmp.Or(sides.Text(req), "six")})
		},
		Actions: []commands.Action{commands.On(rollControl, roll, commands.ForAll, commands.Costly)}, // whoever presses
	}
}

func dieWords() fstest.MapFS {
	return fstest.MapFS{
		"en/die.toml": {Data: []byte(`
[die]
fell = "{die}: **{number}**"
again = "Roll again"

[spec.die]
about = "Roll a die"

[spec.die.sides]
about = "The die; the one of six sides by default"
choice = { six = "Six sides", twenty = "Twenty sides" }
`)},
		"it/die.toml": {Data: []byte(`
[die]
fell = "{die}: **{number}**"
again = "Tira di nuovo"

[spec.die]
name = "dado"
about = "Tira un dado"

[spec.die.sides]
name = "facce"
about = "Il dado; quello a sei facce se non lo dici"
choice = { six = "Sei facce", twenty = "Venti facce" }
`)},
	}
}

// In a room's test commandstest.Replies brings the fixture, and s.Add(heading, reply) records a reply.
func TestANewCommand(t *testing.T) {
	t.Parallel()
	commandstest.EveryLanguage(t, func(t *testing.T, locale string) {
		said := map[string]string{"en": "Twenty sides: **%d**", "it": "Venti facce: **%d**"}[locale]
		fx := commandstest.With(t, commandstest.Config{Locale: locale, Command: die, Words: dieWords()})
		first := fx.Ask(fx.Anna, "die", commands.Options{"sides": "twenty"})
		fx.Seed = 43
		again := fx.Press(fx.Bob, first, 0)
		for want, got := range map[string]string{fmt.Sprintf(said, 3): first.Text, fmt.Sprintf(said, 4): again.Text} {
			if got != want {
				t.Errorf("%q is answered, not %q", got, want)
			}
		}
		for _, c := range fx.Router.Commands() {
			if c.Name == "die" && c.NameIn["it"]+" "+c.Options[0].NameIn["it"]+" "+c.Options[0].Choices[0].LabelIn["it"] != "dado facce Sei facce" {
				t.Errorf("its Italian names are wrong: %+v", c)
			}
		}
	})
}
