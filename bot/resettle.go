package main

import (
	"context"
	"fmt"
	"io"

	"github.com/schollz/progressbar/v3"

	"nonna/commands/verdict"
	"nonna/engine/game"
	"nonna/store"
	"nonna/store/repair"
)

// resettle settles the deal of a stored game again.
func (p *program) resettle(ctx context.Context, stored repair.Settled) (store.Game, error) {
	g, d, err := p.games.Read(stored.Name, stored.Options, stored.Deal)
	if err != nil {
		return store.Game{}, err
	}
	play, err := d.Settle(ctx, game.DefaultBudget)
	if err != nil {
		return store.Game{}, err
	}
	return verdict.Settled(g, d, play), nil
}

// resettleBar is a progress bar that appears on a terminal at the first progress.
type resettleBar struct {
	stderr io.Writer
	bar    *progressbar.ProgressBar // nil until then
}

// show moves the bar by one of so many parts. It ignores errors: the check goes on
// without a bar.
func (b *resettleBar) show(settled, parts int64) {
	if !isTerminal(b.stderr) {
		return
	}
	text := fmt.Sprintf("%d games settled again", settled)
	if b.bar == nil {
		b.bar = newBar(b.stderr, parts+1, text) // the last part is the rest of the check
	}
	b.bar.Describe(text)
	_ = b.bar.Add(1)
}
