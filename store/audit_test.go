package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"nonna/store/setting"
)

// Each changed setting gets a line in the audit list with its new value. A request that
// is delivered again changes nothing.
func TestTheAuditListSaysWhichSettingsChanged(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	chosen := setting.Values{
		AnnounceIn: guild + 9, Language: "it", Private: true, Cooldown: time.Minute, MemberChallenges: true,
	}
	configure := func(a Action, change func(*setting.Values)) {
		t.Helper()
		done(t)(s.Configure(t.Context(), a, change))
	}
	configure(act(1), func(c *setting.Values) { *c = chosen })
	configure(act(2), func(c *setting.Values) { c.Private, c.Language = true, "en" })
	configure(act(1), func(c *setting.Values) { *c = setting.Values{} }) // delivered again
	configure(act(3), func(*setting.Values) {})
	chosen.Language = "en"
	wantSettings(t, s, guild, chosen)

	page := value(s.Audit(t.Context(), guild, 0, PageQuery{Limit: MaxPage}))(t)
	var lines []string
	var told setting.Values
	for _, d := range page.Lines {
		lines = append(lines, fmt.Sprint(d.ActorName, " ", d.Action, " ", d.Setting, " ", d.Value))
		if d.Setting == "language" && d.Value == "it" {
			continue // changed since
		}
		c := d.Chosen()
		told.AnnounceIn += c.AnnounceIn
		told.Language += c.Language
		told.Cooldown += c.Cooldown
		told.Private = told.Private || c.Private
		told.MemberChallenges = told.MemberChallenges || c.MemberChallenges
	}
	want := []string{
		"Carla set language en", "Carla set challenges true", "Carla set cooldown 60000", "Carla set private true",
		"Carla set language it", "Carla set announce 1100000000000000010",
	}
	if diff := cmp.Diff(strings.Join(want, "\n"), strings.Join(lines, "\n")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(chosen, told); diff != "" {
		t.Errorf("what the lines tell: %s", diff)
	}
}

// The audit list is read in pages in both directions, the newest line first.
func TestTheAuditListPagesBothWays(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	for i := range 9 {
		done(t)(s.Configure(t.Context(), act(i+1), func(c *setting.Values) { c.Private = !c.Private }))
	}
	whole, err := s.Audit(t.Context(), guild, anna, PageQuery{Limit: MaxPage})
	if err != nil || len(whole.Lines) != 9 || whole.Lines[0].ID < whole.Lines[8].ID {
		t.Fatalf("the newest first: %+v, %v", whole, err)
	}
	for edge := range 9 {
		for _, back := range []bool{false, true} {
			from := edge + 1
			if back {
				from = max(0, edge-4)
			}
			if from == 9 {
				from = 0
			}
			to := min(from+4, 9)
			want := AuditPage{Lines: whole.Lines[from:to], Around: Around{from > 0, to < 9}}
			got, err := s.Audit(t.Context(), guild, anna, PageQuery{Edge: whole.Lines[edge].ID, Back: back, Limit: 4})
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("beside line %d, back %v: %s, %v", edge, back, diff, err)
			}
		}
	}
	if got, err := s.Audit(t.Context(), guild+1, anna, PageQuery{Edge: whole.Lines[3].ID, Limit: 4}); err != nil || len(got.Lines) > 0 {
		t.Errorf("on another server: %+v, %v", got, err)
	}
}
