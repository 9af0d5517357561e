package store

import "context"

// shelved is a game with its places: enough to put it on its board's lists and
// to take it off them.
type shelved struct {
	id, board    int64
	plays, takes int64
	month, week  int64
	random       bool
}

// shelvedColumns are what scanShelved reads, of games called g.
const shelvedColumns = `g.id, g.board_id, g.plays, g.takes, g.month, g.week, g.random`

// scanShelved reads one row that begins with shelvedColumns, and the rest of it
// into more.
func scanShelved(scan func(...any) error, more ...any) (shelved, error) {
	var g shelved
	into := []any{&g.id, &g.board, &g.plays, &g.takes, &g.month, &g.week, &g.random}
	err := scan(append(into, more...)...)
	return g, err
}

func (r row) shelved(id, board int64) shelved {
	return shelved{
		id: id, board: board, plays: r.Plays, takes: r.Takes, random: r.Random,
		month: Month.period(r.PlayedAt), week: Week.period(r.PlayedAt),
	}
}

// shelves returns the lists the game stands on, and where on each.
func (g shelved) shelves() map[shelf]place {
	all := make(map[shelf]place, 12)
	for _, l := range allLists() {
		if l.typed && g.random {
			continue
		}
		s, p := shelf{list: l, board: g.board}, place{-g.plays, g.id}
		switch l.span {
		case Month:
			s.period = g.month
		case Week:
			s.period = g.week
		case AllTime:
		}
		if l.by == ByTakes {
			p.key = -g.takes
		}
		all[s] = p
	}
	return all
}

// shelve counts a game in (delta 1, after its row is shown) or out (delta -1,
// before its row goes) wherever it stands. The table's indexes hold the order by
// themselves; this keeps the sums beside them.
func (s *Store) shelve(ctx context.Context, t session, g shelved, delta int64) error {
	if _, err := t.exec(ctx, boardCount, g.board, delta); err != nil {
		return err
	}
	for shelf, p := range g.shelves() {
		if err := s.count(ctx, t, shelf, p, delta); err != nil {
			return err
		}
	}
	return nil
}
