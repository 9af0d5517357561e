package hunting

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// MaxMerged is the most finds that [Merger] keeps, the longest ones.
const MaxMerged = 100

// maxRanges is the most workers of hunts whose positions are counted.
const maxRanges = 1_000_000

// Merger joins files of finds of a target.
type Merger struct {
	target Target
	finds  []Found
	tried  map[hunterID]int64
}

// hunterID names a sequence of positions.
type hunterID struct {
	by     string
	seed   uint64
	worker int
}

// Merged is what files of finds have in common.
type Merged struct {
	// Finds are the longest deals, at most [MaxMerged], longest first and each once.
	Finds []Found
	// Tried is the sum of positions that were tried, as the files say: the largest
	// number of each worker of a seed.
	Tried int64
	// Hunters is the number of workers, and Seeds that of their seeds.
	Hunters, Seeds int
}

// NewMerger returns a merger without finds.
func NewMerger(t Target) *Merger { return &Merger{target: t, tried: map[hunterID]int64{}} }

// Read adds the lines of a file. It calls refuse for each line that is not what it should
// be, with its number from 1; such a line counts for nothing. The error is that of ctx or r.
func (m *Merger) Read(ctx context.Context, r io.Reader, refuse func(line int64, err error)) error {
	lines := newLineReader(r)
	for {
		line, number, err := lines.next()
		if err == nil {
			err = m.add(ctx, line)
		} else if !errors.Is(err, errLong) {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			refuse(number, err)
		}
	}
}

// add adds a line. The error says why it is refused, or is that of ctx.
func (m *Merger) add(ctx context.Context, line []byte) error {
	o, err := parse(line)
	if err != nil {
		return err
	}
	if _, ok := o["tried"]; ok {
		return m.addTried(o)
	}
	f, err := m.target.verify(ctx, o)
	if err != nil {
		return err
	}
	m.finds = append(m.finds, f)
	if len(m.finds) > 10*MaxMerged {
		m.compact()
	}
	return nil
}

// addTried adds how far a worker has come.
func (m *Merger) addTried(o map[string]json.RawMessage) error {
	var id hunterID
	var name, deck string
	var tried int64
	if err := errors.Join(get(o, "game", &name), get(o, "deck", &deck), get(o, "by", &id.by),
		get(o, "seed", &id.seed), get(o, "worker", &id.worker), get(o, "tried", &tried)); err != nil {
		return firstOf(err)
	}
	_, hasUnit := FindUnit(m.target.Game, id.by)
	switch {
	case name != m.target.Game.Name:
		return fmt.Errorf("this is a hunt of %q, not of %s", name, m.target.Game.Name)
	case deck != m.target.Deck:
		return fmt.Errorf("this is a hunt of the deck %q, not of %s", deck, m.target.Deck)
	case !hasUnit:
		return fmt.Errorf("%s has no hunt by %q", name, id.by)
	case id.worker < 0 || tried < 0:
		return errors.New(`"worker" and "tried" are at least 0`)
	}
	if _, known := m.tried[id]; !known && len(m.tried) >= maxRanges {
		return fmt.Errorf("more than %d workers are not counted", maxRanges)
	}
	m.tried[id] = max(m.tried[id], tried)
	return nil
}

// compact sorts the finds, and drops those that are there twice or too short.
func (m *Merger) compact() {
	slices.SortFunc(m.finds, m.order)
	m.finds = slices.CompactFunc(m.finds, func(a, b Found) bool { return a.Deal.Key() == b.Deal.Key() })
	m.finds = m.finds[:min(len(m.finds), MaxMerged)]
}

// order orders finds: the longest first, then equal deals together.
func (m *Merger) order(a, b Found) int {
	x, y := a.Outcome.Length, b.Outcome.Length
	return cmp.Or(
		cmp.Compare(m.target.Length(b.Outcome), m.target.Length(a.Outcome)),
		cmp.Compare(y.Plays, x.Plays), cmp.Compare(y.Takes, x.Takes),
		cmp.Compare(a.Deal.Key(), b.Deal.Key()),
		cmp.Compare(a.Seed, b.Seed), cmp.Compare(a.Worker, b.Worker), cmp.Compare(a.Step, b.Step))
}

// Merged returns what was read so far.
func (m *Merger) Merged() Merged {
	m.compact()
	all := Merged{Finds: m.finds, Hunters: len(m.tried)}
	seeds := map[uint64]bool{}
	for id, tried := range m.tried {
		seeds[id.seed] = true
		all.Tried += min(tried, 1<<63-1-all.Tried) // a sum that hostile lines cannot make negative
	}
	all.Seeds = len(seeds)
	return all
}

// Result returns the longest find and the number of positions as one line of JSON, for
// programs.
func (m Merged) Result(t Target) []byte {
	var best *Found
	if len(m.Finds) > 0 {
		best = &m.Finds[0]
	}
	return object(append(t.bestMembers(best), member{"deals", m.Tried})...)
}
