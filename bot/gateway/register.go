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

// Register compares the commands that Discord has for the application with
// those of the router, in [Config.GuildID] or everywhere, and writes all of them
// at once if they differ, or nothing if dryRun is set. Commands are only written
// on a difference, because Discord counts them (200 new ones a day and server),
// and never removed when the program ends, because users would see them come
// and go. It returns [discord.ErrBadToken] when Discord does not accept the token, and
// else what changes, one change each: "+ /name" for a command that is new,
// "- /name" for one that goes, "~ /name path: before → after" for what changes.
func (b *Bot) Register(ctx context.Context, dryRun bool) (changes []string, err error) {
	app, err := b.rest.Application(ctx)
	if err != nil {
		return nil, err
	}
	address := discordgo.EndpointApplicationGlobalCommands(app.ID)
	if b.cfg.GuildID != 0 {
		address = discordgo.EndpointApplicationGuildCommands(app.ID, strconv.FormatUint(b.cfg.GuildID, 10))
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

// registered asks for the commands that are there, in the form in which they
// are written: reading them into the same type drops what the server added.
func (b *Bot) registered(ctx context.Context, address string) ([]appCommand, error) {
	var list []appCommand
	err := b.rest.Get(ctx, "asking for the commands", address+"?with_localizations=true", discord.Asking(5), &list)
	canonical(list, b.cfg.GuildID == 0)
	return list, err
}

// canonical puts commands that were read into the form in which they are
// written, where reading alone does not.
func canonical(list []appCommand, everywhere bool) {
	for i := range list {
		if !everywhere {
			// One server's commands have neither; Discord may fill them in.
			list[i].Contexts, list[i].Installs = nil, nil
		}
		slices.Sort(list[i].Contexts)
		slices.Sort(list[i].Installs)
	}
}

// differences describes what changes between two lists of commands, sorted. The
// order of commands means nothing; that of options and choices does.
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
	case discordgo.ChatApplicationCommand, 0: // left out, it means slash
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

// flatten makes a command a map from path to JSON value: "options.0.name" →
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
			text, _ := json.Marshal(v) // of a scalar that came out of JSON
			flat[strings.TrimPrefix(path, ".")] = string(text)
		}
	}
	var tree any
	text, _ := json.Marshal(c)      // of a type that can always be written
	_ = json.Unmarshal(text, &tree) // what was just written can be read
	walk("", tree)
	return flat
}
