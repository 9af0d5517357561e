package main

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"nonna/bot/settle"
)

// settleBar shows the progress of a stream. The zero value shows nothing.
type settleBar struct {
	bar      *progressbar.ProgressBar
	hasTotal bool
}

// newSettleBar shows a bar on standard error if that is a terminal, and neither deals
// nor answers are on a terminal.
func newSettleBar(p *program) settleBar {
	if !isTerminal(p.stderr) || isTerminal(p.stdin) || isTerminal(p.stdout) {
		return settleBar{}
	}
	size := stdinSize(p.stdin)
	if size == 0 {
		size = -1 // a bar cannot have length 0
	}
	return settleBar{hasTotal: size > 0, bar: newBar(p.stderr, size, settleBarText(0))}
}

// newBar shows the progress towards size, and the remaining time. A size of -1 means
// unknown.
func newBar(w io.Writer, size int64, text string) *progressbar.ProgressBar {
	return progressbar.NewOptions64(size,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription(text),
		progressbar.OptionSetPredictTime(size > 0),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetSpinnerChangeInterval(0), // otherwise a goroutine draws it, and outlives Clear
		progressbar.OptionSetRenderBlankState(true),
		progressbar.OptionClearOnFinish(),
	)
}

func settleBarText(deals int64) string { return fmt.Sprintf("%d deals settled", deals) }

// update moves the bar. It ignores failing writes: they are no reason to stop.
func (b settleBar) update(s settle.Summary) {
	if b.bar == nil {
		return
	}
	b.bar.Describe(settleBarText(s.Deals))
	if b.hasTotal {
		_ = b.bar.Set64(s.Bytes)
		return
	}
	_ = b.bar.Set64(s.Deals)
}

// lateBar is a bar that appears on a terminal at the first progress. It ignores failing writes.
type lateBar struct {
	stderr io.Writer
	bar    *progressbar.ProgressBar // nil until then
}

// show moves the bar to done of total.
func (b *lateBar) show(done, total int64, text string) {
	if !isTerminal(b.stderr) {
		return
	}
	if b.bar == nil {
		b.bar = newBar(b.stderr, total, text)
	}
	b.bar.Describe(text)
	_ = b.bar.Set64(done)
}

// clearBar removes a bar from the screen, if there is one.
func clearBar(b *progressbar.ProgressBar) {
	if b != nil {
		_ = b.Clear()
	}
}
