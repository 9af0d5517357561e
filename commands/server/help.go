package server

import (
	"context"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
)

// helper answers /help.
type helper struct{ commands.Localizer }

// game is the option for the game to be explained.
func (h helper) game() commands.Opt[string] {
	return commands.Opt[string]{Name: "game", Choices: h.names()}
}

func (h helper) names() []string {
	var names []string
	for _, g := range h.Games {
		names = append(names, g.Name)
	}
	return names
}

// HelpState is a page of the help.
type HelpState struct {
	// Page is the game that it explains, "" for the overview.
	Page string
}

// Letter implements [State].
func (HelpState) Letter() byte { return 'h' }

// Valid implements [State]. A page that is not shows the overview.
func (HelpState) Valid(commands.Request) bool { return true }

func (h helper) command() commands.Command {
	return commands.Command{
		Spec: commands.Spec{Name: commands.HelpName, Kind: commands.Slash, Options: commands.Declare(h.game())},
		Run: func(_ context.Context, req commands.Request) (commands.Reply, error) {
			return h.help(req, h.game().Of(req)), nil
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
	g := h.Games.Find(page)
	if g == nil {
		page, reply.Title, reply.Text = "", "Nonna", h.overview(req, say)
	} else {
		reply.Title = say.GameTitle(g.Name)
		reply.Text = say.Say(g.Name+".help", words.Args{"example": h.example(req, say, g), "other": h.other(req, say, g)})
		reply.Rows = commands.FormButtons(say, g)
	}
	reply.Rows = append(reply.Rows, h.pageButtons(say, page))
	return reply
}

// pageButtons lead to all pages but the one that is shown.
func (h helper) pageButtons(say commands.Printer, shown string) commands.Row {
	var row commands.Row
	for _, page := range append([]string{""}, h.names()...) {
		label := say.Say("help.first", nil)
		if page != "" {
			label = say.GameTitle(page)
		}
		row.Buttons = append(row.Buttons, commands.Button{ID: commands.ID(commands.HelpName, HelpState{page}), Label: label, Disabled: page == shown})
	}
	return row
}

// maxExample is the most characters of a deal that is shown as an example.
const maxExample = 50

// example is a command to copy. A deal too long to read is shuffled.
func (h helper) example(req commands.Request, say commands.Printer, g *game.Game) string {
	if text := g.Examples[0].Text; len(text) <= maxExample {
		return h.Typed(req, say, g.Name, "deal", text)
	}
	return h.Typed(req, say, g.Name, "seed", "4")
}

// other is the command with the second value of the first param that has a choice,
// such as another deck.
func (h helper) other(req commands.Request, say commands.Printer, g *game.Game) string {
	for _, p := range g.Params {
		if len(p.Values) > 1 {
			return h.Typed(req, say, g.Name, p.Name, p.Values[1])
		}
	}
	return ""
}

// overview is the first page.
func (h helper) overview(req commands.Request, say commands.Printer) string {
	var examples []string
	for _, g := range h.Games {
		examples = append(examples, commands.Code(h.example(req, say, g)))
	}
	return say.Say("help.overview", words.Args{
		"games":       strings.Join(examples, "\n"),
		"leaderboard": h.Typed(req, say, commands.BoardCommand, "game", h.Ranked()[0]),
		"challenge":   h.Typed(req, say, commands.ChallengeCommand+" show"),
		"records":     h.Typed(req, say, "records"), "me": h.Typed(req, say, "me"),
		"privacy": h.Typed(req, say, privacyName), "config": h.Typed(req, say, configName),
		"help":   h.Typed(req, say, commands.HelpName, "game", "…"),
		"settle": say.Say("spec.Settle.name", nil),
	})
}
