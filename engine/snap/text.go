package snap

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/rivo/uniseg"

	"nonna/engine/game"
	"nonna/engine/trace"
)

// sheet is a text trace being written.
type sheet struct {
	outcome game.Outcome
	faces   []string // the text of a card, by its number
	widths  []int    // its width in columns of a terminal
	gap     int      // blanks between two cards
	digits  int      // of a line number
	column  int      // the width of a hand's column
	lines   int64
	line    int64
}

func (p Play) writeText(ctx context.Context, w io.Writer, opts trace.Options) error {
	s, err := p.newSheet(ctx)
	if err != nil {
		return err
	}
	out := trace.NewWriter(w, opts, s.lines)
	out.Plain(s.heading(len(p.deal.Piles)))
	out.Plain("")
	err = p.replay(ctx, p.out.Length.Plays, func(t *Table, m Move) {
		if m.Kind == game.Took {
			s.line++
			out.Line(func(b []byte) []byte { return s.takes(b, t, m.Player) })
		}
		s.line++
		out.Line(func(b []byte) []byte { return s.position(b, t) })
	})
	if err != nil {
		return err
	}
	out.Plain("")
	out.Plain("============ " + s.verdict() + " ============")
	return out.Close()
}

func (p Play) newSheet(ctx context.Context) (*sheet, error) {
	n, err := p.lines(ctx)
	if err != nil {
		return nil, err
	}
	s := &sheet{
		outcome: p.out, lines: n, digits: len(strconv.FormatInt(n, 10)),
		faces: p.Faces(),
	}
	for _, face := range s.faces {
		s.widths = append(s.widths, uniseg.StringWidth(face))
		if uniseg.GraphemeClusterCount(face) > 1 {
			s.gap = 1
		}
	}
	s.column, err = s.columnWidth(ctx, p)
	return s, err
}

// minColumn is the least width of a column: TAKES and a blank.
const minColumn = len("TAKES") + 1

// widestRow is the widest row whose columns each have room for all cards, as in the
// author's traces. Wider ones would be unreadable: then columns have room for the largest
// hand of the game.
const widestRow = 2000

func (s *sheet) columnWidth(ctx context.Context, play Play) (int, error) {
	piles, _ := play.deal.numbered()
	all := 0
	for _, p := range piles {
		all += s.width(p)
	}
	if all*len(piles) <= widestRow {
		return max(all, minColumn), nil
	}
	widest, most := minColumn-1, 0
	for _, w := range s.widths {
		most = max(most, w)
	}
	err := play.replay(ctx, s.outcome.Length.Plays, func(t *Table, _ Move) {
		for p := range t.Hands {
			widest = max(widest, t.Hands[p].Len()*(most+s.gap))
		}
	})
	return widest + 1, err
}

// width returns the width of cards in columns of a terminal, with the gap after each.
func (s *sheet) width(ids []uint16) int {
	n := 0
	for _, id := range ids {
		n += s.widths[id] + s.gap
	}
	return n
}

func (s *sheet) heading(players int) string {
	var b strings.Builder
	b.WriteString(strings.Repeat(" ", s.digits+3))
	for p := range players {
		fmt.Fprintf(&b, "%-*s", s.column, fmt.Sprintf("p%d", p+1))
	}
	b.WriteString("common pile")
	return b.String()
}

// number begins a line with its number.
func (s *sheet) number(b []byte) []byte {
	return fmt.Appendf(b, "%*d   ", s.digits, s.line)
}

// takes appends the line for a take, with the players who are out after it.
func (s *sheet) takes(b []byte, t *Table, taker int) []byte {
	b = s.number(b)
	for p := range t.Hands {
		word := ""
		switch {
		case p == taker:
			word = "TAKES"
		case slices.Contains(t.out, p):
			word = "OUT"
		}
		b = fmt.Appendf(b, "%-*s", s.column, word)
	}
	return b
}

// position appends the line with every hand and the pile.
func (s *sheet) position(b []byte, t *Table) []byte {
	b = s.number(b)
	for p := range t.Hands {
		b = s.cards(b, t.Hands[p].Cards())
	}
	b = s.cards(b, t.Common.Cards())
	if s.line < s.lines {
		return b
	}
	switch s.outcome.Ending {
	case game.Stuck:
		b = append(b, " // common pile can't be taken"...)
	case game.Loop:
		b = fmt.Appendf(b, " // loop (line %d)", linesTo(s.outcome.Lead))
	case game.Undecided:
		b = fmt.Appendf(b, " // undecided after %d plays", s.outcome.Length.Plays)
	}
	return b
}

// cards appends a hand or the pile, and blanks up to the end of its column.
func (s *sheet) cards(b []byte, ids []uint16) []byte {
	for i, id := range ids {
		if s.gap > 0 && i > 0 {
			b = append(b, ' ')
		}
		b = append(b, s.faces[id]...)
	}
	used := max(s.width(ids)-s.gap, 0)
	return append(b, strings.Repeat(" ", max(s.column-used, 0))...)
}

func (s *sheet) verdict() string {
	var names []string
	for _, p := range s.outcome.Left {
		names = append(names, fmt.Sprintf("p%d", p+1))
	}
	switch s.outcome.Ending {
	case game.Won:
		return names[0] + " wins"
	case game.Undecided:
		return "undecided"
	}
	return strings.Join(names, ", ") + " in game"
}
