package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/schollz/progressbar/v3"

	"nonna/commands"
	"nonna/engine/game"
	"nonna/store"
)

// resettling settles stored games again.
type resettling struct {
	program *program
	path    string // of the database
	sample  int64  // about how many are settled, 0 for all
	// correct stores what games come to; without it they stay as they are.
	correct func(context.Context, []store.Settled) error

	mu      sync.Mutex
	bar     *progressbar.ProgressBar // nil for none
	settled int64
	// mended games came to something else, and are as they should be now; left ones
	// are not.
	mended, left findings
}

// run settles the games, and shows on a terminal how far it is. The error is what
// kept it from doing so.
func (r *resettling) run(ctx context.Context) error {
	return store.EachSettled(ctx, r.path, r.sample, r.settleAll)
}

// settleAll settles some of the games, of as many as there are in so many calls.
func (r *resettling) settleAll(ctx context.Context, games []store.Settled, calls int64) error {
	var wrong []store.Settled
	var mended, left findings
	found := &left
	if r.correct != nil {
		found = &mended
	}
	for _, stored := range games {
		g, err := r.settle(ctx, stored)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			left.add(stored.ID, err.Error())
		} else if different := stored.Differences(g); different != nil {
			wrong = append(wrong, store.Settled{ID: stored.ID, Game: g})
			found.add(stored.ID, strings.Join(different, "; "))
		}
	}
	if len(wrong) > 0 && r.correct != nil {
		if err := r.correct(ctx, wrong); err != nil {
			return err
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.settled += int64(len(games))
	r.mended.join(mended)
	r.left.join(left)
	r.show(calls)
	return nil
}

// settle says what a stored game comes to.
func (r *resettling) settle(ctx context.Context, stored store.Settled) (store.Game, error) {
	g, d, err := r.program.games.Read(stored.Game.Game, stored.Options, stored.Deal)
	if err != nil {
		return store.Game{}, err
	}
	play, err := d.Settle(ctx, game.DefaultBudget)
	if err != nil {
		return store.Game{}, err
	}
	return commands.Settled(g, d, play), nil
}

// show moves the bar, or draws it first. Its writes are not checked: a bar that
// cannot be drawn is no reason to stop.
func (r *resettling) show(calls int64) {
	if !isTerminal(r.program.stderr) {
		return
	}
	text := fmt.Sprintf("%d games settled again", r.settled)
	if r.bar == nil {
		r.bar = newBar(r.program.stderr, calls+1, text) // the last step is what else is checked
	}
	r.bar.Describe(text)
	_ = r.bar.Add(1)
}

// findings are the first of what was found wrong with games.
type findings struct {
	first []finding
	more  int
}

type finding struct {
	game int64
	text string
}

// maxFindings is how many are told.
const maxFindings = 20

func (f *findings) add(game int64, text string) {
	f.join(findings{first: []finding{{game, text}}})
}

func (f *findings) join(others findings) {
	f.first = append(f.first, others.first...)
	slices.SortFunc(f.first, func(a, b finding) int { return cmp.Compare(a.game, b.game) })
	kept := min(len(f.first), maxFindings)
	f.more += others.more + len(f.first) - kept
	f.first = f.first[:kept]
}

// list says them in the order of the games.
func (f *findings) list() []string {
	var all []string
	for _, one := range f.first {
		all = append(all, fmt.Sprintf("game %d: %s", one.game, one.text))
	}
	if f.more > 0 {
		all = append(all, fmt.Sprintf("and %d more games", f.more))
	}
	return all
}
