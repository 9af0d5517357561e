package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"nonna/store/setting"
)

func TestAHiddenNameIsHiddenFromOthersAlone(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	id := record(t, s, game(1, keyed("same"))).ID
	must(t, s.HideName(t.Context(), anna, true))
	seenBy := func(user uint64) []Entry {
		page := readBoard(t, s, wholeBoard(func(q *BoardQuery) { q.UserID = user }))
		looked := value(s.Lookup(t.Context(), guild, user, id))(t)
		return []Entry{page.Entries[0], looked.Entry}
	}
	for _, e := range append(seenBy(bruno), *record(t, s, game(2, by(bruno, "Bruno"), keyed("same"))).Owner) {
		if e.Player.Name != "" || e.Player.ID != 0 || !e.Player.Hidden || e.Mine {
			t.Errorf("another sees %+v", e)
		}
	}
	for _, e := range seenBy(anna) {
		if e.Player.Name != "Anna" || e.Player.ID != anna || !e.Player.Hidden || !e.Mine {
			t.Errorf("the player sees %+v", e)
		}
	}
	must(t, s.HideName(t.Context(), anna, false))
	for _, e := range seenBy(bruno) {
		if e.Player.Name != "Anna" || e.Player.Hidden {
			t.Errorf("after showing the name again another sees %+v", e)
		}
	}
}

func TestNameHiddenIsWhatWasAskedLast(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	for i, want := range []bool{false, true, false} {
		if i > 0 { // nothing was asked before
			must(t, s.HideName(t.Context(), anna, want))
		}
		if got, err := s.NameHidden(t.Context(), anna); err != nil || got != want {
			t.Errorf("look %d: %v, %v, want %v", i, got, err, want)
		}
	}
}

func TestUserDataIsAllThatIsStored(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	first := record(t, s, game(1)).ID
	record(t, s, game(2, by(bruno, "Bruno")))
	record(t, s, game(3, func(g *Game) { g.GuildID = 0 }, by(anna, "Annina")))
	must(t, s.HideName(t.Context(), anna, true))
	a := act(1)
	a.ActorID, a.ActorName = anna, "Anna"
	done(t)(s.SetShown(t.Context(), a, first, false))
	data := value(s.UserData(t.Context(), anna))(t)
	var names []string
	for _, g := range data.Games {
		names = append(names, g.Deal+" as "+g.Player.Name)
	}
	if diff := cmp.Diff([]string{"deal 1 as Anna", "deal 3 as Annina"}, names); diff != "" {
		t.Error(diff)
	}
	if !data.NameHidden || len(data.Acts) != 1 || data.Acts[0].GameID != first {
		t.Errorf("got %+v", data)
	}
}

func TestForgettingAUserLeavesBoardsSoundAndNoTrace(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	const name = "Annunziata the Unforgettable"
	games := times(3*eraseBatch, eraseBatch/2)
	for i := range games {
		if i%2 == 0 {
			record(t, s, game(i, by(bruno, "Bruno"), lasting(int64(i%50), int64(i%7))))
		} else {
			record(t, s, game(i, by(anna, name), lasting(int64(i%50), int64(i%7)), func(g *Game) {
				g.Random = i%4 == 1
				g.GuildID = guild * uint64(i%3%2)
			}))
		}
	}
	record(t, s, game(900, by(anna, name), keyed("same"), lasting(5000, 500)))
	taken := game(901, by(bruno, "Bruno"), keyed("same"))
	record(t, s, taken)
	must(t, s.HideName(t.Context(), anna, true))
	a := act(1)
	a.ActorID, a.ActorName = anna, name
	done(t)(s.SetShown(t.Context(), a, 1, false))

	deleted, err := s.ForgetUser(t.Context(), anna, noon())
	if err != nil || deleted != int64(games/2+1) {
		t.Errorf("deleted %d games (%v), want %d", deleted, err, games/2+1)
	}
	data, err := s.UserData(t.Context(), anna)
	if diff := cmp.Diff(UserData{UserID: anna}, data); diff != "" || err != nil {
		t.Errorf("still stored (%v): %s", err, diff)
	}
	for _, e := range readBoard(t, s, wholeBoard()).Entries {
		if e.Player.ID != bruno {
			t.Errorf("still on the board: %+v", e)
		}
	}
	if got := record(t, s, taken); !got.Replayed || got.Standing != Taken || got.Owner != nil {
		t.Errorf("what was taken before is answered as %+v", got)
	}
	if got := record(t, s, game(902, by(carla, "Carla"), keyed("same"))); got.Standing != Ranked {
		t.Errorf("a deal set free is %s when brought again", got.Standing)
	}
	wantSound(t, s)
	wantNoTrace(t, s, name, storedID(anna))
}

