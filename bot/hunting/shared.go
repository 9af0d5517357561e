package hunting

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

// Shared is a file to which one or several hunts append what they found and tried. Lines of
// several programs are never mixed: each is appended by one write.
type Shared struct {
	target Target
	file   *os.File
	// pending has lines that could not be written yet.
	pending [][]byte
}

// Share opens or creates a file of finds of a target. The error is the system's, or says
// that the file holds something else.
func Share(ctx context.Context, name string, t Target) (*Shared, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	s := &Shared{target: t, file: f}
	if err := s.checkFirst(ctx); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return s, nil
}

// checkFirst returns an error unless the first line is one of the target, or missing.
func (s *Shared) checkFirst(ctx context.Context) error {
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", s.file.Name())
	}
	lines := newLineReader(s.file)
	line, number, err := lines.next()
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err == nil {
		err = NewMerger(s.target).add(ctx, line)
	}
	if err != nil {
		return fmt.Errorf("%s is not a file of such finds: line %d: %w", s.file.Name(), number, err)
	}
	return nil
}

// Found appends a find.
func (s *Shared) Found(f Found) error {
	s.pending = append(s.pending, s.target.Line(f))
	return s.flush()
}

// Tried appends how far the workers of a hunt have come. If that fails, the next call
// appends what is newer.
func (s *Shared) Tried(h *Hunt) error {
	if err := s.flush(); err != nil {
		return err
	}
	for i, w := range h.workers {
		if err := s.append(h.triedLine(i, w.tried)); err != nil {
			return err
		}
	}
	return nil
}

// triedLine returns the line that says how many positions a worker has tried.
func (h *Hunt) triedLine(worker int, tried int64) []byte {
	return object(member{"game", h.Game.Name}, member{"deck", h.Deck}, member{"by", h.Unit.Word()},
		member{"seed", h.Seed}, member{"worker", worker}, member{"tried", tried})
}

// flush appends the pending lines.
func (s *Shared) flush() error {
	for len(s.pending) > 0 {
		if err := s.append(s.pending[0]); err != nil {
			return err
		}
		s.pending = s.pending[1:]
	}
	return nil
}

// append appends a line, after ending one that a full disk has cut.
func (s *Shared) append(line []byte) error {
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	last := []byte{'\n'}
	if size := info.Size(); size > 0 {
		if _, err := s.file.ReadAt(last, size-1); err != nil {
			return err
		}
	}
	if last[0] != '\n' {
		line = append([]byte{'\n'}, line...)
	}
	if _, err := s.file.Write(line); err != nil {
		return fmt.Errorf("sharing: %w", err)
	}
	return nil
}

// Close makes sure that all is on the disk, and closes the file. Nil has nothing to close.
func (s *Shared) Close() error {
	if s == nil {
		return nil
	}
	return errors.Join(s.file.Sync(), s.file.Close())
}
