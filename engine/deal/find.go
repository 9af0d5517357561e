package deal

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

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
// may name a game, whose deal it then is. What touches a run must be a word of its own, since it
// might belong to the deal. The error is a [*Problems].
func Find(games game.List, names func(*game.Game) []string, message string) (Found, error) {
	s := &search{message: message, text: message}
	if len(message) > MaxText {
		return Found{}, clean(message).Err()
	}
	for _, g := range games {
		if text, named := s.withoutName(g, names(g)); named {
			s.games, s.named, s.text = append(s.games, g), true, text
		}
	}
	if len(s.games) == 0 {
		s.games = slices.DeleteFunc(slices.Clone(games), func(g *game.Game) bool { return g.Find == nil })
	}
	if len(s.games) == 0 {
		return Found{}, s.refuse(NoDeal, nil)
	}
	if s.named && len(s.games) > 1 {
		return Found{Game: s.games[0]}, s.refuse(BesideDeal, game.Args{"word": Quoted(s.games[1].Name)})
	}
	return s.find()
}

// search looks for deals in one message.
type search struct {
	games   game.List
	message string
	// text is the message without the names of games and params. named reports that it names a
	// game, and options are those that it names.
	text    string
	named   bool
	options game.Options
	// after reports that the name begins the message, or a colon follows it: what follows is
	// the deal.
	after, before bool

	reads int
	found []found
	err   error // of the first part that must be meant as a deal
	doubt error // of a run too small for a deal, beside which another card may stand
}

type found struct {
	Found
	text string
}

// withoutName returns the text without the names of a game and of its params' values, and
// reports whether it has any. A name in front, or before a colon, cuts off what stands before.
func (s *search) withoutName(g *game.Game, names []string) (string, bool) {
	text := s.text
	if g.Named != nil {
		if rest, o := g.Named(text); o != nil {
			text, s.options = rest, o
		}
	}
	for _, name := range names {
		at := regexp.MustCompile(`(?i)(^|[^\pL\pN])(` + regexp.QuoteMeta(name) + `)([^\pL\pN]|$)`).FindStringSubmatchIndex(text)
		if at == nil {
			continue
		}
		s.before = strings.Trim(text[:at[4]], "*_~>/ \t\n") == ""
		colon := strings.HasPrefix(strings.TrimLeft(text[at[5]:], " *_~"), ":")
		if s.after = s.before || colon; s.after && !strings.HasPrefix(text[at[5]:], "(") {
			rest := strings.TrimLeft(strings.TrimLeft(text[at[5]:], " *_~"), ":!,")
			return rest, true
		}
		return text[:at[4]] + strings.Repeat(" ", at[5]-at[4]) + strings.TrimLeft(text[at[5]:], "!?,."), true
	}
	inCall := regexp.MustCompile(`(?i)[\pL\pN_.]*` + regexp.QuoteMeta(g.Name) + `[\pL\pN_]*\(`)
	return text, s.options != nil && g.Named != nil || inCall.MatchString(text)
}

// refuse returns the error of a message as a whole.
func (s *search) refuse(kind Kind, args game.Args) error {
	r := &Reader{Text: s.message, Ambiguous: kind != NoDeal}
	r.NoPlace(kind, args)
	return r.Err()
}

// maxReads is the most parts of one message that are read. A message with more is not
// searched for a deal.
const maxReads = 200

