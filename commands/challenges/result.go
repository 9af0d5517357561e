package challenges

import (
	"cmp"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
)

// Result returns the announcement of a challenge's result, in the language that the
// server chose. Its button shows the standings to the user who presses it.
func Result(l commands.Localizer, r store.Result) commands.Reply {
	p := l.In(cmp.Or(r.Language, l.DefaultLocale))
	lines := []string{wonLine(p, r.Standings)}
	for _, e := range r.Entries {
		lines = append(lines, p.EntryLine(r.Game, r.By, e))
	}
	if r.Total > 0 {
		lines = append(lines, p.Count("challenge.took-part", r.Total))
	}
	reply := p.Reply(p.Say("challenge.result", words.Args{"challenge": p.ChallengeTitle(r.Challenge)}), lines...)
	reply.Rows = standingsButton(p, r.ID)
	return reply
}

// wonLine names the winner of a challenge, given its first entries, or the winners, if the
// games of several are equally long.
func wonLine(p commands.Printer, s store.Standings) string {
	if len(s.Entries) == 0 {
		return p.Say("challenge.nobody-took-part", nil)
	}
	first := s.Entries[0]
	var who []string
	for _, e := range s.Entries {
		if e.Rank == first.Rank {
			who = append(who, p.Owner(e))
		}
	}
	return p.Say("challenge.wins", words.Args{"who": strings.Join(who, ", "), "length": p.LengthBy(s.Game, s.By, first)})
}
