package store

import (
	"context"
)

// MemberQuery selects a page of the games of one member on a board.
type MemberQuery struct {
	BoardQuery
	// MemberID is the member.
	MemberID uint64
}

// MemberPage is a page of the games of one member on a board, with their ranks among all
// games.
type MemberPage struct {
	// Name is the name of the member when they last played here. It is "", and there are
	// no entries, if they never played here, hide their name, or are being deleted: the
	// three look the same on purpose. Members always see their own games.
	Name string
	// NameHidden reports whether the games are hidden from others, to the member who
	// looks at their own.
	NameHidden bool
	Page
}

const (
	// memberHidden selects whether a name is hidden from others: by the user's choice, or
	// while games of theirs are being deleted.
	memberHidden = `
SELECT EXISTS (SELECT 1 FROM people WHERE user_id = $1 AND name_hidden)
  OR EXISTS (SELECT 1 FROM erasures WHERE subject = 'user' AND subject_id = $1)`

	memberName = `SELECT g.user_name FROM games AS g WHERE g.scope = $1 AND g.user_id = $2 ORDER BY g.id DESC LIMIT 1`
)

// MemberBoard reads a page of the games of one member on a board, as it is at one moment.
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

// member reads the name of the member, and reports whether the user who asks may see
// their games.
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
