package boards

import (
	"context"
	"strings"
	"time"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store/match"
)

// duelsList is the list of who won duels.
const duelsList = "duels"

// maxTallies is the most members on the list of wins.
const maxTallies = 25

// wins shows who won the most duels and parties of the server. Equal wins share a place.
func (b *boards) wins(ctx context.Context, req commands.Request) (commands.Reply, error) {
	p := b.Public(req)
	all, err := b.matches.Tallies(ctx, req.GuildID, time.Time{}, req.At.Add(time.Millisecond), maxTallies)
	if err != nil {
		return commands.Reply{}, err
	}
	reply := commands.Reply{Title: p.Say("duel.list", nil), Text: p.Say("duel.list-none", words.Args{"command": p.Typed("duel")})}
	var lines []string
	for i, rank := range commands.Ranks(all, func(t match.Tally) int64 { return t.Wins }) {
		lines = append(lines, duelLine(p, rank, all[i]))
	}
	if len(lines) > 0 {
		reply.Text = strings.Join(lines, "\n")
	}
	return reply, nil
}

// duelLine says how a member did in duels.
func duelLine(p commands.Printer, rank int, t match.Tally) string {
	return p.Say("duel.list-line", words.Args{
		"rank": rank, "who": p.SafeName(t.Name), "wins": p.Count("duel.list-wins", t.Wins), "played": t.Played,
	})
}
