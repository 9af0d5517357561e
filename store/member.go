package store

import (
	"context"
)

// MemberQuery says which of one member's games on a board are wanted, and who
// asks.
type MemberQuery struct {
	BoardQuery
	// MemberID is whose games are wanted.
	MemberID uint64
}

// MemberPage is a part of one member's games on a board, with their ranks among
// everybody's.
type MemberPage struct {
	// Name is what the member was called when they last played here. It is "" for
	// one who never did, who keeps their name from others or whose games are being
	// deleted: they look alike on purpose, and none has entries. Members see their
	// own in any case.
	Name string
	// NameHidden tells members who look at their own games that others cannot.
	NameHidden bool
	Page
}

const (
	// memberHidden tells whether a name is kept from others: as its owner wants, or
	// because games of theirs are being deleted, for as long as that takes.
	memberHidden = `
SELECT EXISTS (SELECT 1 FROM people WHERE user_id = $1 AND name_hidden)
  OR EXISTS (SELECT 1 FROM erasures WHERE subject = 'user' AND subject_id = $1)`

	memberName = `SELECT g.user_name FROM games AS g WHERE g.scope = $1 AND g.user_id = $2 ORDER BY g.id DESC LIMIT 1`
)

// MemberBoard reads some of one member's games on a board, all of one moment.
// Errors: [ErrInvalid] for a query that makes no sense.
func (s *Store) MemberBoard(ctx context.Context, q MemberQuery) (MemberPage, error) {
	scope, l, err := q.list()
	if err != nil {
		return MemberPage{}, err
	}
	if err := checkUser(q.MemberID); err != nil {
		return MemberPage{}, err
	}
	var page MemberPage
	err = s.view(ctx, func(tx txn) error {
		seen, err := tx.member(ctx, scope, q, &page)
		if err != nil {
			return err
		}
		r, found, err := tx.ranking(ctx, scope, l, q.BoardQuery)
		if err != nil || !found {
			return err
		}
		if !seen {
			q.Limit = 0
		}
		args := []any{r.board, r.period, int64(q.MemberID)}
		if err := tx.boardPage(ctx, r, q.BoardQuery, r.order(true), args, &page.Page); err != nil {
			return err
		}
		return tx.rankPage(ctx, r, &page.Page, false)
	})
	return page, err
}

// member fills in who the member is to the asker, and reports whether the asker may
// see their games.
func (tx txn) member(ctx context.Context, scope int64, q MemberQuery, page *MemberPage) (bool, error) {
	var hidden bool
	if _, err := tx.Scan(ctx, memberHidden, []any{int64(q.MemberID)}, &hidden); err != nil {
		return false, err
	}
	if hidden && q.MemberID != q.UserID {
		return false, nil
	}
	page.NameHidden = hidden
	_, err := tx.Scan(ctx, memberName, []any{scope, int64(q.MemberID)}, &page.Name)
	return true, err
}
