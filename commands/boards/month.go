package boards

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
	"nonna/store/daily"
	"nonna/store/match"
)

const (
	// monthNews is how long after its end a month is news: a bot that was down longer is
	// silent about it.
	monthNews = 14 * 24 * time.Hour
	// monthBoards is the most boards whose longest game a note tells.
	monthBoards = 8
	// monthPlaces is the last place in a note, and monthChampions the most members there,
	// since equals share a place.
	monthPlaces, monthChampions = 3, 10
)

// Month is a month in UTC.
type Month struct{ first time.Time }

// LastMonth returns the last month that is over at a time, with the time when the puzzle
// of its last day could be tried, and reports whether it is still news.
func LastMonth(at time.Time) (m Month, isNews bool) {
	at = at.UTC().Add(-daily.Grace)
	next := time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC)
	return Month{next.AddDate(0, -1, 0)}, at.Before(next.Add(monthNews))
}

// Number returns the month as yyyymm.
func (m Month) Number() int64 { return int64(m.first.Year())*100 + int64(m.first.Month()) }

// next returns the beginning of the next month.
func (m Month) next() time.Time { return m.first.AddDate(0, 1, 0) }

// Notes tell what was played on a server in a month.
type Notes struct {
	commands.Localizer
	store   *store.Store
	days    *daily.Days
	matches *match.Matches
}

// NewNotes returns the notes of a store.
func NewNotes(l commands.Localizer, st *store.Store) *Notes {
	return &Notes{l, st, daily.New(st), match.New(st)}
}

// Of returns the note about a month on a server, in a language, "" if none is chosen: the
// longest games, and who did best at puzzles and in duels. It reports false if there is
// nothing to tell.
func (n *Notes) Of(ctx context.Context, guildID uint64, language string, m Month) (commands.Reply, bool, error) {
	p := n.In(cmp.Or(language, n.DefaultLocale))
	title := words.Args{"month": p.Say("month."+m.first.Format("Jan"), nil), "year": strconv.Itoa(m.first.Year())}
	reply := p.Reply(p.Say("note.title", title))
	for _, part := range []struct {
		title string
		lines func(context.Context, commands.Printer, uint64, Month) ([]string, error)
	}{
		{"note.longest", n.longest}, {"note.puzzles", n.champions}, {"note.duels", n.winners},
	} {
		lines, err := part.lines(ctx, p, guildID, m)
		if err != nil {
			return commands.Reply{}, false, err
		}
		reply.Fields = append(reply.Fields, p.ListField(part.title, lines)...)
	}
	return reply, len(reply.Fields) > 0, nil
}

// longest returns the longest games of the month, a line for each of the boards with the most
// games.
func (n *Notes) longest(ctx context.Context, p commands.Printer, guildID uint64, m Month) ([]string, error) {
	all, err := n.store.MonthBests(ctx, guildID, m.first, monthBoards)
	var lines []string
	for _, best := range all {
		lines = append(lines, p.BoardTitle(best.Division)+": "+p.EntryLine(best.Division.Game, store.ByPlays, best.Entry))
	}
	return lines, err
}

// champions returns the members with the most points at the puzzles of the month.
func (n *Notes) champions(ctx context.Context, p commands.Printer, guildID uint64, m Month) ([]string, error) {
	from, before := game.DayAt(m.first.Unix()), game.DayAt(m.next().Unix())
	all, err := n.days.Champions(ctx, guildID, int64(from), int64(before), monthChampions)
	return p.PuzzleLines(all, monthPlaces), err
}

// winners returns the members who won the most duels of the month.
func (n *Notes) winners(ctx context.Context, p commands.Printer, guildID uint64, m Month) ([]string, error) {
	all, err := n.matches.Tallies(ctx, guildID, m.first, m.next(), monthChampions)
	return p.DuelLines(all, monthPlaces), err
}
