package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// Register compares the commands that Discord has for the application with
// those of cfg.Router, in cfg.GuildID or everywhere, and writes all of them at
// once if they differ, or nothing if dryRun is set. Commands are only written
// on a difference, because Discord counts them (200 new ones a day and server),
// and never removed when the program ends, because users would see them come
// and go. It returns [ErrBadToken] when Discord does not accept the token.
func Register(ctx context.Context, cfg Config, dryRun bool) (Difference, error) {
	b, err := New(cfg)
	if err != nil {
		return Difference{}, err
	}
	return b.register(ctx, dryRun)
}

func (b *Bot) register(ctx context.Context, dryRun bool) (Difference, error) {
	app, err := b.application(ctx)
	if err != nil {
		return Difference{}, err
	}
	address := discordgo.EndpointApplicationGlobalCommands(app)
	if b.cfg.GuildID != 0 {
		address = discordgo.EndpointApplicationGuildCommands(app, strconv.FormatUint(b.cfg.GuildID, 10))
	}
	there, err := b.registered(ctx, address)
	if err != nil {
		return Difference{}, err
	}
	wanted := appCommands(b.cfg.Router.Specs(), b.cfg.GuildID == 0)
	d := Difference{Lines: differences(there, wanted)}
	if dryRun || d.Empty() {
		return d, nil
	}
	body, err := json.Marshal(wanted)
	if err != nil {
		return d, fmt.Errorf("writing the commands: %w", err)
	}
	_, err = b.rest.call(ctx, "writing the commands", http.MethodPut, address, "application/json", body,
		policy{tries: 5, repeatable: true})
	return d, err
}

// application asks for the application's id, which also tells whether the
// token is good.
func (b *Bot) application(ctx context.Context) (string, error) {
	body, err := b.rest.call(ctx, "asking for the application", http.MethodGet,
		discordgo.EndpointApplications+"/@me", "", nil, policy{tries: 5, repeatable: true})
	if err != nil {
		return "", err
	}
	var app struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(body, &app); err != nil || app.ID == "" {
		return "", fmt.Errorf("asking for the application: the answer holds no id (%w)", err)
	}
	return app.ID, nil
}

// registered asks for the commands that are there, in the form in which they
// are written: reading them into the same type drops what the server added.
func (b *Bot) registered(ctx context.Context, address string) ([]appCommand, error) {
	body, err := b.rest.call(ctx, "asking for the commands", http.MethodGet,
		address+"?with_localizations=true", "", nil, policy{tries: 5, repeatable: true})
	if err != nil {
		return nil, err
	}
	var list []appCommand
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, fmt.Errorf("reading the registered commands: %w", err)
	}
	canonical(list, b.cfg.GuildID == 0)
	return list, nil
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
