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
	// latestSuggested is how many of the asker's own deals are suggested, out of
	// the latestRead games that they played last: a deal played often is one.
	latestSuggested = 5
	latestRead      = 20
	// maxRead is the most bytes of a stored deal that is read to be shortened: no
	// larger one could become short enough, and suggestions are asked for at every
	// key.
	maxRead = 1000
)

// suggest lists what fits what is being typed: the asker's latest deals, examples,
// and the published records. Before them stands what is typed, once it reads as a
// deal: Enter chooses the first, which must not be another.
func (pl *player) suggest(ctx context.Context, req commands.Request, g *game.Game) (commands.Reply, error) {
	say, values := pl.localizer.Private(req), params(req, g)
	typed := strings.TrimSpace(pl.opts.deal.ValueOr(req, ""))
	latest, err := pl.latest(ctx, req, g, values, say)
	if err != nil {
		return commands.Reply{}, err
	}
	latest = fitting(latest, typed)
	others := slices.Concat(examples(g, values, say), records(g, values, say))
	choices := fitting(slices.Concat(latest[:min(len(latest), latestSuggested)], others), typed)
	if typed != "" && utf8.RuneCountInString(typed) <= commands.MaxSuggested {
		if _, err := g.Read(typed, values); err == nil {
			choices = append([]commands.Choice{{Label: typed, Value: typed}}, choices...)
		}
	}
	return commands.Reply{Choices: choices[:min(len(choices), commands.MaxChoices)]}, nil
}

// fitting leaves out what does not hold the typed text, and what is too long or
// stands before under another label.
func fitting(all []commands.Choice, typed string) []commands.Choice {
	typed = strings.ToLower(typed)
	seen := map[string]bool{typed: true}
	return slices.DeleteFunc(all, func(c commands.Choice) bool {
		value := strings.ToLower(c.Value)
		skip := seen[value] || utf8.RuneCountInString(value) > commands.MaxSuggested ||
			!strings.Contains(value, typed) && !strings.Contains(strings.ToLower(c.Label), typed)
		seen[value] = true
		return skip
	})
}

// latest are the asker's own deals of the game that are read with the values, the
// newest first.
func (pl *player) latest(ctx context.Context, req commands.Request, g *game.Game, values game.Options, say commands.Printer) ([]commands.Choice, error) {
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
			length := say.Plays(g.Name, stored.Plays)
			list = append(list, suggestion(say, "suggest.latest", words.Args{"length": length}, short))
		}
	}
	return list, nil
}

// readsWith reports whether a deal with some options, as text, is read with these
// values.
func readsWith(g *game.Game, text string, values game.Options) bool {
	o, ok := g.ParseOptions(text)
	for _, p := range g.Params {
		ok = ok && (!p.Read || p.Text(o) == p.Text(values))
	}
	return ok
}

// examples suggests the game's examples.
func examples(g *game.Game, values game.Options, say commands.Printer) []commands.Choice {
	var list []commands.Choice
	for _, e := range g.Examples {
		if readsWith(g, e.Options.String(), values) {
			list = append(list, suggestion(say, "suggest.example", nil, e.Text))
		}
	}
	return list
}

// records are those published of the deck by their places, so that the longest
// deal and the longest endless one come first.
func records(g *game.Game, values game.Options, say commands.Printer) []commands.Choice {
	var list []commands.Choice
	for _, name := range g.Full {
		division, _ := g.Division(name)
		if !readsWith(g, division.Options.String(), values) {
			continue
		}
		ends, loops := g.Published.Longest(name, false), g.Published.Longest(name, true)
		for i := range max(len(ends), len(loops)) {
			if i < len(ends) {
				list = append(list, record(g, ends[i], say, "suggest.record"))
			}
			if i < len(loops) {
				list = append(list, record(g, loops[i], say, "suggest.endless"))
			}
		}
	}
	return list
}

func record(g *game.Game, r game.Record, say commands.Printer, id string) commands.Choice {
	return suggestion(say, id, words.Args{
		"finder": r.FoundBy(), "year": fmt.Sprint(r.Year), "cards": say.Plays(g.Name, r.Length.Plays),
	}, r.Key)
}

// suggestion is a deal behind what is said of it, as much as can be shown.
func suggestion(say commands.Printer, id string, args words.Args, value string) commands.Choice {
	label := []rune(say.Say(id, args) + " " + value)
	if len(label) > commands.MaxSuggested {
		label = append(label[:commands.MaxSuggested-1], '…')
	}
	return commands.Choice{Label: string(label), Value: value}
}
