package commands

import (
	"context"
	"fmt"
	"strings"
	"time"

	"nonna/commands/words"
)

// About is what the program says of itself.
type About struct {
	// Version is the program's, "" for unknown.
	Version string
	// Started is when it was started, zero for unknown.
	Started time.Time
	// Guilds returns how many servers it is in; nil, and less than 0, for unknown.
	Guilds func() int
	// PrivacyURL leads to what whoever runs it says about privacy, "" for nowhere.
	PrivacyURL string
}

func aboutSpec() Spec { return Spec{Name: "about", Kind: Slash} }

// self answers /about.
type self struct {
	tongue
	About
}

func (a *self) handle(_ context.Context, req Request) (Reply, error) {
	p := a.private(req)
	lines := []string{p.Say("about.what", words.Args{"command": a.typed(req, p, "help")})}
	if a.Version != "" {
		lines = append(lines, p.Say("about.version", words.Args{"version": Escape(a.Version)}))
	}
	if !a.Started.IsZero() {
		lines = append(lines, p.Say("about.since", words.Args{"when": fmt.Sprintf("<t:%d:R>", a.Started.Unix())}))
	}
	if a.Guilds != nil {
		if n := a.Guilds(); n >= 0 {
			lines = append(lines, p.Count("about.servers", int64(n)))
		}
	}
	lines = append(lines, p.Say("about.privacy", words.Args{
		"show":   a.typed(req, p, "privacy show"),
		"hide":   a.typed(req, p, "privacy hide"),
		"delete": a.typed(req, p, "privacy delete"),
	}))
	reply := Reply{Title: "Nonna", Text: strings.Join(lines, "\n"), Ephemeral: true}
	if a.PrivacyURL != "" {
		reply.Rows = []Row{{Buttons: []Button{{URL: a.PrivacyURL, Label: p.Say("about.privacy-link", nil)}}}}
	}
	return reply, nil
}
