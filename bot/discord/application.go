package discord

import (
	"context"
	"encoding/json"
	"errors"
)

// Application is the bot's application at Discord.
type Application struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Bot is the user of the application.
	Bot struct {
		ID string `json:"id"`
	} `json:"bot"`
	// Key is the hexadecimal Ed25519 key with which Discord's interactions are verified.
	Key string `json:"verify_key"`
	// Endpoint is the address that Discord posts interactions to, "" while it sends them to
	// a session.
	Endpoint string `json:"interactions_endpoint_url"`
	// Guilds is about how many servers the bot is in.
	Guilds int `json:"approximate_guild_count"`
}

// Application returns the bot's application, or [ErrBadToken].
func (c *Client) Application(ctx context.Context) (app Application, err error) {
	err = c.ask(ctx, "asking for the application", "/applications/@me", Asking(5), func(said []byte) error {
		err := json.Unmarshal(said, &app)
		if err == nil && app.ID == "" {
			err = errors.New("no id")
		}
		return err
	})
	if err == nil {
		c.guilds.Store(int64(app.Guilds))
		c.TokenWorked()
	}
	return app, err
}

// CountGuilds returns about how many servers the bot is in, by the latest answer about the
// application, or 0 before the first.
func (c *Client) CountGuilds() int { return int(c.guilds.Load()) }
