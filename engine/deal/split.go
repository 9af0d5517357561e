package deal

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nonna/engine/game"
)

// piece is a part of the text, [start, end).
type piece struct {
	start, end int
	label      string // what stood before it, "" for nothing
}

// labels finds what may stand before a hand. One word with a colon begins a
// line or follows a sign; anywhere else only what plainly is a label is taken
// for one: "Player B:", "P2:", "B:", "2:". Only a name of a single word can be
// a label: more words might be cards.
var labels = regexp.MustCompile(`(?i)` +
	`(?:^|\n|[/|;])[ \t]*([\pL][\pL\pN_'.-]{0,31}|\d{1,3})[ \t]*[:=]` +
	`|(?:^|[\s/|;])((?:(?:player|hand|pile|deck|p)[ _]?)?(?:\pL|\d{1,3}))[ \t]*[:=]`)

// splitHands splits a text into hands, at the top level of any brackets. It
// tries labels, then the signs / | ; and "vs", then lines, and notes nothing.
func splitHands(clean string) []piece {
	if byLabel := splitLabels(clean); byLabel != nil {
		return byLabel
	}
	if pieces := splitAt(clean, signs(clean)); len(pieces) > 1 {
		return pieces
	}
	if pieces := nonBlank(clean, splitAt(clean, newlines(clean))); len(pieces) > 0 {
		return pieces
	}
	return []piece{{0, len(clean), ""}}
}

// splitAt splits a text at its separators.
func splitAt(clean string, marks []word) []piece {
	var pieces []piece
	at := 0
	for _, m := range marks {
		pieces = append(pieces, piece{at, m.start, ""})
		at = m.end
	}
	return append(pieces, piece{at, len(clean), ""})
}

// isVs tells the word that stands between two hands.
func isVs(w string) bool {
	return strings.EqualFold(w, "vs") || strings.EqualFold(w, "vs.") || strings.EqualFold(w, "v")
}

// vsMarks finds that word.
func vsMarks(clean string) []word {
	return slices.DeleteFunc(words(clean, 0, len(clean)), func(w word) bool { return !isVs(clean[w.start:w.end]) })
}

// trailingVs finds it at the end of a labelled hand.
var trailingVs = regexp.MustCompile(`(?i)\s+vs?\.?$`)

// signs finds / | ; and "vs" outside brackets and strings.
func signs(clean string) []word {
	marks := outside(clean, append(marksOf(clean, "/|;"), vsMarks(clean)...))
	slices.SortFunc(marks, func(a, b word) int { return a.start - b.start })
	return marks
}

func newlines(clean string) []word { return outside(clean, marksOf(clean, "\n")) }

// marksOf finds characters of one byte.
func marksOf(clean, characters string) []word {
	var marks []word
	for i := range len(clean) {
		if strings.IndexByte(characters, clean[i]) >= 0 {
			marks = append(marks, word{i, i + 1})
		}
	}
	return marks
}

// outside keeps what stands outside brackets and strings.
func outside(clean string, marks []word) []word {
	inside := brackets(clean)
	return slices.DeleteFunc(marks, func(m word) bool { return inside[m.start] })
}

// brackets tells for every byte whether it stands inside [], {} or a "string".
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

func nonBlank(clean string, pieces []piece) []piece {
	return slices.DeleteFunc(pieces, func(p piece) bool {
		return strings.TrimSpace(clean[p.start:p.end]) == ""
	})
}

// splitLabels splits a text whose hands stand behind labels, in the order that
// the labels say. It returns nil where there are none, or where something other
// than a heading stands before the first.
func splitLabels(clean string) []piece {
	if !strings.ContainsAny(clean, ":=") {
		return nil
	}
	var pieces []piece
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
			pieces[n-1].end = from
		}
		pieces = append(pieces, piece{m[1], len(clean), strings.TrimSpace(clean[from:to])})
	}
	if len(pieces) < 2 {
		return nil
	}
	for i, p := range pieces {
		text := strings.TrimRight(clean[p.start:p.end], " \t\n/|;,")
		pieces[i].end = p.start + len(trailingVs.ReplaceAllString(text, ""))
	}
	return inOrder(pieces)
}

// inOrder sorts labelled pieces by what ends their labels, where that is a
// number or a single letter for all of them and none is there twice.
func inOrder(pieces []piece) []piece {
	byRank := map[int]piece{}
	for _, p := range pieces {
		rank, ok := labelRank(p.label)
		if _, twice := byRank[rank]; !ok || twice {
			return pieces
		}
		byRank[rank] = p
	}
	sorted := make([]piece, 0, len(pieces))
	for _, rank := range slices.Sorted(maps.Keys(byRank)) {
		sorted = append(sorted, byRank[rank])
	}
	return sorted
}

// labelEnd is the number or single letter at the end of a label: "Player A",
// "playerB", "P1", "hand_2", "B".
var labelEnd = regexp.MustCompile(`(?i)^(?:player|hand|pile|deck|p)?[ _]?(\pL|\d{1,3})$`)

func labelRank(label string) (int, bool) {
	m := labelEnd.FindStringSubmatch(label)
	if m == nil {
		return 0, false
	}
	if n, err := strconv.Atoi(m[1]); err == nil {
		return n, true
	}
	return 1000 + int(strings.ToUpper(m[1])[0]), true
}

// checkPieces notes more pieces than a game can have hands, and reports false
// then; and labels that are there twice.
func (r *reader) checkPieces(pieces []piece) bool {
	if len(pieces) > game.MaxPlayers {
		p := pieces[game.MaxPlayers]
		r.problem(p.start, p.end, TooManyHands, game.Args{"hands": len(pieces), "most": game.MaxPlayers})
		return false
	}
	seen := map[string]bool{}
	for _, p := range pieces {
		key := strings.ToLower(p.label)
		if p.label != "" && seen[key] {
			r.problem(p.start, p.start, SecondHand, game.Args{"label": quoted(p.label)})
		}
		seen[key] = true
	}
	return true
}
