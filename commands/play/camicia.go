package play

import (
	"context"
	"fmt"
	"io"

	"nonna/commands"
	"nonna/commands/picture"
	"nonna/commands/rarity"
	"nonna/commands/words"
	"nonna/engine/camicia"
	"nonna/engine/card"
	"nonna/engine/deal"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
	"nonna/engine/trace"
	"nonna/store"
)

func camiciaSpec() commands.Spec {
	return commands.Spec{
		Name: "camicia", Kind: commands.Slash,
		Options: append([]commands.Option{
			{Name: "deal", Type: commands.TextOption, Suggest: true, Max: maxDealOption},
			{Name: "deck", Type: commands.TextOption, Choices: []commands.Choice{
				{Value: "french"}, {Value: "italian"},
			}},
		}, sharedOptions()...),
	}
}

func deckOf(req commands.Request) card.Deck {
	if req.Options.Text("deck") == card.Italian.String() {
		return card.Italian
	}
	return card.French
}

// camicia is the command /camicia.
func (t *tables) camicia() commands.Command {
	return dealer[camicia.Deal]{
		spec:    camiciaSpec(),
		shuffle: func(src *shuffle.Source, req commands.Request) camicia.Deal { return camicia.Random(src, deckOf(req)) },
		read:    func(text string, req commands.Request) (camicia.Deal, error) { return deal.Camicia(text, deckOf(req)) },
		play:    t.playCamicia,
	}.command(t)
}

// playCamicia settles a deal and tells of it.
func (t *tables) playCamicia(ctx context.Context, say *words.Printer, d camicia.Deal) (played, error) {
	ctx, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	o, err := camicia.Settle(ctx, d, camicia.DefaultBudget)
	if err != nil {
		return played{}, err
	}
	p := played{
		say: say, title: say.Say("game.camicia", nil), verdict: camiciaVerdict(say, o), deal: storedCamicia(d),
		traceName: penaltyTraceName("camicia", o.Ending, o.Cards),
		write: func(ctx context.Context, w io.Writer, opts trace.Options) error {
			return camicia.WriteTrace(ctx, w, d, o, opts)
		},
		draw: func(ctx context.Context, a *picture.Artist) (picture.Picture, error) { return a.Camicia(ctx, d, o) },
		game: store.Game{
			Game: "camicia", Division: d.Division(), Key: d.Key(), Ending: o.Ending.String(),
			Cards: o.Cards, Tricks: o.Tricks, CycleCards: o.Cycle.Cards, CycleTricks: o.Cycle.Tricks,
			Board: penaltyBoard(o.Ending),
		},
		moments: camiciaMoments(say, d, o), takeLabel: say.Say("button.next-trick", nil),
		counts: [2]string{"cards", "tricks"},
	}
	if place, ok := t.lengths.Place(d.Division(), o.Cards); ok && o.Ending == penalty.Finished {
		if claim := claimed(say, place.Claim()); claim != "" {
			p.remarks = append(p.remarks, claim)
		}
	}
	if n, ok := d.Number(); ok {
		p.remarks = append(p.remarks, say.Say("remark.number", words.Args{
			"number": say.Digits(n.String()), "all": say.Digits(camicia.Numbers().String()),
		}))
	}
	p.remarks = append(p.remarks, oddDeck(say, d.Hands[:], d.Deck)...)
	if known, swapped, ok := t.published.Find(d); ok {
		p.game.Published = true
		p.remarks = append(p.remarks, t.publishedRemark(say, known, swapped))
	}
	return p, nil
}

// claimed says how rare a length is, "" for no claim.
func claimed(say *words.Printer, c rarity.Claim) string {
	args := words.Args{"percent": say.Decimal(c.Percent, c.Decimals), "deals": c.Deals}
	switch c.Kind {
	case rarity.Longer:
		return say.Say("rarity.longer", args)
	case rarity.Shorter:
		return say.Say("rarity.shorter", args)
	case rarity.Median:
		return say.Say("rarity.median", args)
	case rarity.LongerThanAll:
		return say.Say("rarity.longer-than-all", args)
	case rarity.ShorterThanAll:
		return say.Say("rarity.shorter-than-all", args)
	}
	return ""
}

// oddDeck remarks on a deal of as many cards as a full deck that is none.
func oddDeck(say *words.Printer, hands [][]card.Card, deck card.Deck) []string {
	id := "remark.apart"
	if penalty.IsFull(deck, hands) { // odd are but suits, or ranks of number cards
		id = "remark.odd"
	}
	var remarks []string
	for _, r := range deal.Remarks(hands, deck) {
		remarks = append(remarks, say.Say(id, words.Args{"remark": phrase(say, r)}))
	}
	return remarks
}

// publishedRemark names a known record and its place among those published.
func (t *tables) publishedRemark(say *words.Printer, p camicia.Published, swapped bool) string {
	rank, of := t.published.Rank(p)
	args := words.Args{
		"finder": commands.Escape(p.Finder), "year": fmt.Sprint(p.Year), "cards": say.Count("count.cards", p.Cards),
		"place": say.Say("remark.published-place", words.Args{words.Count: of, "rank": rank}),
	}
	switch {
	case p.Loop && swapped:
		return say.Say("remark.endless-swapped", args)
	case p.Loop:
		return say.Say("remark.endless-record", args)
	case swapped:
		return say.Say("remark.record-swapped", args)
	}
	return say.Say("remark.record", args)
}

// camiciaVerdict says what came of a game, the verdict first and bold.
func camiciaVerdict(say *words.Printer, o camicia.Outcome) string {
	if o.Ending == penalty.Finished {
		return wins(say, o.Winner.String(), o.Cards, o.Tricks)
	}
	return endlessVerdict(say, o.Ending, o.Cards, o.Tricks, o.Lead, o.Cycle)
}

// wins says who wins a penalty game.
func wins(say *words.Printer, who string, cards, tricks int64) string {
	return say.Say("verdict.wins", words.Args{
		"who": who, "cards": say.Count("count.cards", cards), "tricks": say.Count("count.tricks", tricks),
	})
}

// endlessVerdict says what came of a penalty game that did not end.
func endlessVerdict(say *words.Printer, e penalty.Ending, cards, tricks int64, lead, cycle penalty.Count) string {
	args := words.Args{
		"lead": say.Count("count.cards", lead.Cards), "leadtricks": say.Count("count.tricks", lead.Tricks),
		"tricks": say.Count("count.tricks", cycle.Tricks), "cards": say.Count("count.cards", cycle.Cards),
		"length": say.Count("count.cards", cards), "takes": say.Count("count.tricks", tricks),
	}
	switch {
	case e == penalty.Undecided:
		return say.Say("verdict.undecided", args)
	case lead.Cards > 0:
		return say.Say("verdict.endless", args)
	}
	return say.Say("verdict.endless-start", args)
}

// penaltyBoard is the board that a penalty game may stand on.
func penaltyBoard(e penalty.Ending) store.Kind {
	switch e {
	case penalty.Finished:
		return store.Ends
	case penalty.Loop:
		return store.Loops
	case penalty.Undecided:
	}
	return store.NoBoard
}

// penaltyTraceName says what a trace is: camicia-13-cards, camicia-loop-8-cards.
func penaltyTraceName(game string, e penalty.Ending, cards int64) string {
	if e == penalty.Finished {
		return fmt.Sprintf("%s-%d-cards", game, cards)
	}
	return fmt.Sprintf("%s-%s-%d-cards", game, e, cards)
}
