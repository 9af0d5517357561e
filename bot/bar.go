package main

import (
	"fmt"
	"os"

	"golang.org/x/term"

	"nonna/bot/progress"
	"nonna/bot/settle"
)

// screen returns what shows the progress on standard error.
func (p *program) screen() *progress.Screen {
	out, ok := p.stderr.(*os.File)
	if !ok || !isTerminal(out) || p.vars["TERM"] == "dumb" {
		return progress.New(p.stderr, nil)
	}
	return progress.New(out, func() int {
		width, _, _ := term.GetSize(int(out.Fd())) // 0 if it is unknown
		return width
	})
}

// bar is [program.screen] on a terminal, nil elsewhere, which shows nothing.
func (p *program) bar() *progress.Screen {
	if !isTerminal(p.stderr) {
		return nil
	}
	return p.screen()
}

// settleBar shows the progress of a stream, of size bytes unless that is negative.
func settleBar(bar *progress.Screen, size int64) func(settle.Summary) {
	return func(s settle.Summary) {
		share := -1.0
		if size > 0 {
			share = float64(s.Bytes) / float64(size)
		}
		bar.Update(share, fmt.Sprintf("%d deals settled", s.Deals))
	}
}
