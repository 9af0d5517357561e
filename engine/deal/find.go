package deal

import (
	"errors"
	"fmt"

	"nonna/engine/beggar"
	"nonna/engine/camicia"
	"nonna/engine/clock"
	"nonna/engine/snap"
)

// A message may hold a deal among other words. Finding reads every passage that
// could be one by itself, and takes the deal when there is exactly one: first
// what people mark as code, and only if that holds no deal, JSON, "#" and
// digits, single words with two hands in them, and runs of words that are cards
// with a sign between hands. Where marked hands have a mistake in them, that is
// told, and nothing else is looked for.

// FindCamicia finds a deal of Camicia in a message, of the French deck, or of the
// Italian one where it can be no other: a deal with a 1, whose cards stand by
// themselves and cannot be piles of Snap, or the whole deck, or in the notation of
// the published records. The error is a [*Problems]: that of the whole message
// when nothing in it is a deal, that of hands which are marked as code, or one
// that is Ambiguous when there are several deals, when one stands too close to
// other words, or when it may be one of another game.
func FindCamicia(message string) (camicia.Deal, error) {
	f := finder[camicia.Deal]{
		read: eitherDeck,
		key:  func(d camicia.Deal) string { return d.Deck.String() + d.Key() },
		size: func(d camicia.Deal) int { return min(len(d.Hands[0]), len(d.Hands[1])) },
	}
	return f.find(message)
}

// FindBeggar finds a deal of Beggar-thy-neighbour in a message; see
// [FindCamicia].
func FindBeggar(message string) (beggar.Deal, error) {
	f := finder[beggar.Deal]{
		read: func(p passage) (beggar.Deal, error) { return Beggar(p.text) },
		key:  beggar.Deal.Key,
		size: func(d beggar.Deal) int {
			least := MaxCards
			for _, h := range d.Hands {
				least = min(least, len(h))
			}
			return least
		},
	}
	return f.find(message)
}

// FindSnap finds a deal of Snap in a message; see [FindCamicia]. Words of one
// length would be piles wherever they stand, so only code and JSON are looked at,
// and only what is not likely to be hands of another game.
func FindSnap(message string) (snap.Deal, error) {
	f := finder[snap.Deal]{
		read:   markedSnap,
		key:    func(d snap.Deal) string { return fmt.Sprintf("%q", d.Piles) },
		size:   func(d snap.Deal) int { return len(d.Piles[0]) },
		noRuns: true,
	}
	return f.find(message)
}

// markedSnap reads a passage as piles of Snap, if they can be meant.
func markedSnap(p passage) (snap.Deal, error) {
	if !p.code || LikeHands(p.text) || code.MatchString(p.text) {
		r := &reader{text: p.text}
		r.whole(NoPiles, nil)
		return snap.Deal{}, r.err()
	}
	return Snap(p.text)
}

// FindClock finds a deal of Clock patience in a message; see [FindCamicia].
func FindClock(message string) (clock.Deal, error) {
	f := finder[clock.Deal]{
		read: func(p passage) (clock.Deal, error) { return Clock(p.text) },
		key:  func(d clock.Deal) string { return fmt.Sprint(d) },
		size: func(clock.Deal) int { return clock.Each },
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
			return none, closeBy(message, near)
		}
		return found[0].deal, nil
	}
	r := &reader{text: message, several: true}
	var quotes []Quote
	for _, one := range found[:min(len(found), MaxProblems)] {
		quotes = append(quotes, quoted(one.text))
	}
	last := len(quotes) - 1
	list := part("and", "{first} and {last}", Args{"first": listed(quotes[:last], "comma", "{first}, {last}"), "last": quotes[last]})
	if len(found) > MaxProblems {
		list = part("and-others", "{first} and others", Args{"first": listed(quotes, "comma", "{first}, {last}")})
	}
	r.whole(SeveralDeals, Args{"deals": len(found), "list": list})
	return none, r.err()
}

// closeBy is the error of a deal that other words stand so close to that cards
// of it may be lost.
func closeBy(message, near string) error {
	r := &reader{text: message, several: true}
	r.whole(BesideDeal, Args{"word": quoted(near)})
	return r.err()
}
