package main

import (
	"fmt"
	"os"

	"golang.org/x/term"

	"nonna/bot/progress"
	"nonna/bot/settle"
)

// newProgress returns what shows progress on standard error; nil, which shows nothing, where that is
// no terminal, unless always.
func (p *program) newProgress(always bool) *progress.Line {
	out, isFile := p.stderr.(*os.File)
	switch {
	case isFile && isTerminal(out) && p.vars["TERM"] != "dumb":
		return progress.New(out, func() int {
			width, _, _ := term.GetSize(int(out.Fd())) // 0 if it is unknown
			return width
		})
	case always || isTerminal(p.stderr):
		return progress.New(p.stderr, nil)
	}
	return nil
}

// settleProgress shows the progress of a stream, of size bytes unless that is negative.
func settleProgress(line *progress.Line, size int64) func(settle.Summary) {
	return func(s settle.Summary) {
		share := -1.0
		if size > 0 {
			share = float64(s.Bytes) / float64(size)
		}
		line.Update(share, fmt.Sprintf("%d deals settled", s.Deals))
	}
}
