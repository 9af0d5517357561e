package gateway

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"github.com/bwmarrin/discordgo"

	"nonna/bot/discord"
)

// register compares the commands registered with Discord, in [Config.GuildID] or everywhere, with
// those of the router, and overwrites all of them if they differ. It writes only on a
// difference, because Discord counts new commands (200 a day and server), and nothing removes
// them when the program ends, because users would see them come and go. It reports whether they
// differed.
func (b *Bot) register(ctx context.Context, app discord.Application) (differ bool, err error) {
	address := fmt.Sprintf("/applications/%s/commands", app.ID)
	if b.cfg.GuildID != 0 {
		address = fmt.Sprintf("/applications/%s/guilds/%d/commands", app.ID, b.cfg.GuildID)
	}
	// Reading them into the same type drops the fields that Discord added.
	var there []appCommand
	if err := b.rest.Get(ctx, "asking for the commands", address+"?with_localizations=true", discord.Asking(5), &there); err != nil {
		return false, err
	}
	wanted := appCommands(b.cfg.Router.Commands(), b.cfg.GuildID == 0)
	if bytes.Equal(canonical(there, b.cfg.GuildID == 0), canonical(wanted, b.cfg.GuildID == 0)) {
		return false, nil
	}
	_, err = b.rest.Call(ctx, "writing the commands", http.MethodPut, address, wanted, nil, discord.Policy{Tries: 5, Repeatable: true})
	return true, err
}

// canonical returns a text that is the same for commands that differ only in what Discord fills
// in, and in their order. The order of options and choices counts.
func canonical(list []appCommand, everywhere bool) []byte {
	list = slices.Clone(list)
	for i := range list {
		c := &list[i]
		c.Type = max(c.Type, discordgo.ChatApplicationCommand) // the default
		if !everywhere {
			c.Contexts, c.Installs = nil, nil // which commands of one server do not have
		}
		c.Contexts, c.Installs = slices.Sorted(slices.Values(c.Contexts)), slices.Sorted(slices.Values(c.Installs))
	}
	slices.SortFunc(list, func(a, b appCommand) int { return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Name, b.Name)) })
	text, _ := json.Marshal(list) // never fails for this type
	return text
}
