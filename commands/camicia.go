package commands

import (
	"context"
	"fmt"
	"io"

	"nonna/engine/camicia"
	"nonna/engine/card"
	"nonna/engine/deal"
	"nonna/engine/penalty"
	"nonna/engine/trace"
	"nonna/store"
)

func camiciaSpec() Spec {
	return Spec{
		Name: "camicia", Kind: Slash,
		Description: "Play a deal of Camicia to its last card, or shuffle a new one",
		Options: append([]Option{
			{Name: "deal", Description: "Both hands, like 2 A 7 / 3 4 5, or a deal number like #123", Type: TextOption, Max: maxDealOption},
			{Name: "deck", Description: "The deck; 52 cards if left out", Type: TextOption, Choices: []Choice{
				{Label: "French, 52 cards", Value: "french"}, {Label: "Italian, 40 cards", Value: "italian"},
			}},
		}, sharedOptions()...),
	}
}

func deckOf(req Request) card.Deck {
	if req.Options.Text("deck") == card.Italian.String() {
		return card.Italian
	}
	return card.French
}

// camicia answers /camicia.
func (t *tables) camicia(ctx context.Context, req Request) (Reply, error) {
	req, err := again(req)
	if err != nil {
		return Reply{}, err
	}
	s, err := t.source(req, "deal")
	if err != nil {
		return Reply{}, err
	}
	var d camicia.Deal
	if s.shuffled {
		d = camicia.Random(s.shuffle(), deckOf(req))
	} else if d, err = deal.Camicia(s.text, deckOf(req)); err != nil {
		return Reply{}, dealError(err)
	}
	p, err := t.playCamicia(ctx, d)
	if err != nil {
		return Reply{}, err
	}
	return t.finish(ctx, req, s, p)
}

// playCamicia settles a deal.
func (t *tables) playCamicia(ctx context.Context, d camicia.Deal) (played, error) {
	ctx, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	o, err := camicia.Settle(ctx, d, camicia.DefaultBudget)
	if err != nil {
		return played{}, err
	}
	p := played{
		title: "Camicia", verdict: camiciaVerdict(o), deal: storedCamicia(d),
		traceName: penaltyTraceName("camicia", o.Ending, o.Cards),
		write: func(ctx context.Context, w io.Writer, opts trace.Options) error {
			return camicia.WriteTrace(ctx, w, d, o, opts)
		},
		game: store.Game{
			Game: "camicia", Division: d.Division(), Key: d.Key(), Ending: o.Ending.String(),
			Cards: o.Cards, Tricks: o.Tricks, CycleCards: o.Cycle.Cards, CycleTricks: o.Cycle.Tricks,
			Board: penaltyBoard(o.Ending),
		},
		moments: camiciaMoments(d, o), takeLabel: "Next trick",
		counts: [2]string{"cards", "tricks"},
	}
	if place, ok := t.lengths.Place(d.Division(), o.Cards); ok && o.Ending == penalty.Finished {
		if claim := place.Claim().String(); claim != "" {
			p.remarks = append(p.remarks, "That is "+claim+".")
		}
	}
	if n, ok := d.Number(); ok {
		p.remarks = append(p.remarks, fmt.Sprintf("Deal %s of %s.", groupDigits(n.String()), groupDigits(camicia.Numbers().String())))
	}
	for _, r := range deal.Remarks(d.Hands[:], d.Deck) {
		p.remarks = append(p.remarks, r+".")
	}
	if known, swapped, ok := t.published.Find(d); ok {
		p.game.Published = true
		p.remarks = append(p.remarks, publishedRemark(known, swapped))
	}
	return p, nil
}

// publishedRemark names a known record.
func publishedRemark(p camicia.Published, swapped bool) string {
	kind := "record deal"
	if p.Loop {
		kind = "endless deal"
	}
	text := fmt.Sprintf("This is %s's %s of %d", Escape(p.Finder), kind, p.Year)
	if swapped {
		text += ", with the players swapped"
	}
	return text + ". Published deals are nobody's find here, so it is not ranked."
}

// camiciaVerdict says what came of a game, the verdict first and bold.
func camiciaVerdict(o camicia.Outcome) string {
	if o.Ending == penalty.Finished {
		return fmt.Sprintf("**%s wins** after %s and %s.", o.Winner, counted(o.Cards, "card"), counted(o.Tricks, "trick"))
	}
	return endlessVerdict(o.Ending, o.Cards, o.Tricks, o.Lead, o.Cycle)
}

// endlessVerdict says what came of a penalty game that did not end.
func endlessVerdict(e penalty.Ending, cards, tricks int64, lead, cycle penalty.Count) string {
	if e == penalty.Undecided {
		return fmt.Sprintf("**Undecided after %s**: by then it had neither ended nor repeated.", counted(cards, "card"))
	}
	from := "from the start"
	if lead.Cards > 0 {
		from = fmt.Sprintf("from trick %s, card %s,", grouped(lead.Tricks), grouped(lead.Cards))
	}
	return fmt.Sprintf("**It never ends**: %s it repeats every %s and %s. The first repeat comes after %s and %s.",
		from, counted(cycle.Tricks, "trick"), counted(cycle.Cards, "card"), counted(cards, "card"), counted(tricks, "trick"))
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
