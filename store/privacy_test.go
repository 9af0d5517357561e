package store

import (
	"bytes"
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
		if e.UserName != "" || e.UserID != 0 || !e.NameHidden || e.Mine {
			t.Errorf("another sees %+v", e)
		}
	}
	for _, e := range seenBy(anna) {
		if e.UserName != "Anna" || e.UserID != anna || !e.NameHidden || !e.Mine {
			t.Errorf("the player sees %+v", e)
		}
	}
	must(t, s.HideName(t.Context(), anna, false))
	for _, e := range seenBy(bruno) {
		if e.UserName != "Anna" || e.NameHidden {
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
	done(t)(s.Hide(t.Context(), a, first))
	data := value(s.UserData(t.Context(), anna))(t)
	var names []string
	for _, g := range data.Games {
		names = append(names, g.Deal+" as "+g.UserName)
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
	done(t)(s.Hide(t.Context(), a, 1))

	deleted, err := s.ForgetUser(t.Context(), anna, noon())
	if err != nil || deleted != int64(games/2+1) {
		t.Errorf("deleted %d games (%v), want %d", deleted, err, games/2+1)
	}
	data, err := s.UserData(t.Context(), anna)
	if diff := cmp.Diff(UserData{UserID: anna}, data); diff != "" || err != nil {
		t.Errorf("still stored (%v): %s", err, diff)
	}
	for _, e := range readBoard(t, s, wholeBoard()).Entries {
		if e.UserID != bruno {
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
	done(t)(s.Hide(t.Context(), act(1), 1))
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

// The next Erase finishes an interrupted deletion of a user, and keeps what they did
// meanwhile.
func TestAUsersDeletionIsOfWhatThereWas(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	own := func(g *Game) { g.GuildID = 0 }
	record(t, s, game(1, own, keyed("own")))
	for i := range eraseBatch + 4 {
		record(t, s, game(i+2))
	}
	record(t, s, game(900, by(bruno, "Bruno")))
	must(t, s.HideName(t.Context(), anna, true))
	cutShort(t, s, 6, func() error { _, err := s.ForgetUser(t.Context(), anna, noon()); return err })
	if hidden, err := s.NameHidden(t.Context(), anna); hidden || err != nil {
		t.Errorf("the old wish holds: %v", err)
	}
	q := wholeBoard()
	q.UserID = bruno
	for _, e := range readBoard(t, s, q).Entries {
		if e.UserName == "Anna" || e.UserID == anna {
			t.Errorf("the name of somebody who is being deleted is shown: %+v", e)
		}
	}
	theirs := ofMember(anna, func(q *MemberQuery) { q.UserID = bruno })
	if page := readMember(t, s, theirs); page.Name != "" || len(page.Entries) > 0 {
		t.Errorf("whose games they are is shown of somebody who is being deleted: %+v", page)
	}
	must(t, s.HideName(t.Context(), anna, true))
	a := act(1)
	a.ActorID, a.ActorName = anna, "Anna"
	kept := value(s.OpenChallenge(t.Context(), a, week()))(t)
	record(t, s, game(901, lasting(50, 5)))
	if got := record(t, s, game(902, own, keyed("own"))); got.Standing != Ranked {
		t.Errorf("what is about to go still counts as brought: %+v", got)
	}
	if n, err := s.Erase(t.Context(), noon()); err != nil || n != 5 {
		t.Errorf("Erase: %d games (%v), want the other 5", n, err)
	}
	data, err := s.UserData(t.Context(), anna)
	if err != nil || len(data.Games) != 2 || !data.NameHidden || len(data.Acts) != 1 || len(data.Challenges) != 1 {
		t.Errorf("left of what came after it: %+v, %v", data, err)
	}
	wantStandings(t, s, kept.ID, "1  50")
	if n, err := s.Erase(t.Context(), noon()); err != nil || n != 0 {
		t.Errorf("Erase again: %d games (%v)", n, err)
	}
	if n, err := s.ForgetUser(t.Context(), anna, noon()); err != nil || n != 2 {
		t.Errorf("asked for again: %d games (%v), want 2", n, err)
	}
}

// A deletion that is asked for again before it is finished includes the games since. In challenges
// the best of the games that are left counts all the while.
func TestADeletionCutShortAndAskedForAgain(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it erases again and again")
	}
	notAgain(t)
	s := openTest(t)
	forget := func() error { _, err := s.ForgetUser(t.Context(), anna, noon()); return err }
	id := open(t, s, week())
	for i := range eraseBatch + 4 {
		record(t, s, game(i, lasting(int64(500-i), 10)))
	}
	cutShort(t, s, 4, forget)
	wantStandings(t, s, id, fmt.Sprint("1  ", 500-eraseBatch))
	record(t, s, game(900))
	cutShort(t, s, 5, forget)
	record(t, s, game(901))
	if n, err := s.Erase(t.Context(), noon()); err != nil || n != 5 {
		t.Errorf("Erase: %d games (%v), want 5", n, err)
	}
	if got := readBoard(t, s, wholeBoard()); got.Total != 1 || got.Entries[0].Deal != "deal 901" {
		t.Errorf("left: %+v", got)
	}
	wantStandings(t, s, id, "1 Anna 100")
}

// A server that invites the bot back while its data is being deleted keeps its new
// data.
func TestAServersDeletionIsOfWhatThereWas(t *testing.T) {
	t.Parallel()
	notAgain(t)
	s := openTest(t)
	for i := range eraseBatch + 5 {
		record(t, s, game(i))
	}
	announcing(t, s)
	open(t, s, week())
	must(t, s.GuildLeft(t.Context(), guild, noon()))
	cutShort(t, s, 5, func() error { _, err := s.Erase(t.Context(), noon()); return err })
	if c, err := s.Settings(t.Context(), guild); err != nil || c != (setting.Values{}) {
		t.Errorf("the old settings hold: %+v, %v", c, err)
	}
	must(t, s.GuildBack(t.Context(), guild))
	announcing(t, s)
	id := open(t, s, week())
	if got := record(t, s, game(900, keyed("key 104"))); got.Standing != Ranked || got.ByPlays.Of != 1 {
		t.Errorf("the first new game: %+v", got)
	}
	if all, err := s.GuildsLeaving(t.Context(), noon(), 0, 9); err != nil || len(all) != 0 {
		t.Errorf("leaving: %v, %v", all, err)
	}
	if n, err := s.Erase(t.Context(), noon()); err != nil || n != 5 {
		t.Errorf("Erase: %d games (%v), want the other 5", n, err)
	}
	if c, err := s.Settings(t.Context(), guild); err != nil || c.AnnounceIn != 55 {
		t.Errorf("the new settings: %+v, %v", c, err)
	}
	if got := readBoard(t, s, wholeBoard()); got.Total != 1 || got.Entries[0].Deal != "deal 900" {
		t.Errorf("left: %+v", got)
	}
	wantStandings(t, s, id, "1 Anna 100")
	page, err := s.Audit(t.Context(), guild, 0, PageQuery{Limit: 9})
	if err != nil || len(page.Lines) != 3 { // two settings and a challenge
		t.Errorf("the new audit list: %+v, %v", page, err)
	}
}
