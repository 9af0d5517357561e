package commands

import "slices"

// MaxText is the most characters of an option that is a text, Discord's limit.
const MaxText = 6000

// Opt is an option of a command and, at once, the only way to read it, so that its
// name stands once. Its zero fields are as in [Option].
type Opt[T string | int64 | bool | uint64 | Attachment] struct {
	Name     string
	Required bool
	Suggest  bool
	Choices  []string
	Min, Max int64
	// Type is [UserOption] or [ChannelOption] for a uint64, and follows from T for
	// the rest.
	Type OptionType
}

// Option declares the option.
func (o Opt[T]) Option() Option {
	t := o.Type
	switch any(*new(T)).(type) {
	case string:
		t = TextOption
	case int64:
		t = IntOption
	case bool:
		t = BoolOption
	case Attachment:
		t = FileOption
	}
	return Option{
		Name: o.Name, Type: t, Required: o.Required, Suggest: o.Suggest, Choices: Choices(o.Choices...), Min: o.Min, Max: o.Max,
	}
}

// In returns what was filled in, and whether anything was.
func (o Opt[T]) In(req Request) (T, bool) {
	v, ok := req.Options[o.Name].(T)
	return v, ok
}

// Or returns what was filled in, or something else where nothing was.
func (o Opt[T]) Or(req Request, otherwise T) T {
	if v, ok := o.In(req); ok {
		return v
	}
	return otherwise
}

// Of returns what was filled in, the zero value where nothing was.
func (o Opt[T]) Of(req Request) T { return o.Or(req, *new(T)) }

// Takes tells whether a text is one of the choices.
func (o Opt[T]) Takes(value string) bool { return slices.Contains(o.Choices, value) }

// Private is the option of commands whose answer can be for the asker alone.
func Private() Opt[bool] { return Opt[bool]{Name: "private"} }

// WantsPrivate tells whether the answer is for the asker alone: as they asked, or
// else as their server wants it.
func (r Request) WantsPrivate() bool { return Private().Or(r, r.Settings.Private) }

// Declare declares options for a [Spec].
func Declare(options ...interface{ Option() Option }) []Option {
	list := make([]Option, 0, len(options))
	for _, o := range options {
		list = append(list, o.Option())
	}
	return list
}

// Choices are choices of values, whose labels the words files have.
func Choices(values ...string) []Choice {
	var list []Choice
	for _, v := range values {
		list = append(list, Choice{Value: v})
	}
	return list
}
