package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"strings"
	"time"

	"nonna/bot/app"
	"nonna/bot/discord"
	"nonna/bot/discord/endpoint"
	"nonna/bot/discord/session"
	"nonna/bot/interactions"
	"nonna/store"
	"nonna/store/repair"
	"nonna/store/sqlitefile"
)

type doctorCmd struct{}

// Run checks everything that the bot needs, and prints how to fix what is wrong. The bot
// may be running.
func (doctorCmd) Run(ctx context.Context, p *program) error {
	d := doctor{program: p}
	if p.unreadable != nil {
		d.unwell("settings", "%v", p.unreadable)
	}
	d.examineEnvFile()
	d.examineDisk()
	db := d.examineDatabase(ctx)
	if err := d.examineDiscord(ctx, db.Announcing); err != nil {
		return err
	}
	if d.problems > 0 {
		return fmt.Errorf("problems: %d of %d", d.problems, d.examined)
	}
	return nil
}

// doctor prints the result of each check on a line.
type doctor struct {
	*program
	examined, problems int
}

// well reports that something is in order.
func (d *doctor) well(what, format string, args ...any) {
	d.examined++
	fmt.Fprintf(d.stdout, "ok       %s: %s\n", what, fmt.Sprintf(format, args...))
}

// note reports what is no fault yet, or in one use of the program alone.
func (d *doctor) note(what, format string, args ...any) {
	d.examined++
	fmt.Fprintf(d.stdout, "note     %s: %s\n", what, fmt.Sprintf(format, args...))
}

// unwell reports a problem and how to fix it.
func (d *doctor) unwell(what, format string, args ...any) {
	d.examined++
	d.problems++
	fmt.Fprintf(d.stdout, "PROBLEM  %s: %s\n", what, fmt.Sprintf(format, args...))
}

const (
	// answerTime bounds each question to Discord.
	answerTime = 30 * time.Second
	// leastFree is how many bytes must be free after another backup.
	leastFree = 100 << 20
	// oldBackup is the age from which on a nightly backup must have been missed.
	oldBackup = 36 * time.Hour
)

// examineEnvFile checks that nobody else can read a token in envFile.
func (d *doctor) examineEnvFile() {
	info, err := os.Stat(envFile)
	if err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 && d.sources["DISCORD_TOKEN"] == "in "+envFile {
		d.note("settings", "others can read the token in %s, with which they can act as the bot: chmod 600 %[1]s", envFile)
	}
}

// examineDisk checks that the database is on a disk of this machine, and that there is room for
// another backup.
func (d *doctor) examineDisk() {
	path := d.database().path()
	if d.database().onServer() {
		return // the disk is the server's
	}
	if network, err := sqlitefile.NetworkFS(path); err == nil && network != "" { // what err says, the next check does
		d.unwell("file system", "the folder of the database is on %s, and what other machines share loses locks and games:"+
			" put the database on a disk of this machine, or on a PostgreSQL server; docs/service.md says why", network)
	}
	free, err := sqlitefile.FreeSpace(path)
	var size int64
	if info, err := os.Stat(path); err == nil {
		size = info.Size()
	}
	switch {
	case err != nil:
		d.unwell("disk", "%v", err)
	case free < size+leastFree && size < 1<<20: // or its size is not known
		d.unwell("disk", "only %d MB are free beside the database: make room", free>>20)
	case free < size+leastFree:
		d.unwell("disk", "%d MB are free beside the database, and a backup alone takes %d: make room", free>>20, size>>20)
	default:
		d.well("disk", "%d MB are free", free>>20)
	}
}

