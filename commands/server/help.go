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

// HelpState is a page of the help.
type HelpState struct {
	// Page is the game that it explains, "" for the overview.
	Page string
}

// Letter implements [commands.State].
func (HelpState) Letter() byte { return 'h' }

// Valid implements [commands.State]. Whether there is such a game is for the help to say.
func (HelpState) Valid(commands.Request) bool { return true }

func (h helper) command() commands.Command {
	game := commands.Opt[string]{Name: "game", Choices: h.Games.Names()}
	return commands.Command{
		Spec: commands.Spec{Name: commands.HelpName, Kind: commands.Slash, Options: commands.Declare(game)},
		Run: func(_ context.Context, req commands.Request) (commands.Reply, error) {
			return h.help(req, game.Value(req))
		},
		Actions: []commands.Action{commands.On(func(_ context.Context, req commands.Request, s HelpState) (commands.Reply, error) {
			reply, err := h.help(req, s.Page)
			reply.Update = true
			return reply, err
		})},
	}
}

// help shows the overview, or the rules of one game in five lines, an example
// and its answer, and a button for typing a deal into a form. Buttons turn the
// pages. The examples are run by a test.
func (h helper) help(req commands.Request, page string) (commands.Reply, error) {
	say, reply := h.Private(req), commands.Reply{Ephemeral: true}
	g := h.Games.Find(page)
	switch {
	case page == "":
		reply.Title, reply.Text = "Nonna", h.overview(req, say)
	case g == nil || g.Name != page:
		return reply, commands.ErrOldButton
	default:
		reply.Title, reply.Text = say.GameTitle(page), say.Say(page+".help", h.helpArgs(req, say, g))
		reply.Rows = commands.FormButtons(say, g)
	}
	reply.Rows = append(reply.Rows, h.pageButtons(say, page))
	return reply, nil
}

// helpArgs are the places of a game's help: an example to copy, and the command
// with each other value of a param, by that value.
func (h helper) helpArgs(req commands.Request, say commands.Printer, g *game.Game) words.Args {
	args := words.Args{"example": h.example(req, say, g)}
	for _, p := range g.Params {
		for _, value := range p.Others() {
			args[value] = h.Typed(req, say, g.Name, p.Name, value)
		}
	}
	return args
}

// pageButtons lead to all pages but the one that is shown.
func (h helper) pageButtons(say commands.Printer, shown string) commands.Row {
	var row commands.Row
	for _, page := range append([]string{""}, h.Games.Names()...) {
		label := say.Say("help.first", nil)
		if page != "" {
			label = say.GameTitle(page)
		}
		row.Buttons = append(row.Buttons, commands.Button{
			ID: commands.ID(commands.HelpName, HelpState{page}), Label: label, Disabled: page == shown,
		})
	}
	return row
}

// maxExample is the most characters of a deal that is shown as an example; instead
// of a longer one a seed is.
const maxExample = 50

// example is a command to copy.
func (h helper) example(req commands.Request, say commands.Printer, g *game.Game) string {
	if text := g.Examples[0].Text; len(text) <= maxExample {
		return h.Typed(req, say, g.Name, "deal", text)
	}
	return h.Typed(req, say, g.Name, "seed", "4")
}

// overview is the first page.
func (h helper) overview(req commands.Request, say commands.Printer) string {
	var examples []string
	for _, g := range h.Games {
		examples = append(examples, say.Say("help.example", words.Args{"game": say.GameTitle(g.Name), "example": h.example(req, say, g)}))
	}
	return say.Say("help.overview", words.Args{
		"examples": strings.Join(examples, "\n"), "records": h.Typed(req, say, "records"), "me": h.Typed(req, say, "me"),
		"privacy": h.Typed(req, say, "privacy"), "config": h.Typed(req, say, "config"),
		"leaderboard": h.Typed(req, say, commands.BoardCommand, "game", h.Games.Ranked()[0].Name),
		"challenge":   h.Typed(req, say, "challenge show"),
		"help":        h.Typed(req, say, commands.HelpName, "game", "…"),
		"settle":      say.Say("spec.Settle.name", nil),
	})
}
