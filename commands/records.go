package commands

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"nonna/commands/words"
	"nonna/engine/camicia"
	"nonna/engine/penalty"
	"nonna/store"
)

func recordsSpec() Spec {
	return Spec{Name: "records", Kind: Slash, Options: []Option{{Name: "private", Type: BoolOption}}}
}

// records shows the best of each board beside the best ever published.
type records struct {
	tongue
	store     *store.Store
	published map[store.Division]bests
}

// bests are the longest of a division by each measure.
type bests struct{ cards, tricks camicia.Published }

func newRecords(t tongue, st *store.Store, c *camicia.Catalogue) *records {
	r := &records{tongue: t, store: st, published: map[store.Division]bests{}}
	for _, p := range c.All() {
		d := store.Division{Game: "camicia", Division: p.Division, Kind: store.Ends}
		if p.Loop {
			d.Kind = store.Loops
		}
		b := r.published[d]
		if before(p, b.cards, p.Cards-b.cards.Cards, p.Tricks-b.cards.Tricks) {
			b.cards = p
		}
		if before(p, b.tricks, p.Tricks-b.tricks.Tricks, p.Cards-b.tricks.Cards) {
			b.tricks = p
		}
		r.published[d] = b
	}
	return r
}

// before tells whether p stands before q, by how much more it has of what
// counts, and of the other: of equals the earlier does, and of one year the one
// with the lesser key, so that the order of reading does not matter.
func before(p, q camicia.Published, more, moreOfOther int64) bool {
	return cmp.Or(more, moreOfOther, int64(q.Year-p.Year), int64(strings.Compare(q.Key, p.Key))) > 0
}

func (r *records) handle(ctx context.Context, req Request) (Reply, error) {
	p := r.of(req, req.Options.Bool("private"))
	all, err := r.store.Divisions(ctx, req.GuildID, req.User.ID)
	if err != nil {
		return Reply{}, err
	}
	reply := Reply{Title: p.Say("records.title", nil), Ephemeral: req.Options.Bool("private")}
	if req.GuildID == 0 {
		reply.Title = p.Say("records.title-own", nil)
	}
	if len(all) > maxBoards {
		reply.Footer = p.Say("records.more", words.Args{
			words.Count: len(all) - maxBoards, "command": r.typed(req, p, "leaderboard"),
		})
		all = all[:maxBoards]
	}
	var blocks []string
	shown := map[store.Division]bool{}
	for _, d := range all {
		lines, err := r.ofBoard(ctx, req, p, d)
		if err != nil {
			return Reply{}, err
		}
		d.Entries = 0
		shown[d] = true
		blocks = append(blocks, strings.Join(lines, "\n"))
	}
	for _, d := range publishedDivisions() {
		if !shown[d] {
			lines := append([]string{"**" + boardTitle(p, d) + "**", p.Say("records.nobody", nil)}, r.publishedLines(p, d)...)
			blocks = append(blocks, strings.Join(lines, "\n"))
		}
	}
	reply.Text = strings.Join(blocks, "\n\n")
	return reply, nil
}

// publishedDivisions are the boards that are shown even while nobody stands on
// them, since there is something to beat.
func publishedDivisions() []store.Division {
	var list []store.Division
	for _, division := range []string{penalty.FrenchDivision, penalty.ItalianDivision} {
		for _, kind := range []store.Kind{store.Ends, store.Loops} {
			list = append(list, store.Division{Game: "camicia", Division: division, Kind: kind})
		}
	}
	return list
}

// ofBoard is the best of one board by cards, and by tricks where another
// game has more, beside the best ever published.
func (r *records) ofBoard(ctx context.Context, req Request, p *words.Printer, d store.Division) ([]string, error) {
	lines := []string{"**" + boardTitle(p, d) + "**"}
	var longest store.Entry
	for _, by := range []store.Measure{store.ByCards, store.ByTricks} {
		page, err := r.store.Board(ctx, store.BoardQuery{
			GuildID: req.GuildID, UserID: req.User.ID, Game: d.Game, Division: d.Division, Kind: d.Kind,
			By: by, At: req.At, WithoutRandom: req.WithoutRandom, Limit: 1,
		})
		if err != nil {
			return nil, err
		}
		if len(page.Entries) == 0 {
			return append(append(lines, p.Say("records.nobody", nil)), r.publishedLines(p, withoutCount(d))...), nil
		}
		if e := page.Entries[0]; e.Cards > longest.Cards || e.Tricks > longest.Tricks {
			longest = e
			lines = append(lines, "🥇 "+entryLine(p, d.Game, e))
		}
	}
	return append(lines, r.publishedLines(p, withoutCount(d))...), nil
}

// withoutCount is a board as the published ones are known by.
func withoutCount(d store.Division) store.Division {
	d.Entries = 0
	return d
}

// publishedLines name the best ever published by cards, and by tricks where
// another deal has more.
func (r *records) publishedLines(p *words.Printer, d store.Division) []string {
	b, ok := r.published[d]
	if !ok {
		return nil
	}
	lines := []string{publishedLine(p, b.cards)}
	if b.tricks.Key != b.cards.Key {
		lines = append(lines, publishedLine(p, b.tricks))
	}
	return lines
}

func publishedLine(p *words.Printer, d camicia.Published) string {
	return p.Say("records.published", words.Args{
		"cards": p.Count("count.cards", d.Cards), "tricks": p.Count("count.tricks", d.Tricks),
		"finder": Escape(d.Finder), "year": fmt.Sprint(d.Year),
	})
}
