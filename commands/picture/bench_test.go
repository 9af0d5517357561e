package picture_test

import (
	"context"
	"testing"

	"nonna/commands/picture"
	"nonna/engine/camicia"
	"nonna/engine/card"
	"nonna/engine/shuffle"
)

// BenchmarkPictures reports how many pictures of random deals of the full deck
// are drawn in a second.
func BenchmarkPictures(b *testing.B) {
	a, err := picture.New(picture.English())
	if err != nil {
		b.Fatal(err)
	}
	ctx := context.Background()
	src := shuffle.New(1)
	for b.Loop() {
		d := camicia.Random(src, card.French)
		o, err := camicia.Settle(ctx, d, camicia.DefaultBudget)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := a.Camicia(ctx, d, o); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pictures/s")
}
