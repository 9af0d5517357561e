package penalty

import (
	"fmt"
	"slices"
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
// for the full decks, else the number of each card and the sizes of the hands, such as "8+2J+2Q 6:6", or "8+2J+2Q 4x3" for four equal hands. Italian court cards
// are named by their debts as J, Q and K: such decks are played alike.
func (d Deal) Division() string {
	if d.IsFull() {
		if d.Deck == card.Italian {
			return ItalianDivision
		}
		return FrenchDivision
	}
	counts := d.byDebt()
	parts := []string{fmt.Sprint(counts[0])}
	for debt := 1; debt <= card.MaxDebt; debt++ {
		if counts[debt] > 0 {
			parts = append(parts, fmt.Sprintf("%d%s", counts[debt], card.French.Court(debt)))
		}
	}
	n := make([]int, len(d.Hands))
	for i, h := range d.Hands {
		n[i] = len(h)
	}
	return strings.Join(parts, "+") + " " + sizes(n)
}

// longestSizes is the most characters of the sizes of hands: a division is shown,
// typed, and part of a button's id.
const longestSizes = 20

// sizes writes the sizes of hands: "6:6" for two, "4x3" for four of three
// cards, "5:4:4" otherwise, and "200 hands, 1-9" where that would be long.
func sizes(n []int) string {
	texts := make([]string, len(n))
	for i, size := range n {
		texts[i] = fmt.Sprint(size)
	}
	all := strings.Join(texts, ":")
	switch {
	case len(n) == 0:
		return "no hands"
	case len(n) > 2 && slices.Min(n) == slices.Max(n):
		return fmt.Sprintf("%dx%d", len(n), n[0])
	case len(all) > longestSizes:
		return fmt.Sprintf("%d hands, %d-%d", len(n), slices.Min(n), slices.Max(n))
	}
	return all
}

// Makeup is the cards and hands that the name of a division stands for.
type Makeup struct {
	// Counts are the cards by debt, 0 for number cards.
	Counts [card.MaxDebt + 1]int
	// Hands is the number of hands; the smallest has Least cards, the largest Most.
	Hands, Least, Most int
	// Sizes are the cards of each hand, nil if the name has only the least and the
	// most.
	Sizes []int
}

// Cards counts the cards of all hands.
func (m Makeup) Cards() int {
	n := 0
	for _, c := range m.Counts {
		n += c
	}
	return n
}

// ReadDivision is the inverse of [Deal.Division]. It reports false for other text, and
// for the names of the full decks, which do not contain their makeup.
func ReadDivision(name string) (Makeup, bool) {
	var m Makeup
	deck, hands, ok := strings.Cut(name, " ")
	if !ok || !m.readCounts(deck) || !m.readSizes(hands) {
		return Makeup{}, false
	}
	if m.Sizes == nil {
		return m, m.Hands*m.Least < m.Cards() && m.Cards() < m.Hands*m.Most
	}
	held := 0
	for _, n := range m.Sizes {
		held += n
	}
	return m, held == m.Cards() && sizes(m.Sizes) == hands
}

// readCounts reads "8+2J+2Q".
func (m *Makeup) readCounts(text string) bool {
	parts := strings.Split(text, "+")
	var ok bool
	m.Counts[0], ok = readCount(parts[0])
	parts = parts[1:]
	for debt := 1; debt <= card.MaxDebt && len(parts) > 0; debt++ {
		count, found := strings.CutSuffix(parts[0], card.French.Court(debt).String())
		if !found {
			continue
		}
		n, isCount := readCount(count)
		m.Counts[debt], parts, ok = n, parts[1:], ok && isCount && n > 0
	}
	return ok && len(parts) == 0
}

// readSizes is the inverse of [sizes].
func (m *Makeup) readSizes(text string) bool {
	if text == "no hands" {
		m.Sizes = []int{}
		return true
	}
	if hands, each, ok := strings.Cut(text, "x"); ok {
		n, ok1 := readCount(hands)
		size, ok2 := readCount(each)
		if m.Hands, m.Least, m.Most = n, size, size; !ok1 || !ok2 || n < 3 || n > maxNamedHands {
			return false
		}
		m.Sizes = slices.Repeat([]int{size}, n)
		return true
	}
	if hands, between, ok := strings.Cut(text, " hands, "); ok {
		least, most, _ := strings.Cut(between, "-")
		var ok1, ok2, ok3 bool
		m.Hands, ok1 = readCount(hands)
		m.Least, ok2 = readCount(least)
		m.Most, ok3 = readCount(most)
		return ok1 && ok2 && ok3 && m.Least < m.Most && m.Hands <= maxNamedHands
	}
	for _, part := range strings.Split(text, ":") {
		n, ok := readCount(part)
		if !ok {
			return false
		}
		m.Sizes = append(m.Sizes, n)
	}
	m.Hands, m.Least, m.Most = len(m.Sizes), slices.Min(m.Sizes), slices.Max(m.Sizes)
	return true
}

// maxNamedHands is the most hands of a name that somebody made up.
const maxNamedHands = 100_000

// readCount reads a number of cards or hands, without a sign or leading zeros.
func readCount(text string) (int, bool) {
	n, err := strconv.ParseUint(text, 10, 31)
	return int(n), err == nil && strconv.FormatUint(n, 10) == text
}

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
func (m Makeup) sizesPhrase() game.Phrase {
	players := game.Count("players", int64(m.Hands))
	switch {
	case m.Sizes == nil:
		between := game.Phrase{ID: "division.between", Args: game.Args{"least": m.Least, "most": m.Most}}
		return game.Phrase{ID: "division.each", Args: game.Args{"players": players, "cards": between}}
	case m.Least < m.Most:
		return game.Phrase{ID: "division.sizes", Args: game.Args{"sizes": m.Sizes}}
	case m.Hands == 2:
		return game.Phrase{ID: "division.both", Args: game.Args{"cards": m.Least}}
	}
	return game.Phrase{ID: "division.each", Args: game.Args{"players": players, "cards": m.Least}}
}

// deckPhrase returns the cards that are dealt: "9 number cards, J Q 4 K".
func (m Makeup) deckPhrase() game.Phrase {
	var courts []game.Phrase
	for debt := 1; debt <= card.MaxDebt; debt++ {
		court := game.Phrase{ID: "division.court", Args: game.Args{"card": card.French.Court(debt).String()}}
		switch n := m.Counts[debt]; n {
		case 0:
			continue
		case 1:
		default:
			court.ID, court.Args["cards"] = "division.courts", n
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