// examineDatabase checks the database file and its backups.
func (d *doctor) examineDatabase(ctx context.Context) repair.Description {
	db := d.database()
	if db.onServer() {
		return d.examineServer(ctx, db)
	}
	mayWrite := writable(db.path())
	about, err := repair.Describe(ctx, db.path())
	switch {
	case errors.Is(err, store.ErrNotFound):
		d.note("database", "%s does not exist; the bot creates it at its first start, if it may write to the folder", db)
		return about
	case errors.Is(err, store.ErrMoved), errors.Is(err, store.ErrVanished):
		d.unwell("database", "%s: %v", db, err)
		return about
	case mayWrite != nil:
		d.unwell("database", "%s: %v; check its owner and mode, and run this as the user who runs the bot", db, mayWrite)
		if err != nil {
			return about
		}
	case errors.Is(err, store.ErrCorrupt):
		d.unwell("database", "%s: %v; nonna check says more, and nonna restore brings back a backup", db, err)
		return about
	case err != nil:
		d.unwell("database", "%s: %v", db, err)
		return about
	default:
		d.examineSchema(db, about, "")
	}
	d.examineBackups(ctx, db.path())
	return about
}

// examineServer checks a database on a server. Backups, disks and files are that server's.
func (d *doctor) examineServer(ctx context.Context, db database) repair.Description {
	asking, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	about, err := repair.Describe(asking, db.path())
	switch {
	case errors.Is(err, store.ErrNotNonna):
		d.note("database", "%s has no tables yet; the bot creates them at its first start, if it may", db)
	case errors.Is(err, store.ErrNotFound):
		d.unwell("database", "%s: %v; createdb creates it", db, err)
	case err != nil:
		d.unwell("database", "%s: %v", db, err)
	default:
		d.examineSchema(db, about, "; its backups (pg_dump, pgBackRest), disks and files (pg_amcheck) are not looked at")
	}
	return about
}

// examineSchema checks the schema of a database that can be read. left says what else is not looked at.
func (d *doctor) examineSchema(db database, about repair.Description, left string) {
	switch {
	case len(about.Missing) > 0:
		d.unwell("database", "%s: %s; nonna check says what helps", db, strings.Join(about.Missing, "; "))
	case about.Version < about.Latest:
		d.well("database", "%s: schema version %d; the next start upgrades it to %d%s", db, about.Version, about.Latest, left)
	default:
		d.well("database", "%s: schema version %d%s", db, about.Version, left)
	}
}

