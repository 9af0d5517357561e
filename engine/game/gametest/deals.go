package gametest

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"nonna/engine/deal"
	"nonna/engine/game"
	"nonna/engine/shuffle"
	"nonna/engine/trace"
)

// checkDeal checks a deal and how it is played.
func (c *checker) checkDeal(d game.Deal) {
	c.checkReading(d)
	c.checkFinding(d)
	c.checkDivision(d)
	p, err := d.Settle(c.ctx, budget)
	if err != nil {
		c.errorf("settling %s: %v", d, err)
		return
	}
	o := p.Outcome()
	c.checkOutcome(d.String(), o)
	c.checkFileName(o)
	c.checkReport(d, p)
	c.checkReplay(d, p)
	c.checkTrace(d, p)
}

// checkReading reads a deal back from both of its texts.
func (c *checker) checkReading(d game.Deal) {
	g := c.game
	o, ok := g.ParseOptions(d.Options().String())
	if !ok || len(g.Reading(o)) != len(o) {
		c.errorf("%s: the options %q are not all for reading", d, d.Options())
		return
	}
	if len(d.Short()) > len(d.String()) {
		c.errorf("%s: the short text %s is longer", d, d.Short())
	}
	want := []string{d.Key(), d.Short(), d.Division(), d.Options().String()}
	for _, text := range []string{d.String(), d.Short()} {
		back, err := g.Read(text, o)
		if err != nil {
			c.errorf("reading %s: %v", text, err)
			continue
		}
		if got := []string{back.Key(), back.Short(), back.Division(), back.Options().String()}; !slices.Equal(got, want) {
			c.errorf("%s is read as a deal with key, short text, division and options %q, want %q", text, got, want)
		}
	}
}

// checkFinding reads a deal and other text as parts of a message. What is found can be
// read; otherwise the problems are told.
func (c *checker) checkFinding(d game.Deal) {
	for _, text := range []string{d.String(), "no deal at all", ""} {
		for _, marked := range []bool{false, true} {
			c.checkFound(text, marked)
		}
	}
}

func (c *checker) checkFound(text string, marked bool) {
	if c.game.Find == nil {
		return
	}
	found, err := c.game.Find(text, marked)
	if _, told := errors.AsType[*deal.Problems](err); told {
		return
	}
	if err != nil || found == nil {
		c.errorf("finding a deal in %q: %v, %v; want a deal or *deal.Problems", text, found, err)
		return
	}
	if back, err := c.game.Read(found.String(), found.Options()); err != nil || back.Key() != found.Key() {
		c.errorf("%s, found in a message, is read as %v, %v", found, back, err)
	}
}

// checkDivision describes the division of a deal. If it can be shuffled, a shuffle is of
// the division.
func (c *checker) checkDivision(d game.Deal) {
	g := c.game
	if !g.Ranked {
		return
	}
	if len(d.Division()) > game.MaxDivision {
		c.errorf("%s: the division %q has more than %d bytes", d, d.Division(), game.MaxDivision)
	}
	division, ok := g.Division(d.Division())
	if !ok || division.Name != d.Division() || division.Said.ID == "" {
		c.errorf("%s: the division %q is described as %+v, %v", d, d.Division(), division, ok)
		return
	}
	o, ok := g.ParseOptions(division.Options.String())
	if !ok {
		c.errorf("the division %q has the options %q", division.Name, division.Options)
		return
	}
	if division.Shuffled {
		if got := g.Shuffle(shuffle.New(2), o).Division(); got != division.Name {
			c.errorf("a shuffle for the division %q is of %q", division.Name, got)
		}
	}
}

// checkOutcome checks an outcome by itself.
func (c *checker) checkOutcome(deal string, o game.Outcome) {
	none, ok := game.Length{}, false
	switch o.Ending {
	case game.Won:
		ok = o.Lead == none && (len(o.In) == 1 || o.FaceDown != nil) // a patience is won by nobody among others
	case game.Lost, game.Stuck:
		ok = o.Lead == none
	case game.Loop:
		ok = isLength(o.Lead) && isLength(o.Cycle()) && o.Cycle().Plays > 0
	case game.Undecided:
		ok = o.In == nil && o.Length == game.Length{Plays: budget}
	}
	if !ok || !isLength(o.Length) {
		c.errorf("%s: the outcome %+v is impossible", deal, o)
	}
}

// isLength reports whether a length is possible.
func isLength(l game.Length) bool { return l.Plays >= 0 && l.Takes >= 0 }

