package commands

import (
	"fmt"
	"strconv"
	"strings"

	"nonna/commands/words"
	"nonna/engine/card"
	"nonna/engine/penalty"
)

// divisionName names a division in words: a name that no game writes stays as
// it is.
func divisionName(p *words.Printer, game, division string) string {
	if game == "snap" {
		if players, cards, ok := snapDivision(division); ok {
			return eachHas(p, players, p.Count("count.cards", cards))
		}
		return division
	}
	switch division {
	case penalty.FrenchDivision:
		return p.Say("division.french", nil)
	case penalty.ItalianDivision:
		return p.Say("division.italian", nil)
	}
	if m, ok := penalty.ReadDivision(division); ok {
		return makeupName(p, m)
	}
	return division
}

// snapDivision reads "3x4": three players with four cards each.
func snapDivision(division string) (players, cards int64, ok bool) {
	before, after, ok := strings.Cut(division, "x")
	n, err1 := strconv.ParseUint(before, 10, 31)
	each, err2 := strconv.ParseUint(after, 10, 31)
	return int64(n), int64(each), ok && err1 == nil && err2 == nil
}

// eachHas says how many players there are, and what each has.
func eachHas(p *words.Printer, players int64, each string) string {
	return p.Say("division.snap", words.Args{"players": p.Count("count.players", players), "cards": each})
}

// makeupName is a division of the penalty games in words: how many cards, in
// what hands, and which.
func makeupName(p *words.Printer, m penalty.Makeup) string {
	name := p.Count("count.cards", int64(m.Cards()))
	if hands := handsName(p, m); hands != "" {
		name += ", " + hands
	}
	if deck := deckName(p, m); deck != "" {
		name += " (" + deck + ")"
	}
	return name
}

// handsName tells the sizes of hands: "6 and 7", or of equal ones "6 each".
func handsName(p *words.Printer, m penalty.Makeup) string {
	switch {
	case m.Hands == 0:
		return ""
	case m.Sizes == nil:
		return eachHas(p, int64(m.Hands), p.Say("division.between", words.Args{"least": m.Least, "most": m.Most}))
	case m.Hands == 1:
		return p.Count("count.players", 1)
	case m.Least < m.Most:
		return p.List(numbers(m.Sizes))
	case m.Hands == 2:
		return p.Say("division.both", words.Args{"cards": m.Least})
	}
	return eachHas(p, int64(m.Hands), p.Number(int64(m.Least)))
}

// deckName tells which cards are dealt: "9 number cards, J Q 4 K".
func deckName(p *words.Printer, m penalty.Makeup) string {
	var courts, parts []string
	for debt := 1; debt <= card.MaxDebt; debt++ {
		letter := card.French.Court(debt).String()
		switch n := m.Counts[debt]; n {
		case 0:
		case 1:
			courts = append(courts, letter)
		default:
			courts = append(courts, fmt.Sprintf("%s %s", p.Number(int64(n)), letter))
		}
	}
	if m.Counts[0] > 0 {
		parts = append(parts, p.Count("division.numbers", int64(m.Counts[0])))
	}
	if len(courts) > 0 {
		parts = append(parts, strings.Join(courts, " "))
	}
	return strings.Join(parts, ", ")
}
