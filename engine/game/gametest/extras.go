package gametest

import (
	"errors"
	"slices"
	"strings"

	"nonna/engine/game"
)

// positions is how many positions a checked hunt tries.
const positions = 4000

// hunting hunts for a moment with every named deck by every unit, and looks at what does not
// depend on luck.
func (l *laws) hunting(h *game.Hunting) {
	for _, deck := range h.Decks {
		for _, unit := range l.Units {
			q := game.Quest{Deck: deck, Unit: unit, Seed: 1}
			l.hunt(h, q)
			if o, ok := h.Odds(q); ok {
				l.odds(q, o)
			}
		}
		for _, other := range h.Decks {
			l.check(h.SameDeck == nil || h.SameDeck(deck, other) == (deck == other), "the decks %q and %q: the same is %v", deck, other, deck != other)
		}
	}
	for wrong, q := range map[string]game.Quest{"no deck at all": {Deck: "no deck at all", Unit: l.Units[0]}, "no.unit": {Deck: h.Decks[0], Unit: "no.unit"}} {
		_, begun := h.New(q, nil)
		_, exhausted := h.Exhaust(l.Context(), q, nil)
		_, ok := h.Odds(q)
		l.check(begun != nil && strings.Contains(begun.Error(), wrong) && exhausted != nil && strings.Contains(exhausted.Error(), wrong) && !ok,
			"%v: the errors %v and %v are to quote %q, and there are to be no odds: %v", q, begun, exhausted, wrong, ok)
	}
}

// hunt hunts in one call, and again in several with the state between them, the first of
// which is stopped.
func (l *laws) hunt(h *game.Hunting, q game.Quest) {
	begin := func(state []byte) game.Hunter {
		hunter, err := h.New(q, state)
		if err != nil {
			l.Fatalf("%v: the hunt from the state %q: %v", q, state, err)
		}
		return hunter
	}
	once := begin(nil)
	found := l.try(q, once, positions)
	l.finds(q, found, once.Tried())
	var parts []game.Find
	for tried, state := int64(0), []byte{}; tried < once.Tried(); { // empty, as stored before the beginning
		hunter := begin(state)
		l.check(hunter.Tried() == tried, "%v: %d positions of %d are tried according to the state %q", q, hunter.Tried(), tried, state)
		_, err := hunter.Hunt(l.over(), positions)
		l.check(err != nil, "%v: a hunt goes on after the end of its context", q)
		parts = append(parts, l.try(q, hunter, positions/4)...)
		tried, state = hunter.Tried(), hunter.State()
		l.check(len(state) > 0 && !strings.ContainsAny(string(state), "\r\n"), "%v: the state %q is not a line", q, state)
	}
	parts = slices.DeleteFunc(parts, func(f game.Find) bool { return f.Step > once.Tried() })
	same := func(a, b game.Find) bool { return a.Deal.Key() == b.Deal.Key() && a.Step == b.Step }
	l.check(slices.EqualFunc(found, parts, same), "%v: the hunt finds %v in one call and %v in several", q, found, parts)
	q.Seed++
	_, err := h.New(q, once.State())
	l.check(err != nil, "%v: the hunt goes on from the state %q of another", q, once.State())
}

// try tries positions.
func (l *laws) try(q game.Quest, h game.Hunter, n int64) []game.Find {
	before := h.Tried()
	found, err := h.Hunt(l.Context(), n)
	if err != nil || h.Tried() <= before {
		l.Fatalf("%v: after %d more positions %d are tried, %d before, %v", q, n, h.Tried(), before, err)
	}
	return found
}

// finds settles what was found. Each deal is of the deck, and lasts longer than the one before.
func (l *laws) finds(q game.Quest, found []game.Find, tried int64) {
	last := int64(0)
	for _, f := range found {
		o, length := l.settled(f.Deal), f.Outcome.Length.Plays
		if q.Unit == l.Units[1] {
			length = f.Outcome.Length.Takes
		}
		l.check(o.Ending.Ends() && o.Length == f.Outcome.Length && o.Ending == f.Outcome.Ending, "%v: %s is found as %+v, and is settled as %+v", q, f.Deal, f.Outcome, o)
		l.check(length > last && f.Step >= 1 && f.Step <= tried, "%v: %s is found at step %d of %d with the length %d after %d", q, f.Deal, f.Step, tried, length, last)
		read, err := l.Hunting.Read(q, f.Deal.Short())
		l.check(err == nil && read.Key() == f.Deal.Key(), "%v: the find %s is read as %v, %v", q, f.Deal, read, err)
		last = length
	}
}

