package penalty

import (
	"fmt"
	"strconv"
	"strings"

	"nonna/engine/card"
	"nonna/engine/game"
)

// The divisions of full decks.
const (
	// FrenchDivision is the full deck of 52 cards, two hands of 26.
	FrenchDivision = "52"
	// ItalianDivision is the full deck of 40 cards, two hands of 20.
	ItalianDivision = "40"
)

// byDebt counts cards by debt, 0 for number cards.
type byDebt [card.MaxDebt + 1]int

// fullDeck counts the cards of a whole deck.
func fullDeck(deck card.Deck) byDebt {
	if deck == card.Italian {
		return byDebt{28, fullCourts, fullCourts, fullCourts}
	}
	return byDebt{36, fullCourts, fullCourts, fullCourts, fullCourts}
}

// byDebt counts the cards of all hands.
func (d Deal) byDebt() (counts byDebt) {
	for _, h := range d.Hands {
		for _, c := range h {
			counts[d.Deck.Debt(c.Rank)]++
		}
	}
	return counts
}

// IsFull reports whether the deal is the whole deck as it is played (suits and number
// ranks ignored) in two equal hands.
func (d Deal) IsFull() bool {
	return len(d.Hands) == 2 && len(d.Hands[0]) == len(d.Hands[1]) &&
		d.byDebt() == fullDeck(d.Deck)
}

// Division returns the name of the deals that compete with one another: "52" and "40"
// for the full decks, else the number of each card and the sizes of the hands, "8+2J+2Q 6:6" for
// two, "8+2J+2Q 4x3" for more that are equal, and "9+2J+2Q 3 hands, 4-5" for others. Italian court
// cards are named by their debts as J, Q and K: such decks are played alike.
func (d Deal) Division() string {
	if d.IsFull() {
		if d.Deck == card.Italian {
			return ItalianDivision
		}
		return FrenchDivision
	}
	m := Composition{Counts: d.byDebt(), Hands: len(d.Hands)}
	for i, h := range d.Hands {
		if i == 0 {
			m.First, m.Least = len(h), len(h)
		}
		m.Least, m.Most = min(m.Least, len(h)), max(m.Most, len(h))
	}
	return m.name()
}

// Composition is the cards and hands that the name of a division stands for.
type Composition struct {
	// Counts are the cards by debt, 0 for number cards.
	Counts [card.MaxDebt + 1]int
	// Hands is the number of hands; the smallest has Least cards, the largest Most, and of two
	// the first has First.
	Hands, Least, Most, First int
}

// Cards counts the cards of all hands.
func (m Composition) Cards() int {
	n := 0
	for _, count := range m.Counts {
		n += count
	}
	return n
}

// name returns the name of the division.
func (m Composition) name() string {
	cards := strconv.Itoa(m.Counts[0])
	for debt := 1; debt <= card.MaxDebt; debt++ {
		if n := m.Counts[debt]; n > 0 {
			cards += fmt.Sprintf("+%d%s", n, card.French.Court(debt))
		}
	}
	switch {
	case m.Hands == 2:
		return fmt.Sprintf("%s %d:%d", cards, m.First, m.Cards()-m.First)
	case m.Least == m.Most:
		return fmt.Sprintf("%s %dx%d", cards, m.Hands, m.Least)
	}
	return fmt.Sprintf("%s %d hands, %d-%d", cards, m.Hands, m.Least, m.Most)
}

// ReadDivision is the inverse of [Deal.Division]. It reports false for other text, and
// for the names of the full decks, which do not contain their composition.
func ReadDivision(name string) (m Composition, ok bool) {
	cards, hands, _ := strings.Cut(name, " ")
	if m.Counts, ok = readCounts(cards); !ok {
		return Composition{}, false
	}
	n, first, second := m.Cards(), 0, 0
	if read, _ := fmt.Sscanf(hands, "%d:%d", &first, &second); read == 2 {
		m.Hands, m.First, m.Least, m.Most = 2, first, min(first, second), max(first, second)
		return m, m.Least >= 0 && m.name() == name
	}
	if read, _ := fmt.Sscanf(hands, "%d hands, %d-%d", &m.Hands, &m.Least, &m.Most); read == 3 {
		ok = m.Hands*m.Least < n && n < m.Hands*m.Most && m.Least < m.Most
	} else {
		_, _ = fmt.Sscanf(hands, "%dx%d", &m.Hands, &m.Least) // or the name differs
		m.Most = m.Least
		ok = m.Hands*m.Least == n && m.Most <= n
	}
	return m, ok && m.Hands != 2 && m.Hands <= maxNamed && m.name() == name
}

