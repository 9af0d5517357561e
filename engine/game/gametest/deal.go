package gametest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nonna/engine/deal"
	"nonna/engine/game"
	"nonna/engine/shuffle"
	"nonna/engine/trace"
)

// budget leaves some of the shuffled deals undecided.
const budget = 3000

// deal checks a deal and how it is played. Deals of one key end alike.
func (l *laws) deal(d game.Deal) {
	l.reading(d)
	for _, text := range []string{d.String(), "no deal at all", ""} {
		l.finding(text, false)
		l.finding(text, true)
	}
	if l.Ranked() {
		l.division(d)
	}
	p, err := d.Settle(l.Context(), budget)
	if !l.check(err == nil, "settling %s: %v", d, err) {
		return
	}
	o := p.Outcome()
	l.outcome(d.String(), o)
	ends := fmt.Sprintf("%+v", o)
	before, known := l.outcomes[d.Key()]
	l.check(!known || before == ends, "%s has the key %s of a deal that ends as %s, and ends as %s", d, d.Key(), before, ends)
	l.outcomes[d.Key()] = ends
	parts := strings.Split(l.FileName(o), "-")
	l.check(len(parts) == 4 && parts[0] == l.Name && parts[3] == l.Units[0].Word(), "the file name %q is not game, ending, number and unit", parts)
	l.replays(d, p)
	l.trace(d, p)
}

// reading reads a deal back from both of its texts.
func (l *laws) reading(d game.Deal) {
	o, ok := l.ParseOptions(d.Options().String())
	l.check(ok && len(l.ReadOptions(o)) == len(o), "%s: the options %q are not all for reading", d, d.Options())
	l.check(len(d.Short()) <= len(d.String()), "%s: the short text %s is longer", d, d.Short())
	of := func(d game.Deal) []string { return []string{d.Key(), d.Short(), d.Division(), d.Options().String()} }
	for _, text := range []string{d.String(), d.Short()} {
		back, err := l.Read(text, o)
		if l.check(err == nil, "reading %s: %v", text, err) {
			l.check(slices.Equal(of(back), of(d)), "%s is read as a deal with key, short text, division and options %q, want %q", text, of(back), of(d))
		}
	}
}

// finding reads a part of a message. The deal found can be read, or there are problems.
func (l *laws) finding(text string, marked bool) {
	if l.Find == nil {
		return
	}
	found, err := l.Find(text, marked)
	if _, told := errors.AsType[*deal.Problems](err); told || !l.check(err == nil, "finding a deal in %q: %v, want a deal or *deal.Problems", text, err) {
		return
	}
	back, err := l.Read(found.String(), found.Options())
	l.check(err == nil && back.Key() == found.Key(), "%s, found in a message, is read as %v, %v", found, back, err)
}

// division describes the division of a deal. If it can be shuffled, a shuffle is of it.
func (l *laws) division(d game.Deal) {
	name := d.Division()
	division, known := l.Division(name)
	o, ok := l.ParseOptions(division.Options.String())
	l.check(known && ok && division.Name == name && division.Said.ID != "" && len(name) <= game.MaxDivision,
		"%s: the division %q, of at most %d bytes, is described as %+v, %v", d, name, game.MaxDivision, division, known)
	if division.Shuffled {
		got := l.Shuffle(shuffle.New(2), o).Division()
		l.check(got == name, "a shuffle for the division %q is of %q", name, got)
	}
}

// outcome checks an outcome by itself.
func (l *laws) outcome(deal string, o game.Outcome) {
	none, ok := game.Length{}, false
	switch o.Ending {
	case game.Won:
		ok = o.Lead == none && (len(o.Left) == 1 || l.Patience()) // a patience is won by nobody among others
	case game.Lost, game.Stuck:
		ok = o.Lead == none
	case game.Loop:
		ok = isLength(o.Lead) && isLength(o.Cycle()) && o.Cycle().Plays > 0
	case game.Undecided:
		ok = o.Left == nil && o.Length == game.Length{Plays: budget}
	}
	l.check(ok && isLength(o.Length) && (o.FaceDown != nil) == l.Patience(), "%s: the outcome %+v is impossible", deal, o)
}