// wantNoTrace fails the test if the file or its write-ahead log contains one of the
// texts, which deleted rows could have left there.
func wantNoTrace(t *testing.T, s *Store, texts ...string) {
	t.Helper()
	if server != nil {
		return // its files are its own
	}
	for _, suffix := range []string{"", "-wal"} {
		content := value(os.ReadFile(s.Path() + suffix))(t)
		for _, text := range texts {
			if n := bytes.Count(content, []byte(text)); n > 0 {
				t.Errorf("%q is still in the file%s, %d times", text, suffix, n)
			}
		}
	}
}

// storedID returns a user's id as SQLite writes it into a row.
func storedID(user uint64) string { return string(binary.BigEndian.AppendUint64(nil, user)) }

func TestAServersDataGoesAfterTheGrace(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	record(t, s, game(1))
	record(t, s, game(2, func(g *Game) { g.GuildID = guild + 1 }))
	record(t, s, game(3, func(g *Game) { g.GuildID = 0 }))
	done(t)(s.SetShown(t.Context(), act(1), 1, false))
	challenges := map[uint64]int64{}
	for _, id := range []uint64{guild, guild + 1} {
		done(t)(s.Configure(t.Context(), newAct(id), func(v *setting.Values) { v.Private = true }))
		challenges[id] = value(s.OpenChallenge(t.Context(), newAct(id), week()))(t).ID
	}
	due := noon().Add(30 * 24 * time.Hour)
	erase := func(at time.Time, want int64) {
		t.Helper()
		if n, err := s.Erase(t.Context(), at); err != nil || n != want {
			t.Errorf("Erase at %s: %d games (%v), want %d", at, n, err, want)
		}
	}
	left := func() {
		t.Helper()
		must(t, s.GuildLeft(t.Context(), guild, due))
	}
	left()
	erase(due.Add(-time.Millisecond), 0)
	must(t, s.GuildBack(t.Context(), guild))
	erase(due, 0)
	left()
	erase(due, 1)
	erase(due, 0)

	if all, err := s.Latest(t.Context(), anna, "camicia", 10); err != nil || len(all) != 2 {
		t.Errorf("%d games left (%v), want the 2 played elsewhere", len(all), err)
	}
	if page, err := s.Audit(t.Context(), guild, 0, PageQuery{Limit: 10}); err != nil || len(page.Lines) != 0 {
		t.Errorf("the audit list is still there: %+v, %v", page, err)
	}
	wantSettings(t, s, guild, setting.Values{})
	wantSettings(t, s, guild+1, setting.Values{Private: true})
	for id, want := range map[uint64]error{guild: ErrNotFound, guild + 1: nil} {
		if _, err := s.Standings(t.Context(), StandingsQuery{GuildID: id, ChallengeID: challenges[id]}); !errors.Is(err, want) {
			t.Errorf("the challenge of server %d: %v, want %v", id, err, want)
		}
	}
	wantSound(t, s)
	if err := s.GuildLeft(t.Context(), 0, due); !errors.Is(err, ErrInvalid) {
		t.Errorf("the server 0 left: %v, want ErrInvalid", err)
	}
}

