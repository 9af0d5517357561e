package commands

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"nonna/commands/words"
	"nonna/store"
)

const (
	// endedShown is how many of the challenges that have ended are shown.
	endedShown = 3
	// topShown is how many of the first places are shown of each that is open.
	topShown = 3
	// standingsPage is how many entries a page of standings shows.
	standingsPage = 10
)

// show shows the challenges that are open, and the last ones that have ended: to
// the asker alone if they keep their name from others, since it tells which games
// are theirs.
func (c *challenges) show(ctx context.Context, req Request) (Reply, error) {
	open, err := c.store.Challenges(ctx, req.GuildID, req.User.ID, req.At)
	if err != nil {
		return Reply{}, err
	}
	ended, err := c.store.EndedChallenges(ctx, req.GuildID, req.User.ID, req.At, endedShown)
	if err != nil {
		return Reply{}, err
	}
	all := make([]store.Standings, 0, len(open)+len(ended))
	alone := false
	for _, o := range slices.Concat(open, ended) {
		s, err := c.standings(ctx, req, o.ID, store.PageQuery{Limit: topShown})
		if err != nil {
			return Reply{}, err
		}
		all, alone = append(all, s), alone || hides(s.Own)
	}
	p := c.of(req, alone)
	blocks := c.blocks(req, p, all[:len(open)])
	if len(ended) > 0 {
		blocks = append(blocks, endedBlock(p, all[len(open):]))
	}
	reply := Reply{Title: p.Say("challenge.list", nil), Text: strings.Join(blocks, "\n\n"), Ephemeral: alone}
	if len(all) > 0 {
		reply.Rows = []Row{{Menu: challengeMenu(p, all)}}
	}
	return reply, nil
}

// blocks are the open challenges with their first places, and the asker's.
func (c *challenges) blocks(req Request, p *words.Printer, open []store.Standings) []string {
	if len(open) == 0 {
		none := words.Args{"command": c.typed(req, p, challengeName+" open")}
		return []string{p.Say("challenge.none", none)}
	}
	var blocks []string
	for _, o := range open {
		lines := []string{
			"**" + challengeTitle(p, o.Challenge) + "**", untilLine(p, o.Challenge) + " " + shuffledLine(p, o.Challenge),
		}
		if o.Total == 0 {
			lines = append(lines, p.Say("challenge.nobody-yet", nil))
		}
		blocks = append(blocks, strings.Join(append(lines, standingsLines(p, o)...), "\n"))
	}
	return blocks
}

// endedBlock names the winners of challenges that have ended.
func endedBlock(p *words.Printer, ended []store.Standings) string {
	lines := []string{"**" + p.Say("challenge.ended-lately", nil) + "**"}
	for _, o := range ended {
		lines = append(lines, p.Say("challenge.was", words.Args{
			"challenge": challengeTitle(p, o.Challenge), "when": stamp(o.EndsAt, "R"), "won": wonLine(p, o),
		}))
	}
	return strings.Join(lines, "\n")
}

func (c *challenges) standings(ctx context.Context, req Request, id int64, page store.PageQuery) (store.Standings, error) {
	return c.store.Standings(ctx, store.StandingsQuery{
		GuildID: req.GuildID, UserID: req.User.ID, ChallengeID: id, PageQuery: page,
	})
}

// standingsLines are the entries of a page, and the asker's own where it is on
// another.
func standingsLines(p *words.Printer, all store.Standings) []string {
	var lines []string
	here := all.Own == nil
	for _, e := range all.Entries {
		lines = append(lines, standingsLine(p, all.Challenge, e))
		here = here || e.ID == all.Own.ID
	}
	if !here {
		lines = append(lines, "…", standingsLine(p, all.Challenge, *all.Own))
	}
	return lines
}

// pickChallenge is the state of the menu that shows the standings of one.
const pickChallenge = "pick"

// challengeMenu chooses whose standings are shown.
func challengeMenu(p *words.Printer, all []store.Standings) *Menu {
	menu := &Menu{ID: challengeName + ":" + pickChallenge, Placeholder: p.Say("challenge.menu", nil)}
	for _, o := range all {
		menu.Choices = append(menu.Choices, Choice{
			Label: shortened(challengeTitle(p, o.Challenge), 90), Value: strconv.FormatInt(o.ID, 10),
		})
	}
	return menu
}

// standingsView is which page of which standings is looked at. It travels in the
// ids of buttons, so it works after a restart too.
type standingsView struct {
	// turned says that the page takes the place of another.
	turned   bool
	id, edge int64
	back     bool
}

