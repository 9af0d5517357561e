package server

import (
	"context"
	"slices"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/card"
)

func helpSpec() commands.Spec {
	return commands.Spec{
		Name: commands.HelpName, Kind: commands.Slash,
		Options: []commands.Option{{Name: "game", Type: commands.TextOption, Choices: commands.GameChoices()}},
	}
}

// helper answers /help.
type helper struct{ commands.Localizer }

// HelpState is a page of the help.
type HelpState struct {
	// Page is the game that it explains, "" for the overview.
	Page string
}

// Letter implements [State].
func (HelpState) Letter() byte { return 'h' }

// Valid implements [State].
func (s HelpState) Valid(commands.Request) bool {
	return s.Page == "" || slices.Contains(commands.Games(), s.Page)
}

func (h helper) command() commands.Command {
	return commands.Command{
		Spec: helpSpec(),
		Run: func(_ context.Context, req commands.Request) (commands.Reply, error) {
			return h.help(req, req.Options.Text("game")), nil
		},
		Actions: []commands.Action{commands.On(func(_ context.Context, req commands.Request, s HelpState) (commands.Reply, error) {
			reply := h.help(req, s.Page)
			reply.Update = true
			return reply, nil
		})},
	}
}

// help shows the overview, or the rules of one game in five lines, an example
// and its answer, and a button for typing a deal into a form. Buttons turn the
// pages. The examples are run by a test.
func (h helper) help(req commands.Request, page string) commands.Reply {
	say, reply := h.Private(req), commands.Reply{Ephemeral: true}
	if page != "" {
		reply.Title = say.GameTitle(page)
		reply.Text = say.Say("help."+page, words.Args{
			"example": h.example(req, say, page), "italian": h.Typed(req, say, "camicia", "deck", card.Italian.String()),
		})
		reply.Rows = commands.FormButtons(say, page)
	} else {
		reply.Title, reply.Text = "Nonna", h.overview(req, say)
	}
	reply.Rows = append(reply.Rows, pageButtons(say, page))
	return reply
}

// pageButtons lead to all pages but the one that is shown.
func pageButtons(say commands.Printer, shown string) commands.Row {
	var row commands.Row
	for _, page := range append([]string{""}, commands.Games()...) {
		label := say.Say("help.first", nil)
		if page != "" {
			label = say.GameTitle(page)
		}
		row.Buttons = append(row.Buttons, commands.Button{ID: commands.ID(commands.HelpName, HelpState{page}), Label: label, Disabled: page == shown})
	}
	return row
}

// example is a command to copy. A whole clock is too long to read: it is
// shuffled.
func (h helper) example(req commands.Request, say commands.Printer, game string) string {
	switch game {
	case "clock":
		return h.Typed(req, say, game, "seed", "4")
	case "snap":
		return h.Typed(req, say, game, "piles", commands.Examples(game, card.French)[0])
	}
	return h.Typed(req, say, game, "deal", commands.Examples(game, card.French)[0])
}

// overview is the first page.
func (h helper) overview(req commands.Request, say commands.Printer) string {
	return say.Say("help.overview", words.Args{
		"records": h.Typed(req, say, "records"), "me": h.Typed(req, say, "me"),
		"privacy": h.Typed(req, say, "privacy"), "config": h.Typed(req, say, "config"),
		"camicia":     h.example(req, say, "camicia"),
		"beggar":      h.Typed(req, say, "beggar", "deal", "TD AC / 5H 2S / 9C KD"),
		"snap":        h.Typed(req, say, "snap", "piles", "bdad acbc abba"),
		"clock":       h.Typed(req, say, "clock"),
		"leaderboard": h.Typed(req, say, "leaderboard", "game", "snap"),
		"challenge":   h.Typed(req, say, commands.ChallengeCommand+" show"),
		"help":        h.Typed(req, say, "help", "game", "…"),
		"settle":      say.Say("spec.Settle.name", nil),
	})
}
