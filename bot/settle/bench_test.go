package settle_test

import (
	"io"
	"strings"
	"testing"

	"nonna/bot/settle"
)

// BenchmarkStream settles random full deals as they come from a file, on all
// cores: read, settled, written.
func BenchmarkStream(b *testing.B) {
	camicia := options(b, "camicia")
	const lines = 1000
	text := strings.Repeat(randomDeals(camicia.Game, lines), max(b.N/lines, 1))
	b.SetBytes(int64(len(text)) / int64(max(b.N, lines)))
	b.ResetTimer()
	sum, err := settle.Stream(b.Context(), strings.NewReader(text), io.Discard, camicia, nil)
	if err != nil || sum.Unread > 0 {
		b.Fatal(sum, err)
	}
	b.ReportMetric(float64(sum.Deals)/b.Elapsed().Seconds(), "deals/s")
}
