package server

import (
	"context"
	"time"

	"nonna/commands"
	"nonna/commands/words"
)

// About is what /about shows of the program.
type About struct {
	// Version is the program's version, "" if unknown.
	Version string
	// Started is when the program started, zero if unknown.
	Started time.Time
	// Guilds returns about how many servers the bot is in, 0 if that is unknown; nil if it is
	// never known.
	Guilds func() int
	// PrivacyURL is the page about privacy of the person who runs the bot, or "".
	PrivacyURL string
}

// aboutHandler answers /about.
type aboutHandler struct {
	commands.Localizer
	About
}

func (a *aboutHandler) handle(_ context.Context, req commands.Request) (commands.Reply, error) {
	p := a.Private(req)
	lines := []string{p.Say("about.what", words.Args{"command": p.Typed(commands.HelpName)})}
	if a.Version != "" {
		lines = append(lines, p.Say("about.version", words.Args{"version": commands.Escape(a.Version)}))
	}
	if !a.Started.IsZero() {
		lines = append(lines, p.Say("about.since", words.Args{"when": commands.Stamp(a.Started, "R")}))
	}
	if a.Guilds != nil {
		if n := a.Guilds(); n > 0 {
			lines = append(lines, p.Count("about.servers", int64(n)))
		}
	}
	lines = append(lines, p.Say("about.privacy", words.Args{
		"show":   p.Typed("privacy show"),
		"hide":   p.Typed("privacy hide"),
		"delete": p.Typed("privacy delete"),
	}))
	reply := p.Reply("Nonna", lines...)
	if a.PrivacyURL != "" {
		reply.Rows = commands.Buttons(commands.Button{URL: a.PrivacyURL, Label: p.Say("about.privacy-link", nil)})
	}
	return reply, nil
}
