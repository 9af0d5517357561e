// Command generate measures how long random deals of Camicia are, and writes
// the table of package rarity.
//
// # Goals
//
// The table can be made anew by anybody: it depends on the flags alone.
//
// # Non-goals
//
// What the table holds and how it is measured is told and done in package rarity.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strconv"

	"github.com/alecthomas/kong"
	"github.com/schollz/progressbar/v3"

	"nonna/commands/rarity"
	"nonna/engine/card"
)

// flags are the command line's.
type flags struct {
	Out     string `name:"out" short:"o" placeholder:"FILE" default:"commands/rarity/deals.txt" help:"The table to write (${default})."`
	Deals   int64  `default:"100000000" help:"How many deals of each deck (${default})."`
	Seed    uint64 `default:"2026" help:"What the deals are drawn from (${default})."`
	Workers int    `default:"${cores}" help:"How many goroutines share the work: one a core (${default})."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var f flags
	k := kong.Parse(&f, kong.Description("Measure how long random deals of Camicia are."),
		kong.Vars{"cores": strconv.Itoa(runtime.NumCPU())})
	k.FatalIfErrorf(f.run(ctx, os.Stderr))
}

// run measures both named decks and writes the table when all is measured.
func (f *flags) run(ctx context.Context, progress io.Writer) error {
	var samples []rarity.Sample
	for _, deck := range []card.Deck{card.French, card.Italian} {
		bar := progressbar.NewOptions64(f.Deals, progressbar.OptionSetWriter(progress),
			progressbar.OptionSetDescription(deck.String()), progressbar.OptionOnCompletion(func() { fmt.Fprintln(progress) }))
		s, err := rarity.Measure(ctx, rarity.Plan{
			Deck: deck, Deals: f.Deals, Seed: f.Seed, Workers: f.Workers,
			Progress: func(deals int64) { _ = bar.Add64(deals) }, // a bar that cannot be drawn is no reason to stop
		})
		if err != nil {
			return err
		}
		samples = append(samples, s)
	}
	return write(f.Out, samples)
}

// write writes the table to a file.
func write(path string, samples []rarity.Sample) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := rarity.Write(out, samples...); err != nil {
		_ = out.Close() // the first error says why
		return err
	}
	return out.Close()
}