// find reads the parts of the message that are marked as code, the whole of it, and else the
// lists, numbers and runs of cards in it.
func (s *search) find() (Found, error) {
	parts := codeParts(s.text)
	marked := isAll(s.text, parts)
	rest := s.cut(s.text, parts)
	var whole found
	var err error
	if len(s.found) == 0 && s.err == nil {
		whole, err = s.read(s.text, marked || isList(s.text))
		if err == nil && (s.named || !isProse(s.text)) {
			whole.Rest = s.after && !s.before
			return whole.Found, nil
		}
	}
	rest = s.cut(rest, lists(rest))
	rest = s.cut(rest, numbersIn(rest))
	if s.after {
		for _, paragraph := range blankLines.Split(rest, -1) {
			if strings.TrimSpace(paragraph) != strings.TrimSpace(s.text) {
				s.try(paragraph, true, false)
			}
		}
	}
	if len(s.found) == 0 || !s.named {
		if r := clean(rest); !r.Failed() {
			rest = r.Clean
		}
		s.readRuns(rest)
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
	case s.doubt != nil && len(s.found) == 1:
		return Found{Game: s.found[0].Game}, s.doubt
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
	one.Rest = hasWords(strings.Replace(s.text, s.found[0].text, " ", 1))
	return one, nil
}

// hasWords reports whether a text has a letter or a digit.
func hasWords(text string) bool { return letters.MatchString(text) }

var letters = regexp.MustCompile(`[\pL\pN]`)

// read returns the deal that a text is, or what is wrong with it: the problems of the game
// that it must be meant for, or of the first game.
func (s *search) read(text string, marked bool) (found, error) {
	var first error
	for _, g := range s.games {
		var d game.Deal
		var err error
		if s.options != nil || g.Find == nil {
			d, err = g.Read(text, s.options)
		} else {
			d, err = g.Find(text, marked || s.after)
		}
		if err == nil || isMeant(err) {
			return found{Found{Game: g, Deal: d}, text}, err
		}
		if first == nil {
			first = err
		}
	}
	return found{Found{Game: s.games[0]}, text}, first
}

// isMeant reports whether the error is that of a text which must be meant as a deal.
func isMeant(err error) bool {
	p, ok := errors.AsType[*Problems](err)
	return ok && (p.Likely || p.Ambiguous)
}

// try reads a part of the message. It reports whether the part is a deal, or must be meant as
// one with a mistake.
func (s *search) try(text string, marked, meant bool) bool {
	if s.reads++; s.reads > maxReads {
		return false
	}
	one, err := s.read(text, marked)
	switch {
	case err == nil:
		if !slices.ContainsFunc(s.found, func(f found) bool { return f.key() == one.key() }) {
			s.found = append(s.found, one)
		}
	case isMeant(err) || meant:
		if s.err == nil {
			s.err = err
		}
	default:
		return false
	}
	return true
}

// key is equal for equal deals of a game.
func (f found) key() string { return fmt.Sprint(f.Game.Name, f.Deal.Options(), f.Deal.Key()) }

// cut reads parts of a text, and returns the text without those that are deals or must be
// meant as such.
func (s *search) cut(text string, parts []string) string {
	for _, part := range parts {
		if s.try(part, true, strings.HasPrefix(part, "#") && len(part) > 10) {
			text = strings.Replace(text, part, strings.Repeat("\n", min(2, len(part))), 1)
		}
	}
	return text
}

var (
	codeBlocks = regexp.MustCompile("(?s)```.*?```")
	codeSpans  = regexp.MustCompile("`[^`\n]+`")
	// numbers matches what may be the number of a deal up to the next blank.
	numbers = regexp.MustCompile(`#[ ]?\d[\pL\d,._']{3,}(?:\s\d+)*[^\s)]*`)
)

// codeParts returns the code blocks and spans of a message.
func codeParts(message string) []string {
	parts := codeBlocks.FindAllString(message, -1)
	return append(parts, codeSpans.FindAllString(codeBlocks.ReplaceAllString(message, " "), -1)...)
}

// numbersIn returns what may be the numbers of deals in a text, up to the next blank or the end
// of a sentence.
func numbersIn(text string) []string {
	all := numbers.FindAllString(text, -1)
	for i, one := range all {
		all[i] = strings.TrimRight(one, ".,:;!?")
	}
	return all
}

// isAll reports whether a text is nothing but its parts.
func isAll(text string, parts []string) bool {
	for _, part := range parts {
		text = strings.Replace(text, part, "", 1)
	}
	return strings.Trim(text, " \n\t,/|;") == ""
}

// isList reports whether a text is one list of JSON or a program, or several.
func isList(text string) bool {
	if !strings.ContainsAny(text, "[{(\"'") {
		return false
	}
	r := Open(text)
	hands, _ := r.Hands()
	return len(hands) > 0 && (r.Text != text || hands[0].Listed || len(hands[0].Words) > 0 && hands[0].Words[0].Quoted)
}

// called matches the name of a function before its bracket.
var called = regexp.MustCompile(`[\pL_][\pL\pN_.]*$`)

// lists returns the outermost lists, objects and calls in a text that have more in them than
// single characters: [1,2] may be anything.
func lists(text string) []string {
	var all []string
	depth, start := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '[', '{', '(':
			if depth == 0 {
				if start = i; text[i] == '(' {
					start -= len(called.FindString(text[:i]))
				}
			}
			depth++
		case ']', '}', ')':
			if one := text[start : i+1]; depth == 1 && strings.ContainsAny(one, "[{\"'") && strings.ContainsAny(one[1:], "[{(\"'") && isList(one) {
				all = append(all, one)
			}
			depth = max(depth-1, 0)
		}
	}
	return all
}

// isProse reports whether a text has only words in lower case, which are hands only if
// somebody says so: "at at" is two.
func isProse(text string) bool {
	return !strings.ContainsFunc(text, func(c rune) bool {
		return (c < 'a' || c > 'z') && !strings.ContainsRune(" \t\n.,:!?()\"'*_~>", c)
	})
}
