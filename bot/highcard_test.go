package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"testing/fstest"

	"nonna/engine/card"
	"nonna/engine/game"
	"nonna/engine/penalty"
	"nonna/engine/queue"
	"nonna/engine/shuffle"
	"nonna/engine/trace"
)

// High card is a game that the program does not have. This file holds all of it, and
// TestAFifthGame adds it to the list of games. Of the top cards of two piles the higher
// one, or the first player's if they are equal, takes both under its pile.

// highCardWords returns the messages of the game.
func highCardWords() fstest.MapFS {
	return fstest.MapFS{
		"en/high.toml": {Data: []byte(`
[high]
name = "High card"
next = "Next duel"
help = """
Two players show their top cards: the higher one takes both. Of equals A's does.

` + "`{example}`" + `
→ **A wins**"""
loop = "**It never ends**: it repeats every {cycle}."
dealt = "The deal."
took = "{Who} took {cards}."
hands = "{cards}, {each} each"
[high.flips]
count = { one = "{count} flip", other = "{count} flips" }
name = "flips"
moment = "flip {number}"
[high.duels]
count = { one = "{count} duel", other = "{count} duels" }
name = "duels"
moment = "duel {number}"
[spec.high]
name = "high"
about = "Play a deal of High card"
deal = { name = "deal", about = "Both piles" }
`)},
		"it/high.toml": {Data: []byte(`
[high]
name = "Carta alta"
next = "Prossimo duello"
help = """
Due giocatori scoprono la prima carta: la più alta prende tutte e due.

` + "`{example}`" + `
→ **Vince A**"""
loop = "**Non finisce mai**: si ripete un giro di {cycle}."
dealt = "Le carte sono date."
took = "{Who} prende {cards}."
hands = "{cards}, {each} a testa"
[high.flips]
count = { one = "{count} carta scoperta", many = "{count} di carte scoperte", other = "{count} carte scoperte" }
name = "carte scoperte"
moment = "carta scoperta {number}"
[high.duels]
count = { one = "{count} duello", many = "{count} di duelli", other = "{count} duelli" }
name = "duelli"
moment = "duello {number}"
[spec.high]
name = "alta"
about = "Gioca una smazzata di Carta alta"
deal = { name = "carte", about = "I due mazzetti" }
`)},
	}
}

// highCard returns the game.
func highCard() *game.Game {
	return &game.Game{
		Name: "high", Aliases: []string{"highcard"}, Units: [2]game.Unit{"high.flips", "high.duels"}, Seats: game.Seats{Letters: true},
		Full:     []string{"26:26"},
		Examples: []game.Example{{Text: "5 9 / 3 4"}},
		// Two hands are Camicia's, so without Find a message must name the game.
		Read: func(text string, _ game.Options) (game.Deal, error) {
			d, err := penalty.ReadDeal(text, card.French, 2)
			return highDeal(d.Hands), err
		},
		Shuffle: func(src *shuffle.Source, _ game.Options) game.Deal {
			all := card.French.Full()
			shuffle.Cards(src, all)
			return highDeal{all[:26], all[26:]}
		},
		Division: func(name string) (game.Division, bool) {
			var a, b int
			if n, err := fmt.Sscanf(name, "%d:%d", &a, &b); err != nil || n != 2 || fmt.Sprintf("%d:%d", a, b) != name {
				return game.Division{Name: name}, false
			}
			return game.Division{
				Name: name, Shuffled: name == "26:26",
				Said: game.Phrase{ID: "high.hands", Args: game.Args{"cards": game.Count("cards", int64(a+b)), "each": a}},
			}, true
		},
	}
}

type highDeal [][]card.Card

func (d highDeal) String() string         { return penalty.Deal{Hands: d}.String() }
func (d highDeal) Short() string          { return d.String() }
func (d highDeal) Options() game.Options  { return nil }
func (d highDeal) Key() string            { return d.String() }
func (d highDeal) Division() string       { return fmt.Sprintf("%d:%d", len(d[0]), len(d[1])) }
func (d highDeal) Remarks() []game.Phrase { return nil }

func (d highDeal) Settle(ctx context.Context, budget int64) (game.Play, error) {
	o, err := game.Settle(ctx, newHighTable(d), newHighTable(d), budget)
	return highPlay{d, o}, err
}

// highTable is a game in progress; cards are numbers into all.
type highTable struct {
	queue.Table
	all   []card.Card
	taker int // of the last duel
}

func newHighTable(d highDeal) *highTable {
	t := &highTable{all: slices.Concat(d...)}
	ids, symbols := make([]uint16, len(t.all)), make([]uint16, len(t.all))
	for i := range ids {
		ids[i], symbols[i] = uint16(i), uint16(i)+1
	}
	t.Table = queue.NewTable([][]uint16{ids[:len(d[0])], ids[len(d[0]):]}, symbols)
	return t
}

// Next plays a duel, and reports whether both players still have cards.
func (t *highTable) Next() bool {
	if t.Ending != "" {
		return false
	}
	a, b := t.Play(&t.Hands[0]), t.Play(&t.Hands[1])
	t.taker = 0
	if t.all[b].Rank > t.all[a].Rank {
		t.taker = 1
	}
	t.Give(t.taker)
	t.Length.Plays, t.Length.Takes = t.Length.Plays+2, t.Length.Takes+1
	if loser := 1 - t.taker; t.Hands[loser].Len() == 0 {
		t.Turn, t.Ending, t.Gone[loser] = t.taker, game.Won, true
	}
	return t.Ending == ""
}

func (t *highTable) Span() int64 { return 2 }

type highPlay struct {
	deal highDeal
	out  game.Outcome
}

func (p highPlay) Outcome() game.Outcome { return p.out }

func (p highPlay) Verdict() game.Phrase {
	return game.Verdict("high.", game.Seats{Letters: true}, highCard().Units, p.out)
}

func (p highPlay) Report() any {
	return map[string]any{"game": "high", "ending": p.out.Ending, "flips": p.out.Length.Plays}
}

func (p highPlay) Faces() []string {
	var faces []string
	for _, hand := range p.deal {
		for _, c := range hand {
			faces = append(faces, c.String())
		}
	}
	return faces
}

func (p highPlay) Replay(ctx context.Context, limit int64, see func(game.Step)) error {
	t := newHighTable(p.deal)
	see(game.Step{Table: t, Said: func() game.Phrase { return game.Phrase{ID: "high.dealt"} }})
	for t.Length.Plays+2 <= min(limit, p.out.Length.Plays) {
		t.Next()
		taker := t.taker
		see(game.Step{Move: game.Took, Seat: taker, At: t.Length, Table: t, Said: func() game.Phrase {
			return game.Phrase{ID: "high.took", Args: game.Args{
				"who": game.Seats{Letters: true}.Phrase(taker), "cards": game.Count("cards", 2),
			}}
		}})
	}
	return ctx.Err()
}

func (p highPlay) WriteTrace(ctx context.Context, w io.Writer, _ trace.Options) error {
	return trace.WriteObjects(w, map[string]any{"hands": p.deal}, p.Report(), func(event func(any)) error {
		return p.Replay(ctx, p.out.Length.Plays, func(s game.Step) {
			event(map[string]any{"hands": [][]uint16{s.Table.Hand(0), s.Table.Hand(1)}})
		})
	})
}
