package main

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"nonna/bot/settle"
)

// settleBar shows how far a stream is. The zero value shows nothing.
type settleBar struct {
	bar   *progressbar.ProgressBar
	whole bool // whether the end is known
}

// newSettleBar shows a bar on standard error when that is a terminal and
// neither the deals nor the answers are on one, where it would be in the way.
func newSettleBar(p *program) settleBar {
	if !isTerminal(p.stderr) || isTerminal(p.stdin) || isTerminal(p.stdout) {
		return settleBar{}
	}
	size := stdinSize(p.stdin)
	if size == 0 {
		size = -1 // nothing is no length for a bar
	}
	return settleBar{whole: size > 0, bar: newBar(p.stderr, size, settleBarText(0))}
}

// newBar shows how much is done of size, which is -1 where nobody knows, and then
// how long it may still take.
func newBar(w io.Writer, size int64, text string) *progressbar.ProgressBar {
	return progressbar.NewOptions64(size,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription(text),
		progressbar.OptionSetPredictTime(size > 0),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetSpinnerChangeInterval(0), // else it is drawn by a goroutine that outlives Clear
		progressbar.OptionSetRenderBlankState(true),
		progressbar.OptionClearOnFinish(),
	)
}

func settleBarText(deals int64) string { return fmt.Sprintf("%d deals settled", deals) }

// update moves the bar. Its own writes are not checked: a bar that cannot be
// drawn is no reason to stop.
func (b settleBar) update(s settle.Summary) {
	if b.bar == nil {
		return
	}
	b.bar.Describe(settleBarText(s.Deals))
	if b.whole {
		_ = b.bar.Set64(s.Bytes)
		return
	}
	_ = b.bar.Set64(s.Deals)
}

// clearBar takes a bar off the screen, if there is one.
func clearBar(b *progressbar.ProgressBar) {
	if b != nil {
		_ = b.Clear()
	}
}
