package store

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"nonna/store/setting"
)

func wantSettings(t *testing.T, s *Store, guildID uint64, want setting.Values) {
	t.Helper()
	got := value(s.Settings(t.Context(), guildID))(t)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("server %d: %s", guildID, diff)
	}
}

func TestSettingsAreKeptForEachServer(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "nonna.db")
	s := openAt(t, path)
	wantSettings(t, s, guild, setting.Values{})
	chosen := setting.Values{
		AnnounceIn: guild + 9, Language: "es-419", Private: true, Cooldown: 1500 * time.Millisecond, MemberChallenges: true,
	}
	got, err := s.Configure(t.Context(), newAct(guild), func(c *setting.Values) { *c = chosen })
	if err != nil || got != chosen {
		t.Errorf("Configure returned %+v, %v", got, err)
	}
	must(t, s.Close())
	s = openAt(t, path)
	wantSettings(t, s, guild, chosen)
	wantSettings(t, s, guild+1, setting.Values{})
	wantSettings(t, s, 0, setting.Values{})
	done(t)(s.Configure(t.Context(), newAct(guild), func(c *setting.Values) { *c = setting.Values{} }))
	wantSettings(t, s, guild, setting.Values{})
}

func TestSettingsOutOfBoundsAreRefused(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	for name, change := range map[string]func(*setting.Values){
		"a long language":     func(c *setting.Values) { c.Language = strings.Repeat("x", 201) },
		"a negative cooldown": func(c *setting.Values) { c.Cooldown = -1 },
		"a long cooldown":     func(c *setting.Values) { c.Cooldown = setting.MaxCooldown + 1 },
	} {
		if _, err := s.Configure(t.Context(), newAct(guild), change); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v, want ErrInvalid", name, err)
		}
	}
	if _, err := s.Configure(t.Context(), newAct(0), func(*setting.Values) {}); !errors.Is(err, ErrInvalid) {
		t.Errorf("no server: %v, want ErrInvalid", err)
	}
	wantSettings(t, s, guild, setting.Values{})
}

// Two admins who change different settings at once do not undo each other.
func TestSettingsChangedAtOnceAreAllKept(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	var wg sync.WaitGroup
	for _, change := range []func(*setting.Values){
		func(c *setting.Values) { c.AnnounceIn = 5 },
		func(c *setting.Values) { c.Language = "it" },
		func(c *setting.Values) { c.Private = true },
		func(c *setting.Values) { c.MemberChallenges = true },
		func(c *setting.Values) { c.Cooldown = time.Second },
	} {
		wg.Go(func() {
			if _, err := s.Configure(t.Context(), newAct(guild), change); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	wantSettings(t, s, guild, setting.Values{AnnounceIn: 5, Language: "it", Private: true, MemberChallenges: true, Cooldown: time.Second})
}

func TestServersWithAnythingStoredAreKnown(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	for i, id := range []uint64{guild + 5, guild, 0, guild, guild + 3} {
		record(t, s, game(i, func(g *Game) { g.GuildID = id }))
	}
	for _, id := range []uint64{guild + 3, guild + 4} {
		done(t)(s.Configure(t.Context(), newAct(id), func(c *setting.Values) { c.Private = true }))
	}
	// Setting a default leaves a line in the audit list too.
	for i, private := range []bool{true, false} {
		a := newAct(guild + 6)
		a.RequestID = fmt.Sprint("private ", i)
		done(t)(s.Configure(t.Context(), a, func(c *setting.Values) { c.Private = private }))
	}
	for _, c := range []struct {
		after uint64
		limit int64
		want  []uint64
	}{
		{0, 9, []uint64{guild, guild + 3, guild + 4, guild + 5, guild + 6}},
		{guild, 2, []uint64{guild + 3, guild + 4}},
		{guild + 6, 9, nil},
	} {
		got, err := s.GuildsStored(t.Context(), c.after, c.limit)
		if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
			t.Errorf("after %d: %v, %s", c.after, err, diff)
		}
	}
}

func TestServersThatTheBotLeftAreKnown(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	for _, id := range []uint64{guild + 2, guild, guild + 1} {
		must(t, s.GuildLeft(t.Context(), id, noon()))
	}
	must(t, s.GuildBack(t.Context(), guild+1))
	must(t, s.GuildLeft(t.Context(), guild+3, noon().Add(time.Hour)))
	for _, c := range []struct {
		later time.Duration
		after uint64
		limit int64
		want  []uint64
	}{
		{0, 0, 9, []uint64{guild, guild + 2}},
		{0, 0, 1, []uint64{guild}},
		{0, guild, 9, []uint64{guild + 2}},
		{0, guild + 2, 9, nil},
		{time.Hour, guild, 9, []uint64{guild + 2, guild + 3}},
		{-time.Hour, 0, 9, nil},
	} {
		got, err := s.GuildsLeaving(t.Context(), noon().Add(c.later), c.after, c.limit)
		if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
			t.Errorf("after %d: %v, %s", c.after, err, diff)
		}
	}
}

// An invalid value does not count as the default. A row of a setting that no longer
// exists does no harm.
func TestRowsThatAreNoSettings(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	insert := func(name, value string) {
		t.Helper()
		done(t)(s.db.Writer().Exec(settingSet, guild, name, value))
	}
	insert("retired", "7")
	wantSettings(t, s, guild, setting.Values{})
	insert("private", "perhaps")
	if c, err := s.Settings(t.Context(), guild); err == nil {
		t.Errorf("read %+v, want an error", c)
	}
	if c, err := s.Configure(t.Context(), act(1), func(c *setting.Values) { c.MemberChallenges = true }); err == nil {
		t.Errorf("changed to %+v, want an error", c)
	}
}
