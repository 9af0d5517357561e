package deal

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"nonna/engine/game"
)

// Find finds the one deal in a message, and the game that claims it: the first in the
// list that reads the text, or that would but for some mistakes. The error is a
// [*Problems] with the game returned. It is ambiguous if there are several deals, or if a
// word beside the deal might belong to it. The game is nil if none of them has Find.
func Find(games game.List, message string) (*game.Game, game.Deal, error) {
	s := newSearch(games, message)
	if len(s.games) == 0 {
		return nil, nil, noDeal(message)
	}
	return s.find()
}

// noDeal returns the problem of a message without a deal.
func noDeal(message string) error {
	r := &Reader{Text: message}
	r.NoPlace(NoDeal, nil)
	return r.Err()
}

// FindOf finds the one deal of a game in a message that names the game; see [Find].
func FindOf(g *game.Game, message string) (game.Deal, error) {
	named := *g
	named.Find = func(text string, _ bool) (game.Deal, error) { return g.Read(text, nil) }
	s := newSearch(game.List{&named}, message)
	s.named = true
	_, d, err := s.find()
	return d, err
}

// newSearch returns a search for deals of games that can be found.
func newSearch(games game.List, message string) *search {
	return &search{message: message, games: slices.DeleteFunc(slices.Clone(games), func(g *game.Game) bool { return g.Find == nil })}
}

// search looks for deals in one message.
type search struct {
	games   game.List
	message string
	// named reports that the message names the game.
	named bool

	reads int // of parts, see maxReads
	found []found
	// mistake is the first part of the message that must be meant as a deal and has
	// the problems err; nil if there is none.
	mistake *found
	err     error
}

// found is a deal in a message.
type found struct {
	game *game.Game
	deal game.Deal
	text string
	// neighbour is a word beside the deal that might belong to it, "" if there is none.
	neighbour string
}

// key is equal for equal deals of a game.
func (f found) key() string { return fmt.Sprint(f.game.Name, f.deal.Options(), f.deal.Key()) }

// read returns the deal that a text is, or what is wrong with it: the problems of the game
// that it must be meant for, or of the first game.
func (s *search) read(text string, marked bool) (found, error) {
	var first error
	for _, g := range s.games {
		d, err := g.Find(text, marked)
		if err == nil || isMeant(err) {
			return found{game: g, deal: d, text: text}, err
		}
		if first == nil {
			first = err
		}
	}
	return found{game: s.games[0], text: text}, first
}

// isMeant reports whether the error is that of a text which must be meant as a deal.
func isMeant(err error) bool {
	p, ok := errors.AsType[*Problems](err)
	return ok && (p.Likely || p.Ambiguous)
}

func isLikely(err error) bool {
	p, ok := errors.AsType[*Problems](err)
	return ok && p.Likely
}

// maxReads is the most parts of one message that are read. A message with more is not
// searched for a deal.
const maxReads = 200

// find reads the whole message, or its parts. A part marked as code, or one of a game
// before that which claims the whole, is a deal besides the whole.
func (s *search) find() (*game.Game, game.Deal, error) {
	whole, err := s.readWhole()
	if len(s.message) > MaxText {
		return whole.game, nil, err
	}
	rest := s.cut(s.message, codeParts(s.message))
	switch {
	case err != nil:
		s.readParts(rest)
	case len(s.found) < 2:
		s.addEarlier(whole)
		s.add(whole)
	}
	switch {
	case s.mistake != nil:
		return s.mistake.game, nil, s.err
	case len(s.found) == 0 || err != nil && s.reads > maxReads:
		return whole.game, nil, err
	}
	one := s.found[0]
	switch {
	case len(s.found) > 1:
		return one.game, nil, s.several()
	case one.neighbour != "":
		return one.game, nil, s.beside(one.neighbour)
	}
	return one.game, one.deal, nil
}

