package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"nonna/bot/atomicfile"

	"nonna/bot/huntcli"
	"nonna/bot/settle"
	"nonna/bot/spelling"
	"nonna/commands/words"
	"nonna/engine/deal"
	"nonna/engine/game"
)

type huntCmd struct {
	Game      string  `arg:"" optional:"" help:"Which game; the first of the above without it."`
	Deck      string  `placeholder:"DECK" help:"Which deck to deal."`
	By        string  `placeholder:"UNIT" help:"What makes a game long."`
	Workers   *int    `placeholder:"N" help:"How many cores to use (all)."`
	For       string  `placeholder:"TIME" help:"How long to hunt: a time such as 30s, 10m or 8h, or ever (10m)."`
	Positions *int64  `placeholder:"N" help:"Stop when about this many positions were tried, by all workers and in all runs. Without --for, the time does not matter then."`
	Seed      *uint64 `placeholder:"N" help:"Where to begin (a random number, which is printed)."`
	Resume    string  `placeholder:"FILE" help:"Continue the hunt saved in this file, and save it there. Without the file, begin one."`
	JSON      bool    `help:"Print a single JSON object at the end, and no finds before."`
	All       bool    `help:"Play all deals of a small deck, which proves what its longest game is."`

	games game.List
}

// Help returns the text above the flags.
func (c huntCmd) Help() string {
	var games strings.Builder
	for _, g := range huntable(c.games) {
		fmt.Fprintf(&games, "    %-8s --deck=%s  --by=%s\n", g.Name, strings.Join(g.Hunting.Decks, "|"), strings.Join(unitWords(g), "|"))
	}
	return fmt.Sprintf(`Searches for the longest game of a deck that ends. These games can be hunted; decks and units are as follows, the default first:

%s
Each find that is longer than all before is printed as a line of JSON: the deal, its length, and the seed, worker and step where it was found. nonna settle reads these lines. Progress goes to standard error.

The same seed, number of workers and --positions find the same longest deal on every machine.

Ctrl-C ends the hunt and saves it: in the file of --resume, or else in a new one whose name is printed. A second Ctrl-C ends at once. With --resume the hunt is also saved every minute and at its end.

Exit status: 0 done, 1 something could not be written or read, %d wrong usage, %d interrupted.`, &games, statusUsage, statusInterrupted)
}

// huntable returns the games that can be hunted.
func huntable(games game.List) game.List {
	return slices.DeleteFunc(slices.Clone(games), func(g *game.Game) bool { return g.Hunting == nil })
}

// unitWords returns what the lengths of a game's hunts may be compared by.
func unitWords(g *game.Game) (list []string) {
	for _, u := range g.Units {
		list = append(list, u.Word())
	}
	return list
}

// Run hunts, or plays all deals.
func (c huntCmd) Run(ctx context.Context, p *program) error {
	book, err := words.Load()
	if err != nil {
		return err
	}
	r := huntRun{huntCmd: c, program: p, say: book.In(words.English)}
	if err := r.checkFlags(); err != nil {
		return exitError{err, statusUsage}
	}
	if c.All {
		return r.all(ctx)
	}
	return r.hunt(ctx)
}

// checkFlags returns an error if the flags do not fit together.
func (c huntCmd) checkFlags() error {
	for flag, given := range map[string]bool{
		"--workers": c.Workers != nil, "--for": c.For != "", "--positions": c.Positions != nil, "--seed": c.Seed != nil, "--resume": c.Resume != "",
	} {
		if given && c.All {
			return fmt.Errorf("%s does not go with --all, which plays every deal once", flag)
		}
	}
	switch {
	case c.Workers != nil && (*c.Workers < 1 || *c.Workers > huntcli.MaxWorkers):
		return fmt.Errorf("--workers=%d: takes a number from 1 to %d", *c.Workers, huntcli.MaxWorkers)
	case c.Positions != nil && *c.Positions < 1:
		return fmt.Errorf("--positions=%d: takes a number, 1 or more", *c.Positions)
	}
	_, err := c.limit()
	return err
}

// defaultHunt is how long a hunt takes unless something else is asked for.
const defaultHunt = 10 * time.Minute

// limit returns how long to hunt, 0 for no limit.
func (c huntCmd) limit() (time.Duration, error) {
	switch {
	case c.For == "ever", c.For == "" && c.Positions != nil:
		return 0, nil
	case c.For == "":
		return defaultHunt, nil
	}
	d, err := time.ParseDuration(c.For)
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("--for=%s: takes a time such as 30s, 10m or 8h, or ever", c.For)
	}
	return d, nil
}

