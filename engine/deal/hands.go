package deal

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonna/engine/game"
)

// Hand is a part of a text that is one hand or pile.
type Hand struct {
	Place
	// Label is before the hand, "" if there is none.
	Label string
	Words []Word
	// Listed reports that the hand is a list, whose items are its words.
	Listed bool
	// Lines reports that it has several lines.
	Lines bool
}

// IsList reports whether a hand is a list, or a string that programs write.
func (h Hand) IsList() bool { return h.Listed || len(h.Words) > 0 && h.Words[0].Quoted }

// Word is a word of a hand, or an item of a list.
type Word struct {
	Place
	Text string
	// Quoted reports that it is a string, or one of a list of words without quotation marks.
	Quoted bool
}

// Split is what hands are split by.
type Split int

// The ways to split, the strongest last.
const (
	Whole Split = iota
	ByLists
	ByLines
	BySigns
	ByLabels
)

// Hands returns the hands of the text, in its order, and what separates them: all words are
// one hand if nothing does. There are none if there are problems.
func (r *Reader) Hands() ([]Hand, Split) {
	if r.nodes == nil {
		r.parse()
	}
	if r.Failed() {
		return nil, Whole
	}
	hands, by := r.hands(r.nodes, node{})
	if r.Failed() {
		return nil, Whole
	}
	return hands, by
}

// hands returns the hands of nodes, which are the items of a list, or all of the text.
func (r *Reader) hands(nodes []node, in node) ([]Hand, Split) {
	listed := in.kind == list
	hasList := slices.ContainsFunc(nodes, node.isList)
	if n := len(nodes); hasList && nodes[n-1].kind == nothing { // the end of a statement
		nodes = nodes[:n-1]
	}
	switch {
	case (listed || hasList) && isObject(nodes, listed):
		return r.object(nodes)
	case len(nodes) == 1 && nodes[0].isContainer():
		return r.hands(nodes[0].items, nodes[0])
	case len(nodes) == 1 && nodes[0].kind == quoted && !listed:
		r.Problem(nodes[0].Start, nodes[0].End, NoJSONHands, nil)
		return nil, Whole
	}
	if hasList && !r.areLists(nodes, in) {
		return nil, Whole
	}
	parts, by := r.split(nodes, hasList)
	hands := make([]Hand, 0, len(parts))
	for _, part := range parts {
		hands = append(hands, r.hand(part, listed && by == Whole))
	}
	return hands, by
}

func (n node) isList() bool { return n.kind == list }

// isObject reports whether all nodes are members of an object. One alone in a text is the label of
// a list.
func isObject(nodes []node, listed bool) bool {
	return len(nodes) > 0 && (listed || len(nodes) > 1 || isDealMember(nodes[0])) &&
		!slices.ContainsFunc(nodes, func(n node) bool { return n.label == "" })
}

// isContainer reports whether a node is a list that has hands in it, and not the cards of one.
func (n node) isContainer() bool {
	strs := n.kind == list && len(n.items) > 1
	for _, item := range n.items {
		if item.kind == list || item.label != "" || item.before == '/' || item.kind == nothing {
			return true
		}
		strs = strs && item.kind == quoted && strings.ContainsAny(strings.TrimSpace(item.text), " ,\n")
	}
	return strs
}

// areLists notes what stands beside lists without being one, and reports whether there is
// nothing. Lists of several names are a program.
func (r *Reader) areLists(nodes []node, in node) bool {
	name := ""
	for i, n := range nodes {
		switch {
		case in.kind == list && in.name == "" && n.kind == word && !isPlain(n.text, n.text):
			r.Problem(n.Start, n.End, NoJSONCard, nil)
		case n.kind == word && !slices.ContainsFunc(nodes, func(n node) bool { return n.kind == list && (n.name != "" || r.Clean[n.Start] != '(') }):
			i := slices.IndexFunc(nodes, node.isList)
			r.Problem(nodes[i].Start, nodes[i].End, StraySign, game.Args{"sign": Quoted("(")})
			return false
		case n.kind == word, n.kind == list && i > 0 && n.name != name && n.name != "" && name != "":
			r.Forget()
			r.Likely = true
			r.NoPlace(PastedCode, nil)
			return false
		}
		name = cmp.Or(n.name, name)
	}
	return !r.Failed()
}

