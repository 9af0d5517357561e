package film

import (
	"math"
	"slices"

	"nonna/commands/picture/canvas"
	"nonna/engine/game"
)

// The parts of a frame in pixels.
const (
	margin     = 24.0
	headDepth  = 58.0
	nameRoom   = 84.0
	chartDepth = 132.0 // for two players; each more takes chartShare of it
	chartShare = 14.0
)

// pileRow is the seat of the pile's row.
const pileRow = -1

// stage is where the cards are: a row for each hand and the pile, from the top down.
type stage struct {
	rows        []int // the seats, and pileRow
	cards       []face
	priced      bool    // cards differ in what they cost
	left, width float64 // of the rows
	top, room   float64 // of the first row, from the top of the frame, and the height of each
	lines       int     // of each row
	wide        float64 // the width of the widest card
	full        float64 // the height of the highest card
	chart       float64 // the height of the chart above, 0 for none
}

// face is what a card looks like.
type face struct {
	text        string
	dear        bool    // costs something
	broad, tall float64 // parts of the widest and the highest
	named       bool    // its text is shown
}

// newStage returns the stage of a film, without rows if the chart is shown alone.
func newStage(f *film) stage {
	s := stage{left: margin + nameRoom, lines: 1}
	switch {
	case f.alone():
		s.chart = height - headDepth - margin
		return s
	case f.loops():
		s.left, s.lines = 2*margin+2*ringOuter+nameRoom, 2
	case !f.flies():
		s.chart = chartDepth - chartShare*float64(f.hands-2)
	}
	s.rows = rows(f.hands)
	s.setFaces(f)
	s.width = width - s.left - margin
	s.top = headDepth + s.chart
	if s.chart > 0 {
		s.top += 10
	}
	s.room = (height - s.top - 18) / float64(len(s.rows))
	s.setSize(f)
	return s
}

// rows returns the seats in rows. Two players face each other over the pile.
func rows(players int) []int {
	if players == 2 {
		return []int{1, pileRow, 0}
	}
	var list []int
	for seat := range players {
		list = append(list, seat)
	}
	return append(list, pileRow)
}

// setFaces sets what the cards look like: as high as they are dear, or else equal ones
// equally high.
func (s *stage) setFaces(f *film) {
	shown, priced := f.play.(game.Shown)
	if s.priced = priced; !priced {
		kinds := min(max(len(f.play.Faces())-2, 1), 5)
		for id, text := range f.play.Faces() {
			s.cards = append(s.cards, face{text: text, broad: 1, named: true, tall: 0.55 + 0.45*float64((id+5)%6)/float64(kinds)})
		}
		return
	}
	for _, card := range slices.Concat(shown.Hands()...) {
		c := face{text: card.Text, dear: card.Cost > 0, broad: 1, named: true, tall: 0.52 + 0.12*float64(card.Cost)}
		if !c.dear {
			c = cheap(card.Text, f.flies())
		}
		s.cards = append(s.cards, c)
	}
}

// cheap returns the look of a number card. Its text is shown if it is large.
func cheap(text string, large bool) face {
	if large {
		return face{text: text, broad: 1, tall: 0.5, named: true}
	}
	return face{text: text, broad: 0.5, tall: 0.36}
}

// setSize chooses the largest cards of which four fifths fit in a row: of more, one covers
// the next, as in a held fan.
func (s *stage) setSize(f *film) {
	sum := 0.0
	for _, c := range s.cards {
		sum += c.broad
	}
	if !s.priced { // the cards of Faces are kinds
		sum = float64(f.cards)
	}
	s.wide = math.Floor(2*min(s.width*float64(s.lines)/(sum*0.8), 64)) / 2
	tall := 2.0
	if !s.priced {
		tall = 1.7
	}
	s.full = math.Round(min(s.wide*tall, s.room/float64(s.lines)-14))
	s.wide = min(s.wide, s.full*0.9)
}

// gap returns the room between two cards.
func (s *stage) gap() float64 { return max(1.5, math.Round(s.wide/11)) }

// looks returns what cards look like.
func (s *stage) looks(ids []uint16) []face {
	list := make([]face, len(ids))
	for i, id := range ids {
		list[i] = s.cards[id]
	}
	return list
}

// spots returns the lower left corners of cards beside each other in a row.
func (s *stage) spots(row int, cards []face) []canvas.Point {
	sum := 0.0
	for _, c := range cards {
		sum += c.broad * s.wide
	}
	squeeze := min(1, (s.width*float64(s.lines)-s.wide*float64(2*s.lines-1)*0.8)/max(sum-s.wide, 1))
	list := make([]canvas.Point, len(cards))
	x, line := 0.0, 0
	for i, c := range cards {
		w := c.broad * s.wide
		if x+w > s.width+1 && line < s.lines-1 {
			x, line = 0, line+1
		}
		list[i] = canvas.Point{X: s.left + x, Y: s.shelf(row, line)}
		x += w * squeeze
	}
	return list
}

// shelf returns the height on which the cards of a line of a row are.
func (s *stage) shelf(row, line int) float64 {
	depth := s.full + 9
	block := depth * float64(s.lines)
	bottom := s.top + s.room*float64(row) + (s.room+block)/2 - depth*float64(s.lines-1-line) - 4.5
	return height - bottom
}

// middle returns the height of the middle of a row.
func (s *stage) middle(row int) float64 { return height - (s.top + s.room*(float64(row)+0.5)) }

// row returns the row of a seat, or of the pile.
func (s *stage) row(seat int) int { return slices.Index(s.rows, seat) }