// huntRun is a subcommand hunt that runs.
type huntRun struct {
	huntCmd
	*program
	say *words.Printer
}

// target returns what the arguments ask for: by default the longest games of the first game
// and deck, by its first unit.
func (r huntRun) target() (huntcli.Target, error) {
	all := huntable(r.program.games)
	if len(all) == 0 {
		return huntcli.Target{}, errors.New("there is no game that can be hunted")
	}
	g := all[0]
	if r.Game != "" {
		if g = all.ByName(strings.ToLower(r.Game)); g == nil {
			return huntcli.Target{}, fmt.Errorf("%q cannot be hunted: the games are %s%s", r.Game, strings.Join(all.Names(), ", "), meant(r.Game, all.Names()))
		}
	}
	t := huntcli.Target{Game: g, Deck: cmp.Or(r.Deck, g.Hunting.Decks[0]), Unit: g.Units[0]}
	if r.By != "" {
		unit, ok := huntcli.FindUnit(g, strings.ToLower(r.By))
		if !ok {
			return t, fmt.Errorf("--by=%s: %s is hunted by %s%s", r.By, g.Name, strings.Join(unitWords(g), " or "), meant(r.By, unitWords(g)))
		}
		t.Unit = unit
	}
	if _, err := g.Hunting.New(t.Quest(0, 0), nil); err != nil && !r.All { // decks may be too small for all but that
		return t, fmt.Errorf("--deck=%s: %w%s", t.Deck, err, meant(t.Deck, g.Hunting.Decks))
	}
	return t, nil
}

// meant returns a question for the name that a word probably misspells, or "".
func meant(word string, names []string) string {
	if name := spelling.Nearest(strings.ToLower(word), names); name != "" && name != word {
		return fmt.Sprintf("; did you mean %s?", name)
	}
	return ""
}

// hunt hunts.
func (r huntRun) hunt(ctx context.Context) error {
	h, err := r.open(ctx)
	if err != nil {
		return err
	}
	limit, _ := r.limit() // checked before
	s := &huntcli.Session{Hunt: h, For: limit, Progress: r.newProgress(true), Say: r.say}
	if r.Positions != nil {
		s.Positions = *r.Positions
	}
	if !r.JSON {
		s.Out = r.stdout
	}
	if r.Resume != "" {
		s.Save = func() error { return saveHunt(h, r.Resume) }
		if err := s.Save(); err != nil { // better now than after hours
			return err
		}
	}
	err = errors.Join(s.Run(ctx), r.result(h.Result()))
	return r.stopped(ctx, h, err)
}

// result prints what programs get at the end.
func (r huntRun) result(line []byte) error {
	if !r.JSON {
		return nil
	}
	_, err := r.stdout.Write(line)
	return err
}

// stopped returns the error of a hunt that ended with err. One that was interrupted or failed
// is saved in a new file, unless it has one.
func (r huntRun) stopped(ctx context.Context, h *huntcli.Hunt, err error) error {
	isInterrupted := ctx.Err() != nil
	if !isInterrupted && err == nil {
		return nil
	}
	name := r.Resume
	if name == "" {
		var failed error
		name, failed = saveNew(h)
		err = errors.Join(err, failed)
	}
	switch saved := "the hunt is saved: nonna hunt --resume " + name; {
	case !isInterrupted && r.Resume == "" && name != "":
		return huntcli.OneLine(fmt.Errorf("%w; %s", err, saved))
	case err != nil:
		return huntcli.OneLine(err)
	default:
		return exitError{fmt.Errorf("interrupted; %s", saved), statusInterrupted}
	}
}

// saveNew saves a hunt in a new file, and returns its name, or "" with an error.
func saveNew(h *huntcli.Hunt) (string, error) {
	name := fmt.Sprintf("hunt-%s-%d.json", h.Game.Name, h.Seed)
	for n := 2; isThere(name); n++ {
		name = fmt.Sprintf("hunt-%s-%d-%d.json", h.Game.Name, h.Seed, n)
	}
	if err := saveHunt(h, name); err != nil {
		return "", err
	}
	return name, nil
}

