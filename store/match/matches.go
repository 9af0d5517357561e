package match

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"nonna/store"
	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
)

// Matches are the matches of a store. It is safe for concurrent use.
type Matches struct{ store *store.Store }

// New returns the matches of a store.
func New(st *store.Store) *Matches { return &Matches{st} }

const (
	matchInsert = `
INSERT INTO matches (request_id, guild_id, channel_id, game, best_of, opened_at, acted_at, reason, rounds, host_id, guest_id)
VALUES ($1, $2, $3, $4, $5, $6, $6, '', '[]', $7, $8) RETURNING id`

	matchUpdate = `
UPDATE matches SET acted_at = $2, reason = $3, rounds = $4, winner = $5, guest_id = $6, joined = $7,
  host_hand = $8, host_request = $9, guest_hand = $10, guest_request = $11 WHERE id = $1`

	matchByID      = `WHERE m.id = $1`
	matchByRequest = `WHERE m.request_id = $1`

	// matchesBetween selects the open match of two members, whoever is the host.
	matchesBetween = `
WHERE m.host_id IN ($1, $3) AND m.guest_id IN ($1, $3) AND m.guild_id = $2 AND m.reason = ''`

	// matchesOf selects the open matches of a member on a server, those played last first: as
	// many as a message has room for.
	matchesOf = `
WHERE (m.host_id = $1 OR m.guest_id = $1) AND m.guild_id = $2 AND m.reason = '' ORDER BY m.acted_at DESC, m.id DESC LIMIT 4`

	invitations = `SELECT COUNT(*) FROM matches AS m WHERE m.host_id = $1 AND m.reason = '' AND m.rounds = '[]'`

	uninvitedBy = `SELECT uninvited FROM people WHERE scope = -CAST($1 AS BIGINT) AND user_id = $1`

	gameOfRequest = `SELECT id FROM games WHERE request_id = $1`

	isIdle    = `m.reason = '' AND m.acted_at <= $1`
	anyIdle   = `SELECT EXISTS (SELECT 1 FROM matches AS m WHERE ` + isIdle + `)`
	closeIdle = `UPDATE matches AS m SET reason = 'idle', acted_at = $2, host_hand = '', guest_hand = '' WHERE ` + isIdle
)

// Get returns a match of a server. The error is [store.ErrNotFound] without one.
func (s *Matches) Get(ctx context.Context, guildID uint64, id int64) (Match, error) {
	return store.View(ctx, s.store, func(ctx context.Context, tx store.Tx) (Match, error) {
		return txn{tx}.get(ctx, guildID, id)
	})
}

// Mine returns the latest open matches of a member on a server, at most four.
func (s *Matches) Mine(ctx context.Context, guildID, userID uint64) ([]Match, error) {
	return store.View(ctx, s.store, func(ctx context.Context, tx store.Tx) ([]Match, error) {
		return txn{tx}.list(ctx, matchesOf, userID, guildID)
	})
}

// txn is a transaction.
type txn struct{ store.Tx }

// get returns a match of a server.
func (tx txn) get(ctx context.Context, guildID uint64, id int64) (Match, error) {
	m, found, err := tx.find(ctx, matchByID, id)
	if err == nil && (!found || m.GuildID != guildID) {
		err = fmt.Errorf("%w: match %d", store.ErrNotFound, id)
	}
	return m, err
}

// find returns the first match that a condition selects, and reports whether there is one.
func (tx txn) find(ctx context.Context, where string, args ...any) (m Match, found bool, err error) {
	all, err := tx.list(ctx, where, args...)
	if len(all) > 0 {
		m = all[0]
	}
	return m, len(all) > 0, err
}

