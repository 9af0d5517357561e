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
// mistake of the user's. It shows them in the user's language: each with the text quoted and
// carets under the place, and then the commands that would play the text.
func (pl *player) dealError(req commands.Request, g *game.Game, o game.Options, err error) error {
	problems, ok := errors.AsType[*deal.Problems](err)
	if !ok {
		return err
	}
	deal.AddCures(problems, g, o)
	p := pl.localizer.Private(req)
	lines := []string{p.Say("mistake.deal", nil)}
	for _, one := range problems.List {
		lines = append(lines, fmt.Sprintf("**%s**: %s", upperFirst(p.Phrase(one.Found())), p.Phrase(one.Hint())))
		if one.Start >= 0 {
			text, carets := problems.Excerpt(one)
			lines = append(lines, fmt.Sprintf("```\n%s\n%s %s\n```", text, carets, p.Phrase(problems.Where(one, "problem.place"))))
		}
	}
	if problems.More > 0 {
		lines = append(lines, p.Count("problem.more", int64(problems.More)))
	}
	return commands.Mistake(strings.Join(append(lines, pl.ways(p, g, problems)...), "\n"))
}

// ways returns lines with the commands that play a text as it is. Where it might be of another game,
// or has more hands than this one, other games are tried too.
func (pl *player) ways(p commands.Printer, g *game.Game, problems *deal.Problems) []string {
	var lines []string
	add := func(g *game.Game, o game.Options) {
		if d, err := g.Read(problems.Text, o); err == nil {
			typed := p.Typed(g.Name, append(g.OptionPairs(o), pl.opts.deal.Name, commands.Shorten(d.String(), maxTypedShown))...)
			lines = append(lines, p.Say("problem.way", words.Args{"command": commands.Code(typed)}))
		}
	}
	for _, o := range problems.Cures {
		add(g, o)
	}
	isCrowd := problems.List[0].Kind == deal.TooManyHands && len(problems.List) == 1
	for _, other := range pl.localizer.Games {
		if other != g && (isCrowd && len(lines) == 0 || problems.Ambiguous && len(problems.Cures) == 1 && len(lines) > 0) {
			add(other, nil)
		}
	}
	return lines
}

func upperFirst(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}
