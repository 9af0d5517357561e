package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Every setting that is changed has a line of its own in the audit list, which
// says what was chosen; a request delivered again changes nothing.
func TestTheAuditListSaysWhichSettingsChanged(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	chosen := Settings{
		AnnounceIn: guild + 9, Language: "it", Private: true, WithoutRandom: true, Cooldown: time.Minute, MemberChallenges: true,
	}
	configure := func(a Act, change func(*Settings)) {
		t.Helper()
		if _, err := s.Configure(t.Context(), a, change); err != nil {
			t.Fatal(err)
		}
	}
	configure(act(1), func(c *Settings) { *c = chosen })
	configure(act(2), func(c *Settings) { c.Private, c.Language = true, "en" })
	configure(act(1), func(c *Settings) { *c = Settings{} }) // delivered again
	configure(act(3), func(*Settings) {})
	chosen.Language = "en"
	wantSettings(t, s, guild, chosen)

	all, err := s.Audit(t.Context(), guild, 0, 0, MaxPage)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	var told Settings
	for _, d := range all {
		lines = append(lines, fmt.Sprint(d.ActorName, " ", d.Action, " ", d.Setting, " ", d.Value))
		if d.Setting == LanguageSetting && d.Value == "it" {
			continue // chosen otherwise since
		}
		c := d.Chosen()
		told.AnnounceIn += c.AnnounceIn
		told.Language += c.Language
		told.Cooldown += c.Cooldown
		told.Private = told.Private || c.Private
		told.WithoutRandom = told.WithoutRandom || c.WithoutRandom
		told.MemberChallenges = told.MemberChallenges || c.MemberChallenges
	}
	want := []string{
		"Carla set language en", "Carla set challenges true", "Carla set cooldown 60000", "Carla set random false",
		"Carla set private true", "Carla set language it", "Carla set announce 1100000000000000010",
	}
	if diff := cmp.Diff(strings.Join(want, "\n"), strings.Join(lines, "\n")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(chosen, told); diff != "" {
		t.Errorf("what the lines tell: %s", diff)
	}
}
