package settle_test

import (
	"strings"

	"nonna/bot/settle"
	"nonna/engine/camicia"
	"nonna/engine/card"
	"nonna/engine/deal"
	"nonna/engine/shuffle"
)

// camiciaOptions are what the program has without flags.
var camiciaOptions = settle.Options{Game: settle.Camicia, Budget: settle.DefaultBudget}

// randomDeals are lines of full deals of Camicia, always the same ones.
func randomDeals(n int) string {
	src := shuffle.New(1)
	var b strings.Builder
	for range n {
		b.WriteString(deal.WriteCamicia(camicia.RandomPacked(src, card.French).Deal()))
		b.WriteByte('\n')
	}
	return b.String()
}
