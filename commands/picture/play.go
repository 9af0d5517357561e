package picture

import (
	"context"
	"fmt"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
)

// Play draws a settled deal and describes it. A game with a dial is drawn as the clock
// face at its end; any other as a chart of the cards that each player holds, from the
// deal to the end or through one turn of the cycle, which is marked. If there are more
// than seven players, six have areas of their own: the winner, those left at the end,
// and those who held most. The error is the context's.
func (r *Renderer) Play(ctx context.Context, p *words.Printer, g *game.Game, play game.Play) (*commands.File, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w, o := painter{r, p}, play.Outcome()
	file := g.FileName(o) + ".png"
	if g.Patience() {
		return w.dial(file, g, o), nil
	}
	ch, err := w.chart(ctx, g, play)
	if err != nil {
		return nil, fmt.Errorf("picture %s: %w", file, err)
	}
	page := w.page(pageHeight + int(ch.depth()))
	w.draw(page, ch)
	return w.finish(file, page, altText(w.Printer, ch.describe())), nil
}

// chartInput is a settled deal that becomes a chart.
type chartInput struct {
	*game.Game
	game.Outcome
	play  game.Play
	hands []int // the number of cards dealt to each seat
	cards int   // of all hands
	limit int64 // the most plays that are replayed

	every  bool // draws every play, not only the takes
	byTake bool // has takes on the horizontal axis, not plays
}

const (
	// A game of up to shortGame plays, or of less than fewTakes takes, is drawn play by
	// play: take by take there would be little to see.
	shortGame = 90
	fewTakes  = 12
)

// newChartInput reads the deal from the beginning of the replay.
func newChartInput(ctx context.Context, g *game.Game, play game.Play, limit int64) (*chartInput, error) {
	s := &chartInput{Game: g, Outcome: play.Outcome(), play: play, limit: limit}
	err := play.Replay(ctx, 0, func(step game.Step) {
		for seat := range step.Table.Players() {
			n := len(step.Table.Hand(seat))
			s.hands, s.cards = append(s.hands, n), s.cards+n
		}
	})
	if err != nil {
		return nil, err
	}
	whole := s.Ending != game.Undecided && !s.cut()
	short := s.Length.Plays <= shortGame || s.Length.Takes < fewTakes
	s.every = !g.Chart.ByTake || whole && short
	s.byTake = g.Chart.ByTake && whole && !short
	return s, nil
}

// drawn returns the number of plays that are replayed, and cut reports whether that is
// only the beginning.
func (s *chartInput) drawn() int64 { return min(s.Length.Plays, s.limit) }
func (s *chartInput) cut() bool    { return s.drawn() < s.Length.Plays }

// place returns where a moment is on the horizontal axis.
func (s *chartInput) place(at game.Length) int64 {
	if s.byTake {
		return at.Takes
	}
	return at.Plays
}

// last returns where the last moment is on the horizontal axis.
func (s *chartInput) last() int64 {
	return s.place(game.Length{Plays: s.drawn(), Takes: s.Length.Takes})
}

// axis returns the length of the horizontal axis. It is a little longer than a game that
// is drawn play by play and ends, or the last take would be at the edge.
func (s *chartInput) axis() int64 {
	if s.every && s.Ending == game.Won && !s.cut() {
		return s.last() + max(s.last()/25, 1)
	}
	return s.last()
}

// facing reports whether two players face each other, without a line for the pile.
func (s *chartInput) facing() bool { return len(s.hands) == 2 && !s.Chart.Pile }

// maxPlayers is the most players who each have an area. If there are more, all but
// maxPlayers-1 share one.
const maxPlayers = 7

// chart returns the chart of a settled deal. The error is the context's.
func (p painter) chart(ctx context.Context, g *game.Game, play game.Play) (*chart, error) {
	s, err := newChartInput(ctx, p.named(*g), play, p.limit)
	if err != nil {
		return nil, err
	}
	return p.record(ctx, s)
}

// record replays a deal and returns its chart. The error is the context's.
func (p painter) record(ctx context.Context, s *chartInput) (*chart, error) {
	progress := newProgress(s)
	seats := progress.In
	see := progress.add
	if len(seats) > maxPlayers {
		// The foremost players are known only at the end, so the game is played twice.
		if err := s.play.Replay(ctx, s.drawn(), see); err != nil {
			return nil, err
		}
		seats, see = progress.foremost(maxPlayers-1), func(game.Step) {}
	}
	b := newBands(s, seats)
	err := s.play.Replay(ctx, s.drawn(), func(step game.Step) {
		see(step)
		b.add(step)
	})
	if err != nil {
		return nil, err
	}
	b.extend()
	return p.newChart(s, b, progress), nil
}
