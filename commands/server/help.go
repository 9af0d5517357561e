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

// pageControl shows another page of the help.
const pageControl commands.Control[HelpState] = "page"

// HelpState is the page of a game, or with "" the overview.
type HelpState struct{ Game string }

func (h helper) command() commands.Command {
	game := commands.Option{Name: "game", Choices: commands.Choices(h.Games.Names()...)}
	return commands.Command{
		Name: commands.HelpName, Kind: commands.Slash, Options: []commands.Option{game},
		Run: func(ctx context.Context, req commands.Request) (commands.Reply, error) {
			return h.help(ctx, req, HelpState{game.Text(req)})
		},
		NoCooldown: true, Actions: []commands.Action{commands.On(pageControl, h.help)},
	}
}

// help shows the overview, or the rules of one game, an example and its answer, and
// buttons that open a form for a deal. A test runs the examples.
func (h helper) help(_ context.Context, req commands.Request, s HelpState) (commands.Reply, error) {
	p, page := h.Private(req), s.Game
	reply := p.Reply("")
	reply.Update = req.Kind == commands.Press
	g := h.Games.ByName(page)
	switch {
	case page == "":
		reply.Title, reply.Text = "Nonna", h.overview(p)
	case g == nil || g.Name != page:
		return reply, commands.ErrOldButton
	default:
		reply.Title, reply.Text = p.GameTitle(page), p.Say(page+".help", h.helpArgs(p, g))
		reply.Rows = commands.FormButtons(p, g)
	}
	reply.Rows = append(reply.Rows, h.pageButtons(p, page))
	return reply, nil
}

// helpArgs returns the values for a game's help: an example to copy, and for each other
// value of a param the command with it.
func (h helper) helpArgs(p commands.Printer, g *game.Game) words.Args {
	args := words.Args{"example": h.example(p, g)}
	for _, param := range g.Params {
		for _, value := range param.Others() {
			args[value] = p.Typed(g.Name, param.Name, value)
		}
	}
	return args
}

// pageButtons returns the buttons to all pages; that to the shown page is disabled.
func (h helper) pageButtons(p commands.Printer, shown string) commands.Row {
	var row commands.Row
	for _, page := range append([]string{""}, h.Games.Names()...) {
		label := p.Say("help.first", nil)
		if page != "" {
			label = p.GameTitle(page)
		}
		row.Buttons = append(row.Buttons, commands.Button{
			ID: pageControl.ID(commands.HelpName, HelpState{page}), Label: label, Disabled: page == shown,
		})
	}
	return row
}

// maxExample is the most characters of a deal that is shown as an example. Games with
// longer deals have a seed as their example.
const maxExample = 50

// example returns a command to copy.
func (h helper) example(p commands.Printer, g *game.Game) string {
	if text := g.Examples[0].Text; len(text) <= maxExample {
		return p.Typed(g.Name, "deal", text)
	}
	return p.Typed(g.Name, "seed", "4")
}

// overview returns the first page.
func (h helper) overview(p commands.Printer) string {
	var examples []string
	for _, g := range h.Games {
		examples = append(examples, p.GameTitle(g.Name)+": "+commands.Code(h.example(p, g)))
	}
	return p.Say("help.overview", words.Args{
		"examples": strings.Join(examples, "\n"), "records": p.Typed("records"), "me": p.Typed("me"),
		"privacy": p.Typed("privacy"), "config": p.Typed("config"),
		"leaderboard": p.Typed(commands.BoardCommand, "game", h.Games.Ranked()[0].Name),
		"challenge":   p.Typed("challenge show"),
		"daily":       p.Typed("daily"),
		"hunt":        p.Typed("hunt status"),
		"duel":        p.Typed("duel"),
		"help":        p.Typed(commands.HelpName, "game", "…"),
		"settle":      p.Say("spec.Settle.name", nil),
	})
}
