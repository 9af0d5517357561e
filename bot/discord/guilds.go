package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// guildPage is the most servers that Discord lists in one answer.
const guildPage = 200

// Guilds asks Discord which servers the bot is in and returns their ids in ascending order,
// whichever process or session serves them. A server in an outage, or one that the bot joined
// meanwhile, may be missing: [Client.Knows] asks for a single one.
func (c *Client) Guilds(ctx context.Context) ([]uint64, error) {
	var all []uint64
	var last uint64
	for {
		var page []struct {
			ID string `json:"id"`
		}
		address := fmt.Sprintf("/users/@me/guilds?limit=%d&after=%d", guildPage, last)
		if err := c.Get(ctx, "asking for the servers", address, Asking(5), &page); err != nil {
			return nil, err
		}
		for _, g := range page {
			id := Uint(g.ID)
			if id <= last {
				return nil, fmt.Errorf("asking for the servers: Discord lists %q after %d", g.ID, last)
			}
			all, last = append(all, id), id
		}
		if len(page) < guildPage {
			return all, nil
		}
	}
}

// Knows asks Discord for a server and reports whether Discord knows it as one that the bot is
// in. It returns false only for Discord's own "Unknown Guild"; any other failure is an error.
// Discord has given that answer for servers that the bot was in, so it alone is no proof.
func (c *Client) Knows(ctx context.Context, guildID uint64) (bool, error) {
	address := fmt.Sprintf("/guilds/%d", guildID)
	err := c.Get(ctx, "asking for a server", address, Asking(3), new(struct{}))
	if e, ok := errors.AsType[*Error](err); ok && e.status == http.StatusNotFound && e.code == discordgo.ErrCodeUnknownGuild {
		return false, nil
	}
	return err == nil, err
}
