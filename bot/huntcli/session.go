package huntcli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"nonna/bot/progress"
	"nonna/commands/words"
	"nonna/engine/game"
)

// Session is one run of a hunt for somebody who watches it.
type Session struct {
	Hunt *Hunt
	// For and Positions end the run, whichever comes first; 0 means no limit. For is
	// the time of this run, Positions are those of all runs.
	For       time.Duration
	Positions int64
	// Out gets the finds; nil if they are not wanted.
	Out      io.Writer
	Progress *progress.Line
	Say      *words.Printer
	// Save saves the hunt, now and then and at the end. Nil if it is not saved.
	Save func() error

	odds game.Odds // nil if nothing is known
	// tried and elapsed are those of the runs before.
	tried   int64
	elapsed time.Duration
	// saved is the run's time at the last save; failed reports that the last one failed.
	saved  time.Duration
	failed bool
}

// saveEvery is the time between two saves.
const saveEvery = time.Minute

// Run hunts until ctx is done or a limit is reached, and saves the hunt. The error says
// what could not be written, or is the game's.
func (s *Session) Run(ctx context.Context) error {
	s.tried, s.elapsed = s.Hunt.Tried(), s.Hunt.Elapsed()
	if odds, ok := s.Hunt.Game.Hunting.Odds(s.Hunt.Quest(s.Hunt.Seed, 0)); ok {
		s.odds = odds
	}
	if s.For > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, s.For)
		defer stop()
	}
	s.Progress.Println(s.opening())
	err := s.Hunt.Run(ctx, s.Positions, s.watch)
	for _, line := range s.closing() {
		s.Progress.Println(line)
	}
	return errors.Join(err, s.save())
}

// watch shows and writes what was found.
func (s *Session) watch(found []Found) error {
	for _, f := range found {
		if s.Out == nil {
			break
		}
		s.Progress.Clear()
		if _, err := s.Out.Write(s.Hunt.Line(f)); err != nil {
			return err
		}
	}
	share, parts := s.progress()
	s.Progress.Update(share, parts...)
	if ran := s.Hunt.Elapsed() - s.elapsed; ran >= s.saved+saveEvery {
		s.saved = ran
		s.warn(s.save())
	}
	return nil
}

func (s *Session) save() error {
	if s.Save == nil {
		return nil
	}
	return s.Save()
}

// warn shows that something could not be written, once until it can. The hunt goes on:
// later there may be room.
func (s *Session) warn(err error) {
	if err != nil && !s.failed {
		s.Progress.Println(fmt.Sprintf("nonna: %v; the hunt goes on, and tries again", OneLine(err)))
	}
	s.failed = err != nil
}

// OneLine returns an error that may be several as one line.
func OneLine(err error) error {
	if text := err.Error(); strings.Contains(text, "\n") {
		return errors.New(strings.ReplaceAll(text, "\n", "; "))
	}
	return err
}

// opening returns what is hunted.
func (s *Session) opening() string {
	h := s.Hunt
	text := fmt.Sprintf("Hunting %s, deck %s, by %s: seed %d, %s", h.Game.Name, h.Deck, h.Unit.Word(), h.Seed, s.counted(int64(h.Workers()), "worker"))
	if tried := h.Tried(); tried > 0 {
		text += fmt.Sprintf("; %s tried before", s.counted(tried, "position"))
	}
	if s.For > 0 {
		text += ", for " + s.For.String()
	}
	if s.Positions > 0 {
		text += fmt.Sprintf(", until %s were tried", s.counted(s.Positions, "position"))
	}
	if s.For == 0 && s.Positions == 0 {
		text += ", until Ctrl-C"
	}
	return text + "."
}

// closing returns what was tried and found, in lines.
func (s *Session) closing() []string {
	h := s.Hunt
	tried := fmt.Sprintf("Tried %s in %s (%s).", s.counted(h.Tried(), "position"), h.Elapsed().Round(time.Second/10), s.pace(rate(h.Tried(), h.Elapsed()))+" positions/s")
	if h.Best() == nil {
		return []string{tried + " No deal was found that ends."}
	}
	o := h.Best().Play.Outcome().Length
	return []string{tried, fmt.Sprintf("The longest has %s, %s: %s", s.Say.Plain(h.Game.Units[0].Count(o.Plays)), s.Say.Plain(h.Game.Units[1].Count(o.Takes)), h.Best().Deal.Short())}
}

// counted returns a number of things: "1 worker", "2 workers".
func (s *Session) counted(n int64, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return s.Say.Number(n) + " " + thing
}

// Result returns what a hunt found as one line of JSON, for programs.
func (h *Hunt) Result() []byte { return h.result(h.best, h.Tried(), "", h.elapsed) }
