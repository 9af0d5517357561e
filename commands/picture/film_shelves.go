package picture

import (
	"math"
	"slices"
	"strings"

	"nonna/commands/picture/canvas"
	"nonna/engine/game"
)

// The parts of a frame in pixels.
const (
	filmHead    = 58.0
	chartDepth  = 132.0 // for two players; each more takes chartShare of it
	chartShare  = 14.0
	legendDepth = 48.0
	shelfDepth  = 9.0 // between the cards of two rows
)

// The sizes of cards and their letters in pixels.
const (
	maxCard   = 64.0
	maxLetter = 38.0
	minLetter = 12.0
	minNamed  = 12.0 // the width of the narrowest card with a text
	leastCard = 40.0 // the width of a card in play, if those far from play become bars
	barPitch  = 4.0  // of bars, at most
)

// pileRow is the seat of the pile's row.
const pileRow = -1

// shelves are where the cards lie: a row for each hand and the pile, from the top down.
type shelves struct {
	rows        []int // the seats, and pileRow
	cards       []cardLook
	priced      bool    // cards differ in what they cost
	tags        float64 // the width of what is written in front of the rows
	left, width float64 // of the rows
	height      float64 // of the frame
	top, room   float64 // of the first row, from the top of the frame, and the height of each
	wide        float64 // the width of the widest card
	full        float64 // the height of the highest card
	near        int     // how many cards of a row are not bars, 0 if none is
	bar         float64 // the pitch of bars
	chart       float64 // the height of the chart above, or 0
}

// cardLook is what a card looks like.
type cardLook struct {
	text        string
	dear        bool    // costs something
	broad, tall float64 // parts of the widest and the highest
	letters     float64 // the size of its text, 0 if it is not shown
	bar         float64 // the pitch of a bar, 0 for a card
}

// newShelves returns the shelves of a film, without rows if the chart is shown alone.
func newShelves(f *film) shelves {
	var s shelves
	for seat := range f.hands {
		s.tags = max(s.tags, tag{name: f.Seats.Name(seat)}.room(f.pool))
	}
	s.left = margin + s.tags
	switch {
	case f.alone():
		s.chart = float64(f.height) - filmHead - margin - legendDepth
		return s
	case f.loops():
		s.left = 2*margin + 2*ringOuter + s.tags
	case !f.flies():
		s.chart = chartDepth - chartShare*float64(len(f.hands)-2)
	}
	s.rows = rows(len(f.hands))
	s.setFaces(f)
	s.width = pageWidth - s.left - margin
	s.top = filmHead + s.chart
	if s.chart > 0 {
		s.top += 10
	}
	s.height = float64(f.height)
	s.room = (s.height - s.top - 18) / float64(len(s.rows))
	s.setSize(f)
	s.setLetters(f)
	return s
}

// rows returns the seats in rows, from the top down. Two players face each other over the pile.
func rows(players int) []int {
	if players == 2 {
		return []int{0, pileRow, 1}
	}
	var list []int
	for seat := range players {
		list = append(list, seat)
	}
	return append(list, pileRow)
}

// setFaces sets what the cards look like: as high as they are dear, or else equal ones
// equally high.
func (s *shelves) setFaces(f *film) {
	shown, priced := f.play.(game.Shown)
	if s.priced = priced; !priced {
		s.cards = kinds(readable(f.pool, f.play.Faces()))
		return
	}
	for _, card := range slices.Concat(shown.Hands()...) {
		c := cardLook{text: card.Text, dear: card.Cost > 0, broad: 1, tall: tall(card.Cost)}
		if !c.dear {
			c = cheap(card.Text, f.flies())
		}
		s.cards = append(s.cards, c)
	}
}

// cheap returns the look of a number card. Its text is shown if it is large.
func cheap(text string, large bool) cardLook {
	if large {
		return cardLook{text: text, broad: 1, tall: 0.5}
	}
	return cardLook{broad: 0.5, tall: tall(0)}
}

