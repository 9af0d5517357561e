package gateway

import (
	"log/slog"
	"net/url"
	"slices"

	"github.com/bwmarrin/discordgo"

	"nonna/commands"
)

// Discord's limits for controls.
const (
	maxRows        = 5
	maxButtons     = 5
	maxLabel       = 80
	maxCustomID    = 100
	maxMenuChoices = 25
	maxChoiceText  = 100
	maxPlaceholder = 150
	maxURL         = 512
)

// rows renders the controls. One that Discord would refuse is a mistake of ours: it is
// left out and logged, so that the rest of the reply still arrives.
func (r renderer) rows(rows []commands.Row) []component {
	out := make([]component, 0, len(rows))
	seen := make(map[string]bool)
	for _, row := range rows {
		for _, controls := range r.controls(row, seen) {
			if len(out) == maxRows {
				r.log.Error("a reply has too many rows of controls", slog.Int("limit", maxRows))
				return out
			}
			out = append(out, component{Type: discordgo.ActionsRowComponent, Components: controls})
		}
	}
	return out
}

// controls renders one row, as several where it has more than five buttons.
func (r renderer) controls(row commands.Row, seen map[string]bool) [][]component {
	var buttons []component
	for _, b := range row.Buttons {
		if c, ok := r.button(b, seen); ok {
			buttons = append(buttons, c)
		}
	}
	out := slices.Collect(slices.Chunk(buttons, maxButtons))
	if row.Menu != nil {
		if c, ok := r.menu(*row.Menu, seen); ok {
			out = append(out, []component{c})
		}
	}
	return out
}

func (r renderer) button(b commands.Button, seen map[string]bool) (component, bool) {
	c := component{Type: discordgo.ButtonComponent, Label: cut(filled(b.Label), maxLabel, "…"), Disabled: b.Disabled}
	if b.URL != "" {
		c.Style, c.URL = int(discordgo.LinkButton), b.URL
		return c, r.validURL(b.URL)
	}
	c.Style, c.CustomID = int(buttonStyle(b.Style)), b.ID
	return c, r.validID(b.ID, seen)
}

// buttonStyle returns Discord's style for ours: blurple, red or grey.
func buttonStyle(s commands.Style) discordgo.ButtonStyle {
	switch s {
	case commands.Primary:
		return discordgo.PrimaryButton
	case commands.Danger:
		return discordgo.DangerButton
	default:
		return discordgo.SecondaryButton
	}
}

func (r renderer) menu(m commands.Menu, seen map[string]bool) (component, bool) {
	c := component{Type: discordgo.SelectMenuComponent, CustomID: m.ID, Placeholder: cut(m.Placeholder, maxPlaceholder, "…")}
	values := make(map[string]bool)
	for _, ch := range m.Choices {
		if len(c.Options) == maxMenuChoices {
			r.log.Error("a menu has too many choices", slog.String("menu", m.ID), slog.Int("choices", len(m.Choices)))
			break
		}
		// A value that is cut means something else when it comes back.
		if ch.Value == "" || length(ch.Value) > maxChoiceText || values[ch.Value] {
			r.log.Error("a menu's choice has an empty, overlong or repeated value", slog.String("menu", m.ID))
			continue
		}
		values[ch.Value] = true
		c.Options = append(c.Options, menuOption{
			Label:       cut(filled(ch.Label), maxChoiceText, "…"),
			Value:       ch.Value,
			Description: cut(ch.Detail, maxChoiceText, "…"),
		})
	}
	if len(c.Options) == 0 {
		r.log.Error("a menu has no choices", slog.String("menu", m.ID))
		return c, false
	}
	return c, r.validID(m.ID, seen)
}

// validID reports whether an id can be sent: 1 to 100 characters, once a message.
func (r renderer) validID(id string, seen map[string]bool) bool {
	if id == "" || length(id) > maxCustomID || seen[id] {
		r.log.Error("a control's id is empty, overlong or repeated", slog.String("id", clip(id)))
		return false
	}
	seen[id] = true
	return true
}

func (r renderer) validURL(link string) bool {
	u, err := url.Parse(link)
	if err != nil || u.Host == "" || (u.Scheme != "https" && u.Scheme != "http") || length(link) > maxURL {
		r.log.Error("a link button leads nowhere", slog.String("url", clip(link)))
		return false
	}
	return true
}
