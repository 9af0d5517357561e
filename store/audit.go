package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"nonna/store/internal/table"
	"nonna/store/setting"
)

// Action identifies an action on the boards, challenges and settings of a server, or
// on the own list of ActorID if GuildID is 0. The caller checks the permission.
type Action struct {
	// RequestID is the id of the request, 1 to 200 bytes. A request that is delivered
	// twice takes effect once.
	RequestID string
	GuildID   uint64
	ActorID   uint64
	ActorName string
	At        time.Time
}

// AuditKind is a kind of actions in the audit list.
type AuditKind string

// The actions in the audit list.
const (
	// HideAction and RestoreAction change boards.
	HideAction    AuditKind = "hide"
	RestoreAction AuditKind = "restore"
	// SetAction changes a setting.
	SetAction AuditKind = "set"
	// OpenAction and EndAction change challenges.
	OpenAction AuditKind = "open"
	EndAction  AuditKind = "end"
)

// AuditLine is one line of the audit list.
type AuditLine struct {
	ID        int64     `json:"-"`
	Action    AuditKind `json:"action"`
	ActorID   uint64    `json:"-"`
	ActorName string    `json:"name_when_done"`
	// GameID is the entry that was hidden or restored, 0 for other actions.
	GameID int64 `json:"game_number,omitempty"`
	// Game, Division and Kind are the board, "" for a setting.
	Game     string `json:"game,omitempty"`
	Division string `json:"division,omitempty"`
	Kind     Kind   `json:"board,omitempty"`
	// By is the measure of a challenge, 0 for other actions.
	By Measure `json:"by,omitempty"`
	// Setting is the name of the changed setting and Value its new value, both "" for
	// other actions: see [AuditLine.Chosen].
	Setting string    `json:"setting,omitempty"`
	Value   string    `json:"value,omitempty"`
	At      time.Time `json:"done_at"`
}

const (
	auditByRequest = `SELECT id FROM audit WHERE request_id = $1`

	auditColumns = `id, action, actor_id, actor_name, game_id, game, division, kind, by_takes, setting, value, done_at`
)

// act calls do and adds its result to the audit list, in one transaction, unless do changed
// nothing and so returned no Action. It reports whether this request changed something, now or when
// it was done before.
func (s *Store) act(ctx context.Context, a Action, do func(context.Context, Tx, int64) (AuditLine, error)) (changed bool, err error) {
	if err := a.check(); err != nil {
		return false, err
	}
	scope := table.Scope(a.GuildID, a.ActorID)
	return Update(ctx, s, func(ctx context.Context, tx Tx) (bool, error) {
		known, err := tx.Scan(ctx, auditByRequest, []any{a.RequestID}, new(int64))
		if err != nil || known {
			return known, err
		}
		d, err := do(ctx, tx, scope)
		if err != nil || d.Action == "" {
			return false, err
		}
		return true, tx.writeAudit(ctx, a, d)
	}, Hold(scope), HoldUser(a.ActorID))
}

func (a Action) check() error {
	return table.CheckText("request id", a.RequestID, 1, maxRequestID)
}

// CheckGuild returns [ErrInvalid] for an action that is not of a request on a server.
func (a Action) CheckGuild() error { return errors.Join(checkGuild(a.GuildID), a.check()) }

// checkGuild returns [ErrInvalid] for what is not the id of a server.
func checkGuild(id uint64) error {
	if id == 0 {
		return fmt.Errorf("%w: 0 is not the id of a server", ErrInvalid)
	}
	return nil
}

func (tx Tx) writeAudit(ctx context.Context, a Action, d AuditLine) error {
	_, err := tx.insert(ctx, "audit", []field{
		{"request_id", a.RequestID},
		{"scope", table.Scope(a.GuildID, a.ActorID)},
		{"action", string(d.Action)},
		{"actor_id", a.ActorID},
		{"actor_name", table.Name(a.ActorName)},
		{"game_id", sql.NullInt64{Int64: d.GameID, Valid: d.GameID != 0}},
		{"game", d.Game},
		{"division", d.Division},
		{"kind", string(d.Kind)},
		{"by_takes", d.By == ByTakes},
		{"setting", d.Setting},
		{"value", d.Value},
		{"done_at", a.At.UnixMilli()},
	})
	return err
}

// auditOrder returns the order of the audit list: the newest line first.
func auditOrder() keyset {
	return keyset{columns: auditColumns, from: "audit WHERE scope = $1", anchors: "audit WHERE scope = $1", key: "id", id: "id", params: 1}
}

// AuditPage is a page of an audit list, the newest line first.
type AuditPage struct {
	Lines []AuditLine
	Around
}

// Audit reads a page of the audit list of a server, or of the own list of userID if
// guildID is 0.
func (s *Store) Audit(ctx context.Context, guildID, userID uint64, q PageQuery) (AuditPage, error) {
	return View(ctx, s, func(ctx context.Context, tx Tx) (page AuditPage, err error) {
		page.Lines, page.Around, err = readPage(ctx, tx, auditOrder(), []any{table.Scope(guildID, userID)}, q, scanAuditLine)
		return page, err
	})
}

func scanAuditLine(scan func(...any) error) (AuditLine, error) {
	var d AuditLine
	var actor, at int64
	var gameID sql.NullInt64
	var byTakes bool
	err := scan(&d.ID, &d.Action, &actor, &d.ActorName, &gameID, &d.Game, &d.Division, &d.Kind, &byTakes,
		&d.Setting, &d.Value, &at)
	d.ActorID, d.GameID, d.At = uint64(actor), gameID.Int64, fromMilli(at)
	if d.Action == OpenAction || d.Action == EndAction {
		d.By = measure(byTakes)
	}
	return d, err
}

// Chosen returns values with the changed setting as it was set, and all
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

const (
	entryToAct = `
SELECT g.shown, b.game, b.division, b.kind
FROM games AS g JOIN boards AS b ON b.id = g.board_id
WHERE g.id = $1 AND b.scope = $2 AND ` + isThere

	setShown = `UPDATE games SET shown = $2 WHERE id = $1`
)

// SetShown removes an entry from its board, or shows it there again, and reports whether this request
// changed that. An entry that is not shown still owns its deal. The error is [ErrNotFound] if no
// board of the server has the entry.
func (s *Store) SetShown(ctx context.Context, a Action, gameID int64, show bool) (changed bool, err error) {
	return s.act(ctx, a, func(ctx context.Context, tx Tx, scope int64) (AuditLine, error) {
		d := AuditLine{Action: HideAction, GameID: gameID}
		if show {
			d.Action = RestoreAction
		}
		var shown bool
		found, err := tx.Scan(ctx, entryToAct, []any{gameID, scope}, &shown, &d.Game, &d.Division, &d.Kind)
		if err == nil && !found {
			err = fmt.Errorf("%w: no entry %d on the boards here", ErrNotFound, gameID)
		}
		if err != nil || shown == show {
			return AuditLine{}, err
		}
		if !show {
			err = tx.uncount(ctx, oneGame(gameID))
		}
		if err == nil {
			_, err = tx.Exec(ctx, setShown, gameID, show)
		}
		if err == nil && show {
			err = tx.countGame(ctx, gameID)
		}
		return d, err
	})
}
