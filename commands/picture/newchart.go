package picture

import (
	"slices"

	"nonna/engine/game"
)

// newChart returns the chart of a recorded replay.
func (p painter) newChart(s *chartInput, b *bands, progress *progress) *chart {
	ch := &chart{
		chartInput: s, said: s.describe(progress), ends: p.Phrase(s.Units[0].Count(s.last())),
	}
	if s.byTake {
		ch.ends = p.Phrase(s.Units[1].Count(s.last()))
	}
	title, line := s.verdict()
	ch.head = head{p.Phrase(title), p.Phrase(name(s.Game)), p.Phrase(line), p.Say("picture.held", nil)}
	if s.Ending == game.Loop && !s.cut() {
		ch.loops, ch.lead = true, s.place(s.Lead)
	}
	for i, seat := range b.order {
		ch.bands = append(ch.bands, p.band(s, b, seat, b.tops[i]))
	}
	if len(s.hands) > 2 { // of two, the verdict says it
		ch.drops = ch.dropsOf(b, progress.exits)
	}
	ch.deal, ch.rows = p.layOut(p.handsOf(s, ch, b))
	return ch
}

// band returns the area of a seat, of the pile or of the rest.
func (p painter) band(s *chartInput, b *bands, seat int, top *series) band {
	switch seat {
	case pile:
		text := p.Say("picture.pile", nil)
		return band{text, text, pileFill, true, top, pile}
	case rest:
		text := p.Count("count.others", int64(len(s.hands)-len(b.seats)))
		return band{text, text, faint, false, top, rest}
	}
	return band{p.Phrase(s.Seats.Label("picture.player", seat)), p.Phrase(s.short(seat)), hues()[slices.Index(b.seats, seat)], false, top, seat}
}

// short returns what a seat is called where there is little room, also if its player has a name.
func (s *chartInput) short(seat int) game.Phrase {
	seats := s.Seats
	seats.Names = nil
	return seats.Label("picture.short", seat)
}

// verdict returns the title of a chart and the line below.
func (s *chartInput) verdict() (title, line game.Phrase) {
	length := s.length(s.Length)
	line = phrase("picture.after", game.Args{"length": length})
	switch s.Ending {
	case game.Won:
		title = phrase("picture.wins", game.Args{"who": s.Seats.Phrase(s.Winner())})
	case game.Loop:
		title, line = phrase("picture.endless", nil), phrase("picture.every", game.Args{"length": s.length(s.Cycle())})
	case game.Undecided:
		title, line = phrase("picture.undecided", nil), length[0]
	default:
		title = phrase("picture.stuck", nil)
	}
	if s.cut() {
		line = phrase("picture.shown", game.Args{"shown": s.drawn(), "all": length[0]})
	}
	return title, line
}

// dropsOf returns the marks of players who dropped out.
func (ch *chart) dropsOf(b *bands, exits []exit) []drop {
	var list []drop
	for _, e := range exits {
		at := b.index(e.seat)
		low, _ := b.tops[at].span(e.x, e.x)
		list = append(list, drop{e.x, low, e.seat, ch.bands[at].fill})
	}
	return list
}

// outLabel returns the label of players who dropped out: their names if they are few.
func (p painter) outLabel(s *chartInput, seats []int) string {
	who := p.Count("count.players", int64(len(seats)))
	if len(seats) < maxPlayers {
		var names []string
		for _, seat := range seats {
			names = append(names, p.Phrase(s.short(seat)))
		}
		who = p.List(names)
	}
	return p.Say("picture.out", game.Args{"who": who})
}
