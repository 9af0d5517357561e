package picture

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"nonna/commands/words"
	"nonna/engine"
	"nonna/engine/game"
	"nonna/engine/shuffle"
)

// load returns the games and the words, which are read once.
var load = sync.OnceValues(func() (*Renderer, *words.Book) {
	book, err := words.Load()
	if err != nil {
		panic(err)
	}
	return newRenderer(), book
})

func newRenderer() *Renderer {
	return New(engine.Games(), slog.New(slog.DiscardHandler), nil)
}

func newBook() *words.Book {
	_, book := load()
	return book
}

// newPainter returns an English painter.
func newPainter() painter {
	a, book := load()
	return painter{a, book.In("en")}
}

func find(tb testing.TB, name string) *game.Game {
	tb.Helper()
	a, _ := load()
	g := a.games.ByName(name)
	if g == nil {
		tb.Fatalf("no game %q", name)
	}
	return g
}

// gameDeal is a deal of a game and the budget to settle it.
type gameDeal struct {
	of     *game.Game
	deal   game.Deal
	budget int64
}

func read(tb testing.TB, name, text string) gameDeal {
	tb.Helper()
	g := find(tb, name)
	d, err := g.Read(text, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return gameDeal{g, d, game.DefaultBudget}
}

func random(tb testing.TB, name string, seed uint64, o game.Options) gameDeal {
	tb.Helper()
	g := find(tb, name)
	return gameDeal{g, g.Shuffle(shuffle.New(seed), o), game.DefaultBudget}
}

func (d gameDeal) settle(tb testing.TB) game.Play {
	tb.Helper()
	play, err := d.deal.Settle(context.Background(), d.budget)
	if err != nil {
		tb.Fatal(err)
	}
	return play
}

// settle settles a deal for a chart of at most limit plays, 0 for [maxReplay].
func settle(tb testing.TB, d gameDeal, limit int64) *chartInput {
	tb.Helper()
	if limit == 0 {
		limit = maxReplay
	}
	s, err := newChartInput(context.Background(), d.of, d.settle(tb), limit)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// courts deals random cards, one in a number of them a court card.
func courts(seed uint64, players, cards int, one uint64) string {
	src := shuffle.New(seed)
	hands := make([]string, players)
	for i := range cards {
		letter := "2"
		if src.Below(one) == 0 {
			letter = string("JQKA"[src.Below(4)])
		}
		hands[i%players] += letter + " "
	}
	return strings.Join(hands, "/ ")
}

// randomPiles deals random cards of a number of kinds.
func randomPiles(seed uint64, players, cards int, kinds uint64) string {
	src := shuffle.New(seed)
	piles := make([]string, players)
	for p := range piles {
		for range cards {
			piles[p] += string(rune('a' + src.Below(kinds)))
		}
	}
	return strings.Join(piles, " ")
}

// past returns a game for a history.
func past(tb testing.TB, name string, ending game.Ending, plays int64) Past {
	tb.Helper()
	return Past{find(tb, name), ending, plays}
}
