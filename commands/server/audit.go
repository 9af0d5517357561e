package server

import (
	"context"
	"fmt"
	"slices"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
)

// auditPage is the number of lines on a page of the audit list.
const auditPage = 15

// AuditState is a page of the audit list.
type AuditState struct{ Cursor commands.Cursor }

// audit lists the changes of boards, settings and challenges, the newest first. Another page
// replaces the message.
func (s *settings) audit(ctx context.Context, req commands.Request, a AuditState) (commands.Reply, error) {
	p := s.Private(req)
	page, err := s.store.Audit(ctx, req.GuildID, req.User.ID, a.Cursor.Page(auditPage))
	if err != nil {
		return commands.Reply{}, err
	}
	n := len(page.Lines)
	if n == 0 {
		return p.Reply(p.Say("audit.title", nil), p.Say("audit.none", nil)), nil
	}
	var lines []string
	var restore []commands.Button
	seen := map[int64]bool{}
	for _, d := range page.Lines {
		lines = append(lines, auditLine(p, d))
		if d.Action == store.HideAction && !seen[d.GameID] {
			restore = append(restore, restoreButton(p, d.GameID))
		}
		seen[d.GameID] = true // the newest line counts
	}
	reply := p.Reply(p.Say("audit.title", nil), lines...)
	reply.Update = a.Cursor != 0
	reply.Rows = p.PageRows(page.Around, [2]string{"audit.newer", "audit.older"}, func(c commands.Cursor) string {
		return auditControl.ID(configName, AuditState{c})
	}, page.Lines[0].ID, page.Lines[n-1].ID)
	for row := range slices.Chunk(restore, 5) { // as many as a row has room for
		reply.Rows = append(reply.Rows, commands.Row{Buttons: row})
	}
	return reply, nil
}

// auditLine returns the line of a change.
func auditLine(p commands.Printer, d store.AuditLine) string {
	args := words.Args{
		"when": commands.Stamp(d.At, "f"), "who": p.SafeName(d.ActorName),
		"entry": fmt.Sprint(d.GameID),
		"board": p.BoardTitle(store.Division{Game: d.Game, Division: d.Division, Kind: d.Kind}),
	}
	switch d.Action {
	case store.HideAction:
		return p.Say("audit.hid", args)
	case store.RestoreAction:
		return p.Say("audit.restored", args)
	case store.SetAction:
		for _, one := range allSettings() {
			if one.Name == d.Setting {
				args["setting"] = settingLine(p, one, d.Chosen())
			}
		}
		return p.Say("audit.set", args)
	case store.OpenAction, store.EndAction:
		args["challenge"] = p.ChallengeTitle(store.Challenge{Game: d.Game, Division: d.Division, Kind: d.Kind, By: d.By})
		if d.Action == store.OpenAction {
			return p.Say("audit.opened", args)
		}
		return p.Say("audit.ended", args)
	}
	return string(d.Action)
}
