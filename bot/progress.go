package main

import (
	"os"

	"golang.org/x/term"

	"nonna/bot/progress"
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
