package interactions

import (
	"encoding/json"
	"testing"
)

// A channel's permissions override its denials, for everyone, then for
// roles, then of the member; and an administrator may do everything.
func TestPermissions(t *testing.T) {
	t.Parallel()
	const roles = `[{"id":"1","permissions":"3072"},{"id":"2","permissions":"16384"},{"id":"3","permissions":"8"}]`
	for name, c := range map[string]struct {
		member, overwrites string
		want               uint64
	}{
		"everyone's":              {`[]`, `[]`, 3072},
		"and of a role":           {`["2"]`, `[]`, 3072 | 16384},
		"denied to everyone":      {`["2"]`, `[{"id":"1","deny":"2048"}]`, 1024 | 16384},
		"allowed to a role":       {`["2"]`, `[{"id":"1","deny":"2048"},{"id":"2","allow":"2048"}]`, 3072 | 16384},
		"of a role it has not":    {`[]`, `[{"id":"2","allow":"32768","deny":"1024"}]`, 3072},
		"denied to the member":    {`["2"]`, `[{"id":"2","allow":"2048"},{"id":"9","deny":"2048"}]`, 1024 | 16384},
		"denied and allowed":      {`["2"]`, `[{"id":"2","allow":"2048","deny":"2048"}]`, 3072 | 16384},
		"of an administrator":     {`["3"]`, `[{"id":"9","deny":"2048"}]`, ^uint64(0)},
		"that nobody could write": {`[]`, `[{"id":"1","deny":"x"}]`, 3072},
	} {
		s := permissionInputs{guild: "1", bot: "9"}
		for text, into := range map[string]any{roles: &s.roles, c.member: &s.member.Roles, c.overwrites: &s.channel.Overwrites} {
			if err := json.Unmarshal([]byte(text), into); err != nil {
				t.Fatal(err)
			}
		}
		if got := s.permissions(); got != c.want {
			t.Errorf("permissions %s: %d, want %d", name, got, c.want)
		}
	}
}
