package store

import (
	"context"
	"fmt"
	"math"
	"time"
)

// MaxCooldown is the longest wait that a server can ask of its members.
const MaxCooldown = time.Hour

// maxLanguage is the most bytes of a language's name: Discord's longest, such
// as "es-419" or "zh-TW", have six.
const maxLanguage = 16

// Settings are what the admins of a server chose. The zero value is what holds
// where nobody chose anything.
type Settings struct {
	// AnnounceIn is the channel that new records are announced in, 0 for none.
	AnnounceIn uint64
	// Language is that of replies which all can see, as Discord names it; "" for
	// the language of whoever asks. At most 16 bytes.
	Language string
	// Private makes answers visible to the asker alone unless they say otherwise.
	Private bool
	// WithoutRandom keeps shuffled deals off the boards.
	WithoutRandom bool
	// Cooldown is the least time between two commands of one member, from 0 to
	// [MaxCooldown], in whole milliseconds.
	Cooldown time.Duration
	// MemberChallenges lets members open challenges who may not manage the server.
	MemberChallenges bool
}

const (
	settingsOf = `
SELECT announce_channel, language, private, without_random, cooldown, member_challenges
FROM settings WHERE guild_id = $1`

	settingsSet = `
INSERT INTO settings (guild_id, announce_channel, language, private, without_random, cooldown, member_challenges)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (guild_id) DO UPDATE SET announce_channel = excluded.announce_channel, language = excluded.language,
  private = excluded.private, without_random = excluded.without_random, cooldown = excluded.cooldown,
  member_challenges = excluded.member_challenges`

	eraseSettings = `DELETE FROM settings WHERE guild_id = $1`
)

// Settings returns what was chosen for a server; the zero value for a server
// that nothing was chosen for, and where guildID is 0.
func (s *Store) Settings(ctx context.Context, guildID uint64) (Settings, error) {
	var c Settings
	scope, err := scopeOf(guildID, 0)
	if err != nil || guildID == 0 {
		return c, err
	}
	err = s.view(ctx, func(t session) (err error) {
		c, err = t.settings(ctx, scope)
		return err
	})
	return c, err
}

func (t session) settings(ctx context.Context, guild int64) (Settings, error) {
	var c Settings
	var channel, cooldown int64
	_, err := t.scan(ctx, settingsOf, []any{guild}, &channel, &c.Language, &c.Private, &c.WithoutRandom, &cooldown,
		&c.MemberChallenges)
	c.AnnounceIn, c.Cooldown = uint64(channel), time.Duration(cooldown)*time.Millisecond
	return c, err
}

// Configure changes the settings of a.GuildID and returns the new ones. change
// gets the present ones, in the transaction that stores what it makes of them
// and writes into the audit list what is different: two admins who change
// different settings at once do not undo each other. A request done before
// changes nothing. Errors: [ErrInvalid] for settings out of their bounds, and
// for the server 0.
func (s *Store) Configure(ctx context.Context, a Act, change func(*Settings)) (Settings, error) {
	var c Settings
	if err := a.checkGuild(); err != nil {
		return c, err
	}
	err := s.update(ctx, func(t session) (err error) {
		if c, err = t.settings(ctx, int64(a.GuildID)); err != nil {
			return err
		}
		var entries int64
		known, err := t.scan(ctx, auditKnown, []any{a.RequestID}, &entries)
		if err != nil || known {
			return err
		}
		before := c
		change(&c)
		return t.configure(ctx, a, before, c)
	})
	if err != nil {
		return Settings{}, err
	}
	return c, nil
}

// configure stores the settings that come after others, and notes what changed.
func (t session) configure(ctx context.Context, a Act, before, after Settings) error {
	if err := after.check(); err != nil {
		return err
	}
	_, err := t.exec(ctx, settingsSet, int64(a.GuildID), int64(after.AnnounceIn), after.Language, after.Private,
		after.WithoutRandom, after.Cooldown.Milliseconds(), after.MemberChallenges)
	if err != nil {
		return err
	}
	for _, name := range SettingNames() {
		if value := after.value(name); value != before.value(name) {
			d := Done{Action: Configured, Setting: name, Value: value}
			if err := t.note(ctx, a, int64(a.GuildID), d); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c Settings) check() error {
	if c.AnnounceIn > math.MaxInt64 {
		return fmt.Errorf("%w: channel id %d has more than 63 bits", ErrInvalid, c.AnnounceIn)
	}
	if c.Cooldown < 0 || c.Cooldown > MaxCooldown {
		return fmt.Errorf("%w: a cooldown of %s, want 0 to %s", ErrInvalid, c.Cooldown, MaxCooldown)
	}
	return checkText("language", c.Language, 0, maxLanguage)
}
