package play

import (
	"fmt"
	"strings"

	"nonna/commands"
	"nonna/engine/game"
)

// A drawn table has room for a few players and the nearest cards of each hand: a
// message holds 4,096 characters, and nobody reads more.
const (
	shownPlayers = 12
	shownCards   = 30
)

// drawTable draws a table in a monospaced font. most is how many cards the largest hand was dealt.
func drawTable(say commands.Printer, g *game.Game, play game.Play, drawn game.Table, most int) string {
	t := table{say: say, faces: play.Faces(), Table: drawn}
	lines := t.hands(g.Seats)
	if play.Outcome().FaceDown != nil {
		lines = t.piles(most)
	}
	return strings.Join(lines, "\n")
}

// table is a table to draw.
type table struct {
	game.Table
	say   commands.Printer
	faces []string
}

// hands are the rows of players, as long as there is room, and of the pile.
func (t table) hands(seats game.Seats) []string {
	var lines []string
	pile := t.Pile()
	last := t.say.Say("picture.pile", nil)
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
			text = t.say.Say("replay.out", nil)
		}
		lines = append(lines, row(t.name(seats, seat), len(hand), text))
	}
	if t.Players() > shownPlayers {
		lines = append(lines, "…")
	}
	return append(lines, row(last, len(pile), t.cards(pile, true)))
}

// name is what a player's area in the picture is called too.
func (t table) name(seats game.Seats, seat int) string {
	return t.say.Phrase(seats.Label("picture.player", seat))
}

// cards writes the nearest cards: the first ones, or the last ones.
func (t table) cards(ids []uint16, last bool) string {
	if len(ids) == 0 {
		return t.say.Say("replay.no-cards", nil)
	}
	before, behind := "", ""
	if more := len(ids) - shownCards; more > 0 && last {
		ids, before = ids[more:], "… "
	} else if more > 0 {
		ids, behind = ids[:shownCards], " …"
	}
	var texts []string
	for _, id := range ids {
		texts = append(texts, t.faces[id])
	}
	return before + strings.Join(texts, " ") + behind
}

// piles are the piles of a game of patience, two a line: what lies face down, and
// the places of the cards that do not.
func (t table) piles(most int) []string {
	var lines []string
	for p := range t.Players() {
		n := len(t.Hand(p))
		text := fmt.Sprintf("%2d  %s%s", p, strings.Repeat(t.faces[0]+" ", n), strings.Repeat("· ", most-n))
		if p%2 == 1 {
			lines[len(lines)-1] += "   " + text
			continue
		}
		lines = append(lines, text)
	}
	return lines
}

// largestHand is how many cards the largest hand at a table has.
func largestHand(t game.Table) int {
	most := 0
	for seat := range t.Players() {
		most = max(most, len(t.Hand(seat)))
	}
	return most
}
