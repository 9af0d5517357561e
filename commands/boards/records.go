package boards

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/camicia"
	"nonna/engine/penalty"
	"nonna/store"
)

func recordsSpec() commands.Spec {
	return commands.Spec{Name: "records", Kind: commands.Slash, Options: commands.Declare(commands.Private())}
}

// records shows the best of each board beside the best ever published.
type records struct {
	commands.Localizer
	store     *store.Store
	published map[store.Division]bests
}

// bests are the longest of a division by each measure.
type bests struct{ cards, tricks camicia.Published }

func newRecords(t commands.Localizer, st *store.Store, c *camicia.Catalogue) *records {
	r := &records{Localizer: t, store: st, published: map[store.Division]bests{}}
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

func (r *records) handle(ctx context.Context, req commands.Request) (commands.Reply, error) {
	private := commands.Private().Of(req)
	p := r.Printer(req, private)
	all, err := r.store.Divisions(ctx, req.GuildID, req.User.ID)
	if err != nil {
		return commands.Reply{}, err
	}
	reply := commands.Reply{Title: p.Say("records.title", nil), Ephemeral: private}
	if req.GuildID == 0 {
		reply.Title = p.Say("records.title-own", nil)
	}
	boards := withPublished(all)
	text, shown, err := r.blocks(ctx, req, p, boards)
	if err != nil {
		return commands.Reply{}, err
	}
	reply.Text = text
	if left := len(boards) - shown; left > 0 {
		reply.Footer = p.Say("records.more", words.Args{
			words.Count: left, "command": r.Typed(req, p, "leaderboard"),
		})
	}
	return reply, nil
}

// maxRecords is the most bytes of all blocks: whole boards stay within the 4,096
// characters that Discord shows.
const maxRecords = 3900

// blocks are the best of boards, a paragraph each, and how many boards there was
// room for.
func (r *records) blocks(ctx context.Context, req commands.Request, p commands.Printer, boards []store.Division) (text string, shown int, err error) {
	for _, d := range boards[:min(len(boards), commands.MaxBoards)] {
		lines, err := r.ofBoard(ctx, req, p, d)
		if err != nil {
			return "", 0, err
		}
		block := strings.Join(lines, "\n")
		if len(text)+len("\n\n")+len(block) > maxRecords {
			break
		}
		text = strings.TrimPrefix(text+"\n\n"+block, "\n\n")
		shown++
	}
	return text, shown, nil
}

// withPublished puts the boards that have something published to beat before
// the others, which stay in their order.
func withPublished(all []store.Division) []store.Division {
	list := publishedDivisions()
	for _, d := range all {
		if d = withoutCount(d); !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	return list
}

// publishedDivisions are the boards that are shown first, even while nobody
// stands on them, since there is something to beat.
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
func (r *records) ofBoard(ctx context.Context, req commands.Request, p commands.Printer, d store.Division) ([]string, error) {
	lines := []string{"**" + p.BoardTitle(d) + "**"}
	var longest store.Entry
	for _, by := range []store.Measure{store.ByPlays, store.ByTakes} {
		page, err := r.store.Board(ctx, store.BoardQuery{
			GuildID: req.GuildID, UserID: req.User.ID, Game: d.Game, Division: d.Division, Kind: d.Kind,
			By: by, At: req.At, WithoutRandom: req.Settings.WithoutRandom, PageQuery: store.PageQuery{Limit: 1},
		})
		if err != nil {
			return nil, err
		}
		if len(page.Entries) == 0 {
			return append(append(lines, p.Say("records.nobody", nil)), r.publishedLines(p, d)...), nil
		}
		if e := page.Entries[0]; e.Plays > longest.Plays || e.Takes > longest.Takes {
			longest = e
			lines = append(lines, "🥇 "+p.EntryLine(d.Game, e))
		}
	}
	return append(lines, r.publishedLines(p, d)...), nil
}

// withoutCount is a board as the published ones are known by.
func withoutCount(d store.Division) store.Division {
	d.Entries = 0
	return d
}

// publishedLines name the best ever published by cards, and by tricks where
// another deal has more.
func (r *records) publishedLines(p commands.Printer, d store.Division) []string {
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

func publishedLine(p commands.Printer, d camicia.Published) string {
	return p.Say("records.published", words.Args{
		"cards": p.Count("count.cards", d.Cards), "tricks": p.Count("count.tricks", d.Tricks),
		"finder": commands.Escape(d.Finder), "year": fmt.Sprint(d.Year),
	})
}
