package penalty

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"nonna/engine/game"
	"nonna/engine/trace"
)

// Layout is the parts of a trace that differ between the penalty games.
type Layout struct {
	// Report is the last line of JSON Lines, where Player names a player: "A", or 0. With Deck
	// the first line has the deck.
	Report Report
	Player func(seat int) any
	Deck   bool
	// Counter heads the first column, which has the round, or with ByCard the number
	// of cards played.
	Counter string
	ByCard  bool
	// Players heads the columns of the hands, and names the players elsewhere.
	Players []string
	// Pile heads the column of the pile, Due the last one.
	Pile, Due string
	// Owes returns the text for a player who owes cards.
	Owes func(player string, cards int) string
	// Closing is a last line; it may be "".
	Closing string
}

// gap is the space between two columns.
const gap = 3

// WriteTrace writes a settled game as a table or as JSON Lines.
func (d Deal) WriteTrace(ctx context.Context, w io.Writer, o game.Outcome, l Layout, opts trace.Options) error {
	if opts.Format == trace.JSONLines {
		return d.writeEvents(ctx, w, o, l)
	}
	return d.writeText(ctx, w, o, l, opts)
}

// writeText writes a settled game as a table: a row for the deal, one for every card and one for
// every pile taken. The rows where a loop begins, and begins again, say so. It plays the game
// twice, to measure the columns first, so memory does not grow with the game.
func (d Deal) writeText(ctx context.Context, w io.Writer, o game.Outcome, l Layout, opts trace.Options) error {
	g := &grid{Layout: l, outcome: o, cards: d.Texts(), empty: "-", shown: len(d.Hands) > 2}
	if d.HasBlanks() {
		g.empty = "(none)" // "-" is a card here
	}
	for column, heading := range g.headings() {
		g.widen(column, len(heading))
	}
	if err := g.survey(ctx, d, o); err != nil {
		return err
	}
	out := trace.NewWriter(w, opts, g.rows)
	heading := g.line(nil, func(b []byte, column int) []byte { return append(b, g.headings()[column]...) })
	out.Plain(string(heading) + g.Due)
	out.Plain("")
	err := d.Replay(ctx, o, o.Length.Plays, func(t *Table, m Move) {
		if g.shows(m) {
			out.Line(func(b []byte) []byte { return g.row(b, t, m) })
		}
	})
	if err != nil {
		return err
	}
	if l.Closing != "" {
		out.Plain("")
		out.Plain(l.Closing)
	}
	return out.Close()
}

// grid is the table being written.
type grid struct {
	Layout
	outcome game.Outcome
	cards   []string // the text of every card, by id
	empty   string   // the text of a hand or pile without cards
	shown   bool     // whether going out has a row: with two players it is the end
	widths  []int
	rows    int64
}

// headings returns the headings of all columns but the last, whose width is not needed.
func (g *grid) headings() []string {
	return append(append([]string{g.Counter}, g.Players...), g.Pile)
}

// widen makes a column at least as wide as a text in it.
func (g *grid) widen(column, width int) {
	for len(g.widths) <= column {
		g.widths = append(g.widths, 0)
	}
	g.widths[column] = max(g.widths[column], width)
}

// shows reports whether a move has a row of its own.
func (g *grid) shows(m Move) bool { return m.Kind != game.WentOut || g.shown }

// survey plays the game once to count the rows and measure the columns. Only
// the hand that changed is measured, by adding and subtracting its card, so
// that a row costs constant time however many cards are held.
func (g *grid) survey(ctx context.Context, d Deal, o game.Outcome) error {
	hands := make([]int, len(d.Hands)) // texts with a space after each card
	pile := 0
	return d.Replay(ctx, o, o.Length.Plays, func(t *Table, m Move) {
		switch m.Kind {
		case game.Played:
			n := len(g.cards[m.Card]) + 1
			hands[m.Player] -= n
			pile += n
		case game.Took:
			hands[m.Player] += pile
			pile = 0
			g.widen(m.Player+1, hands[m.Player]-1)
		case game.WentOut:
		default:
			for p := range hands {
				hands[p] = g.textWidth(t.Hand(p))
				g.widen(p+1, max(hands[p]-1, len(g.empty)))
			}
		}
		g.widen(len(hands)+1, max(pile-1, len(g.empty)))
		if g.shows(m) {
			g.rows++
			g.widen(0, len(g.counter(t.Length)))
		}
	})
}

// textWidth returns the length of cards written with a space after each.
func (g *grid) textWidth(ids []uint16) int {
	n := 0
	for _, id := range ids {
		n += len(g.cards[id]) + 1
	}
	return n
}

// line returns a line but for its last column.
func (g *grid) line(b []byte, cell func(b []byte, column int) []byte) []byte {
	end := 0
	for column, width := range g.widths {
		end += width + gap
		for b = cell(b, column); len(b) < end; {
			b = append(b, ' ')
		}
	}
	return b
}

// row appends one row to an empty line.
func (g *grid) row(b []byte, t *Table, m Move) []byte {
	b = g.line(b, func(b []byte, column int) []byte {
		switch {
		case column == 0:
			return append(b, g.counter(t.Length)...)
		case column <= t.Players():
			return g.appendCards(b, t.Hand(column-1))
		}
		return g.appendCards(b, t.Pile())
	})
	return append(append(b, g.dueText(t, m)...), g.mark(t, m)...)
}

// mark returns what is noted behind a row where a loop begins, "" for other rows.
func (g *grid) mark(t *Table, m Move) string {
	switch {
	case g.outcome.Ending != game.Loop || m.Kind == game.WentOut:
		return ""
	case t.Length == g.outcome.Lead:
		return "   // the loop begins"
	case t.Length == g.outcome.Length:
		return fmt.Sprintf("   // the loop begins again (%s %s)", strings.ToLower(g.Counter), g.counter(g.outcome.Lead))
	}
	return ""
}

func (g *grid) appendCards(b []byte, ids []uint16) []byte {
	if len(ids) == 0 {
		return append(b, g.empty...)
	}
	for i, id := range ids {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, g.cards[id]...)
	}
	return b
}

// counter returns the text of the first column. A round begins when the previous pile
// has been taken.
func (g *grid) counter(at game.Length) string {
	if g.ByCard {
		return strconv.FormatInt(at.Plays, 10)
	}
	return strconv.FormatInt(at.Takes+1, 10)
}

// dueText returns the text of the last column.
func (g *grid) dueText(t *Table, m Move) string {
	switch {
	case m.Kind == game.WentOut:
		return fmt.Sprintf("%s is out", g.Players[m.Player])
	case t.debt > 0:
		return g.Owes(g.Players[t.Turn], t.debt)
	}
	return "-"
}
