package repair_test

import (
	"errors"
	"testing"

	"nonna/store"
	"nonna/store/repair"
	"nonna/store/setting"
)

// A record that a correction takes off its board is no longer announced, and does not
// keep others from being announced.
func TestACorrectedRecordIsNotAnnounced(t *testing.T) {
	t.Parallel()
	notAgain(t)
	db := newDatabase(t)
	_, err := db.store.Configure(t.Context(), db.action(1), func(v *setting.Values) { v.AnnounceIn = 55 })
	db.must(err)
	for i := range 3 {
		db.record(game(i, lasting(int64(100+i), 10)))
	}
	undecided := game(1)
	undecided.Kind, undecided.Ending = store.NoBoard, "undecided"
	const id = 2
	db.mend(func(d *repair.Database) error {
		_, err := d.Resettle(t.Context(), corrected(id, undecided))
		return err
	})
	db.rebuild()
	db.wantSound()
	for i, channel := range []uint64{0, 55} { // to none, and to that of the server
		a, err := db.store.NextAnnouncement(t.Context(), 0)
		if want := int64(id + i); err != nil || a.ID != want || a.ChannelID != channel {
			t.Errorf("the next announcement is of game %d in channel %d, %v, want game %d in %d", a.ID, a.ChannelID, err, want, channel)
		}
		db.must(db.store.Announced(t.Context(), a.ID))
	}
	if _, err := db.store.NextAnnouncement(t.Context(), 3); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("after it: %v, want ErrNotFound", err)
	}
}
