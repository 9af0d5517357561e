package hunting

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"nonna/engine/deal"
)

// errLong is the problem of a line that is too long for a find.
var errLong = fmt.Errorf("the line has more than %d bytes", deal.MaxText)

// lineReader reads lines that are not blank. It never holds a longer line than a deal may
// have.
type lineReader struct {
	r      *bufio.Reader
	number int64
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{bufio.NewReaderSize(r, deal.MaxText+len("\n")), 0}
}

// next returns the next line that is not blank, and its number, from 1. The line is valid
// until the next call. The error is errLong, after which more lines may follow; or the
// reader's, io.EOF at the end.
func (l *lineReader) next() (line []byte, number int64, err error) {
	for {
		line, err = l.line()
		switch {
		case err != nil:
			return nil, l.number, err
		case len(line) > 0:
			return line, l.number, nil
		}
	}
}

// line returns the next line, without blanks at its ends.
func (l *lineReader) line() ([]byte, error) {
	l.number++
	part, err := l.r.ReadSlice('\n')
	long := errors.Is(err, bufio.ErrBufferFull)
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = l.r.ReadSlice('\n')
	}
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return nil, err
	case long:
		return nil, errLong
	case err != nil && len(part) == 0:
		return nil, io.EOF
	}
	return bytes.TrimSpace(part), nil
}