// split splits nodes into parts that are hands, by what is strongest.
func (r *Reader) split(nodes []node, hasList bool) ([][]node, Split) {
	by, labels := Whole, 0
	for i, n := range nodes {
		by = max(by, n.splits(i, hasList))
		if n.label != "" {
			labels++
		}
	}
	if i := slices.IndexFunc(nodes, func(n node) bool { return n.label != "" }); i > 0 || labels == 1 && (len(nodes) > 1 || !hasList) {
		r.Problem(nodes[i].Start, nodes[i].Start, StraySign, game.Args{"sign": Quoted(nodes[i].label + ":")})
		return nil, by
	}
	var parts [][]node
	for start, i := 0, 1; i <= len(nodes); i++ {
		if i == len(nodes) || by == ByLists || by > Whole && nodes[i].splits(i, hasList) == by {
			parts, start = append(parts, nodes[start:i]), i
		}
	}
	return parts, by
}

// splits returns how a node is split from those before it.
func (n node) splits(i int, hasList bool) Split {
	switch {
	case n.label != "":
		return ByLabels
	case n.before == '/' || n.kind == nothing:
		return BySigns
	case n.before == '\n' && i > 0:
		return ByLines
	case hasList || n.kind == quoted && strings.ContainsAny(strings.TrimSpace(n.text), " ,"):
		return ByLists
	}
	return Whole
}

// hand returns the hand of a part: words, or a list of them.
func (r *Reader) hand(part []node, listed bool) Hand {
	h := Hand{Place: Place{part[0].Start, part[len(part)-1].End}, Label: part[0].label, Listed: listed}
	strs := false
	for len(part) == 1 && part[0].kind == list {
		r.checkName(part[0])
		strs = strings.HasPrefix(part[0].name, "%") || part[0].name == "qw"
		h.Listed, part = true, part[0].items
	}
	h.Words = make([]Word, 0, len(part))
	for i, n := range part {
		if i > 0 && n.kind != nothing && (n.before == '/' || n.label != "") {
			r.Problem(n.Start, n.Start, StraySign, game.Args{"sign": Quoted(cmp.Or(n.label, "/"))})
			continue
		}
		h.Words = append(h.Words, r.words(n, h.Listed, strs)...)
		h.Lines = h.Lines || i > 0 && n.before == '\n' && !h.Listed
	}
	return h
}

// checkName notes a function that may change the hand that it is called with.
func (r *Reader) checkName(n node) {
	isHand := func(item node) bool { return item.kind == list || item.kind == quoted && len(n.items) == 1 }
	if n.name != "" && r.Clean[n.End-1] == ')' && slices.ContainsFunc(n.items, isHand) && !makesList.MatchString(n.name) {
		r.NoPlace(PastedCode, nil)
	}
}

// makesList matches the functions and types that make a list of another one, and leave its items
// and their order alone.
var makesList = regexp.MustCompile(`(?i)(?:^|[ .:&])(?:(?:as|linked|mutable)?(?:array)?(?:list|vec|vector|array|deque|queue|stack|tuple)(?:of|from)?|of|from|hand|cards)(?:<.*>)?!?$`)

// words returns the words of an item of a list, or of a part that is none.
func (r *Reader) words(n node, listed, strs bool) []Word {
	switch {
	case n.kind == nothing:
		return nil
	case n.kind == list, listed && n.label != "":
		r.Problem(n.Start, n.End, NoJSONCard, nil)
		return nil
	case n.kind == quoted && !listed:
		return wordsIn(n)
	}
	return []Word{{n.Place, n.text, n.kind == quoted || strs}}
}

// wordsIn returns the words of a string, at the place of all of it.
func wordsIn(n node) []Word {
	words := Fields(n.text, blanks)
	if words == nil {
		words = []Word{{}}
	}
	for i := range words {
		words[i].Place, words[i].Quoted = n.Place, true
	}
	return words
}

// EachWord returns a hand of each word.
func EachWord(words []Word) []Hand {
	hands := make([]Hand, len(words))
	for i := range words {
		hands[i] = HandOf(words[i : i+1 : i+1])
	}
	return hands
}

// HandOf returns the hand of words.
func HandOf(words []Word) Hand {
	h := Hand{Words: words}
	if len(words) > 0 {
		h.Place = Place{words[0].Start, words[len(words)-1].End}
	}
	return h
}

// blanks are the signs between the words of a string.
const blanks = " ,\t\n"

