package commands

import (
	"context"
	"slices"

	"nonna/commands/words"
	"nonna/engine/card"
)

// helpName is the command that lists the others.
const helpName = "help"

func helpSpec() Spec {
	return Spec{
		Name: helpName, Kind: Slash,
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

// boardGameChoices are the games that have boards.
func boardGameChoices() []Choice {
	return slices.DeleteFunc(gameChoices(), func(c Choice) bool { return !hasBoard(c.Value) })
}

// helper answers /help.
type helper struct{ tongue }

// HelpState is a page of the help.
type HelpState struct {
	// Page is the game that it explains, "" for the overview.
	Page string
}

// Letter implements [State].
func (HelpState) Letter() byte { return 'h' }

// Valid implements [State].
func (s HelpState) Valid(Request) bool { return s.Page == "" || slices.Contains(games(), s.Page) }

func (h helper) command() Command {
	return Command{
		Spec: helpSpec(),
		Run: func(_ context.Context, req Request) (Reply, error) {
			return h.help(req, req.Options.Text("game")), nil
		},
		Actions: []Action{On(func(_ context.Context, req Request, s HelpState) (Reply, error) {
			reply := h.help(req, s.Page)
			reply.Update = true
			return reply, nil
		})},
	}
}

// help shows the overview, or the rules of one game in five lines, an example
// and its answer, and a button for typing a deal into a form. Buttons turn the
// pages. The examples are run by a test.
func (h helper) help(req Request, page string) Reply {
	say, reply := h.private(req), Reply{Ephemeral: true}
	if page != "" {
		reply.Title = gameTitle(say, page)
		reply.Text = say.Say("help."+page, words.Args{
			"example": h.example(req, say, page), "italian": h.typed(req, say, "camicia", "deck", card.Italian.String()),
		})
		reply.Rows = formButtons(say, page)
	} else {
		reply.Title, reply.Text = "Nonna", h.overview(req, say)
	}
	reply.Rows = append(reply.Rows, pageButtons(say, page))
	return reply
}

// pageButtons lead to all pages but the one that is shown.
func pageButtons(say *words.Printer, shown string) Row {
	var row Row
	for _, page := range append([]string{""}, games()...) {
		label := say.Say("help.first", nil)
		if page != "" {
			label = gameTitle(say, page)
		}
		row.Buttons = append(row.Buttons, Button{ID: ID(helpName, HelpState{page}), Label: label, Disabled: page == shown})
	}
	return row
}

// example is a command to copy. A whole clock is too long to read: it is
// shuffled.
func (h helper) example(req Request, say *words.Printer, game string) string {
	switch game {
	case "clock":
		return h.typed(req, say, game, "seed", "4")
	case "snap":
		return h.typed(req, say, game, "piles", examples(game, card.French)[0])
	}
	return h.typed(req, say, game, "deal", examples(game, card.French)[0])
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
		"challenge":   h.typed(req, say, ChallengeCommand+" show"),
		"help":        h.typed(req, say, "help", "game", "…"),
		"settle":      say.Say("spec.Settle.name", nil),
	})
}
