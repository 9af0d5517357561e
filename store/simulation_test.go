package store

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nonna/store/internal/table"
)

// model is the simplest form of the store: a list of games in the order of recording,
// from which everything is computed.
type model struct {
	games []*modelGame
	next  int64

	challenges []*modelChallenge
	opened     int64 // number of challenges ever opened

	names map[[2]uint64]string // of members on servers
}

// call gives a member another name on a server.
func (m *model) call(guild, user uint64, name string) {
	if user == 0 || name == "" {
		return
	}
	m.names[[2]uint64{guild, user}] = name
}

type modelGame struct {
	Game
	id       int64
	standing Standing
	board    string // "" for none
	owner    int64  // the game that brought the deal, if it is taken
	hidden   bool
}

func newModel() *model {
	return &model{names: map[[2]uint64]string{}}
}

// boardName returns a name for a board.
func (m *model) boardName(scope int64, game, division string, kind Kind) string {
	return fmt.Sprint(scope, game, division, kind)
}

func (m *model) record(g Game) Recorded {
	if i := slices.IndexFunc(m.games, func(n *modelGame) bool { return n.RequestID == g.RequestID }); i >= 0 {
		again := m.answer(m.games[i])
		again.Replayed = true
		return again
	}
	m.next++
	scope := table.Scope(g.GuildID, g.UserID)
	n := &modelGame{Game: g, id: m.next, standing: Unranked}
	board := m.boardName(scope, g.Name, g.Division, g.Kind)
	switch owner := m.owner(board, g.Key); {
	case g.Kind == NoBoard:
	case g.Published:
		n.standing = Published
	case owner != nil:
		n.standing, n.owner = Taken, owner.id
	default:
		n.standing, n.board = Ranked, board
	}
	m.games = append(m.games, n)
	m.call(g.GuildID, g.UserID, g.UserName)
	return m.answer(n)
}

// answer returns what is told of a game, as it is now.
func (m *model) answer(n *modelGame) Recorded {
	out := Recorded{ID: n.id, Standing: n.standing, Challenges: m.challengePlaces(n)}
	at := n
	if n.standing == Taken {
		at = nil
		if i := slices.IndexFunc(m.games, func(g *modelGame) bool { return g.id == n.owner }); i >= 0 {
			out.Owner = m.entry(m.games[i], n.UserID)
			if out.Owner.Mine {
				at = m.games[i]
			}
		}
	}
	if at != nil && at.board != "" && !at.hidden {
		out.ByPlays, out.ByTakes = m.placeOf(at, ByPlays), m.placeOf(at, ByTakes)
	}
	if at != n { // nobody asks what was longest before it
		for _, p := range []*Place{&out.ByPlays, &out.ByTakes} {
			p.Before, p.Record = nil, false
		}
	}
	return out
}

func (m *model) owner(board, key string) *modelGame {
	for _, g := range m.games {
		if g.board == board && g.Key == key {
			return g
		}
	}
	return nil
}

// placeOf returns the place of a game on its board.
func (m *model) placeOf(n *modelGame, by Measure) Place {
	all := m.list(n.board, boardOrder{by: by}, 0)
	p := Place{Rank: rankAmong(all, n, by), Of: int64(len(all)), Record: true}
	if i := slices.IndexFunc(all, func(g *modelGame) bool { return g.id < n.id }); i >= 0 {
		p.Before, p.Record = m.entry(all[i], n.UserID), n.length(by) > all[i].length(by)
	}
	return p
}

// rankAmong returns one more than the number of longer games.
func rankAmong(all []*modelGame, n *modelGame, by Measure) int64 {
	rank := int64(1)
	for _, g := range all {
		if g.length(by) > n.length(by) {
			rank++
		}
	}
	return rank
}

// list returns the games that an order lists.
func (m *model) list(board string, l boardOrder, period int64) []*modelGame {
	var all []*modelGame
	for _, g := range m.games {
		if g.board != board || board == "" || g.hidden || l.span.period(g.PlayedAt) != period {
			continue
		}
		all = append(all, g)
	}
	slices.SortStableFunc(all, func(a, b *modelGame) int { return cmp.Compare(b.length(l.by), a.length(l.by)) })
	return all
}

