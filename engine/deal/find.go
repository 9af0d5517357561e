package deal

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonna/engine/game"
	"nonna/engine/lazy"
)

// Found is a deal in a message.
type Found struct {
	// Game reads the deal. If none is found, it is the game that a mistake is one of.
	Game *game.Game
	Deal game.Deal
	// Rest reports that the message has other words, which were not read.
	Rest bool
}

// InMessage finds the one deal in a message. The first game in the list that reads a part of it has it,
// unless the message begins with a name of another one, which names returns, or calls a function named so.
// The error is a [*Problems].
func InMessage(games game.List, names func(*game.Game) []string, message string) (Found, error) {
	if len(message) > MaxText {
		return Found{}, clean(message).Err()
	}
	s := &search{message: message, text: emoji().ReplaceAllString(mention().ReplaceAllString(message, " "), ""), names: names, all: games}
	for _, g := range games {
		if s.trust = s.trustIn(g); s.trust > 0 {
			s.games = game.List{g}
			return s.find()
		}
	}
	s.games = slices.DeleteFunc(slices.Clone(games), func(g *game.Game) bool { return g.Find == nil })
	if len(s.games) == 0 {
		return Found{}, s.refuse(NoDeal, nil)
	}
	return s.find()
}

// trust is what says that a part of a message is a deal.
type trust int

const (
	// untold parts have nothing that says so.
	untold trust = iota
	// inCode are parts between back-ticks, numbers of deals, records and lists.
	inCode
	// ofGame are parts of a message that names the game.
	ofGame
	// introduced are parts of a message that begins with the name of the game and a colon or new
	// line, so that all words behind it are the deal.
	introduced
)

// search looks for a deal in a message.
type search struct {
	message string
	// text is the message without the names of a game and its deck.
	text string
	// games are those whose deals are looked for: the one that the message names, as much as trust
	// says, or all that have Find.
	games   game.List
	trust   trust
	options game.Options // that the message names
	all     game.List
	names   func(*game.Game) []string
}

// trustIn returns how the message names a game: it begins with a name, calls a function that has it in
// its name, or names the game's options; [untold] if it does not. These names are taken out of the text.
func (s *search) trustIn(g *game.Game) trust {
	told := untold
	if g.Named != nil {
		if rest, o := g.Named(s.text); o != nil {
			s.text, s.options, told = rest, o, ofGame
		}
	}
	begin := strings.TrimLeft(s.text, " \n\t*_~>/`")
	isCode := strings.Contains(s.text[:len(s.text)-len(begin)], "`")
	for _, name := range s.namesOf(g) {
		if len(begin) >= len(name) && strings.EqualFold(begin[:len(name)], name) {
			behind := begin[len(name):]
			rest := strings.TrimLeft(behind, "*_~!?.,")
			next, _ := utf8.DecodeRuneInString(rest)
			if rest == behind && (isIdentifier(next) || next == '-') { // a longer word
				continue
			}
			s.text, told = strings.TrimLeft(rest, "*_~!?.,:"), ofGame
			if isCode || next == ':' || next == '\n' {
				told = introduced
			}
			return told
		}
		_, after, isIn := strings.Cut(strings.ToLower(s.text), strings.ToLower(name))
		if isIn && strings.HasPrefix(strings.TrimLeftFunc(after, isIdentifier), "(") {
			return ofGame
		}
	}
	return told
}

// isIdentifier reports whether a character is part of a function's name.
func isIdentifier(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) }

// namesOf returns all names of a game, the longest first, since "beggar" begins a longer one.
func (s *search) namesOf(g *game.Game) []string {
	names := append(slices.Clone(s.names(g)), g.Name)
	slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) })
	return names
}

// refuse returns the error of a message as a whole.
func (s *search) refuse(kind Kind, args game.Args) error {
	r := &Reader{Text: s.message, Ambiguous: kind != NoDeal}
	r.NoPlace(kind, args)
	return r.Err()
}

// ofRecord matches the hands of a record, of either deck, up to what follows.
const ofRecord = `(?:^|[\s` + "`" + `])[-AJQK123]{9,}/[-AJQK123]{9,}`

