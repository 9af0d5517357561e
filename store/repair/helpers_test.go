package repair_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nonna/store"
	"nonna/store/repair"
	"nonna/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m.Run)) }

// noon is the time of the games in these tests: a Wednesday, so that the days around it
// are in the same week and month.
func noon() time.Time { return time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC) }

const (
	guild = 1_100_000_000_000_000_001
	anna  = 900_000_000_000_000_001
	bruno = 900_000_000_000_000_002
)

// database is a database that is open either as a store or for repair.
type database struct {
	*testing.T
	path  string
	store *store.Store
}

// rehearsed are the options of a store that runs each transaction twice, the first in vain. Not on a
// server: there its ids would have gaps.
func rehearsed() []store.Option {
	if storetest.OnServer() {
		return nil
	}
	return []store.Option{store.WithRehearsal()}
}

// newDatabase returns an open, empty database, which is closed with the test.
func newDatabase(t *testing.T) *database {
	t.Helper()
	s, err := storetest.Open(t.Context(), filepath.Join(t.TempDir(), "nonna.db"), rehearsed()...)
	db := &database{T: t, path: s.Path(), store: s}
	db.must(err)
	t.Cleanup(func() { db.must(storetest.Close(db.store)) })
	return db
}

func (db *database) must(err error) {
	db.Helper()
	if err != nil {
		db.Fatal(err)
	}
}

// while closes the store, runs do, and opens the store again.
func (db *database) while(do func()) {
	db.Helper()
	db.must(db.store.Close())
	do()
	s, err := store.Open(db.Context(), db.path, rehearsed()...)
	db.must(err)
	db.store = s
}

// damage runs statements that no code of the store would.
func (db *database) damage(texts ...string) {
	db.Helper()
	db.while(func() { db.must(storetest.Damage(db.Context(), db.path, texts...)) })
}

// notAgain skips a test on the server that records many games, unless NONNA_LONG is set.
func notAgain(t *testing.T) {
	t.Helper()
	if storetest.OnServer() && os.Getenv("NONNA_LONG") == "" {
		t.Skip("NONNA_LONG is not set")
	}
}

// onlyFiles skips a test where databases are on a server, with a reason.
func onlyFiles(t *testing.T, why string) {
	t.Helper()
	if storetest.OnServer() {
		t.Skip("on a server ", why)
	}
}

// mend opens the database for repair.
func (db *database) mend(do func(*repair.Database) error) {
	db.Helper()
	db.while(func() {
		d, err := repair.Open(db.Context(), db.path)
		db.must(err)
		db.must(do(d))
		db.must(d.Close())
	})
}

// rebuild rebuilds what the database derives from its games.
func (db *database) rebuild() {
	db.Helper()
	db.mend(func(d *repair.Database) error { return d.Rebuild(db.Context()) })
}

// wantSound fails the test if a check finds a problem.
func (db *database) wantSound() {
	db.Helper()
	if r, err := repair.Check(db.Context(), db.path); err != nil || !r.OK() {
		db.Errorf("the check finds %q, %v", r.Problems, err)
	}
}

// wantProblem fails the test unless a check finds a problem with a text in it.
func (db *database) wantProblem(name, text string) repair.Report {
	db.Helper()
	r, err := repair.Check(db.Context(), db.path)
	if err != nil || !strings.Contains(strings.Join(r.Problems, "\n"), text) || len(r.Problems) > 20 {
		db.Errorf("%s: the check finds %q, %v, want a problem with %q", name, r.Problems, err, text)
	}
	return r
}

// record stores games.
func (db *database) record(games ...store.Game) {
	db.Helper()
	for _, g := range games {
		_, err := db.store.Record(db.Context(), g)
		db.must(err)
	}
}

// game returns a game of anna's that ends, after changes. The number makes the request
// and the deal unique.
func game(number int, changes ...func(*store.Game)) store.Game {
	g := store.Game{
		RequestID: fmt.Sprintf("request-%d", number),
		GuildID:   guild, UserID: anna, UserName: "Anna",
		Name: "camicia", Division: "52",
		Deal: fmt.Sprintf("deal %d", number), Key: fmt.Sprintf("key %d", number),
		Ending: "won", Plays: 100, Takes: 10, Kind: store.Ends,
		PlayedAt: noon().Add(time.Duration(number) * time.Second),
	}
	for _, change := range changes {
		change(&g)
	}
	return g
}

func byBruno(g *store.Game) { g.UserID, g.UserName = bruno, "Bruno" }

func lasting(plays, takes int64) func(*store.Game) {
	return func(g *store.Game) { g.Plays, g.Takes = plays, takes }
}

// action returns an action of an admin.
func (db *database) action(number int) store.Action {
	return store.Action{
		RequestID: fmt.Sprintf("action-%d", number), GuildID: guild, ActorID: anna, ActorName: "Anna", At: noon(),
	}
}

// openChallenge opens a challenge of a week in a division, and returns its id.
func (db *database) openChallenge(division string) int64 {
	db.Helper()
	a := db.action(0)
	a.RequestID = "challenge " + division
	c, err := db.store.OpenChallenge(db.Context(), a, store.Challenge{
		ChannelID: 66, Game: "camicia", Division: division, Kind: store.Ends, By: store.ByPlays, Random: true,
		EndsAt: noon().AddDate(0, 0, 7),
	})
	db.must(err)
	return c.ID
}

// wantStandings fails the test unless the standings of a challenge are as in
// "1 Bruno 500, 2 Anna 300".
func (db *database) wantStandings(id int64, want string) {
	db.Helper()
	s, err := db.store.Standings(db.Context(), store.StandingsQuery{
		GuildID: guild, ChallengeID: id, PageQuery: store.PageQuery{Limit: store.MaxPage},
	})
	db.must(err)
	var all []string
	for _, e := range s.Entries {
		all = append(all, fmt.Sprint(e.Rank, " ", e.Player.Name, " ", e.Plays))
	}
	if got := strings.Join(all, ", "); got != want {
		db.Errorf("the standings of challenge %d are %q, want %q", id, got, want)
	}
}
