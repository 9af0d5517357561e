package store

import (
	"database/sql"
	"regexp"
	"strings"
	"testing"
)

// TestNothingReadsMoreThanItMust reads the plan of every statement that runs
// while people wait: each goes through an index, and none sorts by itself. A
// plan without statistics and one with them are both looked at, since a database
// may have either.
func TestNothingReadsMoreThanItMust(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	texts := append(recordTexts(), readTexts()...)
	texts = append(texts, adminTexts()...)
	for _, analysed := range []bool{false, true} {
		if analysed {
			generate(t, s, 1000)
			if _, err := s.writer.Exec("ANALYZE"); err != nil {
				t.Fatal(err)
			}
		}
		for _, text := range texts {
			if bad := excess(explain(t, s, text)); bad != "" {
				t.Errorf("statistics %v: %s in the plan of\n%s", analysed, bad, text)
			}
		}
	}
	for _, text := range []string{
		`SELECT COUNT(*) FROM games`, `SELECT id FROM games WHERE board_id = 1 ORDER BY plays`,
	} {
		if plan := explain(t, s, text); excess(plan) == "" {
			t.Errorf("nothing is found wrong with the plan of %s:\n%s", text, plan)
		}
	}
}

// excess returns what a plan should not hold: a walk through a whole table or
// index, or a sort. Of the view game_lengths only what a search found is walked
// through: its table has another line.
func excess(plan string) string {
	plan = strings.ReplaceAll(plan, "SCAN game_lengths", "")
	return regexp.MustCompile(`(?m)^SCAN [a-z].*|.*TEMP B-TREE.*|.*AUTOMATIC.*`).FindString(plan)
}

// adminTexts are the statements besides the prepared ones.
func adminTexts() []string {
	return []string{
		auditKnown, auditOf, entryToAct, setShown, retireBoard,
		setNameHidden, nameHidden, gamesOfUser, actsOfUser,
		erasureNew, erasureCancel, erasureDue, lastGame, eraseUserGames, eraseGuildGames,
		eraseGame, eraseBoards, eraseAudit, eraseActor, erasePerson,
		settingSet, settingUnset, eraseSettings, guildsLeaving, nextGuildPlayed, nextGuildSet, historyOf,
		announceNext, announceWhat, announceDone,
		nextGuildChallenged, eraseOpener, eraseChallenges, challengeByRequest, challengesOfUser, enteredByUser, lengthsTidy,
		challengeEnd, challengeLate, challengesClose, challengesDue, resultNext, resultDone, chooseBest, partsOfGame,
		challengeReset,
	}
}

// TestPagesComeFromTheirOwnIndex names the index that each list must use.
func TestPagesComeFromTheirOwnIndex(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	for _, l := range allLists() {
		measure := "games_" + map[Measure]string{ByPlays: "plays", ByTakes: "takes"}[l.by]
		index := measure + map[Span]string{AllTime: "", Month: "_month", Week: "_week"}[l.span]
		if l.typed {
			index += "_typed"
		}
		user := measure + "_user" + map[Span]string{AllTime: "", Month: "_month", Week: "_week"}[l.span]
		if l.typed && l.span == AllTime {
			user += "_typed"
		}
		for text, want := range map[string]string{
			l.query(topGame): index, l.order(false).beside(false): index, l.order(false).beside(true): index,
			l.query(ownBest): user, l.order(true).beside(false): user, l.order(true).beside(true): user,
			l.query(lengthsSum): "lengths_sums",
		} {
			plan := explain(t, s, text)
			if !strings.Contains(plan, "INDEX "+want+" ") {
				t.Errorf("the plan of\n%s\ndoes not use %s:\n%s", text, want, plan)
			}
		}
	}
}

// TestStandingsAreCountedWithoutReadingRows names the index that places in a
// challenge are counted in.
func TestStandingsAreCountedWithoutReadingRows(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	for _, text := range []string{countBest, countBestBefore, justBefore} {
		if plan := explain(t, s, text); !strings.Contains(plan, "COVERING INDEX challenge_games_standings ") {
			t.Errorf("the plan of\n%s\ndoes not do with challenge_games_standings:\n%s", text, plan)
		}
	}
}

// explain returns a statement's query plan, one step a line.
func explain(t *testing.T, s *Store, text string) string {
	t.Helper()
	args := make([]any, strings.Count(text, "$"))
	rows, err := s.writer.Query("EXPLAIN QUERY PLAN "+text, args...)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	defer rows.Close()
	var steps []string
	for rows.Next() {
		var id, parent, unused sql.RawBytes
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, step)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return strings.Join(steps, "\n")
}
