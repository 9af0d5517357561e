package commands

// MaxText is Discord's limit for the characters of a text option.
const MaxText = 6000

// Opt is an option of a command. It declares the option and reads its value, so that the
// name is written once. Its zero fields are as in [Option].
type Opt[T string | int64 | bool | uint64 | Attachment] struct {
	Name     string
	Required bool
	Suggest  bool
	Choices  []string
	Aliases  map[string]string
	Min, Max int64
	// Type is [UserOption] or [ChannelOption] for a uint64; otherwise it follows from T.
	Type OptionType
}

// Option returns the option for a [Spec].
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
		Name: o.Name, Type: t, Required: o.Required, Suggest: o.Suggest,
		Choices: Choices(o.Choices...), Aliases: o.Aliases, Min: o.Min, Max: o.Max,
	}
}

// Lookup returns the value of the option, and whether it was filled in.
func (o Opt[T]) Lookup(req Request) (T, bool) {
	v, ok := req.Options[o.Name].(T)
	if text, isText := any(v).(string); isText && o.Aliases[text] != "" {
		v, _ = any(o.Aliases[text]).(T)
	}
	return v, ok
}

// ValueOr returns the value of the option, or a default if it was not filled in.
func (o Opt[T]) ValueOr(req Request, otherwise T) T {
	if v, ok := o.Lookup(req); ok {
		return v
	}
	return otherwise
}

// Value returns the value of the option, the zero value if it was not filled in.
func (o Opt[T]) Value(req Request) T { return o.ValueOr(req, *new(T)) }

// Private returns the option of commands that can answer privately.
func Private() Opt[bool] { return Opt[bool]{Name: "private"} }

// WantsPrivate reports whether the answer is for the user alone: as the user asked, else
// as the server chose.
func (r Request) WantsPrivate() bool { return Private().ValueOr(r, r.Settings.Private) }

// Declare returns options for a [Spec].
func Declare(options ...interface{ Option() Option }) []Option {
	list := make([]Option, 0, len(options))
	for _, o := range options {
		list = append(list, o.Option())
	}
	return list
}

// Choices returns choices of values. Their labels are in the words files.
func Choices(values ...string) []Choice {
	var list []Choice
	for _, v := range values {
		list = append(list, Choice{Value: v})
	}
	return list
}
