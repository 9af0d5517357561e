package rarity

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

const heading = `# How long random deals of Camicia are; see the package comment. Made by
#   go run ./commands/rarity/generate --deals %d --seed %d
# Below each deck's sums: cards, and how many deals end after more than those.
`

// Write writes samples as the table that [Read] reads: a line of key and value
// for each sum, then a line of two numbers for each point of the curve.
func Write(w io.Writer, samples ...Sample) error {
	b := bufio.NewWriter(w)
	if len(samples) > 0 {
		fmt.Fprintf(b, heading, samples[0].Deals, samples[0].Seed)
	}
	for _, s := range samples {
		fmt.Fprintf(b, "\ndivision %s\nseed %d\n", s.Division, s.Seed)
		for _, f := range s.fields() {
			fmt.Fprintf(b, "%s %d\n", f.key, *f.value)
		}
		for _, p := range s.curve {
			fmt.Fprintf(b, "%d %d\n", p.cards, p.longer)
		}
	}
	return b.Flush()
}

// field is a number of a sample by its name in the table.
type field struct {
	key   string
	value *int64
}

// fields are those that are plain counts, in the order of the table.
func (s *Sample) fields() []field {
	return []field{{"deals", &s.Deals}, {"loops", &s.Loops}, {"cards", &s.Cards}, {"tricks", &s.Tricks}}
}

// Read reads a table. The error names the line, or the division that is not
// whole.
func Read(r io.Reader) (*Table, error) {
	var samples []Sample
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		key, value, _ := strings.Cut(line, " ")
		if line == "" || key == "#" {
			continue
		}
		if key == "division" {
			samples = append(samples, Sample{Division: value})
			continue
		}
		if len(samples) == 0 {
			return nil, fmt.Errorf("line %d, %q: a division must come first", n, line)
		}
		if err := samples[len(samples)-1].read(key, value); err != nil {
			return nil, fmt.Errorf("line %d, %q: %w", n, line, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	for i := range samples {
		if err := samples[i].check(); err != nil {
			return nil, fmt.Errorf("division %q: %w", samples[i].Division, err)
		}
	}
	return New(samples...), nil
}

// read takes one line of a sample.
func (s *Sample) read(key, value string) error {
	if key == "seed" {
		seed, err := strconv.ParseUint(value, 10, 64)
		s.Seed = seed
		return err
	}
	number, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return err
	}
	for _, f := range s.fields() {
		if key == f.key {
			*f.value = number
			return nil
		}
	}
	cards, err := strconv.ParseInt(key, 10, 64)
	if err != nil {
		return fmt.Errorf("neither a number of cards nor a known name: %w", err)
	}
	s.curve = append(s.curve, point{cards, number})
	return nil
}

// check makes sure that the curve falls from all deals to none, and takes its
// ends.
func (s *Sample) check() error {
	if len(s.curve) < 2 {
		return errors.New("no lengths")
	}
	if first := s.curve[0]; first.longer != s.Ended() {
		return fmt.Errorf("%d deals end, but %d are longer than %d cards", s.Ended(), first.longer, first.cards)
	}
	beforeLast := len(s.curve) - 2 // may repeat a count, see newCurve
	for i, p := range s.curve[1:] {
		before := s.curve[i]
		flat := p.longer == before.longer && i+1 != beforeLast
		if p.cards <= before.cards || p.longer > before.longer || flat {
			return fmt.Errorf("%d deals over %d cards cannot follow %d over %d", p.longer, p.cards, before.longer, before.cards)
		}
	}
	if last := s.curve[len(s.curve)-1]; last.longer != 0 {
		return fmt.Errorf("%d deals are longer than the longest, of %d cards", last.longer, last.cards)
	}
	s.ends()
	return nil
}

// ends takes the shortest and the longest deal from the curve's ends.
func (s *Sample) ends() {
	s.Shortest, s.Longest = s.curve[0].cards+1, s.curve[len(s.curve)-1].cards
}