var (
	// marked matches code, what may be the number of a deal, with words behind it that have
	// digits and may be a part of it, and the hands of a record.
	marked  = lazy.Regexp("(?s)```.*?```|`[^`\n]+`|" + `#[ ]?\d[\pL\d,._']{11,}\S*(?:[\s:;,(]+\pL{0,2}\d\S*)*` + "|" + ofRecord)
	records = lazy.Regexp(ofRecord + "(?:[^-\\pL\\pN/]|$)")
	// reordering matches words that say that the cards, or hands, are others than they are written.
	reordering = lazy.Regexp(`(?i)\b(?:revers\w*|swap\w*|switch\w*|exchang\w*|trade|rotat\w*|invert\w*|mirror\w*|flipp?(?:ed)?|backwards|upside[ -]down|on top|at the bottom|(?:from|at) the end|prima la seconda|` +
		`right to left|other way (?:a)?round|opposite|bottom[ -](?:first|up|to top)|from (?:the )?bottom|(?:cards?|top|first) last|last first|(?:with)?out (?:the|its|his|her|their) \w+|` +
		`minus|plus|added|removed|doubled|sorted|shift\w*|cut(?:ting)?|twice|correction|(?:from|on) the right|last (?:card )?is|al rev[eé]s|umgekehrt|l['’]envers|` +
		`starts|leads|leading|on lead|begins|(?:goes|plays) first|b first|second (?:player|hand) first|ignore the|rightmost|alternat\w*|move the|sorry|not th(?:is|at)|columns|mischia|aggiungi|da destra|inizia|comincia|` +
		`al contrario|rovesci\w*|scambi\w*|invers\w*|capovolt\w*|(?:dal|in) fondo|in cima|dall['’]ultima|(?:parte|tocca a) (?:b|il secondo)|senza (?:la |il |l['’])\pL+)\b`)
	// emoji matches what ends a line behind a deal and has no letter, digit, suit or sign in it.
	emoji = lazy.Regexp(`(?m)[ \t]+[^\s\pL\pN♠♤♥♡♦♢♣♧\x00-\x7f–—―…“”„«»‘’]+[ \t]*$`)
	// mention matches the mention of a member, a role or a channel, and a link.
	mention     = lazy.Regexp(`<(?:@[!&]?|#)\d+>|https?://\S+`)
	quotedLines = lazy.Regexp(`(?m)^[ \t]*>(?:[^>\n].*\n?|\n|$)`)
)

// maxLines is the most lines of a message whose runs of lines are tried as deals, and maxMarked the
// most parts that are marked.
const (
	maxLines  = 20
	maxMarked = 64
)

// find tries what is marked, then the whole message, and then ever fewer of its lines.
func (s *search) find() (Found, error) {
	if found, err := s.oneOf(s.markedParts(), inCode); found.Game != nil {
		return found, err
	}
	first, err := Found{Game: s.games[0]}, s.refuse(NoDeal, nil)
	if answer := quotedLines().ReplaceAllString(s.text, ""); answer == s.text || strings.TrimSpace(answer) == "" {
		if first, err = s.read(unpunctuated(s.text), untold); err == nil || isAmbiguous(err) {
			return first, err
		}
	}
	lines := strings.SplitAfter(s.text, "\n")
	for size := len(lines) - 1; size > 0 && len(lines) <= maxLines; size-- {
		if found, err := s.oneOf(runs(lines, size), untold); found.Game != nil {
			return found, err
		}
	}
	areCards := func(w string) bool { return AreCards(strings.Trim(w, marks)) }
	if !isMeant(err) && !strings.ContainsAny(s.text, "/|;[{#") && !slices.ContainsFunc(strings.Fields(s.text), areCards) {
		return first, s.refuse(NoDeal, nil)
	}
	if word := s.sentence(err); word != "" {
		return first, s.refuse(BesideDeal, game.Args{"word": Quoted(word)})
	}
	return first, err
}

// runs returns the texts of size lines in a row that begin and end with one that is not blank.
func runs(lines []string, size int) (parts []string) {
	for start := range len(lines) - size + 1 {
		if part := lines[start : start+size]; strings.TrimSpace(part[0]) != "" && strings.TrimSpace(part[size-1]) != "" {
			parts = append(parts, strings.Join(part, ""))
		}
	}
	return parts
}

// markedParts returns the parts that are marked. Of code with records these are.
func (s *search) markedParts() (parts []string) {
	for _, part := range marked().FindAllString(s.text, maxMarked) {
		// Two blanks, since each record takes the one before and behind it.
		found := records().FindAllString(strings.NewReplacer(" ", "  ", "\n", "\n\n").Replace(part), -1)
		for _, record := range found {
			parts = append(parts, strings.Trim(record, "` \n.,!?:;"))
		}
		if len(found) == 0 {
			parts = append(parts, part)
		}
	}
	return parts
}

// sentence returns the first word of a sentence with what may be a deal, whose error is given.
func (s *search) sentence(err error) string {
	words := strings.Fields(s.text)
	isHands := strings.ContainsAny(s.text, "/|") && !strings.Contains(s.text, "://") || slices.ContainsFunc(words, IsVersus) && strings.ContainsAny(s.text, "23456789")
	if strings.ContainsAny(s.text, "[{") || !isMeant(err) && !isHands {
		return ""
	}
	for _, w := range words {
		if bare := strings.Trim(w, marks); IsTalk(bare) && !IsVersus(w) {
			return bare
		}
	}
	return ""
}

