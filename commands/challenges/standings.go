package challenges

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
)

const (
	// endedShown is the number of ended challenges in /challenge show.
	endedShown = 3
	// topShown is the number of places shown of each open challenge.
	topShown = 3
	// standingsPage is the number of entries on a page of standings.
	standingsPage = 10
)

// show shows the open challenges and the last ones that ended. Only the user sees it
// if they hide their name, because it marks their own games.
func (c *challenges) show(ctx context.Context, req commands.Request) (commands.Reply, error) {
	open, err := c.store.Challenges(ctx, req.GuildID, req.User.ID, req.At)
	if err != nil {
		return commands.Reply{}, err
	}
	ended, err := c.store.EndedChallenges(ctx, req.GuildID, req.User.ID, req.At, endedShown)
	if err != nil {
		return commands.Reply{}, err
	}
	all := make([]store.Standings, 0, len(open)+len(ended))
	alone := false
	for _, challenge := range slices.Concat(open, ended) {
		s, err := c.standings(ctx, req, challenge.ID, store.PageQuery{Limit: topShown})
		if err != nil {
			return commands.Reply{}, err
		}
		all, alone = append(all, s), alone || s.Own != nil && s.Own.Player.Hidden
	}
	p := c.Printer(req, alone)
	blocks := c.blocks(p, all[:len(open)])
	if len(ended) > 0 {
		blocks = append(blocks, endedBlock(p, all[len(open):]))
	}
	reply := p.Reply(p.Say("challenge.list", nil), strings.Join(blocks, "\n\n"))
	if len(all) > 0 {
		reply.Rows = []commands.Row{{Menu: challengeMenu(p, all)}}
	}
	return reply, nil
}

// blocks returns a paragraph for each open challenge, with its first places and the user's.
func (c *challenges) blocks(p commands.Printer, open []store.Standings) []string {
	if len(open) == 0 {
		none := words.Args{"command": p.Typed(commandName + " open")}
		return []string{p.Say("challenge.none", none)}
	}
	var blocks []string
	for _, s := range open {
		lines := []string{
			"**" + p.ChallengeTitle(s.Challenge) + "**", untilLine(p, s.Challenge) + " " + shuffledLine(p, s.Challenge),
		}
		if s.Total == 0 {
			lines = append(lines, p.Say("challenge.nobody-yet", nil))
		}
		blocks = append(blocks, strings.Join(append(lines, standingsLines(p, s)...), "\n"))
	}
	return blocks
}

// endedBlock returns the paragraph with the winners of challenges that ended.
func endedBlock(p commands.Printer, ended []store.Standings) string {
	lines := []string{"**" + p.Say("challenge.ended-lately", nil) + "**"}
	for _, s := range ended {
		lines = append(lines, p.ChallengeTitle(s.Challenge)+", "+commands.Stamp(s.EndsAt, "R")+": "+wonLine(p, s))
	}
	return strings.Join(lines, "\n")
}

func (c *challenges) standings(ctx context.Context, req commands.Request, id int64, page store.PageQuery) (store.Standings, error) {
	return c.store.Standings(ctx, store.StandingsQuery{
		GuildID: req.GuildID, UserID: req.User.ID, ChallengeID: id, PageQuery: page,
	})
}

// standingsLines returns the entries of a page, and below them the user's own if it is
// on another page.
func standingsLines(p commands.Printer, s store.Standings) []string {
	var lines []string
	here := s.Own == nil
	for _, e := range s.Entries {
		lines = append(lines, p.EntryLine(s.Game, s.By, e))
		here = here || e.ID == s.Own.ID
	}
	if !here {
		lines = append(lines, "…", p.EntryLine(s.Game, s.By, *s.Own))
	}
	return lines
}

// StandingsState is a page of the standings of a challenge.
type StandingsState struct {
	Challenge int64
	Cursor    commands.Cursor // the first page is a message of its own
}

// challengeMenu returns the menu of challenges, which shows their standings.
func challengeMenu(p commands.Printer, all []store.Standings) *commands.Menu {
	menu := &commands.Menu{ID: pickControl.ID(commandName, commands.None{}), Placeholder: p.Say("challenge.menu", nil)}
	for _, s := range all {
		menu.Choices = append(menu.Choices, commands.Choice{
			Label: commands.Shorten(p.ChallengeTitle(s.Challenge), 90), Value: strconv.FormatInt(s.ID, 10),
		})
	}
	return menu
}

func standingsButton(p commands.Printer, id int64) []commands.Row {
	return commands.Buttons(p.Button(standingsControl.ID(commandName, StandingsState{Challenge: id}), "challenge.standings"))
}

// pick answers the menu of challenges.
func (c *challenges) pick(ctx context.Context, req commands.Request, _ commands.None) (commands.Reply, error) {
	id, ok := req.PickedNumber()
	if !ok {
		return commands.Reply{}, c.Private(req).Mistake("challenge.none-such", nil)
	}
	return c.page(ctx, req, StandingsState{Challenge: id})
}

// page shows a page of standings, to the user alone.
func (c *challenges) page(ctx context.Context, req commands.Request, v StandingsState) (commands.Reply, error) {
	p := c.Private(req)
	s, err := c.standings(ctx, req, v.Challenge, v.Cursor.Page(standingsPage))
	if errors.Is(err, store.ErrNotFound) {
		return commands.Reply{}, p.Mistake("challenge.none-such", nil)
	}
	if err != nil {
		return commands.Reply{}, err
	}
	reply := p.Reply(p.ChallengeTitle(s.Challenge))
	reply.Update = v.Cursor != 0
	lines := []string{untilLine(p, s.Challenge)}
	if s.IsClosed(req.At) {
		lines[0] = p.Say("challenge.ended", words.Args{"when": commands.Stamp(s.EndsAt, "F")})
	}
	lines = append(lines, countsLine(p, s.Challenge))
	if s.Opener.Name != "" {
		lines = append(lines, p.Say("challenge.opened-by", words.Args{"who": p.SafeName(s.Opener.Name)}))
	}
	if s.Total == 0 {
		reply.Text = strings.Join(append(lines, "", p.Say("challenge.nobody-yet", nil)), "\n")
		return reply, nil
	}
	reply.Text = strings.Join(append(append(lines, ""), standingsLines(p, s)...), "\n")
	reply.Footer = p.Count("count.players", s.Total)
	if s.HasPrev || s.HasNext {
		reply.Footer = p.Say("challenge.range", words.Args{
			"from": s.Entries[0].Rank, "to": s.Entries[len(s.Entries)-1].Rank, "players": reply.Footer,
		})
	}
	reply.Rows = p.EntryRows(s.Game, s.By, s.Page, func(c commands.Cursor) string {
		v.Cursor = c
		return standingsControl.ID(commandName, v)
	})
	return reply, nil
}

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