// list returns the matches that a condition on matches AS m selects.
func (tx txn) list(ctx context.Context, where string, args ...any) ([]Match, error) {
	return sqltx.List(ctx, tx, scanMatch, `SELECT m.id, m.guild_id, m.channel_id, m.game, m.best_of, m.opened_at, m.acted_at, m.reason, m.rounds,
  m.joined, m.host_hand, m.host_request, m.guest_hand, m.guest_request, `+
		table.PersonSQL("m.guild_id", "m.host_id")+`, `+table.PersonSQL("m.guild_id", "m.guest_id")+` FROM matches AS m `+where, args...)
}

func scanMatch(scan func(...any) error) (m Match, err error) {
	var opened, acted int64
	var rounds string
	var who [Seats]store.Person
	m.Players = make([]Player, Seats)
	host, guest := &m.Players[0], &m.Players[1]
	err = scan(slices.Concat([]any{
		&m.ID, &m.GuildID, &m.ChannelID, &m.Game, &m.BestOf, &opened, &acted, &m.End, &rounds,
		&guest.Joined, &host.hand, &host.request, &guest.hand, &guest.request,
	}, who[0].Into(), who[1].Into())...)
	if err != nil {
		return m, err
	}
	m.OpenedAt, m.ActedAt = time.UnixMilli(opened).UTC(), time.UnixMilli(acted).UTC()
	if m.Rounds, err = table.ParseRounds(rounds); err != nil {
		return m, fmt.Errorf("match %d: %w", m.ID, err)
	}
	host.Joined = true
	for i, p := range who {
		m.Players[i].UserID = p.ID
		if m.Players[i].Joined {
			m.Players[i].Name = p.SeenBy(table.Anyone).Name
		}
	}
	if guest.UserID == 0 && !guest.Joined {
		m.Players = m.Players[:1]
	}
	return m, nil
}

// save stores what has changed in a match, and returns it as others may see it.
func (tx txn) save(ctx context.Context, m Match) (Match, error) {
	var guest Player
	if len(m.Players) == Seats {
		guest = m.Players[1]
	}
	host, winner := m.Players[0], sql.NullInt64{Int64: int64(m.Winner()), Valid: m.Winner() >= 0}
	_, err := tx.Exec(ctx, matchUpdate, m.ID, m.ActedAt.UnixMilli(), string(m.End), table.FormatRounds(m.Rounds), winner,
		guest.UserID, guest.Joined, host.hand, host.request, guest.hand, guest.request)
	if err != nil {
		return m, err
	}
	return tx.get(ctx, m.GuildID, m.ID)
}

// Open opens a match on the server and at the time of an action, whose actor is the host. Of
// m it uses the channel, the game and BestOf. invited has the second seat; it is 0 for a match
// that everybody can join. A request that was done before returns the match that it opened.
// Errors: [store.ErrInvalid] for values out of bounds, [store.ErrTooMany], [ErrUninvited],
// and [store.ErrExists] together with the open match of the two members.
func (s *Matches) Open(ctx context.Context, a store.Action, m Match, invited uint64) (Match, error) {
	if err := m.check(a, invited); err != nil {
		return Match{}, err
	}
	return store.Update(ctx, s.store, func(ctx context.Context, tx store.Tx) (Match, error) {
		return txn{tx}.open(ctx, a, m, invited)
	}, store.HoldGuild(a.GuildID), store.HoldUser(a.ActorID), store.HoldUser(cmp.Or(invited, a.ActorID)))
}

func (m Match) check(a store.Action, invited uint64) error {
	if err := a.CheckGuild(); err != nil {
		return err
	}
	if invited == a.ActorID || !slices.Contains([]int{1, 3, 5}, m.BestOf) {
		return fmt.Errorf("%w: user %d invites %d to the best of %d", store.ErrInvalid, a.ActorID, invited, m.BestOf)
	}
	return table.CheckText("game", m.Game, 1, 40)
}

