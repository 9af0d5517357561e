package gateway

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"nonna/commands"
)

// Discord's limits for controls. Their ids and numbers are ours to keep: Discord refuses the
// whole of a reply that breaks one, and its user gets an apology.
const (
	maxButtons     = 5
	maxLabel       = 80
	maxChoiceText  = 100
	maxPlaceholder = 150
)

// rows renders the controls. A row with more than five buttons becomes several.
func rows(rows []commands.Row) []component {
	out := make([]component, 0, len(rows))
	add := func(controls []component) {
		out = append(out, component{Type: discordgo.ActionsRowComponent, Components: controls})
	}
	for _, row := range rows {
		for some := range slices.Chunk(row.Buttons, maxButtons) {
			var controls []component
			for _, b := range some {
				controls = append(controls, button(b))
			}
			add(controls)
		}
		if row.Menu != nil {
			add([]component{menu(*row.Menu)})
		}
	}
	return out
}

func button(b commands.Button) component {
	c := component{Type: discordgo.ButtonComponent, Label: cut(filled(b.Label), maxLabel, "…"), Disabled: b.Disabled}
	if b.URL != "" {
		c.Style, c.URL = int(discordgo.LinkButton), b.URL
	} else {
		c.Style, c.CustomID = int(buttonStyle(b.Style)), b.ID
	}
	return c
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

func menu(m commands.Menu) component {
	c := component{Type: discordgo.SelectMenuComponent, CustomID: m.ID, Placeholder: cut(m.Placeholder, maxPlaceholder, "…")}
	for _, ch := range m.Choices {
		c.Options = append(c.Options, menuOption{
			Label:       cut(filled(ch.Label), maxChoiceText, "…"),
			Value:       ch.Value,
			Description: cut(ch.Detail, maxChoiceText, "…"),
		})
	}
	return c
}
