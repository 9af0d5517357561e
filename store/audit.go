package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"nonna/store/internal/table"
	"nonna/store/setting"
)

// AdminAction is what somebody does to the boards, challenges and settings of a server, or
// to their own list where GuildID is 0. Whether they may, the caller has checked.
type AdminAction struct {
	// RequestID names the request, 1 to 200 bytes; done twice it is done once.
	RequestID string
	GuildID   uint64
	ActorID   uint64
	ActorName string
	At        time.Time
}

// Action is what was done.
type Action string

// The actions in the audit list.
const (
	// HideAction, RestoreAction and ResetAction were done to boards.
	HideAction    Action = "hide"
	RestoreAction Action = "restore"
	ResetAction   Action = "reset"
	// SetAction says that a setting was changed.
	SetAction Action = "set"
	// OpenAction and EndAction were done to challenges.
	OpenAction Action = "open"
	EndAction  Action = "end"
)

// AuditLine is one line of the audit list.
type AuditLine struct {
	ID     int64
	Action Action
	// Entries is how many entries it took off a board or put back, 0 when there
	// was nothing to do.
	Entries   int64
	ActorID   uint64
	ActorName string
	// GameID is the entry it was done to, 0 for what is not about one.
	GameID int64
	// Game, Division and Kind are the board, "" for a setting.
	Game, Division string
	Kind           Kind
	// By is what counts in a challenge, 0 elsewhere.
	By Measure
	// Setting is one of [setting.Names] and Value what it was set to, both "" where
	// no setting was changed: see [AuditLine.Chosen].
	Setting, Value string
	At             time.Time
}

const (
	auditByRequest = `SELECT entries FROM audit WHERE request_id = $1`

	auditColumns = `id, action, entries, actor_id, actor_name, game_id, game, division, kind, by_takes, setting, value, done_at`
)

// act does something and writes it into the audit list, both or
// neither; a request done before returns what it did then.
func (s *Store) act(ctx context.Context, a AdminAction, do func(txn, int64) (AuditLine, error)) (int64, error) {
	scope, err := a.check()
	if err != nil {
		return 0, err
	}
	var entries int64
	err = s.update(ctx, func(tx txn) error {
		known, err := tx.Scan(ctx, auditByRequest, []any{a.RequestID}, &entries)
		if err != nil || known {
			return err
		}
		d, err := do(tx, scope)
		if err != nil {
			return err
		}
		entries = d.Entries
		return tx.writeAudit(ctx, a, scope, d)
	})
	if err != nil {
		return 0, err
	}
	return entries, nil
}

func (a AdminAction) check() (int64, error) {
	if err := table.CheckText("request id", a.RequestID, 1, maxRequestID); err != nil {
		return 0, err
	}
	return table.Scope(a.GuildID, a.ActorID)
}

func (a AdminAction) checkGuild() error {
	if _, err := guildScope(a.GuildID); err != nil {
		return err
	}
	_, err := a.check()
	return err
}

func (tx txn) writeAudit(ctx context.Context, a AdminAction, scope int64, d AuditLine) error {
	id, err := table.NextID(ctx, tx.Tx, "audit")
	if err != nil {
		return err
	}
	return tx.insert(ctx, "audit", []field{
		{"id", id},
		{"request_id", a.RequestID},
		{"scope", scope},
		{"action", string(d.Action)},
		{"entries", d.Entries},
		{"actor_id", int64(a.ActorID)},
		{"actor_name", cleanName(a.ActorName)},
		{"game_id", sql.NullInt64{Int64: d.GameID, Valid: d.GameID != 0}},
		{"game", d.Game},
		{"division", d.Division},
		{"kind", string(d.Kind)},
		{"by_takes", d.By == ByTakes},
		{"setting", d.Setting},
		{"value", d.Value},
		{"done_at", a.At.UnixMilli()},
	})
}

// auditOrder is how the audit list is read: the newest first.
func auditOrder() order {
	return order{columns: auditColumns, from: "audit WHERE scope = $1", edges: "audit WHERE scope = $1", key: "scope", id: "id", params: 1, descending: true}
}

// AuditPage is a part of an audit list, the newest first.
type AuditPage struct {
	Lines []AuditLine
	Around
}

// Audit reads a page of what was done on a server, or to userID's own list where
// guildID is 0. Errors: [ErrInvalid] for a query that makes no sense.
func (s *Store) Audit(ctx context.Context, guildID, userID uint64, q PageQuery) (page AuditPage, err error) {
	scope, err := table.Scope(guildID, userID)
	if err := errors.Join(err, q.check()); err != nil {
		return page, err
	}
	err = s.view(ctx, func(tx txn) error {
		page.Lines, page.Around, err = readPage(ctx, tx, auditOrder(), []any{scope}, q, scanAuditLine)
		return err
	})
	return page, err
}

func scanAuditLine(scan func(...any) error) (AuditLine, error) {
	var d AuditLine
	var actor, at int64
	var gameID sql.NullInt64
	var byTakes bool
	err := scan(&d.ID, &d.Action, &d.Entries, &actor, &d.ActorName, &gameID, &d.Game, &d.Division, &d.Kind, &byTakes,
		&d.Setting, &d.Value, &at)
	d.ActorID, d.GameID, d.At = uint64(actor), gameID.Int64, fromMilli(at)
	if d.Action == OpenAction || d.Action == EndAction {
		d.By = measure(byTakes)
	}
	return d, err
}

// Chosen returns values in which the changed setting is as it was set, and all
// others are zero.
func (d AuditLine) Chosen() setting.Values {
	var v setting.Values
	for _, s := range setting.All(nil) {
		if s.Name == d.Setting {
			_ = s.Set(&v, d.Value) // values in the audit list were checked
		}
	}
	return v
}