// readCounts reads the cards of a division's name, such as "8+2J+2Q".
func readCounts(cards string) (counts byDebt, ok bool) {
	for part := range strings.SplitSeq(cards, "+") {
		debt := max(strings.Index(keyLetters, part[max(len(part)-1, 0):]), 0)
		n, err := strconv.Atoi(strings.TrimRight(part, keyLetters[1:]))
		if err != nil || n < 0 || n > maxNamed {
			return counts, false
		}
		counts[debt] = n
	}
	return counts, true
}

// maxNamed is the most hands, and cards of a kind, of a name that somebody made up.
const maxNamed = 100_000

// DescribeDivision describes a division by its name; see [game.Game.Division].
// The games add which divisions can be shuffled.
func DescribeDivision(name string) (game.Division, bool) {
	d := game.Division{Name: name}
	switch name {
	case FrenchDivision:
		d.Said, d.Note = game.Phrase{ID: "division.french"}, game.Phrase{ID: "penalty.known-french"}
		return d, true
	case ItalianDivision:
		d.Said, d.Note, d.Solved = game.Phrase{ID: "division.italian"}, game.Phrase{ID: "penalty.known-italian"}, true
		return d, true
	}
	m, ok := ReadDivision(name)
	if !ok || m.Hands < 2 || m.Hands > game.MaxPlayers || m.Cards() == 0 || m.Cards() > game.MaxCards ||
		m.Hands == 2 && m.Least == m.Most && m.Counts == fullDeck(card.French) { // which is FrenchDivision
		return d, false
	}
	d.Said = game.Phrase{ID: "division.cards", Args: game.Args{
		"cards": game.Count("cards", int64(m.Cards())), "hands": m.sizesPhrase(), "deck": m.deckPhrase(),
	}}
	return d, true
}

// sizesPhrase returns the sizes of hands: "6 and 7", or of equal ones "6 each".
func (m Composition) sizesPhrase() game.Phrase {
	equal := m.Least == m.Most
	switch {
	case m.Hands == 2 && equal:
		return game.Phrase{ID: "division.both", Args: game.Args{"cards": m.Least}}
	case m.Hands == 2:
		return game.Phrase{ID: "list.and", Args: game.Args{"first": m.First, "last": m.Cards() - m.First}}
	}
	args := game.Args{"players": game.Count("players", int64(m.Hands)), "cards": m.Least}
	if !equal {
		args["cards"] = game.Phrase{ID: "division.between", Args: game.Args{"least": m.Least, "most": m.Most}}
	}
	return game.Phrase{ID: "division.each", Args: args}
}

// deckPhrase returns the cards that are dealt: "9 number cards, J Q 4 K".
func (m Composition) deckPhrase() game.Phrase {
	var courts []game.Phrase
	for debt := 1; debt <= card.MaxDebt; debt++ {
		court := game.Text(card.French.Court(debt).String())
		switch n := m.Counts[debt]; n {
		case 0:
			continue
		case 1:
		default:
			court = game.Phrase{ID: "list.blank", Args: game.Args{"first": n, "last": court}}
		}
		courts = append(courts, court)
	}
	numbers := game.Phrase{ID: "division.numbers", Args: game.Args{"count": m.Counts[0]}}
	switch {
	case len(courts) == 0:
		return numbers
	case m.Counts[0] == 0:
		return game.Join("list.blank", courts...)
	}
	return game.Join("list.comma", numbers, game.Join("list.blank", courts...))
}
