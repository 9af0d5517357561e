package settle

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"nonna/engine/deal"
	"nonna/engine/game"
)

// lines are some lines of a stream, one after the other.
type lines struct {
	number int64  // of the first, from 1
	text   []byte // with line ends, which the last line of a stream may lack
	// long is the size of a line that is longer than a deal may be. It is by itself,
	// and its text was thrown away.
	long int64
}

// left tells whether there is a line.
func (l *lines) left() bool { return len(l.text) > 0 || l.long > 0 }

// first returns the text of the first line without its end, and its size with it.
func (l *lines) first() (text []byte, size int64) {
	text, n := l.text, len(l.text)
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		text, n = text[:i], i+1
	}
	return bytes.TrimSuffix(text, []byte{'\r'}), int64(n) + l.long
}

// cut takes the first line, of a size, away from the others.
func (l *lines) cut(size int64) lines {
	n := size - l.long
	one := lines{l.number, l.text[:n], l.long}
	*l = lines{number: l.number + 1, text: l.text[n:]}
	return one
}

// problems are what is wrong with a line that is too long, as the reader of deals
// says it.
func (l *lines) problems() *deal.Problems {
	return &deal.Problems{List: []deal.Problem{{
		Start: -1, End: -1, Kind: deal.TooLong, Args: game.Args{"bytes": l.long, "most": deal.MaxText},
	}}}
}

// lineReader reads lines. No line takes more memory than the longest deal.
type lineReader struct {
	r      *bufio.Reader
	number int64 // of the next line
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{bufio.NewReaderSize(r, deal.MaxText+len("\r\n")), 1}
}

// atOnce is how much text is returned at once, where no line is longer: some
// hundred deals, worth handing to another goroutine and done in a moment.
const atOnce = 16 << 10

// next waits for a line, and returns it with those behind it that are there already,
// in the room of a text that is no longer needed. A last line without an end counts.
// The error is io.EOF behind the last line, or the reader's; then what was read of
// the line is no deal anybody meant, and is dropped.
func (l *lineReader) next(room []byte) (lines, error) {
	all := lines{number: l.number, text: room[:0]}
	part, err := l.r.ReadSlice('\n')
	for ; errors.Is(err, bufio.ErrBufferFull); part, err = l.r.ReadSlice('\n') {
		all.long += int64(len(part))
	}
	if ended := errors.Is(err, io.EOF) && (len(part) > 0 || all.long > 0); err != nil && !ended {
		return lines{}, err
	}
	l.number++
	if all.long > 0 {
		all.long += int64(len(part))
		return all, nil
	}
	all.text = append(all.text, part...)
	there, _ := l.r.Peek(min(l.r.Buffered(), atOnce)) // no error, like Discard's: it is there
	there = there[:bytes.LastIndexByte(there, '\n')+1]
	l.number += int64(bytes.Count(there, []byte{'\n'}))
	all.text = append(all.text, there...)
	_, _ = l.r.Discard(len(there))
	return all, nil
}