// readWhole reads the whole message.
func (s *search) readWhole() (found, error) {
	whole, err := s.read(s.message, isAllCode(s.message))
	if err == nil && !s.named && isProse(s.message) {
		err = noDeal(s.message)
	}
	return whole, err
}

// addEarlier adds deals of games before that which claims the whole message: words of two
// hands, and other parts if no word beside them might belong to them.
func (s *search) addEarlier(whole found) {
	before := search{message: s.message, games: s.games[:slices.Index(s.games, whole.game)]}
	if len(before.games) > 0 {
		before.readParts(s.message)
	}
	for _, f := range before.found {
		if f.neighbour == "" || !strings.Contains(f.text, " ") {
			s.add(f)
		}
	}
}

// several returns the error that lists the deals found.
func (s *search) several() error {
	r := &Reader{Text: s.message}
	var texts []string
	for _, one := range s.found {
		texts = append(texts, strings.Trim(one.text, "`"))
	}
	r.SeveralDeals(texts)
	return r.Err()
}

// beside returns the error of a word that might belong to the deal found.
func (s *search) beside(word string) error {
	r := &Reader{Text: s.message, Ambiguous: true}
	r.NoPlace(BesideDeal, game.Args{"word": Quoted(word)})
	return r.Err()
}

// errNotRead is the error of a part that is not read.
var errNotRead = errors.New("deal: part of a message that is not read")

// try reads a part of the message, which is beside a word that may belong to it.
func (s *search) try(text string, marked bool, neighbour string) (found, error) {
	if s.reads++; s.reads > maxReads {
		return found{}, errNotRead
	}
	one, err := s.read(text, marked)
	one.neighbour = neighbour
	if err == nil {
		s.add(one)
	}
	return one, err
}

// add adds a deal that was not found before.
func (s *search) add(one found) {
	if !slices.ContainsFunc(s.found, func(f found) bool { return f.key() == one.key() }) {
		s.found = append(s.found, one)
	}
}

// check notes a mistake if a part that is not a deal must be meant as one.
func (s *search) check(one found, err error) {
	if isLikely(err) && s.mistake == nil {
		s.mistake, s.err = &one, err
	}
}

// cut reads parts of a text that are marked as code, JSON or numbers. It returns the text
// without those that must be meant as deals.
func (s *search) cut(text string, parts []string) string {
	for _, part := range parts {
		one, err := s.try(part, true, "")
		if isMeant(err) && s.mistake == nil {
			s.mistake, s.err = &one, err
		}
		if err == nil || isMeant(err) {
			text = strings.Replace(text, part, "\n", 1)
		}
	}
	return text
}

var (
	codeBlocks = regexp.MustCompile("(?s)```.*?```")
	codeSpans  = regexp.MustCompile("`([^`\n]+)`")
	// callParts are calls without others in them.
	callParts = regexp.MustCompile(`[\pL_][\pL\pN_.]*\([^()]*\)`)
	numbers   = regexp.MustCompile(`#\d[\d,._']{3,}`)
)

// codeParts returns the code blocks of a message, and what its code spans contain.
func codeParts(message string) []string {
	parts := codeBlocks.FindAllString(message, -1)
	for _, span := range codeSpans.FindAllStringSubmatch(codeBlocks.ReplaceAllString(message, " "), -1) {
		parts = append(parts, span[1])
	}
	return parts
}

// isAllCode reports whether a message is nothing but code or JSON.
func isAllCode(message string) bool {
	rest := codeSpans.ReplaceAllString(codeBlocks.ReplaceAllString(message, ""), "")
	return strings.Trim(rest, " \n\t,/|;") == "" || isJSON(message)
}

// isJSON reports whether a text is one list or object of JSON, perhaps in a call.
func isJSON(text string) bool {
	if !strings.ContainsAny(text, `[{"'`) {
		return false
	}
	r := open(text)
	if r.Failed() || !r.IsOneJSON() {
		return false
	}
	_, ok := r.JSON()
	return ok
}