// oneOf reads the parts of a message, and returns the only deal among them. There is no game if
// none is one, or meant as one.
func (s *search) oneOf(parts []string, told trust) (Found, error) {
	var found []Found
	var texts []string
	rest := s.text
	for _, part := range parts {
		part = unpunctuated(part)
		one, err := s.read(part, told)
		switch {
		case err == nil && told == untold && one.Rest: // whose other lines may change it
		case err == nil:
			if rest = strings.Replace(rest, part, "\n", 1); slices.ContainsFunc(found, one.same) {
				continue
			}
			found, texts = append(found, one), append(texts, strings.Trim(part, "` \n"))
		case mustBe(err, part, told):
			return one, err
		}
	}
	if len(found) == 0 {
		return Found{}, nil
	}
	isCode := told == untold && strings.ContainsAny(texts[0], "[{(")
	switch one := found[0]; {
	case isCode && (len(found) > 1 || strings.ContainsAny(rest, "[{(=$")): // lines of a program
		return Found{Game: one.Game}, s.refuse(PastedCode, nil)
	case len(found) > 1:
		r := &Reader{Text: s.message}
		r.SeveralDeals(-1, -1, texts...)
		return Found{Game: one.Game}, r.Err()
	default:
		return s.alone(one, texts[0], rest)
	}
}

// mustBe reports whether a part with an error must be meant as a deal.
func mustBe(err error, part string, told trust) bool {
	return isAmbiguous(err) || told == inCode && (isMeant(err) || part[0] == '#')
}

// alone returns the only deal found, if nothing in the rest of the message may belong to it, or change it.
func (s *search) alone(one Found, text, rest string) (Found, error) {
	one.Rest = one.Rest || strings.ContainsFunc(rest, isIdentifier)
	if word := cmp.Or(stray(rest), header(s.text, text), reordering().FindString(rest), s.otherGame(one.Game, rest)); word != "" {
		return Found{Game: one.Game}, s.refuse(BesideDeal, game.Args{"word": Quoted(word)})
	}
	return one, nil
}

// otherGame returns the name of another game in the rest of a message, or "".
func (s *search) otherGame(g *game.Game, rest string) string {
	words := strings.FieldsFunc(strings.ToLower(rest), func(c rune) bool { return !isIdentifier(c) && c != '-' })
	for _, other := range s.all {
		for _, name := range s.namesOf(other) {
			if other != g && slices.Contains(words, strings.ToLower(name)) {
				return name
			}
		}
	}
	return ""
}

// same reports whether two deals are equal.
func (f Found) same(o Found) bool {
	return f.Game == o.Game && fmt.Sprint(f.Deal.Options(), f.Deal) == fmt.Sprint(o.Deal.Options(), o.Deal)
}

// read returns the deal that a text is, or what is wrong with it: the problems of the game
// that it must be meant for, or of the first game.
func (s *search) read(text string, told trust) (Found, error) {
	var first error
	inProgram, games := false, s.games
	if strings.ContainsAny(text, "([{<:") {
		r := Open(text)
		hands, _ := r.Hands()
		inProgram = r.program
		if len(hands) > 0 && (r.program || strings.ContainsAny(text, "([{") && (r.Inner || hands[0].IsList())) {
			told = max(told, inCode)
		}
		if m := gameMember().FindStringSubmatch(text); m != nil {
			isIts := func(name string) bool { return strings.EqualFold(name, m[1]) }
			games = slices.DeleteFunc(slices.Clone(games), func(g *game.Game) bool { return !slices.ContainsFunc(s.namesOf(g), isIts) })
			first = s.refuse(BesideDeal, game.Args{"word": Quoted(m[1])})
		}
	}
	told = max(told, s.trust)
	for _, g := range games {
		d, err := s.readOf(g, text, told)
		if err == nil && told == untold {
			err = s.checkTalk(text)
		}
		if err == nil || isMeant(err) {
			return Found{Game: g, Deal: d, Rest: inProgram}, err
		}
		if first == nil || len(games) == 1 {
			first = err
		}
	}
	return Found{Game: s.games[0]}, first
}

// gameMember matches the member of an object that names its game.
var gameMember = lazy.Regexp(`["']game["']\s*:\s*["']([^"'\n]*)["']`)

// readOf reads a text as a deal of a game.
func (s *search) readOf(g *game.Game, text string, told trust) (game.Deal, error) {
	if s.options != nil || g.Find == nil {
		return g.Read(text, s.options)
	}
	d, err := g.Find(text, told == inCode)
	if err != nil && told == introduced && !isMeant(err) {
		return g.Read(text, nil)
	}
	return d, err
}

