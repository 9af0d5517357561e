package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/caarlos0/env/v11"

	"nonna/bot/discord"
	"nonna/engine"
	"nonna/engine/game"
	"nonna/store"
)

// cli is the command line. A subcommand is a field here and a type with a
// method Run(context.Context, *program) error in a file of its own; its error
// becomes the exit status, see status. Subcommands tagged "plain" use no settings. Those tagged
// "service" manage the service installed on this machine: they fall back to its settings, with its
// token if the tag says so, see settings.load.
type cli struct {
	settings
	// ShowVersion answers --version, the first guess of many.
	ShowVersion kong.VersionFlag `name:"version" hidden:"" help:"Show which version this is."`

	Start    startCmd    `cmd:"" default:"1" hidden:"" help:"Run the bot, or open the console if there is no token."`
	Console  consoleCmd  `cmd:"" help:"Open the console, even if there is a token."`
	Settle   settleCmd   `cmd:"" plain:"" help:"Settle a deal, or one a line from standard input."`
	Film     filmCmd     `cmd:"" plain:"" help:"Write the film of a game, an animated GIF."`
	Hunt     huntCmd     `cmd:"" plain:"" help:"Search for the longest game of a deck."`
	Backup   backupCmd   `cmd:"" service:"" help:"Copy the database to a file; the bot may be running."`
	Restore  restoreCmd  `cmd:"" service:"" help:"Replace the database by a backup; the bot must not be running."`
	Move     moveCmd     `cmd:"" plain:"" help:"Move a database from a file to a server, or back; the bot must not be running."`
	Doctor   doctorCmd   `cmd:"" service:"token" help:"Check everything the bot needs, and say how to fix what is wrong."`
	Health   healthCmd   `cmd:"" service:"" help:"Ask the running bot whether it is connected to Discord (NONNA_METRICS)."`
	Invite   inviteCmd   `cmd:"" service:"token" help:"Print the link that invites the bot to a server."`
	Check    checkCmd    `cmd:"" service:"" help:"Check the database for damage, and settle its games again."`
	Config   configCmd   `cmd:"" service:"token" help:"Show the settings in effect, and where each is set."`
	Version  versionCmd  `cmd:"" plain:"" help:"Show which version this is."`
	Licenses licensesCmd `cmd:"" plain:"" help:"Show the licenses of the program and of everything in it."`
}

const description = `Nonna plays and settles card games that play themselves.

Without a command she runs as a bot in Discord, or opens the console if DISCORD_TOKEN is not set. .env.example explains the settings.`

// program holds what subcommands need: the process they run in, and the settings.
type program struct {
	process
	settings settings
	sources  sources
	parsed   *kong.Context // the command line
	games    game.List
	vars     map[string]string // the environment variables
	// unreadable says which of the service's settings cannot be read.
	unreadable error
}

// run is the whole program. It returns the exit status, see status.
func run(ctx context.Context, args []string, host process) int {
	games := engine.Games()
	var c cli
	helped := false
	k, err := newParser(&c, games, kong.Writers(host.stdout, host.stderr), kong.Exit(func(int) { helped = true }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}), kong.Help(printHelp), kong.Vars{"version": versionLine()})
	if err != nil {
		return report(host, err)
	}
	// The first guesses of many: help, help settle, settle help.
	if i := slices.Index(args, "help"); i >= 0 && len(args) <= 2 && !strings.HasPrefix(args[0], "-") {
		args = append(slices.Delete(slices.Clone(args), i, i+1), "--help")
	}
	parsed, err := k.Parse(args)
	if helped {
		return 0
	}
	if err != nil {
		hint := "nonna --help lists commands and flags"
		if len(args) > 0 && games.ByName(strings.ToLower(args[0])) != nil {
			hint = "to settle a deal: nonna settle " + strings.Join(args, " ")
		}
		return report(host, exitError{fmt.Errorf("%w; %s", err, hint), statusUsage})
	}
	p := &program{process: host, settings: c.settings, parsed: parsed, games: games, vars: env.ToMap(host.environ)}
	if command := parsed.Selected(); !command.Tag.Has("plain") {
		if err := p.readSettings(ctx, command); err != nil {
			return report(host, err)
		}
	}
	parsed.BindTo(ctx, (*context.Context)(nil))
	return report(host, parsed.Run(p))
}

