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
	// full are the boards of full decks, which are shown first.
	full []store.Division
	// published has the best published records of boards in full, which are shown even
	// without entries.
	published map[store.Division]bests
}

// bests are the longest records of a division by each measure.
type bests struct{ plays, takes game.Record }

// newRecords finds the best published records of every game. Games that share their
// published deals have them on the boards of the first.
func newRecords(l commands.Localizer, st *store.Store) *records {
	r := &records{Localizer: l, store: st, published: map[store.Division]bests{}}
	seen := map[*game.Catalogue]bool{nil: true}
	for _, g := range l.Games.Ranked() {
		for _, division := range g.Full {
			for _, kind := range []store.Kind{store.Ends, store.Loops} {
				d := store.Division{Game: g.Name, Division: division, Kind: kind}
				r.full = append(r.full, d)
				if !seen[g.Published] {
					r.publish(d, g.Published.Longest(division, kind == store.Loops))
				}
			}
		}
		seen[g.Published] = true
	}
	return r
}

// publish adds the best of the published records of a board, if there are any.
func (r *records) publish(d store.Division, all []game.Record) {
	if len(all) == 0 {
		return
	}
	best := bests{all[0], all[0]}
	for _, one := range all {
		if one.Length.Takes > best.takes.Length.Takes {
			best.takes = one
		}
	}
	r.published[d] = best
}

func (r *records) handle(ctx context.Context, req commands.Request) (commands.Reply, error) {
	p := r.Printer(req, req.WantsPrivate())
	q := store.DivisionQuery{GuildID: req.GuildID, UserID: req.User.ID}
	total, err := r.store.CountDivisions(ctx, q)
	if err != nil {
		return commands.Reply{}, err
	}
	q.Shared, q.Limit = true, commands.MaxBoards
	shared, err := r.store.Divisions(ctx, q)
	if err != nil {
		return commands.Reply{}, err
	}
	reply := p.Reply(p.Say("records.title", nil))
	if req.GuildID == 0 {
		reply.Title = p.Say("records.title-own", nil)
	}
	text, shown, err := r.blocks(ctx, req, p, r.withFull(shared))
	if err != nil {
		return commands.Reply{}, err
	}
	reply.Text = text
	if left := total - shown; left > 0 {
		reply.Footer = p.Say("records.more", words.Args{
			words.Count: left, "command": p.Typed(commands.BoardCommand),
		})
	}
	return reply, nil
}

// maxRecords is the most bytes of all blocks, within the 4,096 characters that Discord
// shows.
const maxRecords = 3900

// blocks returns a paragraph for each board that there is room for, and how many of these
// have entries.
func (r *records) blocks(ctx context.Context, req commands.Request, p commands.Printer, boards []store.Division) (text string, played int64, err error) {
	var blocks []string
	var entered []bool
	for _, d := range boards[:min(len(boards), commands.MaxBoards)] {
		longest, err := r.longest(ctx, req, d)
		if err != nil {
			return "", 0, err
		}
		if lines := r.ofBoard(p, d, longest); lines != nil {
			blocks, entered = append(blocks, strings.Join(lines, "\n")), append(entered, len(longest) > 0)
		}
	}
	shown := commands.Fit(blocks, "\n\n", maxRecords)
	for _, has := range entered[:shown] {
		if has {
			played++
		}
	}
	return strings.Join(blocks[:shown], "\n\n"), played, nil
}

// withFull returns the boards of full decks, and behind them the others in their order.
func (r *records) withFull(others []store.Division) []store.Division {
	list := slices.Clone(r.full)
	for _, d := range others {
		if d = unplayed(d); !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	return list
}

// longest returns the longest games of a board.
func (r *records) longest(ctx context.Context, req commands.Request, d store.Division) ([]store.Entry, error) {
	return r.store.Longest(ctx, store.BoardQuery{
		GuildID: req.GuildID, UserID: req.User.ID, Game: d.Game, Division: d.Division, Kind: d.Kind,
	})
}

// ofBoard returns the best game of a board by cards, and by tricks if another game has
// more, and the best published records; nil if there are neither.
func (r *records) ofBoard(p commands.Printer, d store.Division, longest []store.Entry) []string {
	lines := []string{"**" + p.BoardTitle(d) + "**"}
	if len(longest) == 0 {
		if _, published := r.published[d]; !published {
			return nil
		}
		lines = append(lines, p.Say("records.nobody", nil))
	}
	for i, e := range longest {
		if i == 0 || e.Takes > longest[0].Takes {
			lines = append(lines, "🥇 "+p.EntryLine(d.Game, e))
		}
	}
	return append(lines, r.publishedLines(p, d)...)
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
