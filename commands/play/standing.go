package play

import (
	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
)

// challengeLines say what a game did in challenges, a line each.
func challengeLines(p *words.Printer, game string, all []store.ChallengePlace) []string {
	var lines []string
	for _, c := range all {
		args := words.Args{
			"measure": commands.MeasureWord(p, game, c.By), "when": commands.Stamp(c.EndsAt, "f"), "rank": c.Rank, "of": c.Of,
		}
		if c.Ahead != nil {
			args["length"], args["owner"] = commands.LengthBy(p, game, c.By, *c.Ahead), commands.SafeName(p, c.Ahead.UserName)
		}
		lines = append(lines, p.Say(didIn(c), args))
	}
	return lines
}

// didIn is the message about what a game did in a challenge.
func didIn(c store.ChallengePlace) string {
	switch {
	case c.Ahead != nil && !c.Best:
		return "challenge.stays"
	case c.Ahead != nil:
		return "challenge.behind"
	case c.Best && c.Rank == 1:
		return "challenge.leads"
	}
	return "challenge.place" // the game ahead was deleted since
}
