package deal

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"nonna/engine/card"
)

// passage is a part of a message that could be a deal.
type passage struct {
	text string
	// loose tells one that stands among other words with nothing to tell it from
	// them but its cards.
	loose bool
	// code tells what people mark as to be read by machines, and JSON.
	code bool
	// near is a word beside it that might belong to it, "" for none.
	near string
}

var (
	// codeBlocks and codeSpans hold what people mark as to be read by machines.
	codeBlocks = regexp.MustCompile("(?s)```(.*?)```")
	codeSpans  = regexp.MustCompile("`([^`\n]+)`")
	numbers    = regexp.MustCompile(`#\d[\d,._']{3,}`)
	// callPassages are calls without others in them.
	callPassages = regexp.MustCompile(`[\pL_][\pL\pN_.]*\([^()]*\)`)
)

// maxPassages bounds how many passages of one message are read.
const maxPassages = 64

// marked lists the code blocks and spans of a message.
func marked(message string) []passage {
	var list []passage
	for _, m := range codeBlocks.FindAllString(message, maxPassages) {
		list = append(list, passage{text: m, code: true})
	}
	for _, m := range codeSpans.FindAllStringSubmatch(codeBlocks.ReplaceAllString(message, " "), maxPassages) {
		list = append(list, passage{text: m[1], code: true})
	}
	return list
}

// isAllCode tells a message that is code from end to end, or JSON.
func isAllCode(message string) bool {
	rest := codeSpans.ReplaceAllString(codeBlocks.ReplaceAllString(message, ""), "")
	return strings.Trim(rest, " \n\t,/|;") == "" || isJSON(message)
}

// isJSON tells a text that is one list or object of JSON.
func isJSON(text string) bool {
	if !strings.ContainsAny(text, `[{"'`) { // a call or members, perhaps
		return false
	}
	r, clean := open(text)
	if len(r.problems) > 0 || !looksLikeJSON(clean) || !isOneJSON(clean) {
		return false
	}
	_, ok := r.parseJSON(clean, 0, len(clean))
	return ok
}

// unmarked lists the other parts of a message that could be a deal.
func unmarked(message string, runs bool) []passage {
	list := append(jsonPassages(message), calls(message)...)
	for _, m := range numbers.FindAllString(message, maxPassages) {
		list = append(list, passage{text: m})
	}
	list = append(list, handWords(message)...)
	if runs {
		list = append(list, cardRuns(message)...)
	}
	return list
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
				loose := text[0] == '[' && text[1] != '[' // [1,2] may be anything
				list = append(list, passage{text: text, loose: loose, code: isJSON(text)})
			}
			depth = max(depth-1, 0)
		}
	}
	return list
}

// calls are the calls in a message that have lists in them.
func calls(message string) []passage {
	var list []passage
	if !strings.Contains(message, "(") {
		return nil
	}
	for _, m := range callPassages.FindAllString(message, maxPassages) {
		if isJSON(m) {
			list = append(list, passage{text: m, code: true})
		}
	}
	return list
}

// handWords are single words with signs between hands: "---AJ/----K".
func handWords(message string) []passage {
	var list []passage
	fields := strings.Fields(message)
	for i := range fields {
		w := bare(fields[i])
		if strings.ContainsAny(w, "/|;") && len(list) < maxPassages {
			list = append(list, passage{text: w, loose: true, near: besideHands(fields, i)})
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
// split its cards.
func cardRuns(message string) []passage {
	var list []passage
	fields := strings.Fields(message)
	for start := 0; start < len(fields) && len(list) < maxPassages; {
		first := afterColon(fields[start])
		if !isCards(bare(first)) {
			start++
			continue
		}
		end := start + 1
		for end < len(fields) && isCards(bare(fields[end])) && !isSeparated(fields[end-1], -1) && !isSeparated(fields[end], 1) {
			end++
		}
		run := append([]string{first}, fields[start+1:end]...)
		if text := strings.Join(run, " "); strings.ContainsAny(text, "/|;") || len(vsMarks(text)) > 0 {
			list = append(list, variants(run, cmp.Or(besideRun(fields, start, end), dashAtEnd(fields, start, end)))...)
		}
		start = end
	}
	return list
}

// afterColon is what stands behind a word and a colon: "deal:2" is about a 2.
func afterColon(w string) string {
	if before, after, ok := strings.Cut(w, ":"); ok && after != "" && strings.IndexFunc(before, unicode.IsLetter) >= 0 {
		return after
	}
	return w
}

// variants are a run as it is, and as much of it around its signs as has no
// words that may be those of a sentence ("at" is an ace and a ten, "a" an ace)
// and no comma that only the end has ("3 4 J, 5 wins"). If both are read as
// different deals, the message is ambiguous. near is a word beside the run that
// might belong to it.
func variants(run []string, near string) []passage {
	from, to := signsOf(run)
	for from > 0 && !breaks(run, from-1) {
		from--
	}
	for to < len(run)-1 && !breaks(run, to+1) && !loneComma(run, to) {
		to++
	}
	list := []passage{{text: joined(run), loose: true, near: near}}
	if from > 0 || to < len(run)-1 {
		list = append(list, passage{text: joined(run[from : to+1]), near: near}) // of any size: it casts doubt on the other
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

// joined is a run as text. Signs at its ends stay: without the hand that they
// stood beside it is no deal.
func joined(run []string) string {
	texts := make([]string, len(run))
	for i, w := range run {
		texts[i] = bare(w)
	}
	return strings.Join(texts, " ")
}

// maybeWord tells whether cards could be a word of a sentence: lower-case
// letters only.
func maybeWord(w string) bool {
	return w != "" && strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" && !isVs(w)
}

// onlyWords tells a line whose words may all be those of a sentence: "at at" is
// two hands only where somebody says so.
func onlyWords(message string) bool {
	for _, w := range strings.Fields(message) {
		if !maybeWord(bare(w)) || strings.Contains(w, "`") {
			return false
		}
	}
	return !strings.Contains(strings.TrimSpace(message), "\n")
}

// isCards tells whether a word is made of cards and signs only. A 1 is a card of
// the Italian deck by itself, or beside dashes: "11" is any number.
func isCards(w string) bool {
	if isVs(w) {
		return true
	}
	if w == "" || strings.ContainsAny(strings.Trim(w, "/|;"), "/|;") {
		return false // two hands in a word are a passage of their own
	}
	w = strings.Trim(w, "/|;,")
	return w == "1" || allCards(w, card.French) || strings.Contains(w, "-") && allCards(w, card.Italian)
}

// allCards tells whether a word is made of cards of a deck and commas only.
func allCards(w string, deck card.Deck) bool {
	c := newCardReader(&reader{}, deck)
	for rest := w; rest != ""; {
		_, size, ok := c.one(rest)
		if !ok && rest[0] != ',' {
			return false
		}
		rest = rest[size:]
	}
	return true
}
