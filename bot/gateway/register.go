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

// register makes the commands that are registered with Discord those of the router. It reports whether
// they differed.
//
// Discord lists a server's own commands beside those for all. So [Config.GuildID] has its own only
// where those for all are others, and before these are written none has: if that is interrupted, the
// next start finds them different again.
func (b *Bot) register(ctx context.Context, app discord.Application) (differ bool, err error) {
	list := b.cfg.Router.Commands()
	if b.cfg.GuildID == 0 {
		return b.write(ctx, app, 0, appCommands(list, true))
	}
	all, _, err := b.registered(ctx, app, 0)
	if err != nil {
		return false, err
	}
	if isSame(all, appCommands(list, true), true) {
		list = nil
	}
	return b.write(ctx, app, b.cfg.GuildID, appCommands(list, false))
}

// registered asks Discord for the commands of a server, or for those for all if guildID is 0. Others
// are those of types that Nonna does not make, such as the Entry Point command of an application with
// Activities, which Discord requires to be kept.
func (b *Bot) registered(ctx context.Context, app discord.Application, guildID uint64) (ours []appCommand, others []any, err error) {
	var list []json.RawMessage
	others = []any{}
	if err := b.rest.Get(ctx, "asking for the commands", commandsOf(app, guildID)+"?with_localizations=true", discord.Asking(5), &list); err != nil {
		return nil, nil, err
	}
	for _, raw := range list {
		var c appCommand // which drops the fields that Discord added
		if err := exceptType(json.Unmarshal(raw, &c)); err != nil {
			return nil, nil, fmt.Errorf("asking for the commands: %w", err)
		}
		switch c.Type = max(c.Type, discordgo.ChatApplicationCommand); c.Type { // the default
		case discordgo.ChatApplicationCommand, discordgo.MessageApplicationCommand:
			ours = append(ours, c)
		default:
			others = append(others, raw)
		}
	}
	return ours, others, nil
}

// commandsOf returns the address of the commands of a server, or of those for all if guildID is 0.
func commandsOf(app discord.Application, guildID uint64) string {
	if guildID == 0 {
		return fmt.Sprintf("/applications/%s/commands", app.ID)
	}
	return fmt.Sprintf("/applications/%s/guilds/%d/commands", app.ID, guildID)
}

// write overwrites Nonna's commands of a server, or those for all if guildID is 0, if they differ from
// the wanted ones. It writes only on a difference, because Discord counts new commands (200 a day and
// server), and nothing removes them when the program ends, because users would see them come and go.
func (b *Bot) write(ctx context.Context, app discord.Application, guildID uint64, wanted []appCommand) (differ bool, err error) {
	ours, list, err := b.registered(ctx, app, guildID)
	if err != nil || isSame(ours, wanted, guildID == 0) {
		return false, err
	}
	for _, c := range wanted {
		list = append(list, c)
	}
	if guildID == 0 {
		b.tidy(ctx, app)
	}
	_, err = b.rest.Call(ctx, "writing the commands", http.MethodPut, commandsOf(app, guildID), list, nil, discord.Policy{Tries: 5, Repeatable: true})
	return true, err
}

// maxTidied is in how many servers the bot is at most where they are looked through for commands
// of their own: who tries things out is in few.
const maxTidied = 100

// tidy removes the commands of single servers.
func (b *Bot) tidy(ctx context.Context, app discord.Application) {
	if app.Guilds > maxTidied {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, registerTime/2) // the rest is for those for all
	defer cancel()
	guilds, err := b.rest.Guilds(ctx)
	for _, guild := range guilds {
		_, err2 := b.write(ctx, app, guild, nil)
		if !discord.IsLostChannel(err2) { // such as where the bot may have no commands
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
	ours, _, err := b.registered(ctx, app, guildID)
	return len(ours), err
}

// isSame reports whether two lists of commands are the same to Discord.
func isSame(a, b []appCommand, everywhere bool) bool {
	return bytes.Equal(canonical(a, everywhere), canonical(b, everywhere))
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