// odds looks at the odds of a hunt: the more is tried the better they are, and the longer
// the game the worse.
func (l *laws) odds(q game.Quest, o game.Odds) {
	last := int64(0)
	for _, m := range o.Marks() {
		l.check(m.Name.ID != "" && m.Length > 0 && m.Length >= last, "%v: the mark %+v after %d", q, m, last)
		last = m.Length
	}
	median, chance := int64(0), 0.0
	for tried := int64(0); tried < 1e18; tried = 10*tried + 1 {
		m, p := o.Median(tried), o.Chance(1000, tried)
		l.check(m >= median && p >= chance && p <= 1 && o.Chance(2000, tried) <= p,
			"%v: after %d positions the median is %d after %d, and the chance %v after %v", q, tried, m, median, p, chance)
		median, chance = m, p
	}
}

// puzzles looks at the puzzles of a week, as a weekday may be harder.
func (l *laws) puzzles() {
	const first, week = game.Day(20_000), 7
	_, err := l.Puzzle(l.over(), first)
	l.check(err != nil, "a puzzle is made after the end of its context")
	for day := first; day < first+week; day++ {
		p, err := l.Puzzle(l.Context(), day)
		if err != nil {
			l.Fatalf("the puzzle of day %d: %v", day, err)
		}
		again, _ := l.Puzzle(l.Context(), day)
		l.check(p.Deal.String() == again.Deal.String() && len(p.Choices) == len(again.Choices), "the puzzle of day %d is %s, and then %s", day, p.Deal, again.Deal)
		l.reading(p.Deal)
		shown, ok := p.Play.(game.Shown)
		l.check(p.Play.Outcome().Winner() >= 1 && p.Task.ID != "" && ok && len(shown.Hands()) > 0,
			"the puzzle %s of day %d has no task, no hands to show, or is not lost by the first player", p.Deal, day)
		l.choices(day, p)
	}
}

// choices settles the choices of a puzzle: what saves lasts longer than what does not, and the
// longest saves.
func (l *laws) choices(day game.Day, p game.Puzzle) {
	l.check(len(p.Choices) <= game.MaxChoices, "the puzzle of day %d has %d choices, want at most %d", day, len(p.Choices), game.MaxChoices)
	seen := map[string]bool{p.Deal.Key(): true, "": true}
	kinds := map[bool]bool{}
	for _, c := range p.Choices {
		l.check(c.Said.ID != "" && !seen[c.Deal.Key()] && !seen[c.Said.String()], "the choice %s of day %d, %s, is there twice, or has no name", c.Said, day, c.Deal)
		seen[c.Deal.Key()], seen[c.Said.String()], kinds[c.Saves] = true, true, true
		o := l.settled(c.Deal)
		l.check(o.Ending == c.Outcome.Ending && o.Length == c.Outcome.Length, "the choice %s of day %d is %+v, and is settled as %+v", c.Said, day, c.Outcome, o)
		l.check(!c.Saves || lastsLonger(o, p.Play.Outcome()), "the choice %s of day %d saves, and does not last longer", c.Said, day)
		l.check(c.Saves || !c.Longest, "the choice %s of day %d is the longest, and does not save", c.Said, day)
		for _, other := range p.Choices {
			l.check(!lastsLonger(other.Outcome, o) || !c.Longest && (!c.Saves || other.Saves), "day %d: %s lasts longer than %s, which saves or is the longest", day, other.Said, c.Said)
		}
	}
	_, longest := p.Longest()
	l.check(kinds[true] && kinds[false] && longest, "the puzzle of day %d lacks a choice that saves, one that does not, or the longest", day)
}

// lastsLonger reports whether one game lasts longer than another. One without an end does.
func lastsLonger(a, b game.Outcome) bool {
	return b.Ending.Ends() && (!a.Ending.Ends() || a.Length.Plays > b.Length.Plays)
}

// preparing prepares the example for every number of seats, and hands that are wrong.
func (l *laws) preparing(p *game.Preparing) {
	hand, err := p.Check(p.Example)
	again, err2 := p.Check(hand)
	if err != nil || err2 != nil || again != hand || p.Cards.ID == "" {
		l.Fatalf("the prepared hand %q is read as %q, %v, and then as %q, %v; of cards %v", p.Example, hand, err, again, err2, p.Cards)
	}
	for seats := p.Least; seats <= p.Most; seats++ {
		d, err := p.Deal(slices.Repeat([]string{hand}, seats))
		if err != nil {
			l.Fatalf("%d prepared hands are not dealt: %v", seats, err)
		}
		l.deal(d)
	}
	_, err = p.Deal(slices.Repeat([]string{hand}, p.Most+1))
	l.check(errors.Is(err, game.ErrSeats), "%d prepared hands are dealt with the error %v", p.Most+1, err)
	for _, wrong := range []string{"", "?", "\x00", hand + hand, hand[:len(hand)-1], strings.Repeat("🂡", 99)} {
		_, err := p.Check(wrong)
		w, ok := errors.AsType[*game.WrongHand](err)
		_, dealt := p.Deal(append(slices.Repeat([]string{hand}, p.Least-1), wrong))
		l.check(ok && w.Problem.ID != "" && dealt != nil, "the prepared hand %q has no problem: %v, %v", wrong, err, dealt)
	}
}
