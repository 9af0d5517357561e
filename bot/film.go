package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"nonna/bot/settle"
	"nonna/commands"
	"nonna/commands/picture"
	"nonna/engine/deal"
	"nonna/engine/game"
)

type filmCmd struct {
	Game  string   `arg:"" help:"Which game, as for settle."`
	Deal  []string `arg:"" passthrough:"" help:"The deal, in one word or several."`
	Out   string   `short:"o" placeholder:"FILE" help:"The file to write; - is standard output."`
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

    nonna film -o game.gif %s

Games that never end are shown for one cycle. A game has %d plays at most.

Flags stand before the deal. Everything after -- is the deal.

Exit status: 0 written, 1 the deal could not be read or has no film (or a failure of the system), %d wrong usage, 130 interrupted.`, example, picture.MaxPlays, statusUsage)
}

// Run writes the film of a deal.
func (c filmCmd) Run(ctx context.Context, p *program) error {
	o, given, err := p.readDeal(c.Game, c.Deal, c.params)
	if err != nil {
		return err
	}
	if c.Out == "" {
		return exitError{errors.New("the film needs a file: write -o FILE before the deal"), statusUsage}
	}
	a, err := settle.One(ctx, strings.Join(given, " "), o)
	if unread, ok := errors.AsType[*deal.Problems](err); ok {
		return exitError{fmt.Errorf("the deal cannot be read\n%s", settle.Problems(o.Say, unread)), statusUnread}
	}
	var file *commands.File
	if err == nil {
		file, err = picture.New(p.games, slog.Default(), nil).Film(ctx, o.Say, o.Game, a.Deal)
	}
	if err != nil {
		return interrupted(ctx, err)
	}
	return p.writeFile("the film", c.Out, c.Force, func(w io.Writer) error { _, err := w.Write(file.Data); return err })
}
