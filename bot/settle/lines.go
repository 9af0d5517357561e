package settle

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"nonna/engine/deal"
	"nonna/engine/game"
)

// line is one line of a stream.
type line struct {
	number int64 // from 1
	size   int64 // in bytes, line end included
	text   string
	// long tells that the line is longer than a deal may be: its text was
	// thrown away.
	long bool
}

// blank tells whether there is nothing to answer.
func (l line) blank() bool { return !l.long && strings.TrimSpace(l.text) == "" }

// problems are what is wrong with a line that is too long, as the reader of deals
// says it.
func (l line) problems() *deal.Problems {
	return &deal.Problems{List: []deal.Problem{{
		Start: -1, End: -1, Kind: deal.TooLong, Args: game.Args{"bytes": l.size, "most": deal.MaxText},
	}}}
}

// lineReader reads lines. No line takes more memory than the longest deal.
type lineReader struct {
	r      *bufio.Reader
	number int64
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, deal.MaxText+len("\r\n"))}
}

// next returns the next line; a last one without an end counts. The error is
// io.EOF behind the last line, or the reader's; then what was read of the line
// is no deal anybody meant, and is dropped.
func (l *lineReader) next() (line, error) {
	l.number++
	one := line{number: l.number}
	for {
		part, err := l.r.ReadSlice('\n')
		one.size += int64(len(part))
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			one.long = true
			continue
		case errors.Is(err, io.EOF) && one.size > 0:
		case err != nil:
			return line{}, err
		}
		if !one.long {
			one.text = strings.TrimSuffix(strings.TrimSuffix(string(part), "\n"), "\r")
		}
		return one, nil
	}
}
