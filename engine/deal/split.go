package deal

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"nonna/engine/game"
)

// Piece is a part of a text that is one hand or pile.
type Piece struct {
	Place
	Label string // before it, "" if there is none
}

// labels matches the label of a hand. At the beginning of a line or after a sign it is
// any single word with a colon (several words might be cards), and elsewhere only what
// must be a label: "Player B:", "P2:", "B:", "2:".
var labels = regexp.MustCompile(`(?i)` +
	`(?:^|\n|[/|;])[ \t]*([\pL][\pL\pN_'.-]{0,31}|\d{1,3})[ \t]*[:=]` +
	`|(?:^|[\s/|;])((?:(?:player|hand|pile|deck|p|giocatore|mano|mazzo)[ _]?)?(?:\pL|\d{1,3}))[ \t]*[:=]`)

// SplitHands splits a text into hands, but not inside brackets: by labels, else by the
// signs / | ; and "vs", else by lines. It returns one piece or more.
func SplitHands(text string) []Piece {
	if byLabel := SplitLabels(text); byLabel != nil {
		return byLabel
	}
	if pieces := splitAt(text, signs(text)); len(pieces) > 1 {
		return pieces
	}
	if pieces := SplitLines(text); len(pieces) > 0 {
		return pieces
	}
	return []Piece{{Place: Place{0, len(text)}}}
}

// SplitLines returns the lines that are not blank. It does not split inside brackets.
func SplitLines(text string) []Piece {
	return slices.DeleteFunc(splitAt(text, outside(text, marksOf(text, "\n"))), func(p Piece) bool {
		return strings.TrimSpace(text[p.Start:p.End]) == ""
	})
}

// SplitSign splits a text at a sign, a single character or the word "vs". It returns nil if
// the text does not have it.
func SplitSign(text, sign string) []Piece {
	var marks []Place
	switch {
	case IsVs(sign):
		marks = vsMarks(text)
	case strings.Contains(text, sign):
		marks = marksOf(text, sign)
	}
	if len(marks) == 0 {
		return nil
	}
	return splitAt(text, marks)
}

// splitAt splits a text at its separators.
func splitAt(text string, marks []Place) []Piece {
	var pieces []Piece
	at := 0
	for _, m := range marks {
		pieces = append(pieces, Piece{Place: Place{at, m.Start}})
		at = m.End
	}
	return append(pieces, Piece{Place: Place{at, len(text)}})
}

// Words splits a part of a text at blanks and commas.
func Words(text string, part Place) []Place {
	var list []Place
	start := -1
	for i, c := range text[part.Start:part.End] {
		switch blank := c == ',' || unicode.IsSpace(c); {
		case blank && start >= 0:
			list = append(list, Place{part.Start + start, part.Start + i})
			start = -1
		case !blank && start < 0:
			start = i
		}
	}
	if start >= 0 {
		list = append(list, Place{part.Start + start, part.End})
	}
	return list
}

// IsNumber reports whether a word has only digits.
func IsNumber(w string) bool { return w != "" && strings.Trim(w, "0123456789") == "" }

// IsVs reports whether a word is "vs" or a form of it, which separates two hands. A capital
// V is not: it is the jack where he is called valet.
func IsVs(w string) bool {
	return strings.EqualFold(w, "vs") || strings.EqualFold(w, "vs.") || w == "v" || w == "v."
}

// vsMarks returns the places of "vs".
func vsMarks(text string) []Place {
	if !strings.ContainsAny(text, "vV") {
		return nil
	}
	return slices.DeleteFunc(Words(text, Place{0, len(text)}), func(w Place) bool { return !IsVs(text[w.Start:w.End]) })
}

// HasSigns reports whether a text has / | ; or "vs" outside brackets and strings.
func HasSigns(text string) bool { return len(signs(text)) > 0 }

// signs returns the places of / | ; and "vs" outside brackets and strings.
func signs(text string) []Place {
	marks := outside(text, append(marksOf(text, "/|;"), vsMarks(text)...))
	slices.SortFunc(marks, func(a, b Place) int { return a.Start - b.Start })
	return marks
}

// marksOf returns the places of characters of one byte.
func marksOf(text, characters string) []Place {
	var marks []Place
	for at := 0; ; {
		n := strings.IndexAny(text[at:], characters)
		if n < 0 {
			return marks
		}
		at += n + 1
		marks = append(marks, Place{at - 1, at})
	}
}

// outside keeps the places outside brackets and strings.
func outside(text string, marks []Place) []Place {
	if len(marks) == 0 {
		return nil
	}
	inside := brackets(text)
	return slices.DeleteFunc(marks, func(m Place) bool { return inside[m.Start] })
}

// trailingVs matches "vs" at the end of a labelled hand.
var trailingVs = regexp.MustCompile(`\s+(?:[Vv][Ss]\.?|v\.?)$`)

// brackets reports for every byte whether it is inside [], {} or a "string".
func brackets(clean string) []bool {
	inside := make([]bool, len(clean))
	depth, str := 0, false
	for i := 0; i < len(clean); i++ {
		inside[i] = depth > 0 || str
		switch c := clean[i]; {
		case str && c == '\\' && i+1 < len(clean):
			i++
			inside[i] = true
		case c == '"':
			str = !str
		case str:
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth = max(depth-1, 0)
			inside[i] = depth > 0
		}
	}
	return inside
}

