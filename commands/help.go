package commands

import (
	"context"

	"nonna/commands/words"
)

func helpSpec() Spec {
	return Spec{
		Name: "help", Kind: Slash,
		Options: []Option{{Name: "game", Type: TextOption, Choices: gameChoices()}},
	}
}

// games lists the games by the names of their commands.
func games() []string { return []string{"camicia", "beggar", "snap", "clock"} }

func gameChoices() []Choice {
	var list []Choice
	for _, name := range games() {
		list = append(list, Choice{Value: name})
	}
	return list
}

// helper answers /help.
type helper struct{ tongue }

// help shows the overview, or the rules of one game in five lines, an example
// and its answer. The examples are run by a test.
func (h helper) help(_ context.Context, req Request) (Reply, error) {
	say := h.private(req)
	for _, name := range games() {
		if name == req.Options.Text("game") {
			text := say.Say("help."+name, words.Args{"example": h.example(req, say, name)})
			return Reply{Title: say.Say("game."+name, nil), Text: text, Ephemeral: true}, nil
		}
	}
	return Reply{Title: "Nonna", Text: h.overview(req, say), Ephemeral: true}, nil
}

// example is a command to copy.
func (h helper) example(req Request, say *words.Printer, game string) string {
	switch game {
	case "camicia":
		return h.typed(req, say, game, "deal", "2 A 7 8 Q 10 / 3 4 5 6 K 9 J")
	case "beggar":
		return h.typed(req, say, game, "deal", "TD AC / 5H 4D / JS KC 2H")
	case "snap":
		return h.typed(req, say, game, "piles", "abca abba")
	}
	return h.typed(req, say, game, "seed", "4")
}

// overview is the first page.
func (h helper) overview(req Request, say *words.Printer) string {
	return say.Say("help.overview", words.Args{
		"records": h.typed(req, say, "records"), "me": h.typed(req, say, "me"),
		"privacy": h.typed(req, say, "privacy"), "config": h.typed(req, say, "config"),
		"camicia":     h.example(req, say, "camicia"),
		"beggar":      h.typed(req, say, "beggar", "deal", "TD AC / 5H 2S / 9C KD"),
		"snap":        h.typed(req, say, "snap", "piles", "bdad acbc abba"),
		"clock":       h.typed(req, say, "clock"),
		"leaderboard": h.typed(req, say, "leaderboard", "game", "snap"),
		"help":        h.typed(req, say, "help", "game", "…"),
		"settle":      say.Say("spec.Settle.name", nil),
	})
}