// kinds returns the looks of kinds of cards. The first has no text.
func kinds(texts []string) []cardLook {
	const most = 6 // different heights
	steps := min(max(len(texts)-2, 1), most-1)
	list := make([]cardLook, len(texts))
	for id, text := range texts {
		list[id] = cardLook{text: text, broad: 1, tall: 0.55 + 0.45*float64((id+most-1)%most)/float64(steps)}
	}
	return list
}

// Letters returns which letter stands in films of a play for each card, such as "A = 🍎",
// nothing if the cards have their own texts.
func (r *Renderer) Letters(play game.Play) []string {
	if _, priced := play.(game.Shown); priced {
		return nil
	}
	var list []string
	faces := play.Faces()
	for i, text := range readable(r.pool, faces) {
		if i > 0 && text != plainSign(faces[i]) {
			list = append(list, text+" = "+faces[i])
		}
	}
	return list
}

// plainSign returns a text without what asks for the colourful form of a sign.
func plainSign(text string) string { return strings.ReplaceAll(text, "\uFE0F", "") }

// readable returns texts, or letters in their place if there are no letters for some of
// them, as for emojis.
func readable(p *canvas.Pool, texts []string) []string {
	list := slices.Clone(texts)
	for i, text := range list {
		list[i] = plainSign(text)
	}
	if p.Has(strings.Join(list, "")) {
		return list
	}
	for i := range list {
		list[i] = string(rune('A' + (i+25)%26))
	}
	return list
}

// setSize chooses the largest cards that let four fifths of all fit in a row. More cover each other,
// as in a held fan.
func (s *shelves) setSize(f *film) {
	sum := float64(f.cards)
	if s.priced { // else the cards are kinds
		sum = 0
		for _, c := range s.cards {
			sum += c.broad
		}
	}
	word, tall := s.widest(f.pool), 2.0
	if !s.priced {
		tall = 1.7
	}
	wide := math.Floor(2*min(s.width/(sum*0.8), max(maxCard, word), s.width)) / 2
	s.full = math.Round(min(min(wide, maxCard)*tall, s.room-shelfDepth-5))
	if s.wide = min(wide, max(s.full*0.9, word)); s.wide < leastCard {
		s.setBars(f, sum/float64(f.cards))
	}
}

// setBars makes the cards in play large, and bars of the others, where all cards would be too small
// to be read on a phone. broad is how broad a card is on average.
func (s *shelves) setBars(f *film, broad float64) {
	s.wide = leastCard
	s.full = math.Round(min(2*leastCard, s.room-shelfDepth-5))
	s.bar = min(barPitch, s.width*0.4/float64(f.cards))
	s.near = max(int((s.width-s.bar*float64(f.cards))/(broad*s.wide-s.bar)), 3)
}

// widest returns the width of a card on which the longest text is legible at half size.
func (s *shelves) widest(p *canvas.Pool) float64 {
	most := 0.0
	for _, c := range s.cards {
		most = max(most, p.Width(bold(smallName, ink), c.text)+12)
	}
	return most
}

// setLetters chooses the largest letters that fit on each card. A text that is still too
// long is cut.
func (s *shelves) setLetters(f *film) {
	for i, c := range s.cards {
		w, h := s.size(c)
		if w < minNamed || c.text == "" {
			continue
		}
		text := []rune(c.text)
		style := bold(math.Round(min(w*0.9, h*0.8, maxLetter)), ink)
		for len(text) > 1 && f.pool.Width(style, string(text)) > w-2 {
			if style.Size > minLetter {
				style.Size--
			} else {
				text = text[:len(text)-1]
			}
		}
		s.cards[i].text, s.cards[i].letters = string(text), style.Size
	}
}

// gap returns the room between two cards.
func (s *shelves) gap() float64 { return max(1.5, math.Round(s.wide/11)) }

// barGap is the room between two bars.
const barGap = 1

// size returns the width and the height of a card in pixels.
func (s *shelves) size(c cardLook) (w, h float64) {
	if c.bar > 0 {
		return c.bar - barGap, math.Round(c.tall * s.full)
	}
	return c.broad*s.wide - s.gap(), math.Round(c.tall * s.full)
}

// hand returns what the cards of a hand look like once a number was played. The next ones are near.
func (s *shelves) hand(ids []uint16, played int) []cardLook {
	begin := 0
	if s.near > 0 {
		begin = played / s.near * s.near
	}
	return s.looks(ids, begin, begin+s.near)
}

