package store

import (
	"cmp"
	"database/sql"
	"regexp"
	"strings"
	"testing"

	"nonna/store/internal/sqltx"
	"nonna/store/setting"
)

// TestNothingReadsMoreThanItMust reads the query plans of all statements that users
// wait for.
func TestNothingReadsMoreThanItMust(t *testing.T) {
	t.Parallel()
	onlyFiles(t, "plans have other words")
	s := openTest(t)
	useAll(t, s)
	CheckPlans(t, s, 120, func() { generate(t, s, 1000) })
	for _, text := range []string{
		`SELECT COUNT(*) FROM games`, `SELECT id FROM games WHERE board_id = 1 ORDER BY plays`,
	} {
		if plan := explain(t, s, text); excess(plan) == "" {
			t.Errorf("nothing is found wrong with the plan of %s:\n%s", text, plan)
		}
	}
	if compiledAgain("SELECT id FROM games LIMIT $12") == "" {
		t.Error("a limit that is alone is not found")
	}
}

// CheckPlans reads the query plans of the statements that ran on a store, at least so many:
// each uses an index, none sorts, and none is compiled again and again. It reads the plans
// without statistics and, after fill stored many rows, with them, since a database may have
// either.
func CheckPlans(t *testing.T, s *Store, least int, fill func()) {
	t.Helper()
	var texts []string
	for _, pool := range []*sqltx.Pool{s.reads, s.writes} {
		for text := range pool.Stmts.Range {
			texts = append(texts, text.(string))
		}
	}
	if len(texts) < least {
		t.Fatalf("%d texts ran, is that all?", len(texts))
	}
	for _, analysed := range []bool{false, true} {
		if analysed {
			fill()
			Exec(t, s, "ANALYZE")
		}
		for _, text := range texts {
			if bad := cmp.Or(compiledAgain(text), excess(explain(t, s, text))); bad != "" {
				t.Errorf("statistics %v: %s in the plan of\n%s", analysed, bad, text)
			}
		}
	}
}

