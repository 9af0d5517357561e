package all_test

import (
	"fmt"
	"strings"
	"testing"

	"nonna/commands/commandstest"
)

// TestSettleMessage settles deals in messages.
func TestSettleMessage(t *testing.T) {
	t.Parallel()
	commandstest.EveryLanguage(t, settleMessage)
}

func settleMessage(t *testing.T, locale string) {
	var b strings.Builder
	for _, message := range []string{
		"look what I got: ---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A--- lol",
		"look what I got:\n---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---\nlol",
		"who wins ```\nabca\nabba\n```?",
		`[["TD","AC"],["5H"],["2S"]]`,
		"is JQ/K2 better than KQ/J2 ?",
		"good night",
		"4 1 5 / 2 6 7",
		"11/12",
		"see `4 1 5 / 2 6 7`",
		"1 2 3 / 4 5 6",
		"2 X 7 vs 3 4 5",
		"who is `<:nonna:1><:nonno:1> <:nonno:1><:nonna:1>`?",
		"hello world",
		"Snap: abca abba",
		"**Beggar-thy-neighbour**: who wins 2 A 7 / 3 4 J then?",
		"Solitario dell'orologio: 2 A 7 / 3 4 J",
	} {
		fx := commandstest.With(t, commandstest.Config{Locale: locale, Pictures: true})
		fmt.Fprintf(&b, "%s\n", commandstest.Show(fx.SettleMessage(fx.Anna, message)))
	}
	commandstest.Compare(t, locale, "settle-message", b.String())
}