func (tx txn) open(ctx context.Context, a store.Action, m Match, invited uint64) (Match, error) {
	known, found, err := tx.find(ctx, matchByRequest, a.RequestID)
	if err != nil || found {
		return known, err
	}
	if known, err := tx.mayOpen(ctx, a, invited); err != nil {
		return known, err
	}
	_, err = tx.Scan(ctx, matchInsert,
		[]any{a.RequestID, a.GuildID, m.ChannelID, m.Game, m.BestOf, a.At.UnixMilli(), a.ActorID, invited}, &m.ID)
	if err != nil {
		return Match{}, err
	}
	if err := tx.SetName(ctx, a.GuildID, a.ActorID, a.ActorName); err != nil {
		return Match{}, err
	}
	return tx.get(ctx, a.GuildID, m.ID)
}

// mayOpen returns an error if the actor may not invite somebody, or everybody; with
// [store.ErrExists] comes the open match of the two.
func (tx txn) mayOpen(ctx context.Context, a store.Action, invited uint64) (Match, error) {
	if invited != 0 {
		known, found, err := tx.find(ctx, matchesBetween, a.ActorID, a.GuildID, invited)
		if err != nil {
			return Match{}, err
		}
		if found {
			return known, fmt.Errorf("%w: match %d", store.ErrExists, known.ID)
		}
		var uninvited bool
		if _, err := tx.Scan(ctx, uninvitedBy, []any{invited}, &uninvited); err != nil {
			return Match{}, err
		}
		if uninvited {
			return Match{}, ErrUninvited
		}
	}
	var n int64
	if _, err := tx.Scan(ctx, invitations, []any{a.ActorID}, &n); err != nil {
		return Match{}, err
	}
	if n >= MaxInvitations {
		return Match{}, fmt.Errorf("%w: %d matches", store.ErrTooMany, n)
	}
	return Match{}, nil
}

// Close closes a match that has not begun: the host takes it back, or who is invited
// declines. Closing a match that is over does nothing. Errors: [store.ErrNotFound],
// [ErrSeat], [ErrHost], [ErrPlayed] if it has begun.
func (s *Matches) Close(ctx context.Context, a store.Action, id int64) (Match, error) {
	if err := a.CheckGuild(); err != nil {
		return Match{}, err
	}
	return store.Update(ctx, s.store, func(ctx context.Context, tx store.Tx) (Match, error) {
		m, err := txn{tx}.get(ctx, a.GuildID, id)
		if err == nil {
			err = m.close(a)
		}
		if err != nil {
			return m, err
		}
		return txn{tx}.save(ctx, m)
	}, store.HoldGuild(a.GuildID))
}

// CloseIdle closes the matches without play for [Idle]. It writes nothing if
// there is no such match.
func (s *Matches) CloseIdle(ctx context.Context, now time.Time) error {
	before := now.Add(-Idle).UnixMilli()
	found, err := store.View(ctx, s.store, func(ctx context.Context, tx store.Tx) (found bool, err error) {
		_, err = tx.Scan(ctx, anyIdle, []any{before}, &found)
		return found, err
	})
	if err != nil || !found {
		return err
	}
	return s.store.Do(ctx, func(ctx context.Context, tx store.Tx) error {
		_, err := tx.Exec(ctx, closeIdle, before, now.UnixMilli())
		return err
	})
}

// Dealt is a round that was dealt and played.
type Dealt struct {
	// Game is the game to record, without a player and a request.
	Game store.Game
	// Winner is the place of the winner among the hands, -1 if nobody won.
	Winner int
}

// Deal deals and plays hands, the leader's first. It may be called more than once for the
// same hands.
type Deal func(hands []string) (Dealt, error)