// isThere reports whether there is a file of any kind with a name.
func isThere(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// saveHunt saves a hunt in a file, completely or not at all.
func saveHunt(h *huntcli.Hunt, name string) error {
	if err := atomicfile.Write(name, h.Save); err != nil {
		return fmt.Errorf("the hunt could not be saved: %w", err)
	}
	return nil
}

// open returns the hunt to continue, or a new one.
func (r huntRun) open(ctx context.Context) (*huntcli.Hunt, error) {
	if r.Resume != "" {
		h, err := r.load(ctx)
		if !errors.Is(err, fs.ErrNotExist) {
			return h, err
		}
	}
	t, err := r.target()
	if err != nil {
		return nil, exitError{err, statusUsage}
	}
	seed, workers := 1+rand.Uint64N(maxRandomSeed), runtime.GOMAXPROCS(0)
	if r.Seed != nil {
		seed = *r.Seed
	}
	if r.Workers != nil {
		workers = *r.Workers
	}
	return huntcli.New(t, seed, min(workers, huntcli.MaxWorkers))
}

// maxRandomSeed is the largest seed that is chosen at random: short enough to be typed,
// and so large that friends hardly choose the same.
const maxRandomSeed = 1_000_000_000_000

// load returns the hunt that is saved in the file of --resume.
func (r huntRun) load(ctx context.Context) (*huntcli.Hunt, error) {
	info, err := os.Stat(r.Resume)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("--resume=%s: this is not a regular file", r.Resume)
	}
	f, err := os.Open(r.Resume)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	h, err := huntcli.Load(ctx, f, r.program.games)
	if err != nil {
		return nil, fmt.Errorf("--resume=%s: %w", r.Resume, r.worded(err))
	}
	if err := r.sameHunt(h); err != nil {
		return nil, exitError{fmt.Errorf("--resume=%s: %w", r.Resume, err), statusUsage}
	}
	return h, nil
}

// sameHunt returns an error if the arguments ask for another hunt than the saved one.
func (r huntRun) sameHunt(h *huntcli.Hunt) error {
	var err error
	differs := func(flag, asked string, saved any) {
		if err == nil && asked != fmt.Sprint(saved) {
			err = fmt.Errorf("this hunt has %s %v, not %s; leave that out to continue it, or name another file", flag, saved, asked)
		}
	}
	if g := r.program.games.ByName(strings.ToLower(r.Game)); r.Game != "" && g != h.Game {
		differs("the game", r.Game, h.Game.Name)
	}
	if r.Deck != "" && r.Deck != h.Deck {
		differs("the deck", r.Deck, h.Deck)
	}
	differs("the unit", cmp.Or(strings.ToLower(r.By), h.Unit.Word()), h.Unit.Word())
	if r.Seed != nil {
		differs("the seed", fmt.Sprint(*r.Seed), h.Seed)
	}
	if r.Workers != nil {
		differs("the number of workers", fmt.Sprint(*r.Workers), h.Workers())
	}
	return err
}

// worded returns an error with the problems of a deal in words.
func (r huntRun) worded(err error) error {
	if p, ok := errors.AsType[*deal.Problems](err); ok {
		return errors.New(settle.OneLine(r.say, p))
	}
	return err
}

// all plays all deals of a deck.
func (r huntRun) all(ctx context.Context) error {
	t, err := r.target()
	if err != nil {
		return exitError{err, statusUsage}
	}
	line, began := r.newProgress(true), time.Now()
	done, of := int64(0), int64(0)
	e, err := t.Game.Hunting.PlayAll(ctx, t.Quest(0, 0), func(d, n int64) {
		done, of = d, n
		line.Update(float64(d)/float64(max(n, 1)), r.played(d, n))
	})
	line.Clear()
	switch {
	case ctx.Err() != nil:
		return exitError{fmt.Errorf("interrupted; %s", r.played(done, of)), statusInterrupted}
	case err != nil:
		return exitError{fmt.Errorf("--all: %w", err), statusUsage}
	}
	proof := huntcli.Proof{Target: t, Census: e, Elapsed: time.Since(began)}
	line.Println(r.proven(proof))
	if r.JSON {
		return r.result(proof.Result())
	}
	_, err = r.stdout.Write(proof.Line())
	return err
}

// played returns how far --all has come.
func (r huntRun) played(done, of int64) string {
	return fmt.Sprintf("%s of %s deals played", r.say.Number(done), r.say.Number(of))
}

// proven returns what --all has shown.
func (r huntRun) proven(p huntcli.Proof) string {
	text := fmt.Sprintf("All deals of %s played: %s.", p.Deck, r.say.Number(p.Deals))
	if p.Best.Deal == nil {
		return text + " None of them ends."
	}
	o, units := p.Best.Play.Outcome().Length, p.Game.Units
	return text + fmt.Sprintf(" Endless: %s. The longest that ends has %s, %s.",
		r.say.Number(p.Loops), r.say.Plain(units[0].Count(o.Plays)), r.say.Plain(units[1].Count(o.Takes)))
}
