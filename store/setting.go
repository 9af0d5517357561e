package store

import (
	"strconv"
	"time"
)

// The names of the settings in the audit list.
const (
	AnnounceSetting   = "announce"
	LanguageSetting   = "language"
	PrivateSetting    = "private"
	RandomSetting     = "random"
	CooldownSetting   = "cooldown"
	ChallengesSetting = "challenges"
)

// SettingNames returns the names of all settings, in the order in which they are
// shown.
func SettingNames() []string {
	return []string{
		AnnounceSetting, LanguageSetting, PrivateSetting, RandomSetting, CooldownSetting, ChallengesSetting,
	}
}

// value writes one setting as the audit list keeps it: an id, a language, true
// or false, milliseconds.
func (c Settings) value(name string) string {
	switch name {
	case AnnounceSetting:
		return strconv.FormatUint(c.AnnounceIn, 10)
	case LanguageSetting:
		return c.Language
	case PrivateSetting:
		return strconv.FormatBool(c.Private)
	case RandomSetting:
		return strconv.FormatBool(!c.WithoutRandom)
	case CooldownSetting:
		return strconv.FormatInt(c.Cooldown.Milliseconds(), 10)
	case ChallengesSetting:
		return strconv.FormatBool(c.MemberChallenges)
	}
	return ""
}

// Chosen returns settings in which the one that was changed is as it was made
// then; the others are zero.
func (d Done) Chosen() Settings {
	var c Settings
	yes := d.Value == strconv.FormatBool(true)
	// A number that is none was not written here, and counts as 0.
	number, _ := strconv.ParseInt(d.Value, 10, 64)
	switch d.Setting {
	case AnnounceSetting:
		c.AnnounceIn = uint64(number)
	case LanguageSetting:
		c.Language = d.Value
	case PrivateSetting:
		c.Private = yes
	case RandomSetting:
		c.WithoutRandom = !yes
	case CooldownSetting:
		c.Cooldown = time.Duration(number) * time.Millisecond
	case ChallengesSetting:
		c.MemberChallenges = yes
	}
	return c
}
