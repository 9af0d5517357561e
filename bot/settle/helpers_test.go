package settle_test

import (
	"strings"
	"testing"

	"nonna/bot/settle"
	"nonna/commands/words"
	"nonna/engine"
	"nonna/engine/game"
	"nonna/engine/shuffle"
)

// options returns the program's options for a game, without flags.
func options(t testing.TB, name string) settle.Options {
	t.Helper()
	games := engine.Games()
	book, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return settle.Options{Game: games.ByName(name), Budget: game.DefaultBudget, Say: book.In(words.English)}
}

// randomDeals returns lines of full deals, always the same.
func randomDeals(g *game.Game, n int) string {
	src := shuffle.New(1)
	var b strings.Builder
	for range n {
		b.WriteString(g.Shuffle(src, nil).Short())
		b.WriteByte('\n')
	}
	return b.String()
}