// calls returns the calls in a text that have lists in them.
func calls(text string) []string {
	var list []string
	for _, call := range callParts.FindAllString(text, -1) {
		if isJSON(call) {
			list = append(list, call)
		}
	}
	return list
}

// lists returns the outermost lists and objects of JSON in a text. A list of single
// characters, such as [1,2], may be anything.
func lists(text string) []string {
	var list []string
	depth, start := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '[', '{':
			if depth == 0 {
				start = i
			}
			depth++
		case ']', '}':
			if one := text[start : i+1]; depth == 1 && isJSON(one) && !isFlat(one) {
				list = append(list, one)
			}
			depth = max(depth-1, 0)
		}
	}
	return list
}

// isFlat reports whether a JSON text is a list with an item of a single character.
func isFlat(text string) bool {
	n, _ := open(text).JSON()
	for _, item := range n.Items {
		if n.Kind == Array && item.Kind == Scalar && len(item.Text) < 2 {
			return true
		}
	}
	return false
}

// readParts reads the JSON, the deal numbers, and what else may be a deal in a text.
func (s *search) readParts(text string) {
	text = s.cut(text, calls(text))
	text = s.cut(text, lists(text))
	text = s.cut(text, numbers.FindAllString(text, -1))
	words, start := words(strings.Fields(text)), 0
	for _, paragraph := range blankLines.Split(text, -1) {
		s.readParagraph(words, start, paragraph)
		start += len(strings.Fields(paragraph))
	}
}

// readParagraph reads a paragraph, or its lines. Its words begin at words[start].
func (s *search) readParagraph(words words, start int, paragraph string) {
	one, err := s.readBlock(words, start, paragraph)
	if err == nil && strings.Contains(strings.TrimSpace(paragraph), "\n") {
		return
	}
	deals := false
	for line := range strings.Lines(paragraph) {
		deals = s.readLine(words, start, line) || deals
		start += len(strings.Fields(line))
	}
	if !deals {
		s.check(one, err)
	}
}

// readLine reads a line and the runs of cards in it. It reports whether there are deals.
func (s *search) readLine(words words, start int, line string) bool {
	one, err := s.readBlock(words, start, line)
	deals := err == nil
	for _, run := range words.runs(start, start+len(strings.Fields(line))) {
		text := words.text(run)
		if text == strings.TrimSpace(line) { // it is read already
			continue
		}
		if s.reads++; s.reads > maxReads || isSmall(text) { // small runs count too
			continue
		}
		_, err := s.try(text, false, words.neighbour(run))
		deals = deals || err == nil
	}
	if !deals {
		s.check(one, err)
	}
	return deals
}

// readBlock reads a paragraph or line as a deal.
func (s *search) readBlock(words words, start int, block string) (found, error) {
	block = strings.TrimSpace(block)
	if block == s.message || isSmall(block) || !s.named && isProse(block) {
		return found{}, errNotRead
	}
	return s.try(block, false, words.neighbour(Place{start, start + len(strings.Fields(block))}))
}

// isSmall reports whether a part of a message does not have two hands of two cards at
// least: "24/7" is not a deal.
func isSmall(text string) bool {
	text = Open(text).Clean
	pieces := SplitHands(text)
	for _, p := range pieces {
		if countCards(text[p.Start:p.End]) < 2 {
			return true
		}
	}
	return len(pieces) < 2
}

// countCards counts the cards in a text.
func countCards(text string) int {
	n := 0
	for text != "" {
		_, size, ok := ParseCard(text)
		if ok {
			n++
		}
		text = text[size:]
	}
	return n
}

// isProse reports whether a text has only words in lower case, which are hands only if
// somebody says so: "at at" is two.
func isProse(text string) bool {
	return !slices.ContainsFunc(strings.Fields(text), func(w string) bool { return !isLower(bare(w)) || strings.Contains(w, "`") })
}