// SplitLabels splits a text into labelled hands, and sorts them by their labels. It
// returns nil if there are fewer than two labels, or text before the first.
func SplitLabels(clean string) []Piece {
	if !strings.ContainsAny(clean, ":=") {
		return nil
	}
	var pieces []Piece
	inside := brackets(clean)
	for _, m := range labels.FindAllStringSubmatchIndex(clean, -1) {
		from, to := m[2], m[3]
		if from < 0 {
			from, to = m[4], m[5]
		}
		if inside[from] {
			continue
		}
		if len(pieces) == 0 && strings.TrimSpace(clean[:from]) != "" {
			return nil
		}
		if n := len(pieces); n > 0 {
			pieces[n-1].End = from
		}
		pieces = append(pieces, Piece{Place{m[1], len(clean)}, strings.TrimSpace(clean[from:to])})
	}
	if len(pieces) < 2 {
		return nil
	}
	for i, p := range pieces {
		text := strings.TrimRight(clean[p.Start:p.End], " \t\n/|;,")
		pieces[i].End = p.Start + len(trailingVs.ReplaceAllString(text, ""))
	}
	return InOrder(pieces)
}

// InOrder sorts labelled pieces by the numbers or single letters at the end of their
// labels. It leaves them as they are if a label has neither, or two have the same.
func InOrder(pieces []Piece) []Piece {
	byRank := map[int]Piece{}
	for _, p := range pieces {
		rank, ok := labelRank(p.Label)
		if _, twice := byRank[rank]; !ok || twice {
			return pieces
		}
		byRank[rank] = p
	}
	sorted := make([]Piece, 0, len(pieces))
	for _, rank := range slices.Sorted(maps.Keys(byRank)) {
		sorted = append(sorted, byRank[rank])
	}
	return sorted
}

// labelEnd matches the number or single letter at the end of a label: "Player A",
// "playerB", "P1", "hand_2", "B".
var labelEnd = regexp.MustCompile(`(?i)^(?:player|hand|pile|deck|p|giocatore|mano|mazzo)?[ _]?(\pL|\d{1,3})$`)

// LabelEnd returns the number or single letter at the end of a label, "" for neither.
func LabelEnd(label string) string {
	if m := labelEnd.FindStringSubmatch(label); m != nil {
		return m[1]
	}
	return ""
}

// labelRank returns what labels are sorted by: numbers, then letters.
func labelRank(label string) (int, bool) {
	end := LabelEnd(label)
	if end == "" {
		return 0, false
	}
	if n, err := strconv.Atoi(end); err == nil {
		return n, true
	}
	return letterRank + int(strings.ToUpper(end)[0]), true
}

// letterRank is less than the rank of any letter, and more than that of any number.
const letterRank = 1000

// CheckPieces notes labels that occur twice or are missing, and more pieces than any game
// has players; then it reports false.
func (r *Reader) CheckPieces(pieces []Piece) bool {
	if len(pieces) > game.MaxPlayers {
		p := pieces[game.MaxPlayers]
		r.Problem(p.Start, p.End, TooManyHands, game.Args{"hands": len(pieces), "most": game.MaxPlayers})
		return false
	}
	seen := map[string]bool{}
	ranked := map[int]Piece{}
	for _, p := range pieces {
		key := strings.ToLower(p.Label)
		rank, ok := labelRank(p.Label)
		if _, twice := ranked[rank]; ok && twice || p.Label != "" && seen[key] {
			r.Problem(p.Start, p.Start, SecondHand, game.Args{"label": Quoted(p.Label)})
		}
		seen[key] = true
		if ok {
			ranked[rank] = p
		}
	}
	if len(ranked) > 1 && len(ranked) == len(pieces) {
		r.checkMissing(ranked)
	}
	return true
}

// checkMissing notes the first label that is missing before a piece, of numbers from 0 or 1
// on, or of letters from any on. Its line may be lost, or the labels may be something else.
func (r *Reader) checkMissing(pieces map[int]Piece) {
	ranks := slices.Sorted(maps.Keys(pieces))
	next := 1
	if ranks[0] == 0 || ranks[0] >= letterRank {
		next = ranks[0]
	}
	for _, rank := range ranks {
		if rank != next {
			label := strconv.Itoa(next)
			if next >= letterRank {
				label = string(rune(next - letterRank))
			}
			r.Problem(pieces[rank].Start, pieces[rank].Start, MissingHand, game.Args{"label": Quoted(label)})
			return
		}
		next++
	}
}

// blankLines separate deals, or the hands of one.
var blankLines = regexp.MustCompile(`\n[ \t]*\n\s*`)

// CheckBlocks notes that several parts of the text between blank lines are deals by
// themselves, in a text without other problems.
func (r *Reader) CheckBlocks(isDeal func(text string) bool) {
	blocks := blankLines.Split(strings.TrimSpace(r.Clean), -1)
	if r.Failed() || len(blocks) < 2 {
		return
	}
	blocks = slices.DeleteFunc(blocks, func(b string) bool { return !isDeal(b) })
	if len(blocks) > 1 {
		r.SeveralDeals(blocks)
	}
}

// SeveralDeals notes that there are several deals, and makes the text ambiguous.
func (r *Reader) SeveralDeals(texts []string) {
	var quotes []game.Phrase
	for _, text := range texts[:min(len(texts), MaxProblems)] {
		quotes = append(quotes, Part("quote", game.Args{"text": Quoted(text)}))
	}
	list := enumerated(quotes)
	if len(texts) > MaxProblems {
		list = Part("and-others", game.Args{"first": game.Join("list.comma", quotes...)})
	}
	r.Ambiguous = true
	r.NoPlace(SeveralDeals, game.Args{"deals": len(texts), "list": list})
}
