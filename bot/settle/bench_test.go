package settle_test

import (
	"io"
	"strings"
	"testing"

	"nonna/bench"
	"nonna/bot/settle"
	"nonna/engine/game"
	"nonna/engine/shuffle"
)

// BenchmarkStream reads random deals from a file, settles them on all cores, and writes
// the answers.
func BenchmarkStream(b *testing.B) {
	short := func(d game.Deal) string { return d.Short() }
	spaced := func(d game.Deal) string { return d.String() }
	for _, c := range []struct {
		name, game string
		values     game.Options
		text       func(game.Deal) string
	}{
		{"camicia", "camicia", nil, short},
		{"camicia-spaced", "camicia", nil, spaced},
		{"camicia-italian", "camicia", game.Options{"deck": "italian"}, short},
		{"camicia-json", "camicia", nil, asJSON},
		{"beggar", "beggar", nil, short},
		{"beggar-spaced", "beggar", nil, spaced},
		{"beggar-4-players", "beggar", game.Options{"players": "4"}, short},
		{"snap", "snap", nil, short},
		{"clock", "clock", nil, short},
	} {
		b.Run(c.name, func(b *testing.B) {
			o := options(b, c.game)
			o.Values = o.Game.ReadOptions(c.values)
			const lines = 1000
			var deals strings.Builder
			for src := shuffle.New(1); strings.Count(deals.String(), "\n") < lines; {
				deals.WriteString(c.text(o.Game.Shuffle(src, c.values)) + "\n")
			}
			text := strings.Repeat(deals.String(), max(b.N/lines, 1))
			b.SetBytes(int64(len(text)) / int64(max(b.N, lines)))
			b.ResetTimer()
			report := bench.Start(b)
			sum, err := settle.Stream(b.Context(), strings.NewReader(text), io.Discard, o, nil)
			if err != nil || sum.Unread > 0 {
				b.Fatal(sum, err)
			}
			report(sum.Deals, "deals")
		})
	}
}

// asJSON returns two hands as puzzle sites write them.
func asJSON(d game.Deal) string {
	text := strings.ReplaceAll(d.String(), " / ", `"],["`)
	return `[["` + strings.ReplaceAll(text, " ", `","`) + `"]]`
}
