package store

import (
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonna/store/internal/table"
)

// memberColumns are the columns that hold the id of a member, as it is or negated as the
// scope of their own list, with the part of [UserData] that shows it. A new one must be
// added here, and to erasures, [Store.UserData] and the export of /privacy.
func memberColumns() map[string]string {
	return map[string]string{
		"games.user_id": "Games", "games.scope": "Games", "boards.scope": "Games",
		"challenges.opener_id": "Challenges",
		"people.user_id":       "Names", "people.scope": "Names",
		"matches.host_id": "Seats", "matches.guest_id": "Seats",
		"puzzle_days.user_id": "Puzzles",
		"audit.actor_id":      "Acts", "audit.scope": "Acts",
		"hunts.starter_id": "Hunts",
	}
}

// otherIDs are the columns with ids that are not of members.
func otherIDs() []string {
	return []string{
		"announcements.game_id", "audit.game_id", "audit.id", "audit.request_id", "boards.id", "challenges.channel_id", "challenges.guild_id", "challenges.id", "challenges.request_id",
		"departures.guild_id", "games.board_id", "games.id", "games.owner_id", "games.request_id", "hunt_days.guild_id",
		"hunts.best_id", "hunts.channel_id", "hunts.due_id", "hunts.guild_id", "hunts.id", "hunts.message_id", "hunts.request_id",
		"lengths.board_id",
		"matches.channel_id", "matches.guild_id", "matches.id", "matches.request_id", "posts.guild_id", "puzzle_days.guild_id", "settings.guild_id",
	}
}

// columns returns the columns of all tables, by "table.column".
func columns(t *testing.T, db *sql.DB) []string {
	t.Helper()
	text := `
SELECT m.name || '.' || c.name FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
WHERE m.type = 'table' AND m.name NOT LIKE 'goose%' AND m.name NOT LIKE 'sqlite%'`
	if server != nil {
		text = `
SELECT c.table_name || '.' || c.column_name FROM information_schema.columns AS c JOIN pg_tables AS t ON t.tablename = c.table_name
WHERE c.table_schema = 'public' AND c.table_name NOT LIKE 'goose%'`
	}
	rows := value(db.Query(text))(t)
	defer rows.Close()
	var all []string
	for rows.Next() {
		var name string
		must(t, rows.Scan(&name))
		all = append(all, name)
	}
	must(t, rows.Err())
	return all
}

// TestEveryMemberIDIsErased finds the columns with ids in the schema, stores the id of a
// member in each that can hold one, and looks for it everywhere after the erasure.
func TestEveryMemberIDIsErased(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	db := s.db.Writer()
	members := slices.Collect(maps.Keys(memberColumns()))
	var ids []string
	for _, c := range columns(t, db) {
		if strings.HasSuffix(c, "_id") || strings.HasSuffix(c, ".id") || strings.HasSuffix(c, ".scope") {
			ids = append(ids, c)
		}
	}
	for _, o := range table.AllOwned() {
		if name := o.Table + "." + o.Column; o.Column != "scope" && (o.Subject == table.User) != slices.Contains(members, name) {
			t.Errorf("%s is a %s's, and memberColumns says otherwise", name, o.Subject)
		}
	}
	known := append(members, otherIDs()...)
	slices.Sort(ids)
	slices.Sort(known)
	if diff := cmp.Diff(known, ids); diff != "" {
		t.Fatalf("say of each whether it holds the id of a member: %s", diff)
	}

	storeEverywhere(t, s)
	holding := func() []string {
		var all []string
		for _, c := range columns(t, db) {
			table, column, _ := strings.Cut(c, ".")
			var n int
			text := fmt.Sprintf("SELECT COUNT(*) FROM %s WHERE CAST(%s AS TEXT) LIKE '%%%d%%' OR CAST(%[2]s AS TEXT) LIKE '%%Anna%%'", table, column, anna)
			must(t, db.QueryRow(text).Scan(&n))
			if n > 0 {
				all = append(all, c)
			}
		}
		slices.Sort(all)
		return all
	}
	var want []string
	for c, shown := range memberColumns() {
		if shown != "" {
			want = append(want, c)
		}
	}
	want = append(want, "audit.actor_name", "people.name")
	slices.Sort(want)
	if diff := cmp.Diff(want, holding()); diff != "" {
		t.Errorf("before the erasure they are in: %s", diff)
	}
	data, err := s.UserData(t.Context(), anna)
	if err != nil || len(data.Games) == 0 || len(data.Challenges) == 0 || !data.NameHidden ||
		len(data.Acts) == 0 || len(data.Hunts) == 0 || len(data.Seats) == 0 || len(data.Puzzles) == 0 || len(data.Names) == 0 {
		t.Errorf("not everything is shown: %+v, %v", data, err)
	}
	done(t)(s.ForgetUser(t.Context(), anna, noon()))
	if left := holding(); len(left) > 0 {
		t.Errorf("after the erasure they are still in %q", left)
	}
	wantSound(t, s)
}

// storeEverywhere stores anna in every table that can hold a member.
func storeEverywhere(t *testing.T, s *Store) {
	t.Helper()
	mine := hunting(9)
	mine.RequestID = "opens"
	done(t)(s.OpenChallenge(t.Context(), mine, week()))
	for i := range 25 { // enough for a summary
		record(t, s, game(i))
	}
	own := record(t, s, game(100, func(g *Game) { g.GuildID = 0 })).ID
	mine = Action{RequestID: "hides", ActorID: anna, ActorName: "Anna", At: noon()}
	done(t)(s.SetShown(t.Context(), mine, own, false))
	must(t, s.HideName(t.Context(), anna, true))
	must(t, s.execUnheld(t.Context(), `
INSERT INTO matches (id, request_id, guild_id, channel_id, game, best_of, opened_at, acted_at, reason, rounds, host_id, guest_id, host_hand, host_request)
VALUES (1, 'm', 5, 0, 'snap', 1, 0, 0, '', '[]', $1, 0, 'abc', 'r'), (2, 'n', 5, 0, 'snap', 1, 0, 0, '', '[]', 9, $1, '', '')`, anna))
	raiseID(t, s, "matches")
	err := s.execUnheld(t.Context(), `INSERT INTO puzzle_days VALUES ($1, 20788, 9, 'b', 700)`, anna)
	if err != nil {
		t.Fatal(err)
	}
	saveFind(t, s, startHunt(t, s, 1), 700, noon())
	for i, where := range []uint64{guild, 0} {
		walked := *found(int64(800 + i))
		walked.RequestID, walked.UserID, walked.UserName, walked.GuildID = fmt.Sprint("walks ", i), anna, "Anna", where
		walked.Walked, walked.PlayedAt = true, noon()
		record(t, s, walked)
	}
}