// Fields returns the words of a text between any of the signs.
func Fields(text, signs string) []Word {
	var words []Word
	at := 0
	for w := range strings.FieldsFuncSeq(text, func(c rune) bool { return strings.ContainsRune(signs, c) }) {
		start := at + strings.Index(text[at:], w)
		at = start + len(w)
		words = append(words, Word{Place: Place{start, at}, Text: w})
	}
	return words
}

// isDealMember reports whether a node is the member of an object that has the hands.
func isDealMember(n node) bool {
	return slices.Contains([]string{"input", "hands", "piles", "deal"}, strings.ToLower(n.label))
}

// dealMember returns the first member of an object that has the hands, and how many have: none if
// anything beside is no member.
func dealMember(nodes []node) (member node, n int) {
	if len(nodes) == 1 && nodes[0].kind == list && nodes[0].label == "" {
		nodes = nodes[0].items
	}
	for _, one := range slices.Backward(nodes) {
		if one.label == "" {
			return node{}, 0
		}
		if isDealMember(one) {
			member, n = one, n+1
		}
	}
	return member, n
}

// object returns the hands of an object: those in its member "hands" or the like, or its
// members whose names are labels ("playerA" and "playerB"), or all if these are lists.
func (r *Reader) object(nodes []node) ([]Hand, Split) {
	all, count := dealMember(nodes)
	isHand := func(n node) bool { return LabelEnd(n.label) != "" }
	switch {
	case count > 0:
		isHand = func(n node) bool { return n.Place == all.Place }
	case !slices.ContainsFunc(nodes, isHand) && !slices.ContainsFunc(nodes, func(n node) bool { return n.kind != list }):
		isHand = node.isList
	}
	var hands []Hand
	for _, n := range nodes {
		switch {
		case isHand(n) && count == 0:
			hands = append(hands, r.hand([]node{n}, false))
		case !isHand(n) && (isDealMember(n) || r.mayHaveCards(n)):
			r.Problem(n.Start, n.End, OtherCards, game.Args{"label": Quoted(n.label)})
		}
	}
	switch {
	case r.Failed():
		return nil, Whole
	case count > 0 && all.kind == list:
		all.label = ""
		return r.hands([]node{all}, node{})
	case len(hands) < 2:
		r.Problem(nodes[0].Start, nodes[len(nodes)-1].End, NoJSONHands, nil)
	}
	return hands, ByLabels
}

// mayHaveCards reports whether a member of an object that is no hand may have cards: a list with a
// word that is not plain, a string of cards, or a word whose name has no quotation marks. A 1 is a
// card of the Italian deck alone, and more often a number.
func (r *Reader) mayHaveCards(n node) bool {
	words := Fields(n.text, blanks)
	isOther := func(w Word) bool { return !AreCards(w.Text) && !IsNearName(strings.ToLower(w.Text)) || w.Text == "1" }
	switch n.kind {
	case list:
		return slices.ContainsFunc(n.items, r.mayBeCard)
	case quoted:
		return len(words) > 0 && !slices.ContainsFunc(words, isOther)
	}
	name := strings.TrimRight(r.Clean[:n.Start], " \t\n:")
	return !strings.HasSuffix(name, `"`) && !strings.HasSuffix(name, "'")
}

// mayBeCard reports whether an item of a list may be a card, or a member of it have some.
func (r *Reader) mayBeCard(n node) bool {
	isCard := func(w Word) bool { return !isPlain(w.Text, w.Text) && w.Text != "1" }
	return n.label == "" && slices.ContainsFunc(Fields(n.text, blanks), isCard) || (n.label != "" || n.kind == list) && r.mayHaveCards(n)
}

