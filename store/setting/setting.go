package setting

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nonna/store/internal/errs"
	"nonna/store/internal/table"
)

// Values are the settings of one server. The zero value holds the defaults.
type Values struct {
	// AnnounceIn is the channel for announcements of new records, 0 for no channel.
	AnnounceIn uint64
	// AnnounceLost is why no messages are sent to that channel any more, "" if they are: see
	// [nonna/store.Store.ChannelLost]. Setting a channel by [Setting.Set] clears it.
	AnnounceLost string
	// DailyIn is the channel where the table of a day's puzzle is posted, 0 for no
	// channel. DailyLost is to it what AnnounceLost is to AnnounceIn.
	DailyIn   uint64
	DailyLost string
	// Language is the language of public replies, as Discord names it; "" for the
	// language that the server has in Discord.
	Language string
	// Private makes answers visible only to the user who asks, unless the command
	// says otherwise.
	Private bool
	// Cooldown is the minimum time between two commands of one member, in whole
	// milliseconds.
	Cooldown time.Duration
	// MemberChallenges lets members open challenges without the permission to manage
	// the server.
	MemberChallenges bool
	// HuntTime is the core time that the server's hunts may use a day, in whole
	// milliseconds; 0 for no hunts.
	HuntTime time.Duration
}

// Announces returns the channel where records can be announced, 0 for no
// channel.
func (v Values) Announces() uint64 {
	if v.AnnounceLost != "" {
		return 0
	}
	return v.AnnounceIn
}

// MaxCooldown is the longest cooldown that a server can set.
const MaxCooldown = time.Hour

// MaxHuntTime is the most core time a day that a server can allow its hunts: together with
// those of other servers they share half a core.
const MaxHuntTime = 2 * time.Hour

// maxText is the maximum length of a [Text], in bytes.
const maxText = 200

// Setting is the declaration of one setting.
type Setting struct {
	Name string
	// Max is the maximum of a [Duration].
	Max time.Duration
	// Choices are the values of a [Text] besides "", nil for any text. For a
	// [Switch] they are the names of off and on, nil for no and yes.
	Choices []string
	// field returns a pointer to the field of the setting. The type of the field
	// decides the kind.
	field func(*Values) any
	// lost returns a pointer to the field that says why a [Channel] is lost.
	lost func(*Values) *string
}

// Kind is the kind of values that a setting has.
type Kind int

// The kinds of settings.
const (
	Switch Kind = iota + 1
	Text
	Duration
	Channel
)

// The names of the settings that code outside of their declarations asks for.
const (
	Announce = "announce"
	Daily    = "daily"
	Language = "language"
)

// Channels selects the settings AS s whose values are channels.
func Channels() string {
	var names []string
	for _, s := range All(nil) {
		if s.Kind() == Channel {
			names = append(names, "'"+s.Name+"'")
		}
	}
	return "s.name IN (" + strings.Join(names, ", ") + ")"
}

// All returns the declarations of all settings, in the order of showing.
// languages are the choices of the setting "language", nil for any.
func All(languages []string) []Setting {
	return []Setting{
		{
			Name: Announce, field: func(v *Values) any { return &v.AnnounceIn },
			lost: func(v *Values) *string { return &v.AnnounceLost },
		},
		{Name: Language, Choices: languages, field: func(v *Values) any { return &v.Language }},
		{Name: "private", field: func(v *Values) any { return &v.Private }},
		{Name: "cooldown", Max: MaxCooldown, field: func(v *Values) any { return &v.Cooldown }},
		{Name: "challenges", Choices: []string{"managers", "members"}, field: func(v *Values) any { return &v.MemberChallenges }},
		{
			Name: Daily, field: func(v *Values) any { return &v.DailyIn },
			lost: func(v *Values) *string { return &v.DailyLost },
		},
		{Name: "hunt", Max: MaxHuntTime, field: func(v *Values) any { return &v.HuntTime }},
	}
}

// Kind returns the kind of the setting.
func (s Setting) Kind() Kind {
	switch s.field(new(Values)).(type) {
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

// Default returns the stored form of the default value.
func (s Setting) Default() string { return s.Value(Values{}) }

// Value returns the stored form of the setting: true or false, a text,
// milliseconds, or the id of a channel.
func (s Setting) Value(v Values) string {
	switch f := s.field(&v).(type) {
	case *bool:
		return strconv.FormatBool(*f)
	case *time.Duration:
		return strconv.FormatInt(f.Milliseconds(), 10)
	case *uint64:
		return strconv.FormatUint(*f, 10)
	case *string:
		return *f
	}
	return ""
}

// Lost returns why no messages are sent to the channel that the setting is, "" if they are.
func (s Setting) Lost(v Values) string {
	if s.lost == nil {
		return ""
	}
	return *s.lost(&v)
}

// Lose records why no messages are sent to the channel that the setting is.
func (s Setting) Lose(v *Values, why string) {
	if s.lost != nil {
		*s.lost(v) = why
	}
}

// Set parses a value in the form of [Setting.Value] into v; "" sets the default.
// It returns [nonna/store.ErrInvalid] for a value out of the setting's bounds.
func (s Setting) Set(v *Values, value string) error {
	if value == "" {
		value = s.Default()
	}
	var err error
	switch f := s.field(v).(type) {
	case *bool:
		*f, err = strconv.ParseBool(value)
	case *time.Duration:
		var ms int64
		ms, err = strconv.ParseInt(value, 10, 64)
		*f = time.Duration(ms) * time.Millisecond
	case *uint64:
		*f, err = strconv.ParseUint(value, 10, 63)
		*s.lost(v) = ""
	case *string:
		*f = value
	}
	if err != nil {
		return fmt.Errorf("%w: %s %q", errs.ErrInvalid, s.Name, value)
	}
	return s.Check(*v)
}

// Check returns [nonna/store.ErrInvalid] if the setting is out of its bounds in v.
func (s Setting) Check(v Values) error {
	switch f := s.field(&v).(type) {
	case *time.Duration:
		if *f < 0 || *f > s.Max {
			return fmt.Errorf("%w: %s of %s, want 0 to %s", errs.ErrInvalid, s.Name, *f, s.Max)
		}
	case *string:
		if *f != "" && s.Choices != nil && !slices.Contains(s.Choices, *f) {
			return fmt.Errorf("%w: %s %q, want one of %q", errs.ErrInvalid, s.Name, *f, s.Choices)
		}
		return table.CheckText(s.Name, *f, 0, maxText)
	}
	return nil
}
