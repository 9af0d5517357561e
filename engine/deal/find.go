package deal

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"nonna/engine/game"
)

// Found is a deal in a message.
type Found struct {
	// Game reads the deal. If none is found, it is the game that a mistake is one of.
	Game *game.Game
	Deal game.Deal
	// Rest reports that the message has other words, which were not read.
	Rest bool
}

// Find finds the one deal in a message: the whole message, or a part of it that is code, a
// list, "#" and a number, or a run of cards with a separator, or lines of cards. Of the games
// that read it, it is one of the first in the list; names returns the names by which a message
// may name a game, whose deal it then is. What touches a part must be a word of its own, since it
// might belong to the deal. The error is a [*Problems].
func Find(games game.List, names func(*game.Game) []string, message string) (Found, error) {
	s := &search{all: games, message: message, text: message}
	if len(message) > MaxText {
		return Found{}, clean(message).Err()
	}
	for _, g := range games {
		if s.isNamed(g, names(g)) {
			s.games = append(s.games, g)
		}
	}
	switch s.named = len(s.games) > 0; {
	case len(s.games) > 1:
		return Found{Game: s.games[0]}, s.beside(s.games[1].Name)
	case !s.named:
		s.games = slices.DeleteFunc(slices.Clone(games), func(g *game.Game) bool { return g.Find == nil })
	}
	if len(s.games) == 0 {
		return Found{}, s.refuse(NoDeal, nil)
	}
	if quote := strings.Join(quotedLines.FindAllString(message, -1), ""); firstCard(quote) != "" {
		if err := s.beside(firstCard(quotedLines.ReplaceAllString(message, ""))); err != nil {
			return Found{Game: s.games[0]}, err
		}
	}
	return s.find()
}

// quotedLines matches the lines of a message that is answered.
var quotedLines = regexp.MustCompile(`(?m)^[ \t]*>.*\n?`)

// search looks for deals in one message.
type search struct {
	// games are those whose deals are looked for, of all.
	games, all game.List
	message    string
	// text is the message without the names of games and params. named reports that it names a
	// game, and options are those that it names.
	text    string
	named   bool
	options game.Options
	// before reports that the name begins the message, after that it does, or that a colon
	// follows it: what follows is the deal. says reports that a colon or a line does, as of "deal:".
	before, after, says bool

	reads int
	found []found
	// clean is the text without what belongs to the chat, unread that without the deals that were
	// found in it.
	clean, unread string
	err           error // of the first part that must be meant as a deal
}

type found struct {
	Found
	text string
}

// isNamed reports whether the text names a game, with values of its params or as the function of
// a call, and takes the names out of the text. A name in front, or before a colon, cuts off what
// stands before.
func (s *search) isNamed(g *game.Game, names []string) bool {
	named := false
	if g.Named != nil {
		if rest, o := g.Named(s.text); o != nil {
			s.text, s.options, named = rest, o, true
		}
	}
	names = append(slices.Clone(names), g.Name)
	slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) }) // "beggar" begins a longer one
	quoted := regexp.QuoteMeta(strings.Join(names, "\n"))
	words := regexp.MustCompile(`(?i)[\pL\pN_.]*(?:` + strings.ReplaceAll(quoted, "\n", "|") + `)[\pL\pN_]*`)
	for _, at := range words.FindAllStringIndex(s.text, -1) {
		after := s.text[at[1]:]
		switch {
		case strings.HasPrefix(after, "("):
			return true
		case !slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, s.text[at[0]:at[1]]) }):
			continue
		}
		s.before = strings.Trim(s.text[:at[0]], "*_~>/ \t\n") == ""
		trimmed := strings.TrimLeft(after, " *_~")
		says := strings.TrimLeft(trimmed, "!?.,")
		s.says = strings.HasPrefix(says, "\n") || strings.Contains(strings.Fields("." + says)[0], ":")
		if s.after = s.before || strings.HasPrefix(trimmed, ":"); s.after {
			s.text = strings.TrimLeft(trimmed, ":!,")
		} else {
			s.text = s.text[:at[0]] + strings.Repeat(" ", at[1]-at[0]) + strings.TrimLeft(after, "!?,.")
		}
		return true
	}
	return named
}

