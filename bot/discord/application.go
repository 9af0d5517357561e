package discord

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"
)

// Application is the bot's application at Discord.
type Application struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Bot is the user of the application.
	Bot struct {
		ID string `json:"id"`
	} `json:"bot"`
}

// Application returns the bot's application, or [ErrBadToken].
func (c *Client) Application(ctx context.Context) (app Application, err error) {
	err = c.Get(ctx, "asking for the application", discordgo.EndpointApplications+"/@me", Asking(5), &app)
	if err == nil && app.ID == "" {
		err = errors.New("asking for the application: the answer holds no id")
	}
	return app, err
}