func (m *model) entry(g *modelGame, asker uint64) *Entry {
	e := Entry{
		ID: g.id, Player: Person{ID: g.UserID, Name: m.names[[2]uint64{g.GuildID, g.UserID}]}, Mine: g.UserID == asker, Deal: g.Deal, Options: g.Options, Ending: g.Ending,
		Plays: g.Plays, Takes: g.Takes, CyclePlays: g.CyclePlays, CycleTakes: g.CycleTakes, Random: g.Random, PlayedAt: g.PlayedAt,
	}
	return &e
}

// board returns the name of the board of a query.
func (m *model) board(q BoardQuery) string {
	scope := table.Scope(q.GuildID, q.UserID)
	return m.boardName(scope, q.Game, q.Division, q.Kind)
}

func (m *model) page(q BoardQuery) Page {
	l := boardOrder{by: q.By, span: q.Span}
	board := m.board(q)
	all := m.list(board, l, q.Span.period(q.At))
	page := Page{Total: int64(len(all))}
	var entries []Entry
	for _, g := range all {
		e := m.entry(g, q.UserID)
		e.Rank = rankAmong(all, g, l.by)
		if e.Mine && page.Own == nil {
			page.Own = e
		}
		entries = append(entries, *e)
	}
	return paged(page, entries, q.PageQuery, q.By, m.edge(q.Edge, func(g *modelGame) bool { return g.board == board }))
}

// divisions returns the boards that a query selects, in their order.
func (m *model) divisions(q DivisionQuery) []Division {
	scope := table.Scope(q.GuildID, q.UserID)
	entries, latest := map[Division]int64{}, map[Division]int64{}
	for _, g := range m.games {
		if table.Scope(g.GuildID, g.UserID) != scope || g.board == "" || g.board != m.boardName(scope, g.Name, g.Division, g.Kind) || g.hidden ||
			q.Game != "" && g.Name != q.Game || q.Kind != NoBoard && g.Kind != q.Kind {
			continue
		}
		d := Division{Game: g.Name, Division: g.Division, Kind: g.Kind}
		entries[d]++
		latest[d] = max(latest[d], g.id)
	}
	by := entries
	if q.Latest {
		by = latest
	}
	all := slices.SortedFunc(maps.Keys(by), func(a, b Division) int {
		return cmp.Or(cmp.Compare(by[b], by[a]), cmp.Compare(a.Game, b.Game), cmp.Compare(a.Division, b.Division), cmp.Compare(a.Kind, b.Kind))
	})
	for i := range all {
		all[i].Entries = entries[all[i]]
	}
	return all
}

// edge returns the game of an edge, listed or not, nil if there is none.
func (m *model) edge(id int64, in func(*modelGame) bool) *modelGame {
	for _, g := range m.games {
		if g.id == id && in(g) {
			return g
		}
	}
	return nil
}

// paged adds to a page the entries of a query: those beside edge, or the first ones if
// it is nil.
func paged(page Page, all []Entry, q PageQuery, by Measure, edge *modelGame) Page {
	if q.Limit == 0 {
		return page
	}
	from, isBeside := 0, false // whether the page is beside the edge, on whose side there is another
	if edge != nil {
		before, upTo := 0, 0
		for _, e := range all {
			switch c := cmp.Or(cmp.Compare(edge.length(by), e.length(by)), cmp.Compare(e.ID, edge.id)); {
			case c < 0:
				before++
				upTo++
			case c == 0:
				upTo++
			}
		}
		switch {
		case q.Back:
			from = max(0, before-int(q.Limit))
			isBeside = from > 0
		case upTo < len(all):
			from, isBeside = upTo, true
		}
	}
	to := min(from+int(q.Limit), len(all))
	page.HasPrev, page.HasNext = from > 0 || isBeside, to < len(all) || isBeside && q.Back
	page.Entries = append(page.Entries, all[from:to]...)
	return page
}