// Seal seals a hand of a member for a round, which joins them if there is a seat. With the
// last hand the round is dealt by deal, which gets all hands, and its game is recorded in
// the same transaction. It returns the match, and the round if this request dealt it. A
// request that was done before returns its first result. Errors: [store.ErrNotFound],
// [store.ErrInvalid], [ErrSeat], [ErrSealed], [ErrPlayed], [ErrOver], and those of deal.
// With [ErrOver] comes the match.
func (s *Matches) Seal(ctx context.Context, a store.Action, id int64, round int, hand string, deal Deal) (Match, *Round, error) {
	if err := a.CheckGuild(); err != nil {
		return Match{}, nil, err
	}
	if err := table.CheckText("hand", hand, 1, maxHand); err != nil {
		return Match{}, nil, errHand
	}
	var dealt *Round
	m, err := store.Update(ctx, s.store, func(ctx context.Context, tx store.Tx) (m Match, err error) {
		m, dealt, err = txn{tx}.seal(ctx, a, id, round, hand, deal)
		return m, err
	}, store.HoldGuild(a.GuildID), store.HoldUser(a.ActorID))
	return m, dealt, err
}

// errHand does not quote the hand, which is secret.
var errHand = errors.Join(store.ErrInvalid, errors.New("a hand that cannot be stored"))

func (tx txn) seal(ctx context.Context, a store.Action, id int64, round int, hand string, deal Deal) (Match, *Round, error) {
	m, err := tx.get(ctx, a.GuildID, id)
	if err != nil {
		return m, nil, err
	}
	if known, dealt, err := tx.sealedBefore(ctx, m, a.RequestID); err != nil || known {
		return m, dealt, err
	}
	if err := m.MaySeal(a.ActorID, round); err != nil {
		return m, nil, err
	}
	if err := tx.SetName(ctx, a.GuildID, a.ActorID, a.ActorName); err != nil {
		return m, nil, err
	}
	m.seal(a, hand)
	hands := m.hands()
	if hands == nil {
		m, err = tx.save(ctx, m)
		return m, nil, err
	}
	played, err := deal(hands)
	if err != nil {
		return m, nil, err
	}
	game, err := tx.record(ctx, a, played.Game)
	if err != nil {
		return m, nil, err
	}
	m.play(hands, played.Winner, game)
	if m, err = tx.save(ctx, m); err != nil {
		return m, nil, err
	}
	return m, &m.Rounds[len(m.Rounds)-1], nil
}

// record records the game of a round, in nobody's name: it is of all players alike.
func (tx txn) record(ctx context.Context, a store.Action, g store.Game) (int64, error) {
	g.RequestID, g.GuildID, g.PlayedAt, g.UserID, g.UserName = a.RequestID, a.GuildID, a.At, 0, ""
	g.Kind = store.NoBoard
	return store.RecordIn(ctx, tx.Tx, g)
}

// Practise records the game of a round of a match that is not stored, and returns the match
// with it. A request that was done before returns the game of then.
func (s *Matches) Practise(ctx context.Context, a store.Action, m Match, hands []string, d Dealt) (Match, error) {
	if err := a.CheckGuild(); err != nil {
		return m, err
	}
	game, err := store.Update(ctx, s.store, func(ctx context.Context, tx store.Tx) (id int64, err error) {
		if found, err := tx.Scan(ctx, gameOfRequest, []any{a.RequestID}, &id); err != nil || found {
			return id, err
		}
		return txn{tx}.record(ctx, a, d.Game)
	}, store.HoldGuild(a.GuildID))
	m.play(hands, d.Winner, game)
	return m, err
}

// sealedBefore reports whether the request sealed a hand of the match before, and the round
// if it dealt one: then the game is of the same request.
func (tx txn) sealedBefore(ctx context.Context, m Match, request string) (bool, *Round, error) {
	var game int64
	found, err := tx.Scan(ctx, gameOfRequest, []any{request}, &game)
	if err != nil {
		return false, nil, err
	}
	if !found {
		return slices.ContainsFunc(m.Players, func(p Player) bool { return p.request == request }), nil, nil
	}
	i := slices.IndexFunc(m.Rounds, func(r Round) bool { return r.GameID == game })
	if i < 0 {
		return false, nil, store.ErrNotFound
	}
	return true, &m.Rounds[i], nil
}
