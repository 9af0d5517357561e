package commands

import "strings"

// MaxText is Discord's limit for the characters of a text option.
const MaxText = 6000

// Option is an option of a command. It declares the option and reads its value, so that the
// name is written once. [Localizer.Localize] fills in descriptions and labels.
type Option struct {
	// Name follows the rule for command names.
	Name string
	// Description is 1 to 100 characters.
	Description string
	// NameIn and DescriptionIn are both in other languages, by Discord locale.
	NameIn, DescriptionIn map[string]string
	Type                  OptionType
	Required              bool
	// Choices, if there are any, are the only values allowed (at most 25).
	Choices []Choice
	// Suggest asks the handler for suggestions while the user types, who may ignore them.
	Suggest bool
	// Min and Max bound an integer, both 0 for no bounds; Max is also the most characters of a
	// text.
	Min, Max int64
}

// OptionType is the type of an [Option]'s value.
type OptionType int

// The types of options, with the types of their values in [Options].
const (
	TextOption    OptionType = iota // string
	IntOption                       // int64
	BoolOption                      // bool
	UserOption                      // uint64
	ChannelOption                   // uint64
	FileOption                      // Attachment
)

// IsGiven reports whether the option was filled in.
func (o Option) IsGiven(req Request) bool { return req.Options[o.Name] != nil }

// Text returns the value of an option, "" if it was not filled in.
func (o Option) Text(req Request) string { return req.Options.Text(o.Name) }

// Int returns the value of an option, 0 if it was not filled in.
func (o Option) Int(req Request) int64 { n, _ := req.Options[o.Name].(int64); return n }

// Bool returns the value of an option, false if it was not filled in.
func (o Option) Bool(req Request) bool { b, _ := req.Options[o.Name].(bool); return b }

// User returns the id that is the value of an option, 0 if it was not filled in.
func (o Option) User(req Request) uint64 { id, _ := req.Options[o.Name].(uint64); return id }

// Private returns the option of commands that can answer privately.
func Private() Option { return Option{Name: "private", Type: BoolOption} }

// WantsPrivate reports whether the answer is for the user alone: as the user asked, else
// as the server chose.
func (r Request) WantsPrivate() bool {
	if o := Private(); o.IsGiven(r) {
		return o.Bool(r)
	}
	return r.Settings.Private
}

// ShortLabel returns the part of a choice's label that is enough to type it: that of "Italian
// (40 cards)" is "Italian".
func ShortLabel(label string) string {
	short, _, _ := strings.Cut(label, " (")
	return short
}

// Choices returns choices of values. Their labels are in the words files.
func Choices(values ...string) []Choice {
	var list []Choice
	for _, v := range values {
		list = append(list, Choice{Value: v})
	}
	return list
}
