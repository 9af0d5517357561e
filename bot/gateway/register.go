package gateway

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"

	"github.com/bwmarrin/discordgo"

	"nonna/bot/discord"
)

// maxTidied is in how many servers the bot is at most where they are looked through for commands
// of their own: who tries things out is in few.
const maxTidied = 100

// register compares the commands registered with Discord with those of the router, and overwrites
// all of them if they differ. It writes only on a difference, because Discord counts new commands
// (200 a day and server), and nothing removes them when the program ends, because users would see
// them come and go. It reports whether they differed.
//
// Discord lists a server's own commands beside those for all. So [Config.GuildID] has its own only
// where those for all are others, and after these were written no server has.
func (b *Bot) register(ctx context.Context, app discord.Application) (differ bool, err error) {
	list := b.cfg.Router.Commands()
	all, err := b.registered(ctx, app, 0)
	if err != nil {
		return false, err
	}
	own, everywhere := b.cfg.GuildID, appCommands(list, true)
	if isSame := all.isSame(everywhere, true); own == 0 {
		if !isSame {
			if err = b.overwrite(ctx, app, 0, all, everywhere); err == nil {
				b.tidy(ctx, app)
			}
		}
		return !isSame, err
	} else if isSame {
		list = nil
	}
	there, err := b.registered(ctx, app, own)
	wanted := appCommands(list, false)
	if err != nil || there.isSame(wanted, false) {
		return false, err
	}
	return true, b.overwrite(ctx, app, own, there, wanted)
}

// registeredCommands are the commands that Discord has, in one server or for all.
type registeredCommands struct {
	ours []appCommand
	// others are of types that Nonna does not make, such as the Entry Point command of an application
	// with Activities, which Discord requires to be kept.
	others []json.RawMessage
}

// isSame reports whether Nonna's commands are the wanted ones.
func (r registeredCommands) isSame(wanted []appCommand, everywhere bool) bool {
	return bytes.Equal(canonical(r.ours, everywhere), canonical(wanted, everywhere))
}

// commandsOf returns the address of the commands of a server, or of those for all if guildID is 0.
func commandsOf(app discord.Application, guildID uint64) string {
	if guildID == 0 {
		return fmt.Sprintf("/applications/%s/commands", app.ID)
	}
	return fmt.Sprintf("/applications/%s/guilds/%d/commands", app.ID, guildID)
}

// registered asks Discord for the commands of a server, or for those for all if guildID is 0.
func (b *Bot) registered(ctx context.Context, app discord.Application, guildID uint64) (r registeredCommands, err error) {
	var list []json.RawMessage
	if err := b.rest.Get(ctx, "asking for the commands", commandsOf(app, guildID)+"?with_localizations=true", discord.Asking(5), &list); err != nil {
		return r, err
	}
	for _, raw := range list {
		var c appCommand // which drops the fields that Discord added
		if err := json.Unmarshal(raw, &c); err != nil {
			return r, fmt.Errorf("asking for the commands: %w", err)
		}
		switch c.Type = max(c.Type, discordgo.ChatApplicationCommand); c.Type { // the default
		case discordgo.ChatApplicationCommand, discordgo.MessageApplicationCommand:
			r.ours = append(r.ours, c)
		default:
			r.others = append(r.others, raw)
		}
	}
	return r, nil
}

// overwrite replaces Nonna's commands that are registered by wanted ones, and sends back what
// others made unchanged.
func (b *Bot) overwrite(ctx context.Context, app discord.Application, guildID uint64, there registeredCommands, wanted []appCommand) error {
	list := make([]any, 0, len(wanted)+len(there.others))
	for _, c := range wanted {
		list = append(list, c)
	}
	for _, c := range there.others {
		list = append(list, c)
	}
	_, err := b.rest.Call(ctx, "writing the commands", http.MethodPut, commandsOf(app, guildID), list, nil, discord.Policy{Tries: 5, Repeatable: true})
	return err
}

// tidy removes the commands of single servers.
func (b *Bot) tidy(ctx context.Context, app discord.Application) {
	if app.Guilds > maxTidied {
		return
	}
	guilds, err := b.rest.Guilds(ctx)
	for _, guild := range guilds {
		there, err2 := b.registered(ctx, app, guild)
		if err2 == nil && len(there.ours) > 0 {
			b.log.Info("a server's own commands are removed, as those for all are registered", slog.Uint64("server", guild))
			err2 = b.overwrite(ctx, app, guild, there, nil)
		}
		if !discord.IsLostChannel(err2) { // such as where commands were not asked for, and so are none
			err = errors.Join(err, err2)
		}
	}
	if err != nil {
		b.log.Warn("servers with commands of their own may list each twice: with their id as DISCORD_GUILD, nonna doctor says so", slog.Any("err", err))
	}
}

// CountCommands asks Discord how many commands Nonna has in a server, or for all servers if guildID
// is 0.
func (b *Bot) CountCommands(ctx context.Context, app discord.Application, guildID uint64) (int, error) {
	there, err := b.registered(ctx, app, guildID)
	return len(there.ours), err
}

// canonical returns a text that is the same for commands that differ only in what Discord fills
// in, and in their order. The order of options and choices counts.
func canonical(list []appCommand, everywhere bool) []byte {
	list = slices.Clone(list)
	for i := range list {
		c := &list[i]
		if !everywhere {
			c.Contexts, c.Installs = nil, nil // which commands of one server do not have
		}
		c.Contexts, c.Installs = slices.Sorted(slices.Values(c.Contexts)), slices.Sorted(slices.Values(c.Installs))
	}
	slices.SortFunc(list, func(a, b appCommand) int { return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Name, b.Name)) })
	text, _ := json.Marshal(list) // never fails for this type
	return text
}