// isLength reports whether a length is possible.
func isLength(l game.Length) bool { return l.Plays >= 0 && l.Takes >= 0 }

// trace writes the trace in both formats. As JSON Lines it ends with the report, which names
// the game.
func (l *laws) trace(d game.Deal, p game.Play) {
	var text, lines bytes.Buffer
	err := errors.Join(
		p.WriteTrace(l.Context(), &text, trace.Options{}), p.WriteTrace(l.Context(), &lines, trace.Options{Format: trace.JSONLines}),
	)
	l.check(err == nil && text.Len() > 0, "%s: the trace has %d bytes, %v", d, text.Len(), err)
	var last []byte
	for last = range bytes.Lines(lines.Bytes()) {
		l.check(json.Valid(last) && last[0] == '{', "%s: %q in the trace is not a JSON object", d, last)
	}
	report, err := json.Marshal(p.Report())
	l.check(err == nil && string(last) == string(report)+"\n", "%s: the trace ends with %q, want the report %s, %v", d, last, report, err)
	var named struct {
		Game string `json:"game"`
	}
	err = json.Unmarshal(report, &named)
	l.check(err == nil && named.Game == l.Name, "%s: the report %s is not an object with the game's name: %v", d, report, err)
}

// replays replays a game to its end, and up to some limits.
func (l *laws) replays(d game.Deal, p game.Play) {
	o := p.Outcome()
	whole := l.replay(d, p, game.DefaultBudget)
	if len(whole) == 0 {
		return
	}
	last := whole[len(whole)-1]
	if l.Patience() {
		last.Takes = o.Length.Takes
	}
	l.check(last == o.Length || o.Ending == game.Undecided && last.Plays <= o.Length.Plays, "%s: the replay ends at %v, want %v", d, last, o.Length)
	for _, limit := range []int64{0, 1, o.Length.Plays / 2, o.Length.Plays} {
		want := slices.DeleteFunc(slices.Clone(whole), func(at game.Length) bool { return at.Plays > limit })
		got := l.replay(d, p, limit)
		n := len(got)
		// Whether a take after the last play is shown is left to the game.
		l.check(n > 0 && n <= len(want) && slices.Equal(got, want[:n]) && got[n-1].Plays == want[len(want)-1].Plays,
			"%s: the replay of %d plays has %d steps, want %d", d, limit, n, len(want))
	}
}

// replay returns where the steps of a replay are, none if one is wrong. At each, the cards
// are those that were dealt.
func (l *laws) replay(d game.Deal, p game.Play, limit int64) (at []game.Length) {
	faces := len(p.Faces())
	var dealt []int
	wrong := ""
	err := p.Replay(l.Context(), limit, func(s game.Step) {
		cards := l.cards(s, faces)
		first := len(at) == 0
		if first {
			dealt = cards
		}
		switch {
		case wrong != "": // one is enough
		case first && (s.Move != game.Dealt || s.At != game.Length{}):
			wrong = "does not begin with the deal"
		case !first && s.At.Plays < at[len(at)-1].Plays:
			wrong = "goes back"
		case s.Said().ID == "":
			wrong = "says nothing"
		case !slices.Equal(cards, dealt) || slices.Max(cards) == 0 || cards[faces] > 0:
			wrong = "has other cards than were dealt, or cards without a face"
		}
		at = append(at, s.At)
	})
	if !l.check(err == nil && wrong == "", "%s: a step of the replay %s, %v", d, wrong, err) {
		return nil
	}
	return at
}

// cards counts the cards at a step by their faces, and last those without one. Those that a
// patience has turned up are no longer at its table, but are counted as well.
func (l *laws) cards(s game.Step, faces int) []int {
	count := make([]int, faces+1)
	add := func(cards []uint16) {
		for _, c := range cards {
			count[min(int(c), faces)]++
		}
	}
	for seat := range s.Table.Players() {
		hand := s.Table.Hand(seat)
		l.check(len(hand) == 0 || !s.Table.Out(seat), "a player who is out holds %d cards at %v", len(hand), s.At)
		add(hand)
	}
	add(s.Table.Pile())
	if l.Patience() {
		count[0] += int(s.At.Plays)
	}
	return count
}
