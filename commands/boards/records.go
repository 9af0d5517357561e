package boards

import (
	"cmp"
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
	// published has the best published records of boards in full, by cards and, if another deal
	// has more, by tricks. They are shown even without entries.
	published map[store.Division][]game.Record
}

// newRecords finds the best published records of every game. Games that share their
// published deals have them on the boards of the first.
func newRecords(l commands.Localizer, st *store.Store) *records {
	r := &records{Localizer: l, store: st, published: map[store.Division][]game.Record{}}
	seen := map[*game.Catalogue]bool{nil: true}
	for _, g := range l.Games.Ranked() {
		for _, division := range g.Full {
			for _, kind := range []store.Kind{store.Ends, store.Loops} {
				d := store.Division{Game: g.Name, Division: division, Kind: kind}
				r.full = append(r.full, d)
				if !seen[g.Published] {
					r.published[d] = longest(g.Published.Longest(division, kind == store.Loops))
				}
			}
		}
		seen[g.Published] = true
	}
	return r
}

// longest returns those of some records, the longest first, that are the longest by cards or by
// tricks.
func longest(all []game.Record) []game.Record {
	if len(all) == 0 {
		return nil
	}
	byTricks := slices.MaxFunc(all, func(a, b game.Record) int { return cmp.Compare(a.Length.Takes, b.Length.Takes) })
	if byTricks.Key == all[0].Key {
		return all[:1]
	}
	return []game.Record{all[0], byTricks}
}

func (r *records) handle(ctx context.Context, req commands.Request) (commands.Reply, error) {
	p := r.Printer(req, req.WantsPrivate())
	fullest, err := r.store.Divisions(ctx, store.DivisionQuery{GuildID: req.GuildID, UserID: req.User.ID, Limit: commands.MaxBoards})
	if err != nil {
		return commands.Reply{}, err
	}
	reply := p.Reply(p.Say("records.title", nil))
	if req.GuildID == 0 {
		reply.Title = p.Say("records.title-own", nil)
	}
	boards := r.withFull(fullest)
	blocks, err := r.blocks(ctx, req, p, boards[:min(len(boards), commands.MaxBoards)])
	shown := commands.Fit(blocks, "\n\n", maxRecords)
	if reply.Text = strings.Join(blocks[:shown], "\n\n"); shown < len(blocks) || len(boards) > commands.MaxBoards {
		reply.Footer = p.Say("records.more", words.Args{"command": p.Typed(commands.BoardCommand)})
	}
	return reply, err
}

// maxRecords is the most bytes of all blocks, within the 4,096 characters that Discord shows.
const maxRecords = 3900

// blocks returns a paragraph for each board.
func (r *records) blocks(ctx context.Context, req commands.Request, p commands.Printer, boards []store.Division) ([]string, error) {
	var blocks []string
	for _, d := range boards {
		played, err := r.store.Longest(ctx, store.BoardQuery{
			GuildID: req.GuildID, UserID: req.User.ID, Game: d.Game, Division: d.Division, Kind: d.Kind,
		})
		if err != nil {
			return nil, err
		}
		if lines := r.ofBoard(p, d, played); lines != nil {
			blocks = append(blocks, strings.Join(lines, "\n"))
		}
	}
	return blocks, nil
}

// withFull returns the boards of full decks, and behind them the others in their order.
func (r *records) withFull(others []store.Division) []store.Division {
	list := slices.Clone(r.full)
	for _, d := range others {
		if d.Entries = 0; !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	return list
}

// ofBoard returns the best game of a board by cards, and by tricks if another game has
// more, the best published records, and what else is known of the division; nil without any of
// the games.
func (r *records) ofBoard(p commands.Printer, d store.Division, played []store.Entry) []string {
	published := r.published[d]
	lines := []string{"**" + p.BoardTitle(d) + "**"}
	if len(played) == 0 {
		if len(published) == 0 {
			return nil
		}
		lines = append(lines, p.Say("records.nobody", nil))
	}
	for i, e := range played {
		if i == 0 || e.Takes > played[0].Takes {
			lines = append(lines, "🥇 "+p.EntryLine(d.Game, store.ByPlays, e))
		}
	}
	for _, one := range published {
		lines = append(lines, p.Say("records.published", words.Args{
			"cards": p.Plays(d.Game, one.Length.Plays), "tricks": p.Takes(d.Game, one.Length.Takes),
			"finder": one.FoundBy(), "year": fmt.Sprint(one.Year),
		}))
	}
	if division, _ := p.Game(d.Game).Division(d.Division); d.Kind == store.Loops && len(published) > 0 && division.Note.ID != "" {
		lines = append(lines, p.Phrase(division.Note))
	}
	return lines
}
