package commands

import (
	"nonna/commands/words"
	"nonna/store/daily"
	"nonna/store/match"
)

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

// PuzzleLines says how members did at the puzzles of some days, a line each, down to a rank.
func (p Printer) PuzzleLines(all []daily.Champion, last int) (lines []string) {
	for i, rank := range Ranks(all, func(c daily.Champion) int64 { return c.Points }) {
		if rank > last {
			break
		}
		c := all[i]
		line := p.Say("daily.place", words.Args{
			"rank": rank, "who": p.SafeName(c.Name), "points": p.Count("daily.worth", c.Points), "marks": p.Count("count.days", c.Days),
		})
		if c.Stars > 0 {
			line += " · " + p.Number(c.Stars) + " ★"
		}
		lines = append(lines, line)
	}
	return lines
}

// Streak says how many days a user solved the puzzle one after the other, and "" if it never were two.
func (p Printer) Streak(done daily.Progress) string {
	if done.Best < 2 {
		return ""
	}
	return p.Say("daily.streak", words.Args{"now": p.Count("count.days", int64(done.Streak)), "best": p.Count("count.days", int64(done.Best))})
}

// DuelLines says how members who won duels did, a line each, down to a rank.
func (p Printer) DuelLines(all []match.Tally, last int) (lines []string) {
	for i, rank := range Ranks(all, func(t match.Tally) int64 { return t.Wins }) {
		t := all[i]
		if rank > last || t.Wins == 0 {
			break
		}
		lines = append(lines, p.Say("duel.list-line", words.Args{
			"rank": rank, "who": p.SafeName(t.Name), "wins": p.Count("duel.list-wins", t.Wins), "played": t.Played,
		}))
	}
	return lines
}
