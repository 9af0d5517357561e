package store_test

import (
	"fmt"
	"testing"
	"time"

	"nonna/store"
	"nonna/store/daily"
	"nonna/store/match"
	"nonna/store/setting"
	"nonna/store/storetest"
)

// The rows of the rooms with which the plans are read: of very many members, matches and
// days of one server among a hundred.
const (
	fillMatches = `
WITH RECURSIVE n (i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
INSERT INTO matches (id, request_id, guild_id, channel_id, game, best_of, opened_at, acted_at, reason, rounds, winner, host_id, guest_id, joined)
SELECT i, 'filled ' || i, i % 100, 0, 'camicia', 1, i, i, CASE WHEN i % 50 = 0 THEN '' ELSE 'won' END, '[{"winner":0}]',
  CASE WHEN i % 50 = 0 THEN NULL ELSE 0 END, i * 7 % 500, i * 7 % 500 + 1, TRUE FROM n`

	fillDays = `
INSERT INTO puzzle_days (user_id, day, guild_id, tried, plays)
SELECT 5000 + id % 60, id / 60, id % 100, 'a', id FROM matches WHERE id >= 1000`

	fillNames = `
INSERT INTO people (scope, user_id, name) SELECT d.column1, m.id, 'a' FROM matches AS m, (VALUES (1), (2), (3)) AS d WHERE m.id >= 1000`

	fillSettings = `
INSERT INTO settings (guild_id, name, value, lost)
SELECT m.id, s.column1, '5', FALSE FROM matches AS m, (VALUES ('announce'), ('daily'), ('language')) AS s WHERE m.id >= 1000`

	fillAudit = `
INSERT INTO audit (id, request_id, scope, action, actor_id, actor_name, game, division, kind, by_takes, setting, value, done_at)
SELECT id, request_id, guild_id, 'set', 1, 'a', '', '', '', FALSE, 'daily', '5', id FROM matches WHERE id >= 1000`
)

// TestRoomsReadNoMoreThanTheyMust reads the query plans of the statements of the rooms.
func TestRoomsReadNoMoreThanTheyMust(t *testing.T) {
	t.Parallel()
	st := storetest.New(t)
	useRooms(t, st)
	store.CheckPlans(t, st, 30, func() { store.Exec(t, st, fillMatches, fillDays, fillNames, fillSettings, fillAudit) })
}

// noon is the time of the first request.
func noon() time.Time { return time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC) }

// useRooms calls everything of the rooms that users and jobs wait for.
func useRooms(t *testing.T, st *store.Store) {
	t.Helper()
	read := storetest.Done(t)
	n := 0
	act := func(user uint64) store.Action {
		n++
		return store.Action{RequestID: fmt.Sprint("request ", n), GuildID: 7, ActorID: user, ActorName: "a", At: noon()}
	}
	useDays(t, daily.New(st), read)
	read(st.Configure(t.Context(), act(1), func(v *setting.Values) { v.DailyIn, v.AnnounceIn = 66, 66 }))
	read(st.NextPost(t.Context(), store.DailyTable, 0, 5))
	read(nil, st.Posted(t.Context(), store.DailyTable, 7, 5))
	useMatches(t, match.New(st), read, act)
}

func useDays(t *testing.T, days *daily.Days, read func(any, error)) {
	t.Helper()
	for i := range 3 {
		read(days.Try(t.Context(), daily.Player{UserID: 1, Name: "a", GuildID: 7}, daily.Try{Day: 5, Choice: i, Plays: int64(i / 2)}))
	}
	read(days.Progress(t.Context(), 1, 5))
	read(days.Table(t.Context(), 7, 5))
	read(days.Champions(t.Context(), 7, 4, 6, 5))
}

func useMatches(t *testing.T, matches *match.Matches, read func(any, error), act func(uint64) store.Action) {
	t.Helper()
	deal := func(round int) match.Deal {
		return func([]string) (match.Dealt, error) {
			g := store.Game{Name: "camicia", Division: "26", Key: fmt.Sprint(round), Deal: "a", Ending: "won", Plays: 9}
			return match.Dealt{Game: g, Winner: 1 - round%2*2}, nil
		}
	}
	open := func(invited uint64) int64 {
		m, err := matches.Open(t.Context(), act(1), match.Match{Game: "camicia", BestOf: 3}, invited)
		read(m, err)
		return m.ID
	}
	id := open(2)
	for round := range 3 { // the first has no winner
		for _, user := range []uint64{2, 1} {
			_, _, err := matches.Seal(t.Context(), act(user), id, round+1, "a", deal(round+1))
			read(nil, err)
		}
	}
	read(matches.Get(t.Context(), 7, id))
	read(matches.Close(t.Context(), act(1), open(0)))
	open(0)
	read(nil, matches.CloseIdle(t.Context(), noon().Add(match.Idle)))
	read(matches.Tallies(t.Context(), 7, time.Time{}, noon().AddDate(1, 0, 0), 5))
	read(matches.Own(t.Context(), 1))
}
