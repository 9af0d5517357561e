package play

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/camicia"
	"nonna/engine/card"
	"nonna/engine/deal"
	"nonna/engine/penalty"
	"nonna/store"
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

// suggestDeals lists what fits what is being typed: the asker's latest deals, an
// example or two, and the published records. Before them stands what is typed,
// once it reads as a deal: Enter chooses the first, which must not be another.
func (t *tables) suggestDeals(ctx context.Context, req commands.Request, reads func(string) bool) (commands.Reply, error) {
	say := t.Private(req)
	typed := strings.TrimSpace(req.Options.Text(req.Focused))
	latest, err := t.latestDeals(ctx, req, say)
	if err != nil {
		return commands.Reply{}, err
	}
	latest = fitting(latest, typed)
	others := slices.Concat(exampleDeals(req, say), t.publishedDeals(req, say))
	reply := commands.Reply{Choices: fitting(slices.Concat(latest[:min(len(latest), latestSuggested)], others), typed)}
	if typed != "" && utf8.RuneCountInString(typed) <= commands.MaxSuggested && reads(typed) {
		reply.Choices = append([]commands.Choice{{Label: typed, Value: typed}}, reply.Choices...)
	}
	reply.Choices = reply.Choices[:min(len(reply.Choices), commands.MaxChoices)]
	return reply, nil
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

// latestDeals are the asker's own of this game and deck, the newest first.
func (t *tables) latestDeals(ctx context.Context, req commands.Request, say *words.Printer) ([]commands.Choice, error) {
	games, err := t.store.Latest(ctx, req.User.ID, req.Command, latestRead)
	if err != nil {
		return nil, err
	}
	var list []commands.Choice
	for _, g := range games {
		if value, ok := shortDeal(g, deckOf(req)); ok {
			length := commands.CardsOf(say, g.Game, g.Cards)
			list = append(list, suggestion(say, "suggest.latest", words.Args{"length": length}, value))
		}
	}
	return list, nil
}

// shortDeal is a stored deal as it is typed, shorter where it would not fit:
// cards that play alike are then written alike. ok is false for a deal of
// another deck, and for one that cannot be read any more.
func shortDeal(g store.Played, deck card.Deck) (text string, ok bool) {
	text, italian := strings.CutPrefix(g.Deal, commands.ItalianPrefix)
	switch {
	case italian != (deck == card.Italian):
		return "", false
	case utf8.RuneCountInString(text) > commands.MaxSuggested && len(text) > maxRead:
		return "", false
	case g.Game == "clock" && len(text) > commands.MaxSuggested:
		d, err := deal.Clock(text)
		return deal.ShortClock(d), err == nil
	}
	return commands.Compact(g.Game, text, deck)
}

// exampleDeals suggests the examples.
func exampleDeals(req commands.Request, say *words.Printer) []commands.Choice {
	var list []commands.Choice
	for _, d := range commands.Examples(req.Command, deckOf(req)) {
		list = append(list, suggestion(say, "suggest.example", nil, d))
	}
	return list
}

// publishedDeals are the records of the deck by their places, so that the
// longest deal and the longest endless one come first.
func (t *tables) publishedDeals(req commands.Request, say *words.Printer) []commands.Choice {
	if req.Command != "camicia" && req.Command != "beggar" {
		return nil
	}
	division := penalty.FrenchDivision
	if deckOf(req) == card.Italian {
		division = penalty.ItalianDivision
	}
	type place struct {
		rank int
		camicia.Published
	}
	var places []place
	for _, p := range t.published.All() {
		if p.Division == division {
			rank, _ := t.published.Rank(p)
			places = append(places, place{rank, p})
		}
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(b.Cards, a.Cards), strings.Compare(a.Key, b.Key))
	})
	var list []commands.Choice
	for _, p := range places {
		id := "suggest.record"
		if p.Loop {
			id = "suggest.endless"
		}
		list = append(list, suggestion(say, id, words.Args{
			"finder": p.Finder, "year": fmt.Sprint(p.Year), "cards": say.Count("count.cards", p.Cards),
		}, p.Key))
	}
	return list
}

// suggestion is a deal behind what is said of it, as much as can be shown.
func suggestion(say *words.Printer, id string, args words.Args, value string) commands.Choice {
	label := []rune(say.Say(id, args) + " " + value)
	if len(label) > commands.MaxSuggested {
		label = append(label[:commands.MaxSuggested-1], '…')
	}
	return commands.Choice{Label: string(label), Value: value}
}