// setHidden hides or restores an entry, and returns the expected answer.
func (m *model) setHidden(scope, id int64, hidden bool) (bool, error) {
	for _, g := range m.games {
		own := table.Scope(g.GuildID, g.UserID)
		if g.id != id || g.board == "" || own != scope || g.board != m.boardName(own, g.Name, g.Division, g.Kind) {
			continue
		}
		if g.hidden == hidden {
			return false, nil
		}
		g.hidden = hidden
		return true, nil
	}
	return false, ErrNotFound
}

// forget deletes the games that match.
func (m *model) forget(match func(*modelGame) bool) int64 {
	before := len(m.games)
	m.games = slices.DeleteFunc(m.games, match)
	return int64(before - len(m.games))
}

// erase deletes the data of a server or, if guild is 0, of a user.
func (m *model) erase(user, guild uint64) int64 {
	m.forgetChallenges(user, guild)
	maps.DeleteFunc(m.names, func(of [2]uint64, _ string) bool { return guild == 0 && of[1] == user || guild != 0 && of[0] == guild })
	return m.forget(func(g *modelGame) bool { return guild == 0 && g.UserID == user || guild != 0 && g.GuildID == guild })
}

// simulation runs the store and its model side by side.
type simulation struct {
	*model
	world
	s        *Store
	requests int
}

// world has the generators of a simulation. They draw from few values, so that games
// collide.
type world struct {
	someGuild, someUser    *rapid.Generator[uint64]
	someGame, someDivision *rapid.Generator[string]
	someKind               *rapid.Generator[Kind]
	someDay                *rapid.Generator[time.Time]
}

// TestTheStoreIsItsModel does random things to a store and to its model, and compares
// every answer. A failure prints the seed that repeats it.
func TestTheStoreIsItsModel(t *testing.T) {
	t.Parallel()
	simulate(t, world{
		someGuild:    rapid.SampledFrom([]uint64{math.MaxInt64, math.MaxInt64, math.MaxInt64, 7, 0}),
		someUser:     rapid.SampledFrom([]uint64{7, 8, math.MaxInt64, 0}),
		someGame:     rapid.SampledFrom([]string{"camicia", "camicia", "snap"}),
		someDivision: rapid.SampledFrom([]string{"52", "52", ""}),
		someKind:     rapid.SampledFrom([]Kind{Ends, Ends, Ends, Loops, NoBoard}),
		someDay:      noons(40),
	}, func(_ *rapid.T, x *simulation) map[string]func(*rapid.T) {
		return map[string]func(*rapid.T){
			"record":  x.doRecord,
			"records": func(rt *rapid.T) { x.doRecord(rt); x.doRecord(rt); x.doRecord(rt) },
			"replay":  x.doReplay,
			"board":   x.doBoard,
			"member":  x.doMember,
			"boards":  x.doDivisions,
			"hide":    x.doHide,
			"forget":  x.doForget,
			"reopen":  x.doReopen,
			"rebuild": x.doRebuild,
			"check":   x.doCheck,
		}
	})
}

// simulate runs the actions of a simulation in random order.
func simulate(t *testing.T, w world, begin func(*rapid.T, *simulation) map[string]func(*rapid.T)) {
	t.Helper()
	rapid.Check(t, func(rt *rapid.T) {
		open := newFile
		if server != nil {
			open = func(testing.TB) string { return newDatabase(rt) } // given back for the next check
		}
		s, err := Open(t.Context(), open(t))
		if err != nil {
			rt.Fatal(err)
		}
		x := &simulation{model: newModel(), world: w, s: s}
		defer func() { x.s.Close() }()
		rt.Repeat(begin(rt, x))
		x.doCheck(rt)
	})
}

// noons returns noon of a random one of the next days.
func noons(days int) *rapid.Generator[time.Time] {
	return rapid.Map(rapid.IntRange(0, days), func(d int) time.Time { return noon().AddDate(0, 0, d) })
}

