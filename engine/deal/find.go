package deal

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"nonna/engine/card"
	"nonna/engine/game"
	"nonna/engine/penalty"
)

// A message may hold a deal among other words. Finding reads every passage that
// could be one by itself, and takes the deal when there is exactly one: first
// what people mark as code, and only if that holds no deal, JSON, "#" and
// digits, single words with two hands in them, and runs of words that are cards
// with a sign between hands. Where marked hands have a mistake in them, that is
// told, and nothing else is looked for.

// FindTwoHands finds a deal of Camicia in a message, of the French deck, or of the
// Italian one where it can be no other: a deal with a 1, whose cards stand by
// themselves and cannot be piles of Snap, or the whole deck, or in the notation of
// the published records. The error is a [*Problems]: that of the whole message
// when nothing in it is a deal, that of hands which are marked as code, or one
// that is Ambiguous when there are several deals, when one stands too close to
// other words, or when it may be one of another game.
func FindTwoHands(message string) ([][]card.Card, card.Deck, error) {
	f := finder[penalty.Deal]{
		read: eitherDeck,
		key:  func(d penalty.Deal) string { return d.Deck.String() + d.Key() },
		size: func(d penalty.Deal) int { return min(len(d.Hands[0]), len(d.Hands[1])) },
	}
	d, err := f.find(message)
	return d.Hands, d.Deck, err
}

// FindHands finds a deal of Beggar-thy-neighbour in a message; see
// [FindTwoHands].
func FindHands(message string) ([][]card.Card, error) {
	f := finder[[][]card.Card]{
		read: func(p passage) ([][]card.Card, error) { return Hands(p.text, card.French, game.MaxPlayers) },
		key:  func(h [][]card.Card) string { return penalty.Deal{Hands: h}.Key() },
		size: func(d [][]card.Card) int {
			least := game.MaxCards
			for _, h := range d {
				least = min(least, len(h))
			}
			return least
		},
	}
	return f.find(message)
}

// FindPiles finds a deal of Snap in a message; see [FindTwoHands]. Words of one
// length would be piles wherever they stand, so only code and JSON are looked at,
// and only what is not likely to be hands of another game.
func FindPiles(message string) ([][]string, error) {
	f := finder[[][]string]{
		read:   markedSnap,
		key:    func(d [][]string) string { return fmt.Sprintf("%q", d) },
		size:   func(d [][]string) int { return len(d[0]) },
		noRuns: true,
	}
	return f.find(message)
}

// markedSnap reads a passage as piles of Snap, if they can be meant.
func markedSnap(p passage) ([][]string, error) {
	if !p.code || LikeHands(p.text) || code.MatchString(p.text) {
		r := &reader{text: p.text}
		r.whole(NoPiles, nil)
		return nil, r.err()
	}
	return Piles(p.text)
}

// FindClock finds a deal of Clock patience in a message; see [FindTwoHands].
func FindClock(message string) (ClockPiles, error) {
	f := finder[ClockPiles]{
		read: func(p passage) (ClockPiles, error) { return Clock(p.text) },
		key:  func(d ClockPiles) string { return fmt.Sprint(d) },
		size: func(ClockPiles) int { return clockEach },
	}
	return f.find(message)
}

// finder finds deals of one game in messages.
type finder[D any] struct {
	read func(passage) (D, error)
	// key is equal for deals that are the same, size is the least of their hands.
	key  func(D) string
	size func(D) int
	// noRuns leaves out runs of words.
	noRuns bool
}

// leastHand is how many cards the smallest hand of a deal has that stands among
// other words: "24/7" is no deal.
const leastHand = 2

// find reads the whole message, then its passages. Several marked passages are
// not joined to one deal.
func (f finder[D]) find(message string) (D, error) {
	marked := marked(message)
	whole, err := f.read(passage{text: message, code: isAllCode(message)})
	var none D
	if err == nil && !f.noRuns && onlyWords(message) {
		r := &reader{text: message}
		r.whole(NoHands, nil)
		return none, r.err()
	}
	if len(message) > MaxText || err == nil && len(marked) < 2 {
		return whole, err
	}
	found, mistake := f.readAll(marked)
	switch {
	case len(found) > 0:
		return f.only(message, found)
	case err == nil: // the marked passages make a deal together only
		return whole, nil
	case mistake != nil:
		return none, mistake
	}
	if found, _ = f.readAll(unmarked(message, !f.noRuns)); len(found) == 0 {
		return none, err
	}
	return f.only(message, found)
}

// discovery is a deal in a message, and where it stands.
type discovery[D any] struct {
	passage
	deal D
}

// readAll reads passages, and returns the different deals among them. mistake is
// what is wrong with the first code that has hands in it, or that can be read in
// several ways.
func (f finder[D]) readAll(passages []passage) (found []discovery[D], mistake error) {
	seen := map[string]bool{}
	for _, p := range passages[:min(len(passages), maxPassages)] {
		d, err := f.read(p)
		var problems *Problems
		if mistake == nil && errors.As(err, &problems) && (problems.Ambiguous || p.code && LikeHands(p.text)) {
			mistake = err
		}
		if err != nil || seen[f.key(d)] || p.loose && f.size(d) < leastHand {
			continue
		}
		seen[f.key(d)] = true
		found = append(found, discovery[D]{p, d})
	}
	return found, mistake
}

// only returns the one deal found; several are an error that shows them, and so
// is one beside a word that might belong to it.
func (f finder[D]) only(message string, found []discovery[D]) (D, error) {
	var none D
	if len(found) == 1 {
		if near := found[0].near; near != "" {
			return none, besideError(message, near)
		}
		return found[0].deal, nil
	}
	r := &reader{text: message}
	var texts []string
	for _, one := range found {
		texts = append(texts, one.text)
	}
	r.severalDeals(texts)
	return none, r.err()
}

// severalDeals notes that there are several deals.
func (r *reader) severalDeals(texts []string) {
	var quotes []game.Phrase
	for _, text := range texts[:min(len(texts), MaxProblems)] {
		quotes = append(quotes, part("quote", game.Args{"text": quoted(text)}))
	}
	list := enumerated(quotes)
	if len(texts) > MaxProblems {
		list = part("and-others", game.Args{"first": game.Join("list.comma", quotes...)})
	}
	r.several = true
	r.whole(SeveralDeals, game.Args{"deals": len(texts), "list": list})
}

// blankLines part deals, or the hands of one.
var blankLines = regexp.MustCompile(`\n[ \t]*\n\s*`)

// checkBlocks notes parts between blank lines of a text that can be read of which
// several are deals by themselves.
func (r *reader) checkBlocks(clean string, isDeal func(text string) bool) {
	blocks := blankLines.Split(strings.TrimSpace(clean), -1)
	if len(r.problems) > 0 || len(blocks) < 2 {
		return
	}
	blocks = slices.DeleteFunc(blocks, func(b string) bool { return !isDeal(b) })
	if len(blocks) > 1 {
		r.severalDeals(blocks)
	}
}

// besideError is the error of a deal that other words stand so close to that cards
// of it may be lost.
func besideError(message, near string) error {
	r := &reader{text: message, several: true}
	r.whole(BesideDeal, game.Args{"word": quoted(near)})
	return r.err()
}
