package boards

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
)

// records answers /records with the best of each board beside the best ever published.
type records struct {
	commands.Localizer
	store *store.Store
	// published has the best published records of the boards in first.
	published map[store.Division]bests
	// first are the boards that are shown first, even without entries: those with
	// published records.
	first []store.Division
}

// bests are the longest records of a division by each measure.
type bests struct{ plays, takes game.Record }

// newRecords finds the best published records of every game. Games that share their
// published deals have them on the boards of the first.
func newRecords(l commands.Localizer, st *store.Store) *records {
	r := &records{Localizer: l, store: st, published: map[store.Division]bests{}}
	seen := map[*game.Catalogue]bool{nil: true}
	for _, g := range l.Games.Ranked() {
		if seen[g.Published] {
			continue
		}
		seen[g.Published] = true
		for _, division := range g.Full {
			r.add(g, division, store.Ends)
			r.add(g, division, store.Loops)
		}
	}
	return r
}

// add adds a board with its best published records, if there are any.
func (r *records) add(g *game.Game, division string, kind store.Kind) {
	all := g.Published.Longest(division, kind == store.Loops)
	if len(all) == 0 {
		return
	}
	best := bests{all[0], all[0]}
	for _, one := range all {
		if one.Length.Takes > best.takes.Length.Takes {
			best.takes = one
		}
	}
	d := store.Division{Game: g.Name, Division: division, Kind: kind}
	r.published[d] = best
	r.first = append(r.first, d)
}

func (r *records) handle(ctx context.Context, req commands.Request) (commands.Reply, error) {
	private := req.WantsPrivate()
	p := r.Printer(req, private)
	q := store.DivisionQuery{
		GuildID: req.GuildID, UserID: req.User.ID, WithoutRandom: req.Settings.WithoutRandom, Limit: store.MaxPage,
	}
	all, err := r.store.Divisions(ctx, q)
	if err != nil {
		return commands.Reply{}, err
	}
	total, err := r.store.CountDivisions(ctx, q)
	if err != nil {
		return commands.Reply{}, err
	}
	reply := commands.Reply{Title: p.Say("records.title", nil), Ephemeral: private}
	if req.GuildID == 0 {
		reply.Title = p.Say("records.title-own", nil)
	}
	boards := r.withPublished(all)
	text, shown, err := r.blocks(ctx, req, p, boards)
	if err != nil {
		return commands.Reply{}, err
	}
	reply.Text = text
	if left := len(boards) - shown + int(total) - len(all); left > 0 {
		reply.Footer = p.Say("records.more", words.Args{
			words.Count: left, "command": r.Typed(req, p, commands.BoardCommand),
		})
	}
	return reply, nil
}

// maxRecords is the most bytes of all blocks, within the 4,096 characters that Discord
// shows.
const maxRecords = 3900

// blocks returns a paragraph for each board with its best games, and how many boards
// there was room for.
func (r *records) blocks(ctx context.Context, req commands.Request, p commands.Printer, boards []store.Division) (text string, shown int, err error) {
	var blocks []string
	for _, d := range boards[:min(len(boards), commands.MaxBoards)] {
		lines, err := r.ofBoard(ctx, req, p, d)
		if err != nil {
			return "", 0, err
		}
		blocks = append(blocks, strings.Join(lines, "\n"))
	}
	shown = commands.Fit(blocks, "\n\n", maxRecords)
	return strings.Join(blocks[:shown], "\n\n"), shown, nil
}

// withPublished returns the boards with published records, and behind them the others in
// their order.
func (r *records) withPublished(all []store.Division) []store.Division {
	list := slices.Clone(r.first)
	for _, d := range all {
		if d = unplayed(d); !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	return list
}

// ofBoard returns the best game of a board by cards, and by tricks if another game has
// more, and the best published records.
func (r *records) ofBoard(ctx context.Context, req commands.Request, p commands.Printer, d store.Division) ([]string, error) {
	lines := []string{"**" + p.BoardTitle(d) + "**"}
	longest, err := r.store.Longest(ctx, store.BoardQuery{
		GuildID: req.GuildID, UserID: req.User.ID, Game: d.Game, Division: d.Division, Kind: d.Kind,
		WithoutRandom: req.Settings.WithoutRandom,
	})
	if err != nil {
		return nil, err
	}
	if len(longest) == 0 {
		lines = append(lines, p.Say("records.nobody", nil))
	}
	for i, e := range longest {
		if i == 0 || e.Takes > longest[0].Takes {
			lines = append(lines, "🥇 "+p.EntryLine(d.Game, e))
		}
	}
	return append(lines, r.publishedLines(p, d)...), nil
}

// unplayed returns a board without counts, as a key of published.
func unplayed(d store.Division) store.Division {
	return store.Division{Game: d.Game, Division: d.Division, Kind: d.Kind}
}

// publishedLines returns the best published record by plays, and by takes if another
// deal has more, and what else is known of the division.
func (r *records) publishedLines(p commands.Printer, d store.Division) []string {
	b, ok := r.published[d]
	if !ok {
		return nil
	}
	lines := []string{publishedLine(p, d.Game, b.plays)}
	if b.takes.Key != b.plays.Key {
		lines = append(lines, publishedLine(p, d.Game, b.takes))
	}
	if division, _ := p.Game(d.Game).Division(d.Division); d.Kind == store.Loops && division.Note.ID != "" {
		lines = append(lines, p.Phrase(division.Note))
	}
	return lines
}

func publishedLine(p commands.Printer, name string, r game.Record) string {
	return p.Say("records.published", words.Args{
		"cards": p.Plays(name, r.Length.Plays), "tricks": p.Takes(name, r.Length.Takes),
		"finder": r.FoundBy(), "year": fmt.Sprint(r.Year),
	})
}