// cutShort interrupts do when so many games are left, and checks that it fails.
func cutShort(t *testing.T, s *Store, left int, do func() error) {
	t.Helper()
	stop := fmt.Sprintf(`CREATE TRIGGER stop BEFORE DELETE ON games WHEN (SELECT COUNT(*) FROM games) <= %d
BEGIN SELECT RAISE(ABORT, 'stopped'); END`, left)
	goOn := `DROP TRIGGER stop`
	if server != nil {
		stop = fmt.Sprintf(`CREATE FUNCTION stopped() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN
  IF (SELECT COUNT(*) FROM games) <= %d THEN RAISE EXCEPTION 'stopped'; END IF; RETURN OLD; END $f$;
CREATE TRIGGER stop BEFORE DELETE ON games FOR EACH ROW EXECUTE FUNCTION stopped()`, left)
		goOn = `DROP TRIGGER stop ON games; DROP FUNCTION stopped`
	}
	done(t)(s.db.Writer().Exec(stop))
	if err := do(); err == nil {
		t.Fatal("nothing cut it short")
	}
	done(t)(s.db.Writer().Exec(goOn))
	wantSound(t, s)
}

// A deletion of a user that is interrupted deletes nothing.
func TestAUsersDeletionIsWholeOrNot(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	for i := range 9 {
		record(t, s, game(i))
	}
	must(t, s.HideName(t.Context(), anna, true))
	cutShort(t, s, 6, func() error { _, err := s.ForgetUser(t.Context(), anna, noon()); return err })
	if data, err := s.UserData(t.Context(), anna); err != nil || len(data.Games) != 9 || !data.NameHidden {
		t.Errorf("left after an error: %+v, %v", data, err)
	}
	if n, err := s.ForgetUser(t.Context(), anna, noon()); err != nil || n != 9 {
		t.Errorf("asked for again: %d games (%v), want 9", n, err)
	}
}

// A deletion of a user takes the time that it needs, and on a server waits for none that holds
// another user and another server.
func TestADeletionOfAUserTakesItsTimeAndHoldsNoOthers(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	record(t, s, game(1))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	forget := func(context.Context, Tx) error {
		s.writes.Limit = time.Nanosecond
		_, err := s.ForgetUser(ctx, anna, noon())
		return err
	}
	if server == nil {
		must(t, forget(ctx, Tx{}))
		return
	}
	s.writes.Rehearses = false
	must(t, s.Do(ctx, forget, HoldGuild(guild+1), HoldUser(bruno)))
}

// A deletion of a server that is interrupted goes on with the next Erase, unless the bot is back:
// then the rest stays, with the settings and the names of members.
func TestAServersDeletionIsCutShort(t *testing.T) {
	t.Parallel()
	notAgain(t)
	for _, back := range []bool{false, true} {
		s := openTest(t)
		for i := range eraseBatch + 5 {
			record(t, s, game(i))
		}
		announcing(t, s)
		must(t, s.GuildLeft(t.Context(), guild, noon()))
		cutShort(t, s, 5, func() error { _, err := s.Erase(t.Context(), noon()); return err })
		wantSettings(t, s, guild, setting.Values{AnnounceIn: 55, Language: "it"})
		for _, e := range readBoard(t, s, wholeBoard()).Entries {
			if e.Player.Name != "Anna" {
				t.Errorf("while games of theirs are there, a member is called %q", e.Player.Name)
			}
		}
		left := int64(5)
		if back {
			must(t, s.GuildBack(t.Context(), guild))
			left = 0
		}
		if n, err := s.Erase(t.Context(), noon()); err != nil || n != left {
			t.Errorf("back %t: %d games are deleted then (%v), want %d", back, n, err, left)
		}
		if got := readBoard(t, s, wholeBoard()); got.Total != 5-left {
			t.Errorf("back %t, left: %+v", back, got)
		}
		if data, err := s.UserData(t.Context(), anna); err != nil || (len(data.Names) > 0) != back {
			t.Errorf("back %t, the names %+v, %v", back, data.Names, err)
		}
	}
}