// refuse returns the error of a message as a whole.
func (s *search) refuse(kind Kind, args game.Args) error {
	r := &Reader{Text: s.message, Ambiguous: kind != NoDeal}
	r.NoPlace(kind, args)
	return r.Err()
}

// beside returns the error of a word that might belong to the deal, nil for "".
func (s *search) beside(word string) error {
	if word == "" {
		return nil
	}
	return s.refuse(BesideDeal, game.Args{"word": Quoted(word)})
}

// maxReads is the most parts that are read of a message: one with more is not searched.
const maxReads = 200

// find reads code and numbers in the message, or else the whole of it, and then its lists and its
// runs of cards.
func (s *search) find() (_ Found, err error) {
	s.unread, s.clean = s.text, s.text
	if r := clean(s.text); !r.Failed() {
		s.clean = r.Clean
	}
	var whole found
	if !slices.ContainsFunc(coded.FindAllString(s.text, -1), s.isPart) {
		isMarked := isList(s.text) || strings.Trim(coded.ReplaceAllString(s.text, ""), " \n\t,/|;") == ""
		whole, err = s.read(s.text, isMarked)
		if err == nil && !s.isSentence(whole.Game) {
			whole.Rest = s.after && !s.before
			if !isMarked {
				err = s.beside(tokens(nil).words(s.clean, 0).mixed())
			}
			return whole.Found, err
		}
	}
	list := s.tokens()
	if s.after {
		for _, paragraph := range blankLines.Split(s.unread, -1) {
			if strings.TrimSpace(paragraph) != strings.TrimSpace(s.text) {
				s.try(paragraph, true)
			}
		}
	}
	if len(s.found) == 0 || !s.named {
		s.readRuns(list)
	}
	return s.one(whole, err)
}

// one returns the only deal that was found, or why there is none. err is what is wrong with the
// whole message.
func (s *search) one(whole found, err error) (Found, error) {
	switch {
	case s.err != nil:
		return Found{Game: s.games[0]}, s.err
	case s.reads > maxReads || len(s.found) == 0 && err == nil:
		return Found{Game: s.games[0]}, s.refuse(NoDeal, nil)
	case len(s.found) == 0:
		return Found{Game: whole.Game}, err
	case len(s.found) > 1:
		r := &Reader{Text: s.message}
		var texts []string
		for _, one := range s.found {
			texts = append(texts, strings.Trim(one.text, "` \n.,!?"))
		}
		r.SeveralDeals(texts)
		return Found{Game: s.found[0].Game}, r.Err()
	}
	one := s.found[0].Found
	one.Rest = strings.ContainsFunc(s.unread, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) })
	return one, s.beside(tokens(nil).words(s.unread, 0).stray())
}

// read returns the deal that a text is, or what is wrong with it: the problems of the game
// that it must be meant for, or of the first game.
func (s *search) read(text string, marked bool) (found, error) {
	var first error
	for _, g := range s.games {
		d, err := s.readOf(g, text, marked)
		if err == nil || isMeant(err) {
			return found{Found{Game: g, Deal: d}, text}, err
		}
		first = cmp.Or(first, err)
	}
	return found{Found{Game: s.games[0]}, text}, first
}

// readOf reads a text as a deal of a game.
func (s *search) readOf(g *game.Game, text string, marked bool) (game.Deal, error) {
	if s.options != nil || g.Find == nil {
		return g.Read(text, s.options)
	}
	saysSo := marked || s.after
	d, err := g.Find(text, saysSo)
	switch {
	case err != nil && s.named && saysSo && !isMeant(err):
		return g.Read(text, nil)
	case err == nil && s.named && !s.before && s.isIdiom(g, text):
		return d, s.beside(g.Name)
	case err == nil && marked && !s.named:
		return d, s.checkOthers(d, text)
	}
	return d, err
}

// checkOthers returns an error if another game reads words of court cards alone in another way: they
// may be words of letters.
func (s *search) checkOthers(d game.Deal, text string) error {
	r := &Reader{Text: s.message}
	if strings.Trim(text, "TJQKA[](), `\"'") != "" {
		return nil
	}
	for _, g := range s.games {
		if other, err := g.Find(text, true); err == nil && other.String() != d.String() {
			r.SeveralDeals([]string{d.String(), other.String()})
		}
	}
	return r.Err()
}