// Exec runs statements on the database of a store.
func Exec(t *testing.T, s *Store, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if _, err := s.db.Writer().Exec(text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
}

// compiledAgain returns the parameter that is alone behind LIMIT, or "": SQLite reads its
// value to compile a statement, and compiles it again for each value.
func compiledAgain(text string) string { return regexp.MustCompile(`LIMIT \$\d+\s*$`).FindString(text) }

// excess returns the step of a plan that should not be there: a scan of a table or an index, or of
// all boards by their ids, or a sort. Allowed are the rows of VALUES, and grouping and sorting of a
// list named ranked, which is by sums or of the boards of a server, and of the games of one batch.
func excess(plan string) string {
	plan = strings.NewReplacer("SCAN orders", "", "SCAN widths", "", "SCAN asked", "", "SCAN seats", "").Replace(plan)
	if regexp.MustCompile(`\b(ranked|erased|batch)\b`).MatchString(plan) {
		plan = regexp.MustCompile(`SCAN (ranked|erased|batch)|USE TEMP B-TREE FOR (GROUP|ORDER) BY`).ReplaceAllString(plan, "")
	}
	return regexp.MustCompile(`(?m)^SCAN [a-z].*|^SEARCH boards .*\(rowid>\?\)|.*TEMP B-TREE.*|.*AUTOMATIC.*`).FindString(plan)
}

// useAll calls everything that users wait for, and leaves nothing but counters and
// prepared statements.
func useAll(t *testing.T, s *Store) {
	t.Helper()
	ctx := t.Context()
	read := done(t)
	announcing(t, s)
	id := open(t, s, week())
	for i := range 4 {
		record(t, s, game(i, lasting(int64(100+i), 10)))
	}
	record(t, s, game(4, lasting(50, 5)))
	for _, l := range allOrders() {
		for _, edge := range []int64{0, 2} {
			for _, back := range []bool{false, true} {
				q := wholeBoard(func(q *BoardQuery) {
					q.By, q.Span = l.by, l.span
					q.PageQuery = PageQuery{Edge: edge, Back: back, Limit: 1}
				})
				read(s.Board(ctx, q))
				read(s.MemberBoard(ctx, MemberQuery{BoardQuery: q, MemberID: anna}))
			}
		}
		record(t, s, game(5))
	}
	for _, back := range []bool{false, true} {
		record(t, s, game(6, by(bruno, "Bruno")))
		read(s.Standings(ctx, StandingsQuery{
			GuildID: guild, UserID: anna, ChallengeID: id, PageQuery: PageQuery{Edge: 4, Back: back, Limit: 1},
		}))
	}
	read(s.SetShown(ctx, act(1), 2, false))
	read(s.SetShown(ctx, act(2), 2, true))
	for _, q := range []DivisionQuery{{}, {Game: "camicia"}, {Game: "camicia", Kind: Ends}, {Game: "camicia", Latest: true}, {Game: "camicia", Kind: Ends, Latest: true}} {
		q.GuildID, q.Limit = guild, 5
		read(s.Divisions(ctx, q))
	}
	read(s.Configure(ctx, newAct(guild), func(c *setting.Values) { c.Private = true }))
	read(s.MonthBests(ctx, guild, noon(), 5))
	hunt := startHunt(t, s, 1)
	for i := range 3 {
		saveFind(t, s, hunt, int64(700+i), noon())
	}
	for _, by := range []Measure{ByPlays, ByTakes} {
		for _, back := range []bool{false, true} {
			for _, edge := range []int64{0, 8} {
				read(s.Board(ctx, BoardQuery{GuildID: guild, UserID: anna, Game: "camicia", Division: "52", Kind: Hunts, By: by, PageQuery: PageQuery{Edge: edge, Back: back, Limit: 1}}))
			}
		}
	}
	read(s.Divisions(ctx, DivisionQuery{GuildID: guild, Kind: Hunts, Limit: 5}))
	read(s.SetShown(ctx, act(8), 8, false))
	read(s.SetShown(ctx, act(9), 8, true))
	record(t, s, game(77, keyed("find 700")))
	_, _, err := s.RunningHunt(ctx, guild, anna, noon())
	must(t, err)
	read(s.Hunts(ctx, 0, noon()))
	must(t, s.HuntShown(ctx, hunt, 66, 67))
	must(t, s.StopHunt(ctx, hunt, HuntAsked, noon()))
	must(t, s.CloseHunt(ctx, hunt))
	must(t, s.DeleteHunt(ctx, hunt))
	read(s.Lookup(ctx, guild, anna, 1))
	read(s.Latest(ctx, anna, "camicia", 5))
	read(s.History(ctx, anna))
	read(s.UserData(ctx, anna))
	must(t, s.HideName(ctx, anna, true))
	read(s.NextAnnouncement(ctx, 0))
	must(t, s.Announced(ctx, 2))
	read(s.Challenges(ctx, guild, anna, noon()))
	read(s.EndedChallenges(ctx, guild, anna, over(), 3))
	must(t, s.EndChallenge(ctx, act(3), id))
	read(s.NextResult(ctx, 0, over()))
	must(t, s.ResultAnnounced(ctx, id))
	read(s.Settings(ctx, guild))
	must(t, s.ChannelLost(ctx, guild, 55, "Missing Access"))
	read(s.Configure(ctx, newAct(guild), func(c *setting.Values) { *c = setting.Values{} }))
	for _, back := range []bool{false, true} {
		read(s.Audit(ctx, guild, anna, PageQuery{Edge: 2, Back: back, Limit: 1}))
	}
	read(s.GuildsStored(ctx, 0, 5))
	must(t, s.GuildLeft(ctx, guild+1, noon()))
	must(t, s.GuildBack(ctx, guild+1))
	read(s.GuildsLeaving(ctx, noon(), 0, 5))
	read(s.ForgetUser(ctx, anna, noon()))
	read(s.ForgetUser(ctx, bruno, noon()))
	must(t, s.GuildLeft(ctx, guild, noon()))
	read(s.Erase(ctx, noon()))
}

// allOrders returns the six orders of a board.
func allOrders() []boardOrder {
	var all []boardOrder
	for _, by := range []Measure{ByPlays, ByTakes} {
		for _, span := range []Span{AllTime, Month, Week} {
			all = append(all, boardOrder{by, span})
		}
	}
	return all
}

// TestPagesComeFromTheirOwnIndex checks the index that each order uses.
func TestPagesComeFromTheirOwnIndex(t *testing.T) {
	t.Parallel()
	onlyFiles(t, "plans have other words")
	s := openTest(t)
	for _, l := range allOrders() {
		measure := "INDEX games_" + map[Measure]string{ByPlays: "plays", ByTakes: "takes"}[l.by]
		index := measure + map[Span]string{AllTime: "", Month: "_month", Week: "_week"}[l.span]
		user := measure + "_user" + map[Span]string{Week: "_week"}[l.span]
		sums := "lengths USING PRIMARY KEY (board_id=? AND list=? AND period=? AND width=? AND"
		for text, want := range map[string]string{
			l.keyset(false).pageSQL(false, false): index, l.keyset(false).pageSQL(true, false): index,
			l.ownBest(): user, l.keyset(true).pageSQL(false, false): user, l.keyset(true).pageSQL(true, false): user,
			countLongerSQL(1): sums, countLongerSQL(12): sums,
			l.find(false): "SUBQUERY 1\nSEARCH g USING COVERING INDEX games_plays_user_week (board_id=? AND user_id=? AND week>? AND",
			l.find(true):  "SUBQUERY 2\nSEARCH g USING COVERING INDEX games_plays_user_week (board_id=? AND user_id=? AND week>? AND",
		} {
			plan := explain(t, s, text)
			if !strings.Contains(plan, want+" ") {
				t.Errorf("the plan of\n%s\ndoes not use %s:\n%s", text, want, plan)
			}
		}
		// Among equal lengths, of which there may be a hundred thousand, the id is looked up.
		for i, sign := range []string{">?)", "<?)"} {
			for _, ofMember := range []bool{false, true} {
				text := l.keyset(ofMember).pageSQL(i > 0, true)
				if plan := explain(t, s, text); !strings.Contains(plan, "=? AND "+l.key()+"=? AND id"+sign) {
					t.Errorf("the plan of\n%s\ndoes not look up the id:\n%s", text, plan)
				}
			}
		}
	}
}

// TestStandingsAreReadWithoutReadingRows checks the index from which the standings of a
// challenge are computed.
func TestStandingsAreReadWithoutReadingRows(t *testing.T) {
	t.Parallel()
	onlyFiles(t, "plans have other words")
	s := openTest(t)
	if plan := explain(t, s, gamesEntered); !strings.Contains(plan, "COVERING INDEX games_latest (board_id=? AND ") {
		t.Errorf("the plan of\n%s\ndoes not do with games_latest:\n%s", gamesEntered, plan)
	}
}

// explain returns the query plan of a statement, one step a line.
func explain(t *testing.T, s *Store, text string) string {
	t.Helper()
	args := make([]any, strings.Count(text, "$"))
	rows, err := s.db.Writer().Query("EXPLAIN QUERY PLAN "+text, args...)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	defer rows.Close()
	var steps []string
	for rows.Next() {
		var id, parent, unused sql.RawBytes
		var step string
		must(t, rows.Scan(&id, &parent, &unused, &step))
		steps = append(steps, step)
	}
	must(t, rows.Err())
	return strings.Join(steps, "\n")
}
