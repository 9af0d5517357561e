// Command generate measures how long random deals are, and writes the table of
// package rarity.
//
// # Goals
//
// Anybody can write the same table again: the deals are drawn in chunks, each from a seed
// of its own that is drawn from the flag's. So the table depends only on the number of
// deals, that seed and the games, not on the number of cores.
//
// # Non-goals
//
// Package rarity defines what the table holds, and reads it.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"nonna/engine"
)

// flags are the command line's.
type flags struct {
	Out     string `name:"out" short:"o" placeholder:"FILE" default:"commands/rarity/deals.json" help:"The table to write (${default})."`
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
	var lines []string
	for _, g := range engine.Games() {
		if g.Sample == nil {
			continue
		}
		for _, division := range g.Full {
			fmt.Fprintln(progress, g.Name, division)
			s, err := f.measure(ctx, g, division)
			if err != nil {
				return err
			}
			line, _ := json.Marshal(s) // never fails: it has only numbers and texts
			lines = append(lines, string(line))
		}
	}
	return os.WriteFile(f.Out, []byte("[\n"+strings.Join(lines, ",\n")+"\n]\n"), 0o644)
}