// same fails the test if the store's answer differs from the model's.
func same(rt *rapid.T, want, got any) {
	rt.Helper()
	if diff := gocmp.Diff(want, got); diff != "" {
		rt.Fatalf("model (-) and store (+) differ: %s", diff)
	}
}

func (x *simulation) request() string {
	x.requests++
	return fmt.Sprint("request ", x.requests)
}

func (x *simulation) doRecord(rt *rapid.T) {
	g := Game{
		RequestID: x.request(), GuildID: x.someGuild.Draw(rt, "guild"), UserID: x.someUser.Draw(rt, "user"),
		Name: x.someGame.Draw(rt, "game"), Division: x.someDivision.Draw(rt, "division"),
		Kind: x.someKind.Draw(rt, "kind"), Key: fmt.Sprint("key ", rapid.IntRange(0, 25).Draw(rt, "key")),
		Plays: 31 * rapid.Int64Range(0, 6).Draw(rt, "plays"), Takes: rapid.Int64Range(0, 3).Draw(rt, "takes"),
		Random: rapid.Bool().Draw(rt, "random"), CyclePlays: rapid.Int64Range(0, 2).Draw(rt, "cycle"), CycleTakes: 1,
		Published: rapid.IntRange(0, 9).Draw(rt, "published") == 0, Options: "cards=4",
		PlayedAt: x.someDay.Draw(rt, "day"), Ending: "won",
	}
	g.UserName, g.Deal = fmt.Sprint("user ", g.UserID, rapid.SampledFrom([]string{"", "a", "b"}).Draw(rt, "name")), "the deal of "+g.Key
	got := value(x.s.Record(rt.Context(), g))(rt)
	same(rt, x.record(g), got)
}

func (x *simulation) doReplay(rt *rapid.T) {
	if len(x.games) == 0 {
		rt.Skip("nothing to replay")
	}
	g := rapid.SampledFrom(x.games).Draw(rt, "replayed").Game
	got := value(x.s.Record(rt.Context(), g))(rt)
	same(rt, x.record(g), got)
}

func (x *simulation) doBoard(rt *rapid.T) {
	q := x.query(rt)
	got := value(x.s.Board(rt.Context(), q))(rt)
	same(rt, x.page(q), got)
	var want []Entry
	q.Span, q.PageQuery = AllTime, PageQuery{Limit: 1}
	for _, q.By = range []Measure{ByPlays, ByTakes} {
		for _, e := range x.page(q).Entries {
			e.Rank = 0
			want = append(want, e)
		}
	}
	longest := value(x.s.Longest(rt.Context(), q))(rt)
	same(rt, want, longest)
}

// doDivisions lists boards, whose order is tested elsewhere.
func (x *simulation) doDivisions(rt *rapid.T) {
	q := DivisionQuery{
		GuildID: x.someGuild.Draw(rt, "guild"), UserID: x.someUser.Draw(rt, "user"),
		Kind:  rapid.SampledFrom([]Kind{Ends, Loops, NoBoard}).Draw(rt, "kind"),
		Limit: MaxPage,
	}
	if rapid.Bool().Draw(rt, "of one game") {
		q.Game, q.Latest = x.someGame.Draw(rt, "game"), rapid.Bool().Draw(rt, "latest")
	}
	got := value(x.s.Divisions(rt.Context(), q))(rt)
	same(rt, x.divisions(q), got)
}

func (x *simulation) query(rt *rapid.T) BoardQuery {
	return BoardQuery{
		GuildID: x.someGuild.Draw(rt, "guild"), UserID: x.someUser.Draw(rt, "user"),
		Game: x.someGame.Draw(rt, "game"), Division: x.someDivision.Draw(rt, "division"),
		Kind: rapid.SampledFrom([]Kind{Ends, Ends, Loops}).Draw(rt, "kind"),
		By:   rapid.SampledFrom([]Measure{ByPlays, ByTakes}).Draw(rt, "by"),
		Span: rapid.SampledFrom([]Span{AllTime, Month, Week}).Draw(rt, "span"), At: x.someDay.Draw(rt, "day"),
		PageQuery: x.pageQuery(rt),
	}
}

