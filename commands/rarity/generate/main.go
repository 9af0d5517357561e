// Command generate measures how long random deals are, and writes the table of
// package rarity.
//
// # Goals
//
// Anybody can write the same table again: it depends only on the flags and the games.
//
// # Non-goals
//
// Package rarity defines what the table holds and how it is measured.
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

	"nonna/commands/rarity"
	"nonna/engine"
)

// flags are the command line's.
type flags struct {
	Out     string `name:"out" short:"o" placeholder:"FILE" default:"commands/rarity/deals.txt" help:"The table to write (${default})."`
	Deals   int64  `default:"100000000" help:"How many deals of each full deck (${default})."`
	Seed    uint64 `default:"2026" help:"What the deals are drawn from (${default})."`
	Workers int    `default:"${cores}" help:"How many goroutines share the work: one a core (${default})."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var f flags
	k := kong.Parse(&f, kong.Description("Measure how long random deals are."),
		kong.Vars{"cores": strconv.Itoa(runtime.NumCPU())})
	k.FatalIfErrorf(f.run(ctx, os.Stderr))
}

// run measures the full decks of all games with a Sample, and then writes the table.
func (f *flags) run(ctx context.Context, progress io.Writer) error {
	games := engine.Games()
	var samples []rarity.Sample
	for _, g := range games {
		if g.Sample == nil {
			continue
		}
		for _, division := range g.Full {
			fmt.Fprintln(progress, g.Name, division)
			s, err := rarity.Measure(ctx, rarity.Plan{Game: g, Division: division, Deals: f.Deals, Seed: f.Seed, Workers: f.Workers})
			if err != nil {
				return err
			}
			samples = append(samples, s)
		}
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