// InOrder sorts labelled hands by the numbers or single letters at the end of their labels,
// and leaves those with other labels as they are. It notes labels that occur twice or are
// missing.
func (r *Reader) InOrder(hands []Hand) []Hand {
	ranks := map[string]int{} // by label
	seen := map[string]bool{} // by rank, or by label
	for _, h := range hands {
		if h.Label == "" {
			return hands
		}
		rank, same := labelRank(h.Label), strings.ToLower(h.Label)
		if rank >= 0 {
			ranks[h.Label], same = rank, strconv.Itoa(rank)
		}
		if seen[same] {
			r.Problem(h.Start, h.Start, SecondHand, game.Args{"label": Quoted(h.Label)})
		}
		seen[same] = true
	}
	if len(ranks) < len(hands) || len(hands) < 2 || r.Failed() {
		return hands
	}
	sorted := slices.SortedFunc(slices.Values(hands), func(a, b Hand) int { return ranks[a.Label] - ranks[b.Label] })
	next := ranks[sorted[0].Label]
	switch {
	case next > letterRank+'A': // initials of names
		return hands
	case next > 0 && next < letterRank:
		next = 1
	}
	for _, h := range sorted {
		if ranks[h.Label] != next {
			label := strconv.Itoa(next)
			if next >= letterRank {
				label = string(rune(next - letterRank))
			}
			r.Problem(h.Start, h.Start, MissingHand, game.Args{"label": Quoted(label)})
			break
		}
		next++
	}
	return sorted
}

// playerWord is what may stand before the number or letter of a player in a label.
const playerWord = `player|hand|pile|deck|p|giocatore|mano|mazzo`

// labelEnd matches the number or single letter at the end of a label: "Player A",
// "playerB", "P1", "hand_2", "B", "Player One".
var labelEnd = regexp.MustCompile(`(?i)^(?:` + playerWord + `)?[ _]?(\pL|\d{1,3}|one|two|three|four|uno|due|tre|quattro)$`)

// LabelEnd returns the number or single letter at the end of a label, "" for neither.
func LabelEnd(label string) string {
	if m := labelEnd.FindStringSubmatch(label); m != nil {
		return m[1]
	}
	return ""
}

// letterRank is less than the rank of any letter, and more than that of any number.
const letterRank = 1000

// labelRank returns what labels are sorted by: numbers, then letters; -1 for others.
func labelRank(label string) int {
	end := LabelEnd(label)
	if n, err := strconv.Atoi(end); err == nil {
		return n
	}
	if i := slices.Index(strings.Fields("one two three four uno due tre quattro"), strings.ToLower(end)); i >= 0 {
		return 1 + i%4
	}
	if end == "" {
		return -1
	}
	letter, _ := utf8.DecodeRuneInString(end)
	return letterRank + int(unicode.ToUpper(letter))
}

// CheckHands notes hands without cards, too many cards or hands, and a hand alone, in a text without
// other problems. cards counts those of each hand, and is -1 where they are unclear.
func (r *Reader) CheckHands(hands []Place, cards []int, most int) {
	total := 0
	for i, at := range hands {
		if cards[i] == 0 {
			r.Problem(at.Start, at.End, EmptyHand, game.Args{"hand": i + 1})
		}
		if total += max(cards[i], 0); total > game.MaxCards && total-cards[i] <= game.MaxCards {
			r.Problem(at.Start, at.Start, TooManyCards, game.Args{"most": game.MaxCards})
		}
	}
	end := len(strings.TrimRight(r.Clean, " \n\t"))
	switch n := len(hands); {
	case n == 0:
		r.Problem(end, end, NoJSONHands, nil)
	case n == 1 && total > 0:
		r.Problem(end, end, OneHand, game.Args{"cards": Counted(total, "cards")})
	case n > most:
		r.Problem(hands[most].Start, hands[most].End, TooManyHands, game.Args{"hands": n, "most": most})
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
	r.Ambiguous = true
	r.NoPlace(SeveralDeals, game.Args{"deals": len(texts), "list": listed(texts)})
}

// Unmark removes the markdown around whole hands: pairs of equal runs of the signs. Other
// signs remain, so that no card is lost which a sign may be.
func Unmark(hands []Hand, signs string) {
	unmark := func(first, last *Word) bool {
		mark := first.Text[:len(first.Text)-len(strings.TrimLeft(first.Text, signs))]
		if mark == "" || !strings.HasSuffix(last.Text, mark) || first == last && len(first.Text) <= 2*len(mark) {
			return false
		}
		first.Text, first.Start = first.Text[len(mark):], first.Start+len(mark)
		last.Text, last.End = last.Text[:len(last.Text)-len(mark)], last.End-len(mark)
		return true
	}
	for i, h := range hands {
		if len(h.Words) == 0 || h.Listed {
			return
		}
		for unmark(&hands[i].Words[0], &h.Words[len(h.Words)-1]) {
		}
	}
	if last := len(hands) - 1; last > 0 {
		unmark(&hands[0].Words[0], &hands[last].Words[len(hands[last].Words)-1])
	}
}