// writable returns an error unless the user may write to a file. This process must not
// have it open otherwise, because closing it drops the process's locks on it.
func writable(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// examineBackups checks the newest of the daily backups.
func (d *doctor) examineBackups(ctx context.Context, db string) {
	var newest string
	var made time.Time
	for day := range 7 {
		file := dailyBackup(db, time.Now().AddDate(0, 0, -day))
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && info.ModTime().After(made) {
			newest, made = file, info.ModTime()
		}
	}
	age := time.Since(made)
	_, err := repair.Describe(ctx, newest)
	switch {
	case newest == "" && d.sources[variableDB] == "in "+serviceUnit:
		d.unwell("backup", "there is none beside the database: enable nonna-backup.timer, or run nonna backup every day")
	case newest == "":
		d.note("backup", "there is none beside the database: nonna backup makes one for each day of the week")
	case err != nil:
		d.unwell("backup", "the newest, %s, is damaged: %v; see journalctl -u nonna-backup", newest, err)
	case age > oldBackup || age < -time.Hour:
		d.unwell("backup", "the newest is %d hours old: see journalctl -u nonna-backup", age/time.Hour)
	default:
		d.well("backup", "the newest is %d hours old", age/time.Hour)
	}
}

// examineDiscord checks the token, and what Discord knows about the bot.
func (d *doctor) examineDiscord(ctx context.Context, announcing []repair.Announcing) error {
	if err := session.CheckProxy(); err != nil && d.settings.HTTP == "" {
		d.unwell("proxy", "%v", err)
	}
	switch {
	case d.settings.Token == "":
		d.unwell("token", "DISCORD_TOKEN is not set; .env.example says where to find the token")
		return nil
	case strings.Count(string(d.settings.Token), ".") != 2:
		d.unwell("token", "DISCORD_TOKEN must have three parts with dots between them: copy it again from the developer portal, Bot → Reset Token")
		return nil
	}
	bot, err := d.askingBot(d.logger(slog.LevelError))
	if err != nil {
		return err
	}
	asking, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	app, err := bot.Client().Application(asking)
	switch {
	case errors.Is(err, discord.ErrBadToken):
		d.unwell("token", "%v", err)
		return nil
	case err != nil:
		d.unwell("Discord", "%v: check the network and its firewall, and https://discordstatus.com", err)
		return nil
	}
	d.well("Discord", "the token is that of “%s”; no privileged intent is needed", app.Name)
	d.examineDelivery(app)
	if d.settings.HTTP == "" {
		d.examineLogins(asking, bot)
	}
	now, err := bot.Client().Time(asking)
	switch off := time.Since(now); {
	case err != nil:
		d.unwell("time", "%v", err)
	case off.Abs() > maxClockOff:
		d.unwell("time", "it differs from Discord's by %v, and so do the times in the log: set it from the network (timedatectl set-ntp true)", off.Round(time.Second))
	default:
		d.well("time", "it agrees with Discord's")
	}
	return d.examineChannels(ctx, bot, announcing)
}

// examineDelivery checks that Discord delivers interactions where the bot takes them.
func (d *doctor) examineDelivery(app discord.Application) {
	const what = "interactions"
	switch posted, taken := app.Endpoint != "", d.settings.HTTP != ""; {
	case posted && taken:
		d.well(what, "Discord posts them to %s, and the bot takes them on %s (NONNA_HTTP)", app.Endpoint, d.settings.HTTP)
	case posted:
		d.unwell(what, "Discord posts them to %s, and NONNA_HTTP is not set: set it, or remove the Interactions Endpoint URL in the developer portal, General Information", app.Endpoint)
	case taken:
		d.unwell(what, "NONNA_HTTP is set, but Discord does not post them: while the bot is running, enter the address that leads to its %s as Interactions Endpoint URL in the developer portal, General Information", endpoint.Path)
	default:
		d.well(what, "Discord sends them to the bot's session")
	}
}

// maxClockOff is how far this clock may differ from Discord's, which sends whole seconds.
const maxClockOff = 5 * time.Second

// examineLogins checks whether there are logins left today, and whether there are enough
// sessions. Small bots have one, and need not know of the setting.
func (d *doctor) examineLogins(ctx context.Context, bot *interactions.Bot) {
	says, err := bot.Client().Logins(ctx, discord.Asking(3))
	set, needed := int(d.settings.Shards), cmp.Or(int(d.settings.Shards), says.Shards)
	switch {
	case err != nil:
		d.unwell("logins", "%v", err)
		return
	case says.Left < says.Total/10:
		d.unwell("logins", "%d of %d are left today: something keeps restarting the bot; see journalctl -u nonna", says.Left, says.Total)
	case says.Left < 2*needed:
		d.unwell("logins", "%d of %d are left today, and each start of the bot takes %d: do not restart it often", says.Left, says.Total, needed)
	default:
		d.well("logins", "%d of %d are left today", says.Left, says.Total)
	}
	switch {
	case set > 0 && set < says.Shards:
		d.unwell("shards", "NONNA_SHARDS is %d, and Discord recommends %d: set it to auto, or to as many", set, says.Shards)
	case needed > 1:
		d.well("shards", "%d with NONNA_SHARDS=%v; Discord recommends %d", needed, d.settings.Shards, says.Shards)
	}
}

// examineChannels checks the channels for announcements and tables of daily puzzles.
func (d *doctor) examineChannels(ctx context.Context, bot *interactions.Bot, announcing []repair.Announcing) error {
	say, err := app.NewLocalizer(d.games)
	if err != nil {
		return err
	}
	for _, a := range announcing {
		what := fmt.Sprintf("channel %d of server %d", a.ChannelID, a.GuildID)
		asking, cancel := context.WithTimeout(ctx, answerTime)
		access, err := bot.Access(asking, a.GuildID, a.ChannelID)
		cancel()
		access.Refused = a.Lost
		problems := say.In("").AccessProblems(access)
		switch {
		case err != nil:
			d.unwell(what, "%v", err)
		case problems != nil:
			for _, problem := range problems {
				d.unwell(what, "%s", problem)
			}
		default:
			d.well(what, "announcements can be posted here")
		}
	}
	return nil
}