// isMeant reports whether the error is that of a text which must be meant as a deal.
func isMeant(err error) bool {
	p, ok := errors.AsType[*Problems](err)
	return ok && (p.Meant || p.Ambiguous)
}

func isAmbiguous(err error) bool {
	p, ok := errors.AsType[*Problems](err)
	return ok && p.Ambiguous
}

// counted matches a label before a single card: "floor: 9".
var counted = lazy.Regexp(`(?m)\pL+["']?[ \t]*[:=][ \t]*[^\s,]{1,2}[ \t]*(?:$|,|\pL+:)`)

// shortest is the fewest bytes of a deal that nothing marks: "24/7" is too short.
const shortest = len("2 / 34")

// checkTalk returns an error for a text that nothing marks, if it is too short for a deal, nothing but
// words in lower case ("at at"), counts something, or has cards that are not written alike: words
// of several letters, or a slash without blanks, beside single cards.
func (s *search) checkTalk(text string) error {
	isWords := strings.Trim(text, "abcdefghijklmnopqrstuvwxyz \t\n.,:!?()\"'*_~>") == ""
	if isWords || len(strings.Trim(text, " \n*_~")) < shortest || counted().MatchString(text) {
		return s.refuse(NoDeal, nil)
	}
	words := strings.Fields(clean(text).Clean)
	if words[0] == "-" && strings.ContainsAny(text, "23456789") { // or it is the sign of a list
		return s.refuse(BesideDeal, game.Args{"word": Quoted("-")})
	}
	if !slices.ContainsFunc(words, func(w string) bool { return len(w) == 1 && AreCards(w) }) {
		return nil
	}
	for _, w := range words {
		bare := strings.Trim(w, marks)
		isWord := len(bare) > 1 && AreCards(bare) && strings.Trim(bare, "ajkqtAJKQT") == ""
		if isWord || strings.Contains(strings.Trim(w, "/"), "/") && slices.Contains(words, "/") {
			return s.refuse(BesideDeal, game.Args{"word": Quoted(w)})
		}
	}
	return nil
}

// unpunctuated returns a part of a message without the signs at the end of its sentence. One by itself
// may stand for a card.
func unpunctuated(part string) string {
	part = strings.TrimRight(part, " \t\n")
	if bare := strings.TrimRight(part, ".,:;!?"); bare == strings.TrimRight(bare, " \t\n") {
		return bare
	}
	return part
}

// marks are the signs around words.
const marks = ".,:!?()\"'“”„‘’«»*_~`|/"

// header returns the first name of a line above lines of as many cards, whose columns may be the
// hands; else "".
func header(text, part string) string {
	before, _, _ := strings.Cut(text, part)
	before = strings.TrimRight(before, " \n")
	names := strings.Fields(before[strings.LastIndexByte(before, '\n')+1:])
	isOther := func(line string) bool { return len(strings.Fields(line)) != len(names) }
	isNoName := func(w string) bool { return LabelEnd(w) == "" && !IsTalk(w) }
	if len(names) < 2 || slices.ContainsFunc(names, isNoName) || slices.ContainsFunc(strings.Split(part, "\n"), isOther) {
		return ""
	}
	return names[0]
}

// stray returns a word of what was not read that may be a card of the deal, or "": a
// letter by itself, which is no player's, the name of a court card, a court card, one of several cards
// in a line, or its last word.
func stray(text string) string {
	for line := range strings.Lines(strings.ReplaceAll(text, " → ", "→")) { // the ring of a clock
		words, cards := strings.Fields(line), 0
		for i, w := range words {
			bare := strings.Trim(w, marks)
			isCard := AreCards(bare) && bare == strings.ToUpper(bare) && !isCount(words[i:])
			if isCard {
				cards++
			}
			isNear := cards > 1 || i == len(words)-1 || strings.ContainsAny(bare, "JQKT")
			if isCard && isNear || isLetter(w) || IsCourtName(bare) {
				return bare
			}
		}
	}
	return ""
}

// isCount reports whether the first of the words of a line is a number of more than a digit that
// counts something: "8344 cards", "2009:".
func isCount(words []string) bool {
	bare := strings.Trim(words[0], marks)
	isNumber := len(bare) > 1 && bare != "10" && strings.Trim(bare, "0123456789") == ""
	return isNumber && (words[0] == bare+":" || len(words) > 1 && (words[1] == "%" || IsTalk(strings.Trim(words[1], marks))))
}

// isLetter reports whether a word is a capital letter that may be a card, or stand for one.
func isLetter(w string) bool {
	bare := strings.Trim(w, marks)
	return len(bare) == 1 && bare[0] >= 'A' && bare[0] <= 'Z' && !strings.Contains("ABI", bare) && (AreCards(bare) || w != bare+".")
}
