package play

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
)

const (
	// latestRead is the number of the user's own games whose deals are suggested.
	latestRead = 20
	// maxRead is the most bytes of a stored deal that is read to be shortened: a larger
	// one would not become short enough, and suggestions are made at every key.
	maxRead = 1000
)

// suggest returns deals that contain what is being typed: the user's latest ones,
// examples, and published records. The typed text comes first once it is a deal, since
// Enter chooses the first suggestion.
func (pl *player) suggest(ctx context.Context, req commands.Request, g *game.Game) (commands.Reply, error) {
	p, values := pl.localizer.Private(req), params(req, g)
	var choices []commands.Choice
	typed := strings.TrimSpace(pl.opts.deal.Text(req))
	if _, err := g.Read(typed, values); err == nil {
		choices = append(choices, commands.Choice{Label: typed, Value: typed})
	}
	latest, err := pl.latest(ctx, req, g, values, p)
	return commands.Matching(req, slices.Concat(choices, latest, examples(g, values, p), records(g, values, p)), err)
}

// latest returns the user's own deals of the game that are read with the values, the newest first.
func (pl *player) latest(ctx context.Context, req commands.Request, g *game.Game, values game.Options, p commands.Printer) ([]commands.Choice, error) {
	games, err := pl.store.Latest(ctx, req.User.ID, g.Name, latestRead)
	if err != nil {
		return nil, err
	}
	var list []commands.Choice
	for _, stored := range games {
		if !readsWith(g, stored.Options, values) || len(stored.Deal) > maxRead && utf8.RuneCountInString(stored.Deal) > commands.MaxSuggested {
			continue
		}
		if short, ok := commands.ShortDeal(g, stored.Deal, stored.Options); ok {
			length := p.Plays(g.Name, stored.Plays)
			list = append(list, suggestion(p, "suggest.latest", words.Args{"length": length}, short))
		}
	}
	return list, nil
}

// readsWith reports whether a deal with the stored options text is read with these values.
func readsWith(g *game.Game, text string, values game.Options) bool {
	o, ok := g.ParseOptions(text)
	for _, param := range g.Params {
		ok = ok && (!param.Read || param.Text(o) == param.Text(values))
	}
	return ok
}

// examples returns the game's examples.
func examples(g *game.Game, values game.Options, p commands.Printer) []commands.Choice {
	var list []commands.Choice
	for _, e := range g.Examples {
		if readsWith(g, e.Options.String(), values) {
			list = append(list, suggestion(p, "suggest.example", nil, e.Text))
		}
	}
	return list
}

// records returns the published records of the deck, the longest deal and the longest
// endless one first.
func records(g *game.Game, values game.Options, p commands.Printer) []commands.Choice {
	var list []commands.Choice
	for _, name := range g.Full {
		division, _ := g.Division(name)
		if !readsWith(g, division.Options.String(), values) {
			continue
		}
		ends, loops := g.Published.Longest(name, false), g.Published.Longest(name, true)
		for i := range max(len(ends), len(loops)) {
			if i < len(ends) {
				list = append(list, record(g, ends[i], p, "suggest.record"))
			}
			if i < len(loops) {
				list = append(list, record(g, loops[i], p, "suggest.endless"))
			}
		}
	}
	return list
}

func record(g *game.Game, r game.Record, p commands.Printer, id string) commands.Choice {
	return suggestion(p, id, words.Args{
		"finder": r.FoundBy(), "year": fmt.Sprint(r.Year), "cards": p.Plays(g.Name, r.Length.Plays),
	}, r.Key)
}

// suggestion returns a deal as a choice, labelled with a message and the deal, as far as
// there is room.
func suggestion(p commands.Printer, id string, args words.Args, value string) commands.Choice {
	label := []rune(p.Say(id, args) + " " + value)
	if len(label) > commands.MaxSuggested {
		label = append(label[:commands.MaxSuggested-1], '…')
	}
	return commands.Choice{Label: string(label), Value: value}
}
