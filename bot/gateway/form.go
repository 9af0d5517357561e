package gateway

import (
	"log/slog"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"nonna/commands"
)

// Discord's limits for forms and suggestions.
const (
	maxFormTitle        = 45
	maxInputLabel       = 45
	maxInputPlaceholder = 100
	maxInputValue       = 4000
	maxSuggestions      = 25
	// maxInteger is the largest absolute value of an integer option: 2⁵³, up to which a
	// float64 is exact.
	maxInteger = 1 << 53
)

// newForm renders a dialog.
func newForm(f commands.Form) form {
	out := form{CustomID: f.ID, Title: cut(filled(f.Title), maxFormTitle, "…")}
	for _, in := range f.Inputs {
		out.Components = append(out.Components, component{Type: discordgo.ActionsRowComponent, Components: []component{input(in)}})
	}
	return out
}

func input(in commands.Input) component {
	style := discordgo.TextInputShort
	if in.Lines {
		style = discordgo.TextInputParagraph
	}
	return component{
		Type:        discordgo.TextInputComponent,
		CustomID:    in.ID,
		Style:       int(style),
		Label:       cut(filled(in.Label), maxInputLabel, "…"),
		Placeholder: cut(in.Placeholder, maxInputPlaceholder, "…"),
		MaxLength:   maxInputValue,
		Value:       cut(in.Value, maxInputValue, ""),
		Required:    &in.Required,
	}
}

// choices renders suggestions for an option. A value that is too long or of the wrong type
// is left out, since Discord would refuse all of them for it.
func (r renderer) choices(list []commands.Choice, integer bool) choices {
	out := choices{Choices: []choice{}}
	for _, c := range list {
		if len(out.Choices) == maxSuggestions {
			break
		}
		value, ok := choiceValue(c.Value, integer)
		if !ok {
			r.log.Warn("a suggestion was left out: its value is empty, overlong or not a number", slog.Int("bytes", len(c.Value)))
			continue
		}
		out.Choices = append(out.Choices, choice{
			Name:   cut(filled(c.Label), maxChoiceText, "…"),
			NameIn: cutAll(c.LabelIn, maxChoiceText),
			Value:  value,
		})
	}
	return out
}

// choiceValue returns the value of a choice in the type that Discord expects, a number for
// an integer option and text otherwise, and reports whether it is valid.
func choiceValue(value string, integer bool) (any, bool) {
	if !integer {
		return value, value != "" && length(value) <= maxChoiceText
	}
	n, err := strconv.ParseInt(value, 10, 64)
	return n, err == nil && n >= -maxInteger && n <= maxInteger
}

func cutAll(texts map[string]string, limit int) map[string]string {
	if len(texts) == 0 {
		return nil
	}
	out := make(map[string]string, len(texts))
	for locale, text := range texts {
		out[locale] = cut(filled(text), limit, "…")
	}
	return out
}
