package commands

import (
	"fmt"
	"strings"

	"nonna/engine/card"
	"nonna/engine/clock"
	"nonna/engine/penalty"
	"nonna/engine/snap"
)

// scene draws one moment of a game while it is replayed.
type scene struct {
	want     int64 // the move to draw
	move     int64
	text     string
	at       int64
	nextTake int64
	faces    []string // the cards of a penalty game by id
}

func newScene(want int64) *scene { return &scene{want: want, move: -1} }

func (s *scene) addCards(h []card.Card) {
	for _, c := range h {
		s.faces = append(s.faces, c.String())
	}
}

// next counts a move, and tells whether it is the one to draw: that, or as
// long as it has not come, the last so far.
func (s *scene) next(takes bool) bool {
	s.move++
	if takes && s.move > s.want && s.nextTake == 0 {
		s.nextTake = s.move
	}
	if s.move <= s.want {
		s.at = s.move
	}
	return s.move == s.want
}

func (s *scene) moment() moment {
	return moment{text: s.text, at: s.at, of: s.move, nextTake: s.nextTake}
}

// A moment has room for a few players and the nearest cards of each hand: a
// message holds 4,096 characters, and nobody reads more.
const (
	scenePlayers = 12
	sceneCards   = 30
)

// watchPenalty draws a penalty game.
func (s *scene) watchPenalty(names []string) func(*penalty.Table, penalty.Move) {
	return func(t *penalty.Table, m penalty.Move) {
		if !s.next(m.Kind == penalty.Took) {
			return
		}
		rows := newRows()
		for p, name := range names {
			hand := t.Hand(p)
			rows.add(name, s.cards(hand), t.Out(p), fmt.Sprint(len(hand)))
		}
		rows.add("pile", s.cards(t.Pile()), false, fmt.Sprint(len(t.Pile())))
		s.text = rows.String() + "\n" + penaltyMove(t, m, names, s.faces)
	}
}

// penaltyMove says what the last move did, and what is owed.
func penaltyMove(t *penalty.Table, m penalty.Move, names, faces []string) string {
	var text string
	switch m.Kind {
	case penalty.Played:
		text = fmt.Sprintf("%s played %s.", names[m.Player], faces[m.Card])
	case penalty.Took:
		text = fmt.Sprintf("%s took the pile.", names[m.Player])
	case penalty.WentOut:
		text = fmt.Sprintf("%s had to play and could not.", names[m.Player])
	default:
		text = "The deal."
	}
	if debt, owner := t.Debt(); debt > 0 {
		text += fmt.Sprintf(" %s owes %s %s.", names[t.Turn()], names[owner], counted(int64(debt), "card"))
	}
	return text
}

func (s *scene) cards(ids []uint16) []string {
	texts := make([]string, 0, min(len(ids), sceneCards))
	for _, id := range ids[:min(len(ids), sceneCards)] {
		texts = append(texts, s.faces[id])
	}
	if len(ids) > sceneCards {
		texts = append(texts, "…")
	}
	return texts
}

// watchSnap draws a game of Snap.
func (s *scene) watchSnap(d snap.Deal) func(*snap.Table, snap.Move) {
	s.faces = snap.Faces(d)
	return func(t *snap.Table, m snap.Move) {
		if !s.next(m.Kind == snap.Took) {
			return
		}
		rows := newRows()
		for p := range t.Players() {
			hand := t.Hand(p)
			rows.add(fmt.Sprintf("p%d", p+1), s.cards(hand), t.Out(p), fmt.Sprint(len(hand)))
		}
		pile := t.Pile()
		shown := pile[max(len(pile)-sceneCards, 0):] // its top is at the end
		texts := s.cards(shown)
		if len(shown) < len(pile) {
			texts = append([]string{"…"}, texts...)
		}
		rows.add("pile", texts, false, fmt.Sprint(len(pile)))
		s.text = rows.String() + "\n" + snapMove(m)
	}
}

func snapMove(m snap.Move) string {
	switch m.Kind {
	case snap.Played:
		return fmt.Sprintf("Player %d played the top card.", m.Player+1)
	case snap.Rotated:
		return fmt.Sprintf("Player %d, without cards, turned the pile.", m.Player+1)
	case snap.Took:
		return fmt.Sprintf("Player %d took the pile.", m.Player+1)
	}
	return "The deal."
}

// watchClock draws Clock patience: what lies face down in each pile. The deal
// itself is no move, so it is drawn first.
func (s *scene) watchClock() func(clock.Turn) {
	var left [clock.Piles]int
	for p := range left {
		left[p] = clock.Each
	}
	draw := func(takes bool, said string) {
		if !s.next(takes) {
			return
		}
		var b strings.Builder
		for p, n := range left {
			fmt.Fprintf(&b, "%2d  %s%s", p, strings.Repeat("■ ", n), strings.Repeat("· ", clock.Each-n))
			if p%2 == 1 || p == len(left)-1 {
				b.WriteByte('\n')
			} else {
				b.WriteString("   ")
			}
		}
		s.text = b.String() + "\n" + said
	}
	draw(false, "The deal: four cards lie face down in every pile.")
	return func(t clock.Turn) {
		left[t.Pile] = t.Left
		draw(t.Card == 0, fmt.Sprintf("Pile %d turned up a %d, which goes to pile %d.", t.Pile, t.Card, t.Card))
	}
}

// rows sets names and cards under one another.
type rows struct{ lines []string }

func newRows() *rows { return &rows{} }

func (r *rows) add(name string, cards []string, out bool, count string) {
	switch {
	case name != "pile" && len(r.lines) == scenePlayers:
		r.lines = append(r.lines, "…")
		return
	case name != "pile" && len(r.lines) > scenePlayers:
		return
	}
	text := strings.Join(cards, " ")
	switch {
	case out:
		text = "out"
	case len(cards) == 0:
		text = "no cards"
	}
	r.lines = append(r.lines, fmt.Sprintf("%-4s %3s  %s", name, count, strings.ReplaceAll(text, "`", "'")))
}

func (r *rows) String() string { return strings.Join(r.lines, "\n") + "\n" }
