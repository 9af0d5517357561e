package deal

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonna/engine/beggar"
	"nonna/engine/camicia"
	"nonna/engine/card"
	"nonna/engine/clock"
	"nonna/engine/snap"
)

// A message may hold a deal among other words. Finding reads every passage that
// could be one by itself, and takes the deal when there is exactly one: first
// what people mark as code, and only if that holds no deal, JSON, "#" and
// digits, single words with two hands in them, and runs of words that are cards
// with a sign between hands.

// FindCamicia finds a deal of Camicia in a message. The error is a [*Problems]:
// that of the whole message when nothing in it is a deal, or one that is
// Ambiguous when several are, or when one stands too close to other words.
func FindCamicia(message string, deck card.Deck) (camicia.Deal, error) {
	f := finder[camicia.Deal]{
		read: func(s string) (camicia.Deal, error) { return Camicia(s, deck) },
		key:  camicia.Deal.Key,
		size: func(d camicia.Deal) int { return min(len(d.Hands[0]), len(d.Hands[1])) },
	}
	return f.find(message)
}

// FindBeggar finds a deal of Beggar-thy-neighbour in a message; see
// [FindCamicia].
func FindBeggar(message string) (beggar.Deal, error) {
	f := finder[beggar.Deal]{
		read: Beggar,
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
// length would be a deal wherever they stand, so runs of words are not looked
// at.
func FindSnap(message string) (snap.Deal, error) {
	f := finder[snap.Deal]{
		read:   Snap,
		key:    func(d snap.Deal) string { return fmt.Sprintf("%q", d.Piles) },
		size:   func(d snap.Deal) int { return len(d.Piles[0]) },
		noRuns: true,
	}
	return f.find(message)
}

// FindClock finds a deal of Clock patience in a message; see [FindCamicia].
func FindClock(message string) (clock.Deal, error) {
	f := finder[clock.Deal]{
		read: Clock,
		key:  func(d clock.Deal) string { return fmt.Sprint(d) },
		size: func(clock.Deal) int { return clock.Each },
	}
	return f.find(message)
}

// finder finds deals of one game in messages.
type finder[D any] struct {
	read func(string) (D, error)
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
	whole, err := f.read(message)
	if len(message) > MaxText || err == nil && len(marked) < 2 {
		return whole, err
	}
	var none D
	if found, texts := f.readAll(marked); len(found) > 0 {
		return f.only(message, found, texts)
	}
	if err == nil { // the marked passages make a deal together only
		return whole, nil
	}
	open, near := unmarked(message, !f.noRuns)
	found, texts := f.readAll(open)
	if len(found) == 0 {
		return none, err
	}
	if near != "" {
		return none, closeBy(message, near)
	}
	return f.only(message, found, texts)
}

// readAll reads passages, and returns the different deals among them with their
// texts.
func (f finder[D]) readAll(passages []passage) (found []D, texts []string) {
	seen := map[string]bool{}
	for _, p := range passages[:min(len(passages), maxPassages)] {
		d, err := f.read(p.text)
		if err != nil || seen[f.key(d)] || p.loose && f.size(d) < leastHand {
			continue
		}
		seen[f.key(d)] = true
		found = append(found, d)
		texts = append(texts, p.text)
	}
	return found, texts
}

// passage is a part of a message that could be a deal. A loose one stands among
// other words with nothing to tell it from them but its cards.
type passage struct {
	text  string
	loose bool
}

// only returns the one deal found; several are an error that shows them.
func (f finder[D]) only(message string, found []D, texts []string) (D, error) {
	if len(found) == 1 {
		return found[0], nil
	}
	r := &reader{text: message, several: true}
	var quotes []Quote
	for _, t := range texts[:min(len(texts), MaxProblems)] {
		quotes = append(quotes, quoted(t))
	}
	last := len(quotes) - 1
	list := part("and", "{first} and {last}", Args{"first": listed(quotes[:last], "comma", "{first}, {last}"), "last": quotes[last]})
	if len(texts) > MaxProblems {
		list = part("and-others", "{first} and others", Args{"first": listed(quotes, "comma", "{first}, {last}")})
	}
	r.whole(SeveralDeals, Args{"deals": len(texts), "list": list})
	var none D
	return none, r.err()
}

// closeBy is the error of a deal that other words stand so close to that cards
// of it may be lost.
func closeBy(message, near string) error {
	r := &reader{text: message, several: true}
	r.whole(BesideDeal, Args{"word": quoted(near)})
	return r.err()
}

var (
	// codeBlocks and codeSpans hold what people mark as to be read by machines.
	codeBlocks = regexp.MustCompile("(?s)```(.*?)```")
	codeSpans  = regexp.MustCompile("`([^`\n]+)`")
	numbers    = regexp.MustCompile(`#\d[\d,._']{3,}`)
)

// maxPassages bounds how many passages of one message are read.
const maxPassages = 64

// marked lists the code blocks and spans of a message.
func marked(message string) []passage {
	var list []passage
	for _, m := range codeBlocks.FindAllString(message, maxPassages) {
		list = append(list, passage{text: m})
	}
	for _, m := range codeSpans.FindAllStringSubmatch(codeBlocks.ReplaceAllString(message, " "), maxPassages) {
		list = append(list, passage{text: m[1]})
	}
	return list
}

// unmarked lists the other parts of a message that could be a deal. near is a
// word beside one of them that might belong to it, "" for none.
func unmarked(message string, runs bool) (list []passage, near string) {
	list = jsonPassages(message)
	for _, m := range numbers.FindAllString(message, maxPassages) {
		list = append(list, passage{text: m})
	}
	list = append(list, handWords(message)...)
	if runs {
		var more []passage
		more, near = cardRuns(message)
		list = append(list, more...)
	}
	return list, near
}

// jsonPassages are the outermost brackets of a message.
func jsonPassages(message string) []passage {
	var list []passage
	depth, start := 0, 0
	for i := 0; i < len(message) && len(list) < maxPassages; i++ {
		switch message[i] {
		case '[', '{':
			if depth == 0 {
				start = i
			}
			depth++
		case ']', '}':
			if depth == 1 {
				text := message[start : i+1]
				list = append(list, passage{text, text[0] == '[' && text[1] != '['}) // [1,2] may be anything
			}
			depth = max(depth-1, 0)
		}
	}
	return list
}

// handWords are single words with signs between hands: "---AJ/----K".
func handWords(message string) []passage {
	var list []passage
	for _, w := range strings.Fields(message) {
		w = bare(w)
		if strings.ContainsAny(w, "/|;") && len(list) < maxPassages {
			list = append(list, passage{w, true})
		}
	}
	return list
}

// bare is a word without the punctuation and markup around it.
func bare(w string) string {
	return strings.Trim(w, ".,:!?()\"'*_~`“”„‘’«»")
}

// cardRuns are the longest runs of words that are cards or signs, with a sign
// among them. A word of two hands stands for itself (handWords): blanks do not
// split its cards, so its neighbours are no part of it. near is a word beside a
// run that might belong to it, "" for none.
func cardRuns(message string) (list []passage, near string) {
	fields := strings.Fields(message)
	for start := 0; start < len(fields) && len(list) < maxPassages; {
		first := afterColon(fields[start])
		if !isCards(bare(first)) {
			start++
			continue
		}
		end := start + 1
		for end < len(fields) && isCards(bare(fields[end])) && !endsSentence(fields[end-1]) {
			end++
		}
		run := append([]string{first}, fields[start+1:end]...)
		if text := strings.Join(run, " "); strings.ContainsAny(text, "/|;") || len(vsMarks(text)) > 0 {
			list = append(list, variants(run)...)
			near = cmp.Or(near, besideRun(fields, start, end))
		}
		start = end
	}
	return list, near
}

// endsSentence tells a word that ends a sentence: what follows is another.
func endsSentence(w string) bool { return strings.ContainsAny(w[len(w)-1:], ".!?") }

// afterColon is what stands behind a word and a colon: "deal:2" is about a 2.
func afterColon(w string) string {
	if before, after, ok := strings.Cut(w, ":"); ok && after != "" && strings.IndexFunc(before, unicode.IsLetter) >= 0 {
		return after
	}
	return w
}

// besideRun is the word before or behind a run, fields[start:end], that might
// belong to it: one that begins with a card, as "J😂" does, or a short one
// behind which cards go on, as in "3 4 X J".
func besideRun(fields []string, start, end int) string {
	if start > 0 && likeCard.MatchString(bare(fields[start-1])) {
		return fields[start-1]
	}
	if end >= len(fields) || endsSentence(fields[end-1]) {
		return ""
	}
	w := bare(fields[end])
	goesOn := end+1 < len(fields) && isCards(bare(fields[end+1])) && !maybeWord(bare(fields[end+1]))
	if likeCard.MatchString(w) || goesOn && utf8.RuneCountInString(w) <= 2 {
		return fields[end]
	}
	return ""
}

// likeCard is a word that begins with a card and goes on with something that is
// neither letter nor digit.
var likeCard = regexp.MustCompile(`^(?:10|[2-9TJQKA-])[^\pL\pN/|;]`)

// variants are a run as it is, and as much of it around its signs as has no
// words that may be those of a sentence ("at" is an ace and a ten, "a" an ace)
// and no comma that only the end has ("3 4 J, 5 wins"). If both are read as
// different deals, the message is ambiguous.
func variants(run []string) []passage {
	from, to := signsOf(run)
	for from > 0 && !breaks(run, from-1) {
		from--
	}
	for to < len(run)-1 && !breaks(run, to+1) && !loneComma(run, to) {
		to++
	}
	list := []passage{{joined(run), true}}
	if from > 0 || to < len(run)-1 {
		list = append(list, passage{text: joined(run[from : to+1])}) // of any size: it casts doubt on the other
	}
	return list
}

// signsOf is where the first and the last sign of a run stand.
func signsOf(run []string) (first, last int) {
	first = -1
	for i, w := range run {
		if strings.ContainsAny(w, "/|;") || isVs(w) {
			last = i
			if first < 0 {
				first = i
			}
		}
	}
	return max(first, 0), last
}

// breaks tells whether a word of a run may be one of a sentence.
func breaks(run []string, i int) bool { return maybeWord(bare(run[i])) }

// loneComma tells whether a comma stands behind a word of a run, and behind no
// word before it.
func loneComma(run []string, i int) bool {
	return strings.HasSuffix(run[i], ",") && !slices.ContainsFunc(run[:i], func(w string) bool { return strings.HasSuffix(w, ",") })
}

// joined is a run as text.
func joined(run []string) string {
	texts := make([]string, len(run))
	for i, w := range run {
		texts[i] = bare(w)
	}
	return strings.Trim(strings.Join(texts, " "), "/|; ")
}

// maybeWord tells whether cards could be a word of a sentence: lower-case
// letters only.
func maybeWord(w string) bool {
	return w != "" && strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" && !isVs(w)
}

// isCards tells whether a word is made of cards and signs only.
func isCards(w string) bool {
	if isVs(w) {
		return true
	}
	if w == "" || strings.ContainsAny(strings.Trim(w, "/|;"), "/|;") {
		return false // two hands in a word are a passage of their own
	}
	c := newCardReader(&reader{}, card.French)
	for rest := strings.Trim(w, "/|;,"); rest != ""; {
		_, size, ok := c.one(rest)
		if !ok && rest[0] != ',' {
			return false
		}
		rest = rest[size:]
	}
	return true
}
