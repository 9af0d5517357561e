package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"

	"github.com/alecthomas/kong"
	"github.com/caarlos0/env/v11"

	"nonna/bot/discord"
	"nonna/engine"
	"nonna/engine/game"
	"nonna/store"
)

// cli is the command line. A subcommand is a field here and a type with a
// method Run(context.Context, *program) error in a file of its own; its error
// becomes the exit status, see status. One that looks after the service on this
// machine or shows it, tagged so, takes what is set nowhere else as it is for that.
type cli struct {
	DB     string `placeholder:"FILE" help:"The database (NONNA_DB, ./nonna.db)."`
	Traces string `placeholder:"FOLDER" help:"Where the console writes files (NONNA_TRACES, ./traces)."`
	Log    string `placeholder:"LEVEL" help:"How much is logged: debug, info, warn or error (NONNA_LOG)."`
	Guild  uint64 `placeholder:"ID" help:"The one server to register commands in (DISCORD_GUILD)."`
	// ShowVersion is what whoever looks for a version types first.
	ShowVersion kong.VersionFlag `name:"version" hidden:"" help:"Show which version this is."`

	Start    startCmd    `cmd:"" default:"1" hidden:"" help:"Run the bot, or open the console when there is no token."`
	Console  consoleCmd  `cmd:"" help:"Open the console, whether there is a token or not."`
	Register registerCmd `cmd:"" service:"" help:"Write the commands to Discord where they differ, and show the difference."`
	Settle   settleCmd   `cmd:"" help:"Settle a deal, or one a line from standard input."`
	Backup   backupCmd   `cmd:"" service:"" help:"Copy the database to a file; the bot may run."`
	Restore  restoreCmd  `cmd:"" service:"" help:"Put a backup in the place of the database; the bot must not run."`
	Doctor   doctorCmd   `cmd:"" service:"" help:"Look at all that the bot needs, and say what to do where it is not well."`
	Health   healthCmd   `cmd:"" service:"" help:"Ask the running bot whether it is connected (NONNA_METRICS)."`
	Invite   inviteCmd   `cmd:"" service:"" help:"Print the link by which the bot is invited to a server."`
	Check    checkCmd    `cmd:"" service:"" help:"Check that the database is whole, and settle its games again."`
	Config   configCmd   `cmd:"" service:"" help:"Show the settings that hold, for the service where there is one, and where each is set."`
	Version  versionCmd  `cmd:"" help:"Show which version this is."`
	Licenses licensesCmd `cmd:"" help:"Show the licenses of the program and of what it is made of."`
}

const description = `Nonna plays and settles card games that play themselves.

Without a command she runs as a bot in Discord, or opens the console when no DISCORD_TOKEN is set. .env.example explains the settings.`

// program is what a subcommand works with: the process that it runs in, and the
// settings.
type program struct {
	process
	config  config
	sources sources
	games   game.List
	vars    map[string]string // of the environment
	// unreadable says what of the service's settings may not be read.
	unreadable error
}

// run is the whole program. It returns the exit status; see status.
func run(ctx context.Context, args []string, host process) int {
	games, err := engine.Games()
	if err != nil {
		return report(host, err)
	}
	var c cli
	helped := false
	k, err := newParser(&c, games, kong.Writers(host.stdout, host.stderr), kong.Exit(func(int) { helped = true }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}), kong.Help(printHelp), kong.Vars{"version": versionLine()})
	if err != nil {
		return report(host, err)
	}
	if slices.Equal(args, []string{"help"}) {
		args = []string{"--help"}
	}
	parsed, err := k.Parse(settleArgs(k, args))
	if helped {
		return 0
	}
	if err != nil {
		return report(host, exitError{fmt.Errorf("%w; nonna --help shows what there is", err), statusUsage})
	}
	warnOfMisspelt(host.stderr, envFile)
	p := &program{process: host, games: games, vars: env.ToMap(host.environ)}
	var service map[string]string
	if parsed.Selected().Tag.Has("service") {
		service, p.unreadable = serviceSettings(ctx)
	}
	if p.config, p.sources, err = loadConfig(p.vars, c.flags(), service); err != nil {
		return report(host, err)
	}
	parsed.BindTo(ctx, (*context.Context)(nil))
	return report(host, parsed.Run(p))
}

// newParser returns the parser of the command line that fills c.
func newParser(c *cli, games game.List, opts ...kong.Option) (*kong.Kong, error) {
	c.Settle.games = games
	k, err := kong.New(c, append(opts, kong.Name("nonna"), kong.Description(description))...)
	if err != nil {
		return nil, err
	}
	c.Settle.params = addParamFlags(settleNode(k), games)
	return k, nil
}

// settleNode returns the model of the subcommand settle.
func settleNode(k *kong.Kong) *kong.Node {
	all := k.Model.Children
	return all[slices.IndexFunc(all, func(n *kong.Node) bool { return n.Name == "settle" })]
}

// printHelp leaves the settings out of the help of settle, which has none.
func printHelp(options kong.HelpOptions, k *kong.Context) error {
	if n := k.Selected(); n != nil && n.Name == "settle" {
		for _, f := range k.Model.Flags {
			f.Hidden = f.Name != "help"
		}
	}
	return kong.DefaultHelpPrinter(options, k)
}

// flags are the settings given as flags, by their variables.
func (c cli) flags() map[string]string {
	given := map[string]string{}
	for name, value := range map[string]string{"NONNA_DB": c.DB, "NONNA_TRACES": c.Traces, "NONNA_LOG": c.Log} {
		if value != "" {
			given[name] = value
		}
	}
	if c.Guild != 0 {
		given["DISCORD_GUILD"] = strconv.FormatUint(c.Guild, 10)
	}
	return given
}

// The exit statuses of every subcommand, by sysexits.h; what fails otherwise
// ends with 1. A bot ends with those of discord.ExitCode, too. With
// deploy/nonna.service only statusUsage and statusConfig leave it down: it is
// never 2, with which a Go program ends after a panic.
const (
	statusUsage  = 64                 // called in a way that is not understood
	statusGone   = 74                 // the bot's database is gone from its place
	statusConfig = discord.ExitConfig // set up in a way that a restart cannot mend
)

// exitError is an error with an exit status of its own.
type exitError struct {
	error
	status int
}

func (e exitError) Unwrap() error { return e.error }

// status is the exit status for what a subcommand returned.
func status(err error) int {
	if own, ok := errors.AsType[exitError](err); ok {
		return own.status
	}
	if errors.Is(err, store.ErrNewer) {
		return statusConfig
	}
	return discord.ExitCode(err)
}

// report says what went wrong and returns the exit status.
func report(host process, err error) int {
	if err != nil {
		fmt.Fprintf(host.stderr, "nonna: %v\n", err)
	}
	return status(err)
}

// logger logs to standard error what the settings ask for, or from otherwise
// on where they ask for nothing.
func (p *program) logger(otherwise slog.Level) *slog.Logger {
	return slog.New(slog.NewTextHandler(p.stderr, &slog.HandlerOptions{Level: p.config.Log.or(otherwise)}))
}