// checkFileName reads a file's name.
func (c *checker) checkFileName(o game.Outcome) {
	name := c.game.FileName(o)
	if parts := strings.Split(name, "-"); len(parts) != 4 || parts[0] != c.game.Name || parts[3] != c.game.Units[0].Word() {
		c.errorf("the file name %q is not game, ending, number and unit", name)
	}
}

// checkReport marshals the answer for programs.
func (c *checker) checkReport(d game.Deal, p game.Play) {
	b, err := json.Marshal(p.Report())
	var report struct {
		Game string `json:"game"`
	}
	if err == nil {
		err = json.Unmarshal(b, &report)
	}
	if err != nil || report.Game != c.game.Name {
		c.errorf("%s: the report %s is not an object with the game's name: %v", d, b, err)
	}
}

// checkTrace writes the trace in both formats. As JSON Lines it ends with the report.
func (c *checker) checkTrace(d game.Deal, p game.Play) {
	var text, lines bytes.Buffer
	err := errors.Join(
		p.WriteTrace(c.ctx, &text, trace.Options{}), p.WriteTrace(c.ctx, &lines, trace.Options{Format: trace.JSONLines}),
	)
	if err != nil || text.Len() == 0 || lines.Len() == 0 {
		c.errorf("%s: the traces have %d and %d bytes, %v", d, text.Len(), lines.Len(), err)
		return
	}
	var last []byte
	for last = range bytes.Lines(lines.Bytes()) {
		if !json.Valid(last) || last[0] != '{' {
			c.errorf("%s: %q in the trace is not a JSON object", d, last)
			return
		}
	}
	if report, err := json.Marshal(p.Report()); err != nil || string(last) != string(report)+"\n" {
		c.errorf("%s: the trace ends with %q, want the report %s, %v", d, last, report, err)
	}
}

// checkReplay replays a game to its end, and up to some limits.
func (c *checker) checkReplay(d game.Deal, p game.Play) {
	o := p.Outcome()
	whole, ok := c.replay(d, p, game.DefaultBudget)
	if !ok {
		return
	}
	last := whole[len(whole)-1]
	if c.game.Units[1] == "" {
		last.Takes = o.Length.Takes
	}
	if o.Ending == game.Undecided && last.Plays > o.Length.Plays || o.Ending != game.Undecided && last != o.Length {
		c.errorf("%s: the replay ends at %v, want %v", d, last, o.Length)
	}
	for _, limit := range []int64{0, 1, o.Length.Plays / 2, o.Length.Plays} {
		want := slices.DeleteFunc(slices.Clone(whole), func(at game.Length) bool { return at.Plays > limit })
		got, ok := c.replay(d, p, limit)
		if !ok {
			return
		}
		// Whether a take after the last play is shown is left to the game.
		if n := len(got); n > len(want) || !slices.Equal(got, want[:n]) || got[n-1].Plays != want[len(want)-1].Plays {
			c.errorf("%s: the replay of %d plays is %v, want %v", d, limit, got, want)
		}
	}
}

// replay returns where the steps of a replay are, and reports false if one is wrong.
func (c *checker) replay(d game.Deal, p game.Play, limit int64) (at []game.Length, ok bool) {
	faces, before := len(p.Faces()), len(c.errs)
	err := p.Replay(c.ctx, limit, func(s game.Step) {
		switch {
		case len(c.errs) > before: // one is enough
		case len(at) == 0 && (s.Move != game.Dealt || s.At != game.Length{}):
			c.errorf("%s: the replay begins with move %v at %v", d, s.Move, s.At)
		case len(at) > 0 && s.At.Plays < at[len(at)-1].Plays:
			c.errorf("%s: the replay goes back to %v", d, s.At)
		case s.Said().ID == "":
			c.errorf("%s: nothing is said of the step at %v", d, s.At)
		case !tableHas(s.Table, faces):
			c.errorf("%s: the table at %v has cards without a face", d, s.At)
		}
		at = append(at, s.At)
	})
	if err != nil || len(at) == 0 {
		c.errorf("%s: %d steps of a replay, %v", d, len(at), err)
	}
	return at, len(c.errs) == before
}

// tableHas reports whether all cards on a table have one of the faces.
func tableHas(t game.Table, faces int) bool {
	known := func(cards []uint16) bool { return len(cards) == 0 || int(slices.Max(cards)) < faces }
	for seat := range t.Players() {
		if !known(t.Hand(seat)) {
			return false
		}
	}
	return known(t.Pile())
}
