package commands

import (
	"fmt"
	"strconv"
	"strings"

	"nonna/commands/words"
	"nonna/engine/beggar"
	"nonna/engine/card"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
)

// DivisionName names a division in words: a name that no game writes stays as
// it is.
func DivisionName(p *words.Printer, game, division string) string {
	if game == "snap" {
		if players, cards, ok := SnapDivision(division); ok {
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

// SnapDivision reads "3x4": three players with four cards each.
func SnapDivision(division string) (players, cards int64, ok bool) {
	before, after, ok := strings.Cut(division, "x")
	n, err1 := strconv.ParseUint(before, 10, 31)
	each, err2 := strconv.ParseUint(after, 10, 31)
	return int64(n), int64(each), ok && err1 == nil && err2 == nil
}

// IsDivision tells whether deals of a game can have a division of that name; ""
// is whichever there is.
func IsDivision(game, division string) bool {
	if game == "snap" {
		_, _, ok := SnapDivision(division)
		return ok || division == ""
	}
	if _, ok := penalty.ReadDivision(division); ok {
		return true
	}
	return division == "" || division == penalty.FrenchDivision || division == penalty.ItalianDivision && game == "camicia"
}

// ShuffleFor lists the options, each with its value, with which the command of a
// game shuffles a deal of a division; ok is false where no shuffle is of it.
func ShuffleFor(game, division string) (filled []string, ok bool) {
	switch game {
	case "camicia":
		if division == penalty.ItalianDivision {
			return []string{"deck", card.Italian.String()}, true
		}
		return nil, division == penalty.FrenchDivision || division == ""
	case "beggar":
		players := shuffledPlayers(division)
		if players > 2 {
			filled = []string{"players", strconv.Itoa(players)}
		}
		return filled, players > 0
	}
	players, cards, ok := SnapDivision(division)
	if division == "" || players == SnapPlayers && cards == SnapCards {
		return nil, true
	}
	const most = SnapMaxShuffled
	return []string{"players", strconv.FormatInt(players, 10), "cards", strconv.FormatInt(cards, 10)},
		ok && players >= 2 && players <= most && cards >= 1 && cards <= most
}

// shuffledPlayers is how many players of /beggar get a shuffled deck in such a
// division, 0 if none do.
func shuffledPlayers(division string) int {
	if division == penalty.FrenchDivision || division == "" {
		return 2
	}
	m, ok := penalty.ReadDivision(division)
	if !ok || m.Hands < 2 || m.Hands > BeggarMaxPlayers {
		return 0
	}
	deal := beggar.Random(shuffle.New(1), m.Hands) // any seed: a division is of cards and sizes
	if deal.Division() != division {
		return 0
	}
	return m.Hands
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
		return p.List(Numbers(m.Sizes))
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