// pageQuery returns a query for the first page, for one beside a game, or for no
// entries.
func (x *simulation) pageQuery(rt *rapid.T) PageQuery {
	return PageQuery{
		Edge: rapid.Int64Range(0, x.next+1).Draw(rt, "edge"), Back: rapid.Bool().Draw(rt, "back"),
		Limit: rapid.Int64Range(0, 8).Draw(rt, "limit"),
	}
}

// doMember reads a page of the games of one member.
func (x *simulation) doMember(rt *rapid.T) {
	q := MemberQuery{BoardQuery: x.query(rt), MemberID: x.someUser.Draw(rt, "member")}
	all := q.BoardQuery
	all.PageQuery = PageQuery{Limit: MaxPage} // the simulation has fewer games
	whole := x.page(all)
	// An entry with a hidden name does not say whose it is.
	theirs := slices.DeleteFunc(whole.Entries, func(e Entry) bool {
		played := x.edge(e.ID, func(g *modelGame) bool { return g.UserID == q.MemberID })
		return played == nil
	})
	page := value(x.s.MemberBoard(rt.Context(), q))(rt)
	board := x.board(q.BoardQuery)
	edge := x.edge(q.Edge, func(g *modelGame) bool { return g.board == board })
	same(rt, paged(Page{Own: whole.Own}, theirs, q.PageQuery, q.By, edge), page.Page)
}

func (x *simulation) doHide(rt *rapid.T) {
	a := Action{RequestID: x.request(), GuildID: x.someGuild.Draw(rt, "guild"), ActorID: x.someUser.Draw(rt, "actor"), At: noon()}
	id := rapid.Int64Range(0, x.next+1).Draw(rt, "id")
	hide := rapid.IntRange(0, 2).Draw(rt, "hide") > 0
	scope := table.Scope(a.GuildID, a.ActorID)
	want, wantErr := x.setHidden(scope, id, hide)
	got, err := x.s.SetShown(rt.Context(), a, id, !hide)
	same(rt, want, got)
	if !errors.Is(err, wantErr) {
		rt.Fatalf("got %v, want %v", err, wantErr)
	}
}

func (x *simulation) doForget(rt *rapid.T) {
	if rapid.IntRange(0, 2).Draw(rt, "seldom") > 0 {
		rt.Skip("forgetting is seldom")
	}
	user, guild := x.someUser.Draw(rt, "user"), x.someGuild.Draw(rt, "guild")
	want := x.erase(user, guild)
	if guild == 0 {
		same(rt, want, value(x.s.ForgetUser(rt.Context(), user, noon()))(rt))
		return
	}
	must(rt, x.s.GuildLeft(rt.Context(), guild, noon()))
	same(rt, want, value(x.s.Erase(rt.Context(), noon()))(rt))
}

func (x *simulation) doReopen(rt *rapid.T) {
	x.reopen(rt, func(string) {})
}

// doRebuild rebuilds the database, which must not change any answer.
func (x *simulation) doRebuild(rt *rapid.T) {
	x.reopen(rt, func(path string) { must(rt, Repair.Rebuild(rt.Context(), path)) })
}

// reopen closes the store, calls between, and opens the store again.
func (x *simulation) reopen(rt *rapid.T, between func(path string)) {
	path := x.s.Path()
	must(rt, x.s.Close())
	between(path)
	s := value(Open(rt.Context(), path))(rt)
	x.s = s
}

// doCheck compares everything that can be compared at any moment.
func (x *simulation) doCheck(rt *rapid.T) {
	games, problems, err := Repair.Check(rt.Context(), x.s.Path())
	must(rt, err)
	same(rt, []string(nil), problems)
	same(rt, int64(len(x.games)), games)
	for _, user := range []uint64{0, 7, 8} {
		data := value(x.s.UserData(rt.Context(), user))(rt)
		var want, got []int64
		for _, g := range x.games {
			if g.UserID == user {
				want = append(want, g.id)
			}
		}
		for _, g := range data.Games {
			got = append(got, g.ID)
		}
		same(rt, want, got)
	}
}
