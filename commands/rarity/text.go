package rarity

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

const heading = `# The lengths of random deals; see the package comment. Written by
#   go run ./commands/rarity/generate --deals %d --seed %d
# Below the sums of each division: plays, and the number of deals that end after more.
`

// Write writes samples as [Read] reads them: a line of key and value for each sum,
// then a line of two numbers for each point of the curve.
func Write(w io.Writer, samples ...Sample) error {
	b := bufio.NewWriter(w)
	if len(samples) > 0 {
		fmt.Fprintf(b, heading, samples[0].Deals, samples[0].Seed)
	}
	for _, s := range samples {
		fmt.Fprintf(b, "\ndivision %s %s\nseed %d\n", s.Game, s.Division, s.Seed)
		for _, f := range s.fields() {
			fmt.Fprintf(b, "%s %d\n", f.key, *f.value)
		}
		for _, p := range s.curve {
			fmt.Fprintf(b, "%d %d\n", p.plays, p.longer)
		}
	}
	return b.Flush()
}

// field is a number of a sample and its name in the table.
type field struct {
	key   string
	value *int64
}

// fields returns the plain counts, in the order of the table.
func (s *Sample) fields() []field {
	return []field{{"deals", &s.Deals}, {"loops", &s.Loops}, {"plays", &s.Plays}, {"takes", &s.Takes}}
}

// Read reads a table. The error names the line or the incomplete division.
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
			game, division, _ := strings.Cut(value, " ")
			samples = append(samples, Sample{Game: game, Division: division})
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
			return nil, fmt.Errorf("division %q of %s: %w", samples[i].Division, samples[i].Game, err)
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
	plays, err := strconv.ParseInt(key, 10, 64)
	if err != nil {
		return fmt.Errorf("neither a number of plays nor a known name: %w", err)
	}
	s.curve = append(s.curve, point{plays, number})
	return nil
}

// check checks that the curve falls from all deals to none, and sets Shortest and
// Longest.
func (s *Sample) check() error {
	if len(s.curve) < 2 {
		return errors.New("no lengths")
	}
	if first := s.curve[0]; first.longer != s.Ended() {
		return fmt.Errorf("%d deals end, but %d are longer than %d plays", s.Ended(), first.longer, first.plays)
	}
	beforeLast := len(s.curve) - 2 // may repeat a count: see newCurve
	for i, p := range s.curve[1:] {
		before := s.curve[i]
		flat := p.longer == before.longer && i+1 != beforeLast
		if p.plays <= before.plays || p.longer > before.longer || flat {
			return fmt.Errorf("%d deals over %d plays cannot follow %d over %d", p.longer, p.plays, before.longer, before.plays)
		}
	}
	if last := s.curve[len(s.curve)-1]; last.longer != 0 {
		return fmt.Errorf("%d deals are longer than the longest, of %d plays", last.longer, last.plays)
	}
	s.ends()
	return nil
}

// ends sets Shortest and Longest from the curve's ends.
func (s *Sample) ends() {
	s.Shortest, s.Longest = s.curve[0].plays+1, s.curve[len(s.curve)-1].plays
}