// The states of buttons that show standings begin with what they do and a
// version.
const (
	seeStandings  = "see:1:"
	turnStandings = "turn:1:"
)

// buttonID is the id of the button that shows the page.
func (v standingsView) buttonID() string {
	first := seeStandings
	if v.turned {
		first = turnStandings
	}
	return challengeName + ":" + first + strconv.FormatInt(v.id, 10) + ":" + strconv.FormatInt(v.edge, 10) + ":" +
		strconv.FormatBool(v.back)[:1]
}

// parseStandings reads a button's state. It came from outside and may be
// anything.
func parseStandings(state string) (v standingsView, ok bool) {
	rest, see := strings.CutPrefix(state, seeStandings)
	if !see {
		rest, v.turned = strings.CutPrefix(state, turnStandings)
	}
	id, rest, _ := strings.Cut(rest, ":")
	edge, back, _ := strings.Cut(rest, ":")
	var err1, err2 error
	v.id, err1 = strconv.ParseInt(id, 10, 64)
	v.edge, err2 = strconv.ParseInt(edge, 10, 64)
	v.back = back == "t"
	return v, (see || v.turned) && err1 == nil && err2 == nil && v.edge >= 0
}

func standingsButton(p *words.Printer, id int64) []Row {
	return []Row{{Buttons: []Button{{ID: standingsView{id: id}.buttonID(), Label: p.Say("challenge.standings", nil)}}}}
}

// press answers a button or the menu: standings for whoever used it, or what it
// confirms.
func (c *challenges) press(ctx context.Context, req Request) (Reply, error) {
	if req.State == pickChallenge && len(req.Picked) == 1 {
		id, err := strconv.ParseInt(req.Picked[0], 10, 64)
		if err != nil {
			return Reply{}, mistaken(c.private(req), "challenge.none-such", nil)
		}
		return c.page(ctx, req, standingsView{id: id})
	}
	if v, ok := parseStandings(req.State); ok {
		return c.page(ctx, req, v)
	}
	return c.confirmed(ctx, req)
}

// page draws one page of standings, for the asker alone.
func (c *challenges) page(ctx context.Context, req Request, v standingsView) (Reply, error) {
	p := c.private(req)
	all, err := c.standings(ctx, req, v.id, store.PageQuery{Edge: v.edge, Back: v.back, Limit: standingsPage})
	if errors.Is(err, store.ErrNotFound) {
		return Reply{}, mistaken(p, "challenge.none-such", nil)
	}
	if err != nil {
		return Reply{}, err
	}
	reply := Reply{Title: challengeTitle(p, all.Challenge), Ephemeral: true, Update: v.turned}
	lines := []string{untilLine(p, all.Challenge)}
	if !req.At.Before(all.EndsAt) {
		lines[0] = p.Say("challenge.ended", words.Args{"when": stamp(all.EndsAt, "F")})
	}
	lines = append(lines, countsLine(p, all.Challenge))
	if all.OpenerName != "" {
		lines = append(lines, p.Say("challenge.opened-by", words.Args{"who": someone(p, all.OpenerName)}))
	}
	if all.Total == 0 {
		reply.Text = strings.Join(append(lines, "", p.Say("challenge.nobody-yet", nil)), "\n")
		return reply, nil
	}
	reply.Text = strings.Join(append(append(lines, ""), standingsLines(p, all)...), "\n")
	reply.Footer = p.Say("challenge.range", words.Args{
		"from": all.Entries[0].Rank, "to": all.Entries[len(all.Entries)-1].Rank, "players": p.Count("count.players", all.Total),
	})
	reply.Rows = v.controls(p, all)
	return reply, nil
}

// controls are the menu of the entries shown, which is the boards', and the page
// buttons.
func (v standingsView) controls(p *words.Printer, all store.Standings) []Row {
	rows := pageOfBoard{view: boardView{game: all.Game, by: all.By}, entries: all.Entries}.controls(p)
	if all.Before || all.Behind {
		last := all.Entries[len(all.Entries)-1].ID
		back, on := standingsView{true, v.id, all.Entries[0].ID, true}, standingsView{true, v.id, last, false}
		rows = append(rows, Row{Buttons: []Button{
			{ID: back.buttonID(), Label: p.Say("board.longer", nil), Disabled: !all.Before},
			{ID: on.buttonID(), Label: p.Say("board.shorter", nil), Disabled: !all.Behind},
		}})
	}
	return rows
}
