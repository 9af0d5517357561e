package verdict

import (
	"fmt"
	"math"
	"strings"

	"nonna/commands"
	"nonna/engine/game"
)

// The limits of a drawn table: a message holds 4,096 characters. Hands are shown whole, so
// that they can be copied as a deal, unless that is too long.
const (
	shownPlayers = 12
	shownCards   = 30 // of a hand
	shownTable   = 3000
)

// drawTable draws a table for a monospaced font. most is the number of cards that the
// largest hand was dealt.
func drawTable(p commands.Printer, g *game.Game, play game.Play, drawn game.Table, most int) string {
	t := table{p: p, faces: play.Faces(), Table: drawn, shown: math.MaxInt}
	if g.Patience() {
		return strings.Join(t.piles(most), "\n")
	}
	text := strings.Join(t.hands(g.Seats), "\n")
	if len(text) > shownTable {
		t.shown = shownCards
		text = strings.Join(t.hands(g.Seats), "\n")
	}
	return text
}

// table is a table to draw.
type table struct {
	game.Table
	p     commands.Printer
	faces []string
	shown int // the most cards of a hand that are shown
}

// hands returns the rows of the first players and of the pile.
func (t table) hands(seats game.Seats) []string {
	var lines []string
	pile := t.Pile()
	last := t.p.Say("picture.pile", nil)
	width := len(last)
	for seat := range min(t.Players(), shownPlayers) {
		width = max(width, len(t.name(seats, seat)))
	}
	row := func(name string, count int, text string) string {
		return fmt.Sprintf("%-*s %3d  %s", width, name, count, strings.ReplaceAll(text, "`", "'"))
	}
	for seat := range min(t.Players(), shownPlayers) {
		hand := t.Hand(seat)
		text := t.cards(hand, false)
		if t.Out(seat) {
			text = t.p.Say("replay.out", nil)
		}
		lines = append(lines, row(t.name(seats, seat), len(hand), text))
	}
	if t.Players() > shownPlayers {
		lines = append(lines, "…")
	}
	return append(lines, row(last, len(pile), t.cards(pile, true)))
}

// name returns the name of a player, as in the picture.
func (t table) name(seats game.Seats, seat int) string {
	return t.p.Phrase(seats.Label("picture.player", seat))
}

// cards writes the first cards, or the last ones, as many as are shown.
func (t table) cards(ids []uint16, last bool) string {
	if len(ids) == 0 {
		return t.p.Say("replay.no-cards", nil)
	}
	before, behind := "", ""
	if more := len(ids) - t.shown; more > 0 && last {
		ids, before = ids[more:], "… "
	} else if more > 0 {
		ids, behind = ids[:t.shown], " …"
	}
	var texts []string
	for _, id := range ids {
		texts = append(texts, t.faces[id])
	}
	return before + strings.Join(texts, " ") + behind
}

// piles returns the piles of a game of patience, two a line: the cards face down, and
// dots for the others.
func (t table) piles(most int) []string {
	var lines []string
	for pile := range t.Players() {
		n := len(t.Hand(pile))
		text := fmt.Sprintf("%2d  %s%s", pile, strings.Repeat(t.faces[0]+" ", n), strings.Repeat("· ", most-n))
		if pile%2 == 1 {
			lines[len(lines)-1] += "   " + text
			continue
		}
		lines = append(lines, text)
	}
	return lines
}

// largestHand returns the number of cards of the largest hand at a table.
func largestHand(t game.Table) int {
	most := 0
	for seat := range t.Players() {
		most = max(most, len(t.Hand(seat)))
	}
	return most
}
