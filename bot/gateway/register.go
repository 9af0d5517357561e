package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"nonna/bot/discord"
)

// Register compares the commands registered with Discord, in [Config.GuildID] or
// everywhere, with those of the router, and overwrites all of them if they differ and
// dryRun is not set. It writes only on a difference, because Discord counts new commands
// (200 a day and server), and nothing removes them when the program ends, because users
// would see them come and go. It returns the changes: "+ /name" for a new command,
// "- /name" for a removed one, and "~ /name path: before → after" for a field. The error is
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
		if !everywhere {
			// Discord may fill these in, which commands of one server do not have.
			list[i].Contexts, list[i].Installs = nil, nil
		}
		slices.Sort(list[i].Contexts)
		slices.Sort(list[i].Installs)
	}
}

// differences describes the changes from one list of commands to another, sorted. The
// order of commands does not matter; that of options and choices does.
func differences(there, wanted []appCommand) []string {
	before, after := byKey(there), byKey(wanted)
	var lines []string
	for key, c := range before {
		if _, stays := after[key]; !stays {
			lines = append(lines, "- "+title(c))
		}
	}
	for key, c := range after {
		old, known := before[key]
		if !known {
			lines = append(lines, "+ "+title(c))
			continue
		}
		for _, change := range compare(flatten(old), flatten(c)) {
			lines = append(lines, "~ "+title(c)+" "+change)
		}
	}
	slices.Sort(lines)
	return lines
}

func byKey(list []appCommand) map[string]appCommand {
	m := make(map[string]appCommand, len(list))
	for _, c := range list {
		m[title(c)] = c
	}
	return m
}

func title(c appCommand) string {
	switch c.Type {
	case discordgo.ChatApplicationCommand, 0: // slash is the default
		return "/" + c.Name
	case discordgo.MessageApplicationCommand:
		return "message command " + c.Name
	}
	return fmt.Sprintf("command of type %d %s", c.Type, c.Name)
}

// compare describes the changes between two flattened commands.
func compare(before, after map[string]string) []string {
	paths := maps.Clone(before)
	maps.Copy(paths, after)
	var changes []string
	for path := range paths {
		if old, now := before[path], after[path]; old != now {
			changes = append(changes, fmt.Sprintf("%s: %s → %s", path, cmp.Or(old, "nothing"), cmp.Or(now, "nothing")))
		}
	}
	return changes
}

// flatten returns a command as a map from path to JSON value: "options.0.name" →
// "\"deal\"".
func flatten(c appCommand) map[string]string {
	c.Type = max(c.Type, discordgo.ChatApplicationCommand)
	flat := make(map[string]string)
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, inner := range v {
				walk(path+"."+key, inner)
			}
		case []any:
			for i, inner := range v {
				walk(path+"."+strconv.Itoa(i), inner)
			}
		default:
			text, _ := json.Marshal(v) // never fails for a scalar that came out of JSON
			flat[strings.TrimPrefix(path, ".")] = string(text)
		}
	}
	var tree any
	text, _ := json.Marshal(c)      // never fails for this type
	_ = json.Unmarshal(text, &tree) // never fails for valid JSON
	walk("", tree)
	return flat
}
