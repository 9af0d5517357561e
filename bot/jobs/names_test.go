package jobs_test

import (
	"fmt"
	"strings"
	"testing"

	"nonna/bot/jobs"
	"nonna/store/lease"
)

// No two names of leases that the bot uses have one key, however many shards Discord gives it.
func TestNoTwoNamesCollide(t *testing.T) {
	t.Parallel()
	names := map[string]bool{lease.Alive: true, "commands": true}
	for _, j := range jobs.List() {
		names[j.Lease()], names[j.Lease()+" of the console"] = true, true
	}
	for _, of := range []int{1, 2, 3, 6, 16, 256, 1024} {
		var shards []string
		for shard := range of {
			shards = append(shards, fmt.Sprintf("shard %d of %d", shard, of))
			names[fmt.Sprint("identify ", shard)] = true
		}
		for _, name := range append(shards, "sharing "+strings.Join(shards, ", ")) {
			names[name] = true
		}
	}
	keys := map[int32]string{}
	for name := range names {
		k := lease.Key(name)
		if other, ok := keys[k]; ok {
			t.Errorf("%q and %q have the key %d", name, other, k)
		}
		keys[k] = name
	}
}