// isIdiom reports whether only the name of a game in the middle of the message makes a text a deal
// of that game, and it is one of another without: "done in a snap: 2 A 7 / 3 4 J".
func (s *search) isIdiom(named *game.Game, text string) bool {
	return !finds(named, text) && slices.ContainsFunc(s.all, func(g *game.Game) bool { return finds(g, text) })
}

// isSentence reports whether a text may be a sentence: "at at", in which all is in lower case, or
// behind the name of a game that does not find it by itself, with words that are no cards: "Good luck".
func (s *search) isSentence(g *game.Game) bool {
	if !s.named {
		return strings.Trim(s.text, "abcdefghijklmnopqrstuvwxyz \t\n.,:!?()\"'*_~>") == ""
	}
	isWord := func(t token) bool { return t.kind == plain && strings.ContainsFunc(t.text, unicode.IsLetter) }
	return !s.says && !finds(g, s.text) && !strings.ContainsAny(s.text, "/|;") && slices.ContainsFunc(tokens(nil).words(s.text, 0), isWord)
}

// finds reports whether a game finds a text by itself.
func finds(g *game.Game, text string) bool {
	if g.Find == nil {
		return false
	}
	_, err := g.Find(text, false)
	return err == nil
}

// isMeant reports whether the error is that of a text which must be meant as a deal.
func isMeant(err error) bool {
	p, ok := errors.AsType[*Problems](err)
	return ok && (p.Likely || p.Ambiguous)
}

// try reads a part of the message. It reports whether the part is a deal, or must be meant as
// one with a mistake, as a long number must.
func (s *search) try(text string, marked bool) bool {
	if s.reads++; s.reads > maxReads {
		return false
	}
	one, err := s.read(text, marked)
	switch {
	case err == nil:
		s.unread = strings.Replace(s.unread, text, " ", 1)
		if !slices.ContainsFunc(s.found, func(f found) bool { return f.key() == one.key() }) {
			s.found = append(s.found, one)
		}
	case isMeant(err) || strings.HasPrefix(text, "#") && coded.MatchString(text):
		s.err = cmp.Or(s.err, err)
	default:
		return false
	}
	return true
}

// key is equal for equal deals of a game. Others of one key may play alike, and are others.
func (f found) key() string { return fmt.Sprint(f.Game.Name, f.Deal.Options(), f.Deal) }

// isPart reads code, a list or a number, and reports whether it is a deal or meant as one.
func (s *search) isPart(part string) bool {
	part = strings.TrimRight(part, ".,:;!?") // the end of a sentence, where a number may have a point
	if strings.IndexByte("`#", part[0]) < 0 && (!strings.ContainsAny(part, "[{\"'") || !isList(part)) {
		return false // [1,2] may be anything
	}
	return s.try(part, true)
}

// isList reports whether a text is one list of JSON or a program, or several.
func isList(text string) bool {
	if !strings.ContainsAny(text, "[{(\"'") {
		return false
	}
	r := Open(text)
	hands, _ := r.Hands()
	return len(hands) > 0 && (r.Text != text || hands[0].IsList())
}

var (
	// coded matches code, and what may be the number of a deal, with words behind it that have
	// digits and may be a part of it.
	coded = regexp.MustCompile("(?s)```.*?```|`[^`\n]+`|" + `#[ ]?\d[\pL\d,._']{11,}\S*(?:[\s:;,(]+\pL{0,2}\d\S*)*`)
	// parts matches these, and lists, objects and calls, with those of their own kind in them up to
	// maxDepth, and the end of a sentence behind.
	parts = regexp.MustCompile("(" + coded.String() + "|" + nestedLists() + ")[,.:!?)]*")
)

func nestedLists() string {
	nested := func(open, end string) string {
		other := `[^` + open + end + `]`
		inside := other + `*`
		for range maxDepth {
			inside = `(?:` + other + `|` + open + inside + end + `)*`
		}
		return open + inside + end
	}
	return `(?:[\pL_][\pL\pN_.]*)?` + nested(`\(`, `\)`) + `|` + nested(`\[`, `\]`) + `|` + nested(`\{`, `\}`)
}
