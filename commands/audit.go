package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"nonna/commands/words"
	"nonna/store"
)

// auditPage is how many lines of the audit list are shown at once.
const auditPage = 15

// older answers the button to older lines of the audit list.
func (s *settings) older(ctx context.Context, req Request, before string) (Reply, error) {
	id, err := strconv.ParseInt(before, 10, 64)
	if err != nil || id <= 0 {
		return Reply{}, mistaken(s.private(req), "confirm.unknown", nil)
	}
	reply, err := s.audit(ctx, req, id)
	reply.Update = true
	return reply, err
}

// audit lists what was done to boards, settings and challenges, newest first:
// what is older than the line with the id before, 0 for the newest.
func (s *settings) audit(ctx context.Context, req Request, before int64) (Reply, error) {
	p := s.private(req)
	all, err := s.store.Audit(ctx, req.GuildID, req.User.ID, before, auditPage+1)
	if err != nil {
		return Reply{}, err
	}
	reply := Reply{Title: p.Say("audit.title", nil), Text: p.Say("audit.none", nil), Ephemeral: true}
	if len(all) == 0 {
		return reply, nil
	}
	more := len(all) > auditPage
	var lines []string
	for _, d := range all[:min(len(all), auditPage)] {
		lines = append(lines, s.auditLine(req, p, d))
	}
	reply.Text = strings.Join(lines, "\n")
	if more {
		// There is nothing to confirm, so it never is late.
		c := confirmation{act: actAudit, of: strconv.FormatInt(all[auditPage-1].ID, 10), until: req.At}
		reply.Rows = []Row{{Buttons: []Button{{ID: c.id(configName), Label: p.Say("audit.older", nil)}}}}
	}
	return reply, nil
}

// auditLine says who did what, and when.
func (s *settings) auditLine(req Request, p *words.Printer, d store.Done) string {
	args := words.Args{
		"when": fmt.Sprintf("<t:%d:f>", d.At.Unix()), "who": someone(p, d.ActorName),
		"entry": fmt.Sprint(d.GameID), "games": p.Count("count.games", d.Entries),
		"board": boardTitle(p, store.Division{Game: d.Game, Division: d.Division, Kind: d.Kind}),
	}
	switch d.Action {
	case store.Hid:
		return p.Say("audit.hid", args)
	case store.Restored:
		return p.Say("audit.restored", args)
	case store.WasReset:
		return p.Say("audit.was-reset", args)
	case store.Configured:
		args["setting"] = s.settingLine(req, p, d.Setting, d.Chosen())
		return p.Say("audit.set", args)
	case store.Opened, store.Ended:
		args["challenge"] = challengeTitle(p, store.Challenge{Game: d.Game, Division: d.Division, Kind: d.Kind, By: d.By})
		if d.Action == store.Opened {
			return p.Say("audit.opened", args)
		}
		return p.Say("audit.ended", args)
	}
	return string(d.Action)
}
