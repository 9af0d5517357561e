package deal

import (
	"fmt"
	"regexp"
	"strings"

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
// that of the whole message when nothing in it is a deal.
func FindCamicia(message string, deck card.Deck) (camicia.Deal, error) {
	return find(message, func(s string) (camicia.Deal, error) { return Camicia(s, deck) }, camicia.Deal.Key)
}

// FindBeggar finds a deal of Beggar-thy-neighbour in a message; see
// [FindCamicia].
func FindBeggar(message string) (beggar.Deal, error) {
	return find(message, Beggar, beggar.Deal.Key)
}

// FindSnap finds a deal of Snap in a message; see [FindCamicia]. Any words of
// one length would be a deal, so only code blocks, JSON and words with a sign
// between them are looked at beside the whole.
func FindSnap(message string) (snap.Deal, error) {
	whole, err := Snap(message)
	if err == nil {
		return whole, nil
	}
	return find(message, func(s string) (snap.Deal, error) {
		if s == message {
			return snap.Deal{}, err
		}
		return Snap(s)
	}, func(d snap.Deal) string { return fmt.Sprintf("%q", d.Piles) })
}

// FindClock finds a deal of Clock patience in a message; see [FindCamicia].
func FindClock(message string) (clock.Deal, error) {
	return find(message, Clock, func(d clock.Deal) string { return fmt.Sprint(d) })
}

// find reads the whole message, then its passages.
func find[D any](message string, read func(string) (D, error), key func(D) string) (D, error) {
	whole, err := read(message)
	if err == nil || len(message) > MaxText {
		return whole, err
	}
	var found []D
	var texts []string
	for _, tier := range [][]string{marked(message), unmarked(message)} {
		found, texts = readAll(tier, read, key)
		if len(found) > 0 {
			break
		}
	}
	switch len(found) {
	case 0:
		return whole, err
	case 1:
		return found[0], nil
	}
	r := &reader{text: message}
	for i, t := range texts {
		texts[i] = quoted(t)
	}
	r.whole(fmt.Sprintf("%d deals stand in the message: %s", len(texts), strings.Join(texts, " and ")), "send one of them")
	var none D
	return none, r.err()
}

// readAll reads passages, and returns the different deals among them with their
// texts.
func readAll[D any](passages []string, read func(string) (D, error), key func(D) string) (found []D, texts []string) {
	seen := map[string]bool{}
	for _, p := range passages[:min(len(passages), maxPassages)] {
		d, err := read(p)
		if err == nil && !seen[key(d)] {
			seen[key(d)] = true
			found = append(found, d)
			texts = append(texts, p)
		}
	}
	return found, texts
}

var (
	// codeBlocks and codeSpans hold what people mark as to be read by machines.
	codeBlocks = regexp.MustCompile("(?s)```(.*?)```")
	codeSpans  = regexp.MustCompile("`([^`\n]+)`")
	numbers    = regexp.MustCompile(`#\d[\d,._']*`)
)

// maxPassages bounds how many passages of one message are read.
const maxPassages = 64

// marked lists the code blocks and spans of a message.
func marked(message string) []string {
	list := codeBlocks.FindAllString(message, maxPassages)
	for _, m := range codeSpans.FindAllStringSubmatch(codeBlocks.ReplaceAllString(message, " "), maxPassages) {
		list = append(list, m[1])
	}
	return list
}

// unmarked lists the other parts of a message that could be a deal.
func unmarked(message string) []string {
	list := jsonPassages(message)
	list = append(list, numbers.FindAllString(message, maxPassages)...)
	list = append(list, handWords(message)...)
	return append(list, cardRuns(message)...)
}

// jsonPassages are the outermost brackets of a message.
func jsonPassages(message string) []string {
	var list []string
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
				list = append(list, message[start:i+1])
			}
			depth = max(depth-1, 0)
		}
	}
	return list
}

// handWords are single words with signs between hands: "---AJ/----K".
func handWords(message string) []string {
	var list []string
	for _, w := range strings.Fields(message) {
		w = strings.Trim(w, ".,:!?()\"'")
		if strings.ContainsAny(w, "/|;") && len(list) < maxPassages {
			list = append(list, w)
		}
	}
	return list
}

// cardRuns are the longest runs of words that are cards or signs, with a sign
// among them. A word of two hands stands for itself (handWords): blanks do not
// split its cards, so its neighbours are no part of it.
func cardRuns(message string) []string {
	var list, run []string
	for _, w := range append(strings.Fields(message), "") {
		if w != "" && isCards(w) {
			run = append(run, w)
			continue
		}
		if text := strings.Join(run, " "); strings.ContainsAny(text, "/|;") || len(vsMarks(text)) > 0 {
			list = append(list, variants(run)...)
		}
		if run = nil; len(list) >= maxPassages {
			break
		}
	}
	return list
}

// variants are a run as it is, and without words at its ends that may be words
// of the sentence around it: "at" is an ace and a ten, "a" an ace. If these are
// read as different deals, the message is ambiguous.
func variants(run []string) []string {
	var list []string
	for from := range run {
		for to := len(run); to > from; to-- {
			list = append(list, strings.Trim(strings.Join(run[from:to], " "), "/|; "))
			if !maybeWord(run[to-1]) || len(list) >= maxPassages {
				break
			}
		}
		if !maybeWord(run[from]) {
			break
		}
	}
	return list
}

// maybeWord tells whether cards could be a word of a sentence: lower-case
// letters only.
func maybeWord(w string) bool {
	return strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" && !isVs(w)
}

// isCards tells whether a word is made of cards and signs only.
func isCards(w string) bool {
	if isVs(w) {
		return true
	}
	if strings.ContainsAny(strings.Trim(w, "/|;"), "/|;") {
		return false // two hands in a word: a passage of its own
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
