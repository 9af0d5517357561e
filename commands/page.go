package commands

import (
	"strings"

	"nonna/commands/words"
	"nonna/store"
	"nonna/store/daily"
	"nonna/store/match"
)

// PageRows returns the buttons to the previous and the next page, nil if there are no
// other pages. first and last are on the edges of the page; beside returns the id for
// the page after one of them, or with backward the page before it.
func (p Printer) PageRows(
	around store.Around, labels [2]string, beside func(cursor int64, backward bool) string, first, last int64,
) []Row {
	if !around.HasPrev && !around.HasNext {
		return nil
	}
	return Buttons(
		Button{ID: beside(first, true), Label: p.Say(labels[0], nil), Disabled: !around.HasPrev},
		Button{ID: beside(last, false), Label: p.Say(labels[1], nil), Disabled: !around.HasNext},
	)
}

// Fit returns how many of the first texts fit into a number of bytes, with something
// between them.
func Fit(texts []string, between string, most int) int {
	size := -len(between)
	for i, text := range texts {
		if size += len(between) + len(text); size > most {
			return i
		}
	}
	return len(texts)
}

// maxField is the most bytes of a field: Discord shows 1,024 characters.
const maxField = 1000

// Field returns a field with as many of some lines as there is room for, and says if there are
// others; nothing without lines.
func (p Printer) Field(name string, lines []string) []Field {
	kept := Fit(lines, "\n", maxField)
	if kept == 0 {
		return nil
	}
	lines, others := lines[:kept:kept], len(lines) > kept
	if others {
		lines = append(lines, p.Say("me.others", nil)) // there is room for it, in characters
	}
	return []Field{{Name: p.Say(name, nil), Value: strings.Join(lines, "\n")}}
}

// Ranks returns the ranks of members, who are sorted by a count, the highest first. Equal
// counts share a rank.
func Ranks[T any](all []T, count func(T) int64) []int {
	ranks := make([]int, len(all))
	for i := range all {
		ranks[i] = i + 1
		if i > 0 && count(all[i]) == count(all[i-1]) {
			ranks[i] = ranks[i-1]
		}
	}
	return ranks
}

// Streak says how many days a user solved the puzzle one after the other.
func (p Printer) Streak(done daily.Progress) string {
	return p.Say("daily.streak", words.Args{"now": p.Count("count.days", int64(done.Streak)), "best": p.Count("count.days", int64(done.Best))})
}

// PuzzleLine says how a member did at the puzzles of some days.
func (p Printer) PuzzleLine(rank int, c daily.Champion) string {
	line := p.Say("daily.place", words.Args{
		"rank": rank, "who": p.SafeName(c.Name), "points": p.Count("daily.worth", c.Points), "marks": p.Count("count.days", c.Days),
	})
	if c.Stars > 0 {
		line += " · " + p.Number(c.Stars) + " ★"
	}
	return line
}

// DuelLine says how a member did in duels.
func (p Printer) DuelLine(rank int, t match.Tally) string {
	return p.Say("duel.list-line", words.Args{
		"rank": rank, "who": p.SafeName(t.Name), "wins": p.Count("duel.list-wins", t.Wins), "played": t.Played,
	})
}
