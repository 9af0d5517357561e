package commands

import (
	"context"
	"fmt"
	"strings"

	"nonna/commands/words"
	"nonna/engine/beggar"
	"nonna/engine/camicia"
	"nonna/engine/card"
	"nonna/engine/clock"
	"nonna/engine/deal"
	"nonna/engine/snap"
	"nonna/store"
)

// italianPrefix stands before a stored deal of Camicia with the Italian deck.
// With it the deal can be pasted behind /camicia as it is.
const italianPrefix = "deck: italian deal: "

// storedCamicia is a deal as it is stored.
func storedCamicia(d camicia.Deal) string {
	if d.Deck == card.Italian {
		return italianPrefix + deal.WriteCamicia(d)
	}
	return deal.WriteCamicia(d)
}

// shownDeal is a stored deal as the reader can paste it, with their names of
// the options.
func (t tongue) shownDeal(req Request, say *words.Printer, stored string) string {
	rest, ok := strings.CutPrefix(stored, italianPrefix)
	if !ok {
		return stored
	}
	return fmt.Sprintf("%s: %s %s: %s", t.optionName(req, say, "camicia", "deck"), card.Italian,
		t.optionName(req, say, "camicia", "deal"), rest)
}

// recall plays a stored game again and tells of it.
func (t *tables) recall(ctx context.Context, say *words.Printer, g store.Played) (played, error) {
	switch g.Game {
	case "camicia":
		deck, text := card.French, g.Deal
		if rest, ok := strings.CutPrefix(text, italianPrefix); ok {
			deck, text = card.Italian, rest
		}
		d, err := deal.Camicia(text, deck)
		if err != nil {
			return played{}, unreadable(g, err)
		}
		return t.playCamicia(ctx, say, d)
	case "beggar":
		d, err := deal.Beggar(g.Deal)
		if err != nil {
			return played{}, unreadable(g, err)
		}
		return t.playBeggar(ctx, say, d)
	case "snap":
		d, err := deal.Snap(g.Deal)
		if err != nil {
			return played{}, unreadable(g, err)
		}
		return t.playSnap(ctx, say, d)
	case "clock":
		d, err := deal.Clock(g.Deal)
		if err != nil {
			return played{}, unreadable(g, err)
		}
		return playClock(ctx, say, d)
	}
	return played{}, fmt.Errorf("stored game %d is of an unknown kind, %q", g.ID, g.Game)
}

// unreadable is our mistake, not the user's: what is stored was written by us.
func unreadable(g store.Played, err error) error {
	// The error's type must not survive: it would be told to the user as theirs.
	return fmt.Errorf("stored game %d, %s %.100q: %s", g.ID, g.Game, g.Deal, err.Error())
}

// moments looks at a game after move n, 0 for the deal. The text of a moment
// past the end is empty.
type moments func(ctx context.Context, n int64) (moment, error)

// moment is a game after some move.
type moment struct {
	// text draws hands and pile for a monospaced font.
	text string
	// at is the number of the move, of is how many there are.
	at, of int64
	// nextTake is the next move that takes the pile, 0 if none does.
	nextTake int64
}

// camiciaMoments looks at a game through its replay.
func camiciaMoments(say *words.Printer, d camicia.Deal, o camicia.Outcome) moments {
	names := []string{"A", "B"}
	return func(ctx context.Context, n int64) (moment, error) {
		s := newScene(say, n)
		for _, h := range d.Hands {
			s.addCards(h)
		}
		if err := camicia.Replay(ctx, d, o, s.watchPenalty(names)); err != nil {
			return moment{}, err
		}
		return s.moment(), nil
	}
}

func beggarMoments(say *words.Printer, d beggar.Deal, o beggar.Outcome) moments {
	names := make([]string, len(d.Hands))
	for p := range names {
		names[p] = fmt.Sprint(p)
	}
	return func(ctx context.Context, n int64) (moment, error) {
		s := newScene(say, n)
		for _, h := range d.Hands {
			s.addCards(h)
		}
		if err := beggar.Replay(ctx, d, o, s.watchPenalty(names)); err != nil {
			return moment{}, err
		}
		return s.moment(), nil
	}
}

func snapMoments(say *words.Printer, d snap.Deal, o snap.Outcome) moments {
	return func(ctx context.Context, n int64) (moment, error) {
		s := newScene(say, n)
		if err := snap.Replay(ctx, d, o, s.watchSnap(d)); err != nil {
			return moment{}, err
		}
		return s.moment(), nil
	}
}

func clockMoments(say *words.Printer, d clock.Deal) moments {
	return func(_ context.Context, n int64) (moment, error) {
		s := newScene(say, n)
		clock.Replay(d, s.watchClock())
		return s.moment(), nil
	}
}