// pile returns what the cards of the pile look like. The last ones are near.
func (s *shelves) pile(ids []uint16) []cardLook { return s.looks(ids, len(ids)-s.near, len(ids)) }

// looks returns what cards look like. Those from one to before another are near, the others bars.
func (s *shelves) looks(ids []uint16, from, to int) []cardLook {
	list := make([]cardLook, len(ids))
	for i, id := range ids {
		list[i] = s.cards[id]
		if s.near > 0 && (i < from || i >= to) {
			list[i].bar, list[i].broad, list[i].letters = s.bar, s.bar/s.wide, 0
		}
	}
	return list
}

// spots returns the lower left corners of cards beside each other in a row. If there is no
// room, each covers a part of the one before, but for a number of outlines at the end.
func (s *shelves) spots(row int, cards []cardLook, outlines int) []canvas.Point {
	list := make([]canvas.Point, len(cards))
	squeeze, last := s.squeeze(cards, outlines), len(cards)-1-outlines
	x := 0.0
	for i, c := range cards {
		w := c.broad * s.wide
		list[i] = canvas.Point{X: s.left + x, Y: s.shelf(row)}
		if i < last {
			w *= squeeze
		}
		x += w
	}
	return list
}

// squeeze returns which part of each card but the last is seen if they are to fit in a row
// with the outlines behind.
func (s *shelves) squeeze(cards []cardLook, outlines int) float64 {
	room := s.width + s.gap()
	if n := len(cards); n > 0 && cards[n-1].bar > 0 {
		room += barGap - s.gap()
	}
	covered := 0.0
	for i, c := range cards {
		if i < len(cards)-1-outlines {
			covered += c.broad * s.wide
		} else {
			room -= c.broad * s.wide
		}
	}
	if covered == 0 {
		return 1
	}
	return min(1, room/covered)
}

// shelf returns the height on which the cards of a row are.
func (s *shelves) shelf(row int) float64 {
	return s.height - s.top - s.room*(float64(row)+0.5) - s.full/2
}

// middle returns the height of the middle of a row.
func (s *shelves) middle(row int) float64 { return s.shelf(row) + s.full/2 }

// row returns the row of a seat, or of the pile.
func (s *shelves) row(seat int) int { return slices.Index(s.rows, seat) }

// layout records what a [game.Table] does not have: who played the cards of the pile, and
// where the cards of the hands lie.
type layout struct {
	owners []int      // of the pile's cards
	slots  [][]uint16 // the hands when the pile was taken last: a card played leaves a gap
	held   []int      // the number of cards of each hand
	before []int      // held before the last move
	pile   int        // the number of cards in the pile before the last move
}

// newLayout returns the state before the deal.
func newLayout() *layout { return &layout{} }

// update follows a step.
func (l *layout) update(s game.Step) {
	n := s.Table.Players()
	if s.Move == game.Dealt {
		*l = layout{slots: make([][]uint16, n), held: make([]int, n), before: make([]int, n)}
	}
	l.pile = len(l.owners)
	switch {
	case s.Move == game.Took:
		l.owners = l.owners[:0]
	case s.Move == game.Played && len(s.Table.Pile()) == len(l.owners): // the bottom card was played again
		l.owners = append(l.owners[1:], s.Seat)
	case s.Move == game.Played:
		l.owners = append(l.owners, s.Seat)
	}
	for seat := range n {
		hand := s.Table.Hand(seat)
		l.before[seat], l.held[seat] = l.held[seat], len(hand)
		if s.Move == game.Dealt || s.Move == game.Took {
			l.slots[seat] = append(l.slots[seat][:0], hand...)
		}
	}
}

// clone returns a copy that does not change.
func (l *layout) clone() *layout {
	c := *l
	c.owners, c.slots = slices.Clone(l.owners), slices.Clone(l.slots)
	for seat := range c.slots {
		c.slots[seat] = slices.Clone(c.slots[seat])
	}
	c.held, c.before = slices.Clone(l.held), slices.Clone(l.before)
	return &c
}
