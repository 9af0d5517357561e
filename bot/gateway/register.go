package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"github.com/bwmarrin/discordgo"

	"nonna/bot/discord"
)

// Register compares the commands registered with Discord, in [Config.GuildID] or
// everywhere, with those of the router, and overwrites all of them if they differ and
// dryRun is not set. It writes only on a difference, because Discord counts new commands
// (200 a day and server), and nothing removes them when the program ends, because users
// would see them come and go. It returns the changes: "+ /name" for a new command,
// "- /name" for a removed one, and "~ /name" for another that differs. The error is
// [discord.ErrBadToken] when Discord does not accept the token.
func (b *Bot) Register(ctx context.Context, dryRun bool) (changes []string, err error) {
	app, err := b.rest.Application(ctx)
	if err != nil {
		return nil, err
	}
	return b.register(ctx, app, dryRun)
}

// register is [Bot.Register] for the bot's application.
func (b *Bot) register(ctx context.Context, app discord.Application, dryRun bool) (changes []string, err error) {
	address := fmt.Sprintf("/applications/%s/commands", app.ID)
	if b.cfg.GuildID != 0 {
		address = fmt.Sprintf("/applications/%s/guilds/%d/commands", app.ID, b.cfg.GuildID)
	}
	there, err := b.registered(ctx, address)
	if err != nil {
		return nil, err
	}
	wanted := appCommands(b.cfg.Router.Specs(), b.cfg.GuildID == 0)
	changes = differences(there, wanted)
	if dryRun || len(changes) == 0 {
		return changes, nil
	}
	_, err = b.rest.Call(ctx, "writing the commands", http.MethodPut, address, wanted, nil, discord.Policy{Tries: 5, Repeatable: true})
	return changes, err
}

// registered returns the commands registered with Discord, in the form in which they are
// written: reading them into the same type drops the fields that Discord added.
func (b *Bot) registered(ctx context.Context, address string) ([]appCommand, error) {
	var list []appCommand
	err := b.rest.Get(ctx, "asking for the commands", address+"?with_localizations=true", discord.Asking(5), &list)
	canonical(list, b.cfg.GuildID == 0)
	return list, err
}

// canonical changes commands that were read to the form in which they are written.
func canonical(list []appCommand, everywhere bool) {
	for i := range list {
		list[i].Type = max(list[i].Type, discordgo.ChatApplicationCommand) // the default
		if !everywhere {
			// Discord may fill these in, which commands of one server do not have.
			list[i].Contexts, list[i].Installs = nil, nil
		}
		slices.Sort(list[i].Contexts)
		slices.Sort(list[i].Installs)
	}
}

// differences names the changes from one list of commands to another, sorted. The order of
// commands does not matter; that of options and choices does.
func differences(there, wanted []appCommand) []string {
	before, after := byName(there), byName(wanted)
	var lines []string
	for name := range before {
		if _, stays := after[name]; !stays {
			lines = append(lines, "- "+name)
		}
	}
	for name, c := range after {
		old, known := before[name]
		switch {
		case !known:
			lines = append(lines, "+ "+name)
		case !bytes.Equal(encoded(old), encoded(c)):
			lines = append(lines, "~ "+name)
		}
	}
	slices.Sort(lines)
	return lines
}

func encoded(c appCommand) []byte {
	text, _ := json.Marshal(c) // never fails for this type
	return text
}

func byName(list []appCommand) map[string]appCommand {
	m := make(map[string]appCommand, len(list))
	for _, c := range list {
		switch c.Type {
		case discordgo.ChatApplicationCommand:
			m["/"+c.Name] = c
		case discordgo.MessageApplicationCommand:
			m["message command "+c.Name] = c
		default:
			m[fmt.Sprintf("command of type %d %s", c.Type, c.Name)] = c
		}
	}
	return m
}
