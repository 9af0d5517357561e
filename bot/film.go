package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"nonna/bot/settle"
	"nonna/commands/film"
	"nonna/commands/picture"
	"nonna/commands/words"
	"nonna/engine/deal"
	"nonna/engine/game"
)

type filmCmd struct {
	Game  string   `arg:"" help:"Which game, as for settle."`
	Deal  []string `arg:"" passthrough:"" help:"The deal, in one word or several, and last the FILE to write; - is standard output."`
	Force bool     `help:"Replace the file if it exists."`

	games  game.List
	params paramFlags
}

// Help returns the text above the flags.
func (c filmCmd) Help() string {
	example := "GAME DEAL" // of a command line that has no games
	if len(c.games) > 0 {
		example = fmt.Sprintf("%s '%s'", c.games[0].Name, c.games[0].Examples[0].Text)
	}
	return fmt.Sprintf(`The film is an animated GIF of 5 to 20 seconds that plays for ever:

    nonna film %s game.gif

Games that never end are shown for one cycle. A game has %d plays at most.

Flags stand before the deal. Everything after -- is the deal and the file.

Exit status: 0 written, 1 the deal could not be read or has no film (or a failure of the system), %d wrong usage, 130 interrupted.`, example, film.MaxPlays, statusUsage)
}

// Run writes the film of a deal.
func (c filmCmd) Run(ctx context.Context, p *program) error {
	g := c.games.Find(strings.ToLower(c.Game))
	given, err := dealWords(c.Deal, p.parsed)
	last := len(given) - 1
	switch {
	case err != nil:
		return exitError{err, statusUsage}
	case g == nil:
		return exitError{fmt.Errorf("there is no game %q: the games are %s", c.Game, strings.Join(c.games.Names(), ", ")), statusUsage}
	case last < 1:
		return exitError{errors.New("write the deal and then the file: nonna film GAME DEAL FILE"), statusUsage}
	}
	book, err := words.Load()
	if err != nil {
		return err
	}
	if err := c.params.check(g); err != nil {
		return exitError{err, statusUsage}
	}
	o := settle.Options{Game: g, Values: c.params.options(), Budget: game.DefaultBudget, Say: book.In(words.English)}
	gif, err := makeFilm(ctx, c.games, o, strings.Join(given[:last], " "))
	if err != nil {
		return interrupted(ctx, err)
	}
	return c.write(p, given[last], gif)
}

// makeFilm returns the film of a deal.
func makeFilm(ctx context.Context, games game.List, o settle.Options, text string) ([]byte, error) {
	a, err := settle.One(ctx, text, o)
	if unread, ok := errors.AsType[*deal.Problems](err); ok {
		return nil, exitError{fmt.Errorf("the deal cannot be read\n%s", settle.Problems(o.Say, unread)), statusUnread}
	}
	if err != nil {
		return nil, err
	}
	file, err := film.New(picture.New(games)).Film(ctx, o.Say, o.Game, a.Play)
	if err != nil {
		return nil, err
	}
	return file.Data, nil
}

// write writes a film to a file or to standard output.
func (c filmCmd) write(p *program, name string, gif []byte) error {
	if name == "-" {
		_, err := p.stdout.Write(gif)
		return err
	}
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && !c.Force {
		return fmt.Errorf("writing the film: %s exists already; --force replaces it", name)
	}
	err := settle.CreateFile(name, func(w io.Writer) error { _, err := w.Write(gif); return err })
	if err != nil {
		return fmt.Errorf("writing the film: %w", err)
	}
	return nil
}
