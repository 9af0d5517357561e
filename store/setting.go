package store

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"
)

// Settings are what the admins of a server chose. The zero value is what holds
// where nobody chose anything.
type Settings struct {
	// AnnounceIn is the channel that new records are announced in, 0 for none.
	AnnounceIn uint64
	// AnnounceLost says that nothing can be sent to that channel, see
	// [Store.ChannelLost]; it is chosen anew by [Setting.Set].
	AnnounceLost bool
	// Language is that of replies which all can see, as Discord names it; "" for
	// the language of whoever asks.
	Language string
	// Private makes answers visible to the asker alone unless they say otherwise.
	Private bool
	// WithoutRandom keeps shuffled deals off the boards.
	WithoutRandom bool
	// Cooldown is the least time between two commands of one member, in whole
	// milliseconds.
	Cooldown time.Duration
	// MemberChallenges lets members open challenges who may not manage the server.
	MemberChallenges bool
}

// Announces is the channel in which something can be announced, 0 for none.
func (c Settings) Announces() uint64 {
	if c.AnnounceLost {
		return 0
	}
	return c.AnnounceIn
}

// MaxCooldown is the longest wait that a server can ask of its members.
const MaxCooldown = time.Hour

// maxText is the most bytes of a setting that is a text.
const maxText = 200

// Setting declares one setting: its option, storage, check, audit and
// documentation follow from it.
type Setting struct {
	Name string
	// Max bounds a [Duration].
	Max time.Duration
	// Choices are the texts that a [Text] can be besides "", nil for any; of a
	// [Switch] what it is set by for off and on, nil for no and yes.
	Choices []string
	// field points to the setting; its type is the kind.
	field func(*Settings) any
	// off is set where a [Switch] is on while its field is false.
	off bool
}

// SettingKind is what values a setting has.
type SettingKind int

// The kinds of settings.
const (
	Switch SettingKind = iota + 1
	Text
	Duration
	Channel
)

// AllSettings declares the settings, in the order in which they are shown. Which
// languages there are the caller knows: nil allows any.
func AllSettings(languages []string) []Setting {
	return []Setting{
		{Name: "announce", field: func(c *Settings) any { return &c.AnnounceIn }},
		{Name: "language", Choices: languages, field: func(c *Settings) any { return &c.Language }},
		{Name: "private", field: func(c *Settings) any { return &c.Private }},
		{Name: "random", off: true, field: func(c *Settings) any { return &c.WithoutRandom }},
		{Name: "cooldown", Max: MaxCooldown, field: func(c *Settings) any { return &c.Cooldown }},
		{Name: "challenges", Choices: []string{"managers", "members"}, field: func(c *Settings) any { return &c.MemberChallenges }},
	}
}

// SettingNames returns the names of all settings.
func SettingNames() []string {
	var names []string
	for _, s := range AllSettings(nil) {
		names = append(names, s.Name)
	}
	return names
}

// Kind is the kind of the setting's field.
func (s Setting) Kind() SettingKind {
	switch s.field(new(Settings)).(type) {
	case *bool:
		return Switch
	case *time.Duration:
		return Duration
	case *uint64:
		return Channel
	default:
		return Text
	}
}

// Default is the value that holds where nobody chose one.
func (s Setting) Default() string { return s.Value(Settings{}) }

// Value writes a setting as it is stored: true or false, a text, milliseconds, or
// a channel's id.
func (s Setting) Value(c Settings) string {
	switch v := s.field(&c).(type) {
	case *bool:
		return strconv.FormatBool(*v != s.off)
	case *time.Duration:
		return strconv.FormatInt(v.Milliseconds(), 10)
	case *uint64:
		return strconv.FormatUint(*v, 10)
	case *string:
		return *v
	}
	return ""
}

// Set reads a value as [Setting.Value] writes it, "" being the default.
// [ErrInvalid] where it is none.
func (s Setting) Set(c *Settings, value string) error {
	if value == "" {
		value = s.Default()
	}
	var err error
	switch v := s.field(c).(type) {
	case *bool:
		var on bool
		on, err = strconv.ParseBool(value)
		*v = on != s.off
	case *time.Duration:
		var ms int64
		ms, err = strconv.ParseInt(value, 10, 64)
		*v = time.Duration(ms) * time.Millisecond
	case *uint64:
		*v, err = strconv.ParseUint(value, 10, 64)
		c.AnnounceLost = false
	case *string:
		*v = value
	}
	if err != nil {
		return fmt.Errorf("%w: %s %q", ErrInvalid, s.Name, value)
	}
	return s.check(*c)
}

// check refuses a value out of the setting's bounds.
func (s Setting) check(c Settings) error {
	switch v := s.field(&c).(type) {
	case *time.Duration:
		if *v < 0 || *v > s.Max {
			return fmt.Errorf("%w: %s of %s, want 0 to %s", ErrInvalid, s.Name, *v, s.Max)
		}
	case *uint64:
		if *v > math.MaxInt64 {
			return fmt.Errorf("%w: %s: the id %d has more than 63 bits", ErrInvalid, s.Name, *v)
		}
	case *string:
		if *v != "" && s.Choices != nil && !slices.Contains(s.Choices, *v) {
			return fmt.Errorf("%w: %s %q, want one of %q", ErrInvalid, s.Name, *v, s.Choices)
		}
		return checkText(s.Name, *v, 0, maxText)
	}
	return nil
}

// Chosen returns settings in which the one that was changed is as it was made
// then; the others are zero.
func (d AuditLine) Chosen() Settings {
	var c Settings
	for _, s := range AllSettings(nil) {
		if s.Name == d.Setting {
			_ = s.Set(&c, d.Value) // what is no value was not written here
		}
	}
	return c
}
