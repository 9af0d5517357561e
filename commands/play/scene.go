package play

import (
	"fmt"
	"strings"

	"nonna/commands/words"
	"nonna/engine/clock"
	"nonna/engine/penalty"
	"nonna/engine/snap"
)

// scene draws one moment of a game while it is replayed.
type scene struct {
	say      *words.Printer
	want     int64 // the move to draw
	move     int64
	text     string
	at       int64
	nextTake int64
	faces    []string // the texts of the cards, by their ids or numbers
}

func newScene(say *words.Printer, want int64) *scene {
	return &scene{say: say, want: want, move: -1}
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

// cast is who plays a penalty game, and with what.
type cast struct {
	// rows name the players' rows, names stand for them in sentences.
	rows, names []string
	// numbered tells that names are numbers, of which sentences say what they are.
	numbered bool
	// faces are the texts of the cards, by their ids.
	faces []string
}

// sentence is the message of an id that fits how the players are named.
func (c cast) sentence(id string) string {
	if c.numbered {
		return "replay.numbered." + id
	}
	return "replay." + id
}

// watchPenalty draws a penalty game.
func (s *scene) watchPenalty(c cast) func(*penalty.Table, penalty.Move) {
	s.faces = c.faces
	return func(t *penalty.Table, m penalty.Move) {
		if !s.next(m.Kind == penalty.Took) {
			return
		}
		rows := newRows(s.say)
		for p, name := range c.rows {
			hand := t.Hand(p)
			rows.add(name, s.cards(hand), t.Out(p), fmt.Sprint(len(hand)))
		}
		rows.pile(s.cards(t.Pile()), len(t.Pile()))
		s.text = rows.String() + "\n" + penaltyMove(s.say, t, m, c)
	}
}

// penaltyMove says what the last move did, and what is owed.
func penaltyMove(say *words.Printer, t *penalty.Table, m penalty.Move, c cast) string {
	var text string
	switch m.Kind {
	case penalty.Played:
		text = say.Say(c.sentence("played"), words.Args{"who": c.names[m.Player], "card": c.faces[m.Card]})
	case penalty.Took:
		text = say.Say(c.sentence("took"), words.Args{"who": c.names[m.Player]})
	case penalty.WentOut:
		text = say.Say(c.sentence("failed"), words.Args{"who": c.names[m.Player]})
	default:
		text = say.Say("replay.deal", nil)
	}
	if debt, owner := t.Debt(); debt > 0 {
		text += " " + say.Say(c.sentence("owes"), words.Args{
			"who": c.names[t.Turn()], "owner": c.names[owner], "cards": say.Count("count.cards", int64(debt)),
		})
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
		rows := newRows(s.say)
		for p := range t.Players() {
			hand := t.Hand(p)
			rows.add(s.say.Say("replay.player", words.Args{"number": fmt.Sprint(p + 1)}), s.cards(hand), t.Out(p), fmt.Sprint(len(hand)))
		}
		pile := t.Pile()
		shown := pile[max(len(pile)-sceneCards, 0):] // its top is at the end
		texts := s.cards(shown)
		if len(shown) < len(pile) {
			texts = append([]string{"…"}, texts...)
		}
		rows.pile(texts, len(pile))
		s.text = rows.String() + "\n" + snapMove(s.say, m)
	}
}

func snapMove(say *words.Printer, m snap.Move) string {
	args := words.Args{"number": m.Player + 1}
	switch m.Kind {
	case snap.Played:
		return say.Say("replay.snap-played", args)
	case snap.Rotated:
		return say.Say("replay.snap-turned", args)
	case snap.Took:
		return say.Say("replay.snap-took", args)
	}
	return say.Say("replay.deal", nil)
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
	draw(false, s.say.Say("replay.clock-deal", nil))
	return func(t clock.Turn) {
		left[t.Pile] = t.Left
		draw(t.Card == 0, s.say.Say("replay.clock-turned", words.Args{"pile": t.Pile, "card": t.Card}))
	}
}

// rows sets names and cards under one another.
type rows struct {
	say   *words.Printer
	lines []string
}

func newRows(say *words.Printer) *rows { return &rows{say: say} }

// add adds a player's hand, as long as there is room.
func (r *rows) add(name string, cards []string, out bool, count string) {
	switch {
	case len(r.lines) == scenePlayers:
		r.lines = append(r.lines, "…")
		return
	case len(r.lines) > scenePlayers:
		return
	}
	text := r.text(cards)
	if out {
		text = r.say.Say("replay.out", nil)
	}
	r.line(name, count, text)
}

// pile adds the pile, for which there is always room.
func (r *rows) pile(cards []string, count int) {
	r.line(r.say.Say("replay.pile", nil), fmt.Sprint(count), r.text(cards))
}

func (r *rows) text(cards []string) string {
	if len(cards) == 0 {
		return r.say.Say("replay.no-cards", nil)
	}
	return strings.Join(cards, " ")
}

func (r *rows) line(name, count, text string) {
	r.lines = append(r.lines, fmt.Sprintf("%-4s %3s  %s", name, count, strings.ReplaceAll(text, "`", "'")))
}

func (r *rows) String() string { return strings.Join(r.lines, "\n") + "\n" }
