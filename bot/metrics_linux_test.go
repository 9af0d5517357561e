package main

import (
	"path/filepath"
	"testing"

	"nonna/bot/discordtest"
	"nonna/store/storetest"
)

// The operator sees in the metrics that games are not recorded.
func TestMetricsOfGamesThatAreNotRecorded(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{Patient: true})
	db, address := filepath.Join(t.TempDir(), "nonna.db"), freeAddress(t)
	ctx, stop := launch(t, srv, "NONNA_DB="+db, "NONNA_METRICS="+address)
	if err := storetest.Unwritable(db); err != nil {
		t.Fatal(err)
	}
	if _, err := srv.Slash("snap", discordtest.Text("deal", "abca abba")).Wait(ctx); err != nil {
		t.Fatal(err)
	}
	await(ctx, t, "http://"+address+"/metrics",
		`^nonna_games_unrecorded_total 1$`, `^nonna_requests_seconds_count{command="snap",outcome="unrecorded"} 1$`)
	if err := storetest.Writable(db); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := stop(); status != 0 {
		t.Errorf("status %d: %s", status, stderr)
	}
}
