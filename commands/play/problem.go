package play

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/deal"
	"nonna/engine/game"
)

// dealError makes the reader's problems a mistake of the user's. The game is the
// one that the text was read for, nil for a message that was searched.
func (pl *player) dealError(req commands.Request, g *game.Game, err error) error {
	if problems, ok := errors.AsType[*deal.Problems](err); ok {
		return dealMistake{problems, pl.localizer.Private(req), pl.otherWays(req, g, problems)}
	}
	return err
}

// otherWays are lines with the commands that play a text which may be meant with
// another deck, or for another game.
func (pl *player) otherWays(req commands.Request, g *game.Game, problems *deal.Problems) []string {
	deck, either := has(problems, deal.OneOfFrench), has(problems, deal.ItalianOrSnap)
	if !deck && !either && !has(problems, deal.NoCard) {
		return nil
	}
	games := pl.localizer.Games
	if g != nil {
		games = game.List{g}
	}
	say := pl.localizer.Private(req)
	var ways []string
	for _, g := range games {
		for _, values := range otherValues(g, either) {
			text, ok := readWith(g, problems.Text, values)
			if !ok || text == "…" && !deck {
				continue
			}
			filled := append(g.Pairs(values), pl.opts.deal.Name, commands.Shorten(text, maxTypedShown))
			ways = append(ways, say.Say("problem.way", words.Args{
				"command": commands.Code(pl.localizer.Typed(req, say, g.Name, filled...)),
			}))
		}
	}
	return ways
}

func has(p *deal.Problems, kinds ...deal.Kind) bool {
	return slices.ContainsFunc(p.List, func(one deal.Problem) bool { return slices.Contains(kinds, one.Kind) })
}

// otherValues are those of a game's params that are not the defaults, and the
// defaults too where all ways are wanted.
func otherValues(g *game.Game, all bool) []game.Options {
	var list []game.Options
	if all {
		list = append(list, nil)
	}
	for _, p := range g.Params {
		if !p.Read {
			continue
		}
		for _, v := range p.Others() {
			list = append(list, game.Options{p.Name: v})
		}
	}
	return list
}

// readWith is a text as the deal that it is with other values, "…" for one with
// mistakes of other kinds in it. It reports false for one that has cards of the
// first deck alone.
func readWith(g *game.Game, text string, values game.Options) (string, bool) {
	d, err := g.Read(text, values)
	if err == nil {
		return d.String(), true
	}
	p, ok := errors.AsType[*deal.Problems](err)
	return "…", ok && values != nil && !has(p, deal.AceOfItalian, deal.TwoNotations)
}

// dealMistake tells the user what is wrong with a deal.
type dealMistake struct {
	*deal.Problems
	say commands.Printer
	// ways are lines with the commands that would play it.
	ways []string
}

// UserText shows the problems in the user's language, in markdown: each with the
// text quoted and carets under the place, and then the other ways.
func (m dealMistake) UserText() string {
	lines := []string{m.say.Say("mistake.deal", nil)}
	for _, one := range m.List {
		lines = append(lines, fmt.Sprintf("**%s**: %s", upperFirst(m.say.Phrase(one.Found())), m.say.Phrase(one.Hint())))
		if one.Start >= 0 {
			text, carets := m.Excerpt(one)
			lines = append(lines, fmt.Sprintf("```\n%s\n%s %s\n```", text, carets, m.say.Phrase(m.Where(one, "problem.place"))))
		}
	}
	if m.More > 0 {
		lines = append(lines, m.say.Count("problem.more", int64(m.More)))
	}
	return strings.Join(append(lines, m.ways...), "\n")
}

func upperFirst(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}