// readSettings reads the settings that a subcommand uses, and warns of those of the service that
// cannot be read. The doctor counts these among the problems.
func (p *program) readSettings(ctx context.Context, command *kong.Node) (err error) {
	trustRoots()
	for _, hint := range misspelt() {
		fmt.Fprintf(p.stderr, "nonna: %s\n", hint)
	}
	var service map[string]string
	if command.Tag.Has("service") {
		service, p.unreadable = serviceSettings(ctx, command.Tag.Get("service") == "token")
	}
	if p.unreadable != nil && command.Name != "doctor" {
		fmt.Fprintf(p.stderr, "nonna: %v\n", p.unreadable)
	}
	p.sources, err = p.settings.load(p.vars, service, givenSettings(p.parsed))
	return err
}

// newParser returns the parser of the command line that fills c.
func newParser(c *cli, games game.List, opts ...kong.Option) (*kong.Kong, error) {
	c.Settle.games, c.Hunt.games, c.Film.games = games, games, games
	k, err := kong.New(c, append(opts, kong.Name("nonna"), kong.Description(description), kong.WithHyphenPrefixedParameters(true))...)
	if err != nil {
		return nil, err
	}
	c.Settle.params = addParamFlags(childNode(k, "settle"), games)
	c.Film.params = addParamFlags(childNode(k, "film"), games)
	return k, nil
}

// childNode returns the model of a subcommand.
func childNode(k *kong.Kong, name string) *kong.Node {
	all := k.Model.Children
	return all[slices.IndexFunc(all, func(n *kong.Node) bool { return n.Name == name })]
}

// printHelp prints help. That of subcommands without settings leaves these out.
func printHelp(options kong.HelpOptions, k *kong.Context) error {
	if n := k.Selected(); n != nil && n.Tag.Has("plain") {
		for _, f := range k.Model.Flags {
			f.Hidden = f.Name != "help"
		}
	}
	return kong.DefaultHelpPrinter(options, k)
}

// givenSettings returns the names of the settings that are given as flags. An empty one counts as not
// set.
func givenSettings(parsed *kong.Context) (names []string) {
	for _, f := range parsed.Flags() {
		if name := f.Tag.Get("setting"); f.Set && name != "" && !f.Target.IsZero() {
			names = append(names, name)
		}
	}
	return names
}

// The exit statuses of every subcommand, as in sysexits.h; other failures end with 1.
// A bot may also end with those of discord.ExitCode. deploy/nonna.service restarts the
// bot after all but statusUsage and statusConfig. None is 2, with which a Go program
// ends after a panic.
const (
	statusUsage  = 64                 // wrong usage
	statusGone   = discord.ExitDead   // the bot's database file or its log has disappeared, or is damaged
	statusConfig = discord.ExitConfig // settings that a restart cannot fix
)

// exitError is an error with an exit status of its own.
type exitError struct {
	error
	status int
}

func (e exitError) Unwrap() error { return e.error }

// status returns the exit status for the error of a subcommand.
func status(err error) int {
	if own, ok := errors.AsType[exitError](err); ok {
		return own.status
	}
	if errors.Is(err, store.ErrNewer) || errors.Is(err, store.ErrMoved) {
		return statusConfig
	}
	return discord.ExitCode(err)
}

// report prints an error and returns the exit status for it.
func report(host process, err error) int {
	if err != nil {
		fmt.Fprintf(host.stderr, "nonna: %v\n", err)
	}
	return status(err)
}

// logger returns a logger to standard error at the level that is set, or at fallback.
func (p *program) logger(fallback slog.Level) *slog.Logger {
	return slog.New(slog.NewTextHandler(p.stderr, &slog.HandlerOptions{Level: p.settings.Log.or(fallback)}))
}
