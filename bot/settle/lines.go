package settle

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"nonna/engine/deal"
	"nonna/engine/game"
)

// lines holds consecutive lines of a stream, or a single one that is too long.
type lines struct {
	number int64  // of the first, from 1
	text   []byte // with line ends, except perhaps that of the stream's last line
	// long is the size of a single line that is too long for a deal, 0 for other lines.
	// The text of such a line is dropped.
	long int64
}

// hasLine reports whether there is a line.
func (l *lines) hasLine() bool { return len(l.text) > 0 || l.long > 0 }

// first returns the text of the first line without its end, and its size with the end.
func (l *lines) first() (text []byte, size int64) {
	text, n := l.text, len(l.text)
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		text, n = text[:i], i+1
	}
	if end := len(text) - 1; end >= 0 && text[end] == '\r' {
		text = text[:end]
	}
	return text, int64(n) + l.long
}

// cut removes the first line, of the given size, and returns it.
func (l *lines) cut(size int64) lines {
	n := size - l.long
	one := lines{l.number, l.text[:n], l.long}
	*l = lines{number: l.number + 1, text: l.text[n:]}
	return one
}

// problems returns the problem of a line that is too long.
func (l *lines) problems() *deal.Problems {
	return &deal.Problems{List: []deal.Problem{{
		Start: -1, End: -1, Kind: deal.TooLong, Args: game.Args{"bytes": l.long, "most": deal.MaxText},
	}}}
}

// lineReader reads lines. Its memory for a line is bounded by the longest deal.
type lineReader struct {
	r      *bufio.Reader
	number int64 // of the next line
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{bufio.NewReaderSize(r, deal.MaxText+len("\r\n")), 1}
}

// chunkSize is how many bytes of further lines are returned with a line: some hundred
// deals, enough to be worth handing to another goroutine.
const chunkSize = 16 << 10

// next waits for a line, and returns it together with the complete lines that are buffered
// already. The text reuses buffer. A last line without an end counts. At the end of the
// stream the error is io.EOF; after another error of the reader an incomplete line is
// dropped.
func (l *lineReader) next(buffer []byte) (lines, error) {
	all := lines{number: l.number, text: buffer[:0]}
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
	more, _ := l.r.Peek(min(l.r.Buffered(), chunkSize)) // what is buffered causes no error
	more = more[:bytes.LastIndexByte(more, '\n')+1]
	l.number += int64(bytes.Count(more, []byte{'\n'}))
	all.text = append(all.text, more...)
	_, _ = l.r.Discard(len(more))
	return all, nil
}
