package play

import (
	"context"
	"fmt"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/beggar"
	"nonna/engine/camicia"
	"nonna/engine/card"
	"nonna/engine/clock"
	"nonna/engine/deal"
	"nonna/engine/penalty"
	"nonna/engine/snap"
	"nonna/store"
)

// storedCamicia is a deal as it is stored.
func storedCamicia(d camicia.Deal) string {
	if d.Deck == card.Italian {
		return commands.ItalianPrefix + deal.WriteCamicia(d)
	}
	return deal.WriteCamicia(d)
}

// recall plays a stored game again and tells of it.
func (t *tables) recall(ctx context.Context, say *words.Printer, g store.Played) (played, error) {
	switch g.Game {
	case "camicia":
		deck, text := card.French, g.Deal
		if rest, ok := strings.CutPrefix(text, commands.ItalianPrefix); ok {
			deck, text = card.Italian, rest
		}
		d, err := deal.Camicia(text, deck)
		return playRead(ctx, say, d, unreadable(g, err), t.playCamicia)
	case "beggar":
		d, err := deal.Beggar(g.Deal)
		return playRead(ctx, say, d, unreadable(g, err), t.playBeggar)
	case "snap":
		d, err := deal.Snap(g.Deal)
		return playRead(ctx, say, d, unreadable(g, err), t.playSnap)
	case "clock":
		d, err := deal.Clock(g.Deal)
		return playRead(ctx, say, d, unreadable(g, err), playClock)
	}
	return played{}, fmt.Errorf("stored game %d is of an unknown kind, %q", g.ID, g.Game)
}

// unreadable is our mistake, not the user's: what is stored was written by us.
// It is nil when err is.
func unreadable(g store.Played, err error) error {
	if err == nil {
		return nil
	}
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

// watched looks at a game through its replay, which shows a scene every move.
func watched(say *words.Printer, replay func(context.Context, *scene) error) moments {
	return func(ctx context.Context, n int64) (moment, error) {
		s := newScene(say, n)
		if err := replay(ctx, s); err != nil {
			return moment{}, err
		}
		return s.moment(), nil
	}
}

func camiciaMoments(say *words.Printer, d camicia.Deal, o camicia.Outcome) moments {
	c := cast{rows: []string{"A", "B"}, names: []string{"A", "B"}, faces: penalty.Texts(d.Hands[:])}
	return watched(say, func(ctx context.Context, s *scene) error {
		return camicia.Replay(ctx, d, o, s.watchPenalty(c))
	})
}

func beggarMoments(say *words.Printer, d beggar.Deal, o beggar.Outcome) moments {
	c := cast{faces: penalty.Texts(d.Hands), numbered: true}
	for p := range d.Hands {
		c.names = append(c.names, fmt.Sprint(p))
		c.rows = append(c.rows, say.Say("replay.player", words.Args{"number": fmt.Sprint(p)}))
	}
	return watched(say, func(ctx context.Context, s *scene) error {
		return beggar.Replay(ctx, d, o, s.watchPenalty(c))
	})
}

func snapMoments(say *words.Printer, d snap.Deal, o snap.Outcome) moments {
	return watched(say, func(ctx context.Context, s *scene) error {
		return snap.Replay(ctx, d, o, s.watchSnap(d))
	})
}

func clockMoments(say *words.Printer, d clock.Deal) moments {
	return watched(say, func(_ context.Context, s *scene) error {
		clock.Replay(d, s.watchClock())
		return nil
	})
}
