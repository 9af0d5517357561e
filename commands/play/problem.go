package play

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/deal"
	"nonna/engine/game"
)

// dealError makes the problems of a text, read as a deal of a game with options, a
// mistake of the user's.
func (pl *player) dealError(req commands.Request, g *game.Game, o game.Options, err error) error {
	problems, ok := errors.AsType[*deal.Problems](err)
	if !ok {
		return err
	}
	deal.AddCures(problems, g, o)
	return dealMistake{problems, pl, req, g}
}

// dealMistake tells the user what is wrong with a deal.
type dealMistake struct {
	*deal.Problems
	player *player
	req    commands.Request
	game   *game.Game
}

// UserText shows the problems in the user's language, in markdown: each with the text
// quoted and carets under the place, and then the commands that would play the text.
func (m dealMistake) UserText() string {
	p := m.player.localizer.Private(m.req)
	lines, ways := []string{p.Say("mistake.deal", nil)}, m.ways(p)
	for _, one := range m.List {
		lines = append(lines, fmt.Sprintf("**%s**: %s", upperFirst(p.Phrase(one.Found())), p.Phrase(one.Hint())))
		if one.Start >= 0 {
			text, carets := m.Excerpt(one)
			lines = append(lines, fmt.Sprintf("```\n%s\n%s %s\n```", text, carets, p.Phrase(m.Where(one, "problem.place"))))
		}
	}
	if m.More > 0 {
		lines = append(lines, p.Count("problem.more", int64(m.More)))
	}
	return strings.Join(append(lines, ways...), "\n")
}

// ways returns lines with the commands that play the text as it is. Where it might be of
// another game, those games are tried too.
func (m dealMistake) ways(p commands.Printer) []string {
	var lines []string
	add := func(g *game.Game, o game.Options) {
		if d, err := g.Read(m.Text, o); err == nil {
			text := commands.Shorten(d.String(), maxTypedShown)
			lines = append(lines, m.way(p, "problem.way", g, o, m.player.opts.deal.Name, text))
		}
	}
	for _, o := range m.Cures {
		add(m.game, o)
	}
	for _, g := range m.player.localizer.Games {
		if g != m.game && m.Ambiguous && len(m.Cures) == 1 && len(lines) > 0 {
			add(g, nil)
		}
	}
	return lines
}

// way returns a message with the command of a game and options.
func (m dealMistake) way(p commands.Printer, id string, g *game.Game, o game.Options, filled ...string) string {
	typed := p.Typed(g.Name, append(g.Pairs(o), filled...)...)
	return p.Say(id, words.Args{"command": commands.Code(typed)})
}

func upperFirst(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}
