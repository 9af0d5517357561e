package settle_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"nonna/bot/settle"
	"nonna/engine"
	"nonna/engine/card"
	"nonna/engine/game"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
)

// quickGames returns the games that have a Quick function, with each value of their params
// that are not numbers.
func quickGames(t testing.TB) map[string]settle.Options {
	t.Helper()
	games := engine.Games()
	all := map[string]settle.Options{}
	for _, g := range games {
		if g.Answer == nil {
			continue
		}
		o := options(t, g.Name)
		all[g.Name] = o
		for _, p := range g.Params {
			for _, v := range p.Others() {
				o.Values = game.Options{p.Name: v}
				all[g.Name+" "+v] = o
			}
		}
	}
	return all
}

// answerBothWays answers lines with and without the game's Quick function, and returns a
// difference between the answers, "" if there is none.
func answerBothWays(t testing.TB, in string, o settle.Options) string {
	t.Helper()
	general := *o.Game
	general.Answer = nil
	var answers [2]bytes.Buffer
	var sums [2]settle.Summary
	for i, g := range []*game.Game{o.Game, &general} {
		o.Game = g
		sum, err := settle.Stream(t.Context(), strings.NewReader(in), &answers[i], o, nil)
		if err != nil {
			t.Fatal(err)
		}
		sums[i] = sum
	}
	if bytes.Equal(answers[0].Bytes(), answers[1].Bytes()) {
		if sums[0] != sums[1] {
			return fmt.Sprintf("summary %+v, without Quick %+v", sums[0], sums[1])
		}
		return ""
	}
	var lines []string // that are not blank
	for line := range strings.Lines(in) {
		if strings.TrimSpace(line) != "" {
			lines = append(lines, line)
		}
	}
	quick, slow := strings.Split(answers[0].String(), "\n"), strings.Split(answers[1].String(), "\n")
	for i := range min(len(quick), len(slow), len(lines)) {
		if quick[i] != slow[i] {
			return fmt.Sprintf("%q: %s, without Quick %s", lines[i], quick[i], slow[i])
		}
	}
	return fmt.Sprintf("%d answers, without Quick %d", len(quick), len(slow))
}

// texts writes deals of a deck in many ways, most of them plain, some of them wrong.
type texts struct {
	*rand.Rand
	deck card.Deck
}

// line appends a line of a stream with its end.
func (r texts) line(b []byte) []byte {
	start := len(b)
	switch r.IntN(8) {
	case 0: // a whole deck
		b = append(b, penalty.RandomPacked(shuffle.New(r.Uint64()), r.deck).Deal().Key()...)
	case 1:
		b = r.deal(b, 1+r.IntN(33))
	default:
		b = r.deal(b, 1+r.IntN(8))
	}
	if r.IntN(100) == 0 { // a typo
		at := start + r.IntN(len(b)-start+1)
		b = slices.Insert(b, at, r.of("-JQKA23410TSHDC /,|;:#jqka19v5é\r"))
	}
	return append(b, []string{"\n", "\n", "\n", "\r\n", "\n\n"}[r.IntN(5)]...)
}

// deal appends two hands of at most the given number of cards.
func (r texts) deal(b []byte, most int) []byte {
	ranks := [][]string{
		card.French:  {"-JQKA", "---------JQKA", "23456789TJQKA", "2345JQKA", "-------J"},
		card.Italian: {"-JQK", "---------123", "123456789T", "12345", "-------1", "456789TJQK"},
	}[r.deck]
	of := ranks[r.IntN(len(ranks))]
	between := []string{"", " ", ",", ", ", "  "}[r.IntN(5)]
	suits := r.IntN(4) == 0 && of[0] != '-'
	for hand := range 2 {
		if hand > 0 {
			b = append(b, []string{"/", "/", " / ", "/ ", ",/,"}[r.IntN(5)]...)
		}
		for range max(most-r.IntN(3), 1) {
			if c := r.of(of); c == 'T' && r.IntN(2) == 0 {
				b = append(b, "10"...)
			} else {
				b = append(b, c)
			}
			if suits && r.IntN(8) > 0 {
				b = append(b, r.of("SHDC"))
			}
			b = append(b, between...)
		}
	}
	return b
}

func (r texts) of(text string) byte { return text[r.IntN(len(text))] }

// Quick answers equal those of the general reader and the kernel, byte for byte.
func TestQuickAnswersAreTheSame(t *testing.T) {
	t.Parallel()
	lines := 20_000
	if os.Getenv("NONNA_LONG") != "" {
		lines *= 10
	}
	all := quickGames(t)
	for name, o := range all {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := texts{Rand: rand.New(rand.NewPCG(1, 2))}
			if o.Values["deck"] == card.Italian.String() {
				r.deck = card.Italian
			}
			const batch = 5000
			for range lines / batch / len(all) {
				var in []byte
				for range batch {
					in = r.line(in)
				}
				if diff := answerBothWays(t, string(in), o); diff != "" {
					t.Fatal(diff)
				}
			}
		})
	}
}

// Quick functions answer whole decks in every notation that programs write.
func TestWholeDecksAreQuick(t *testing.T) {
	t.Parallel()
	for name, o := range quickGames(t) {
		quick := o.Game.Answer(o.Values, o.Budget)
		src := shuffle.New(1)
		const deals = 1000
		answered := map[string]int{}
		for range deals {
			d := o.Game.Shuffle(src, o.Values)
			for how, text := range map[string]string{"short": d.Short(), "long": d.String(), "with commas": strings.ReplaceAll(d.String(), " ", ",")} {
				if answer, _ := quick(nil, nil, [][]byte{[]byte(text)}); len(answer) > 0 {
					answered[how]++
				}
			}
		}
		for _, how := range []string{"short", "long", "with commas"} {
			if answered[how] < deals*99/100 {
				t.Errorf("%s: %d of %d deals are quick, %s", name, answered[how], deals, how)
			}
		}
	}
}

// FuzzQuickAnswersAreTheSame checks that a game's Quick function answers a line as the game
// does without it, or not at all.
func FuzzQuickAnswersAreTheSame(f *testing.F) {
	for _, seed := range []string{
		"---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---",
		"-JJ--------J----------------J--/-----------J-J-JJ--J---J--J-----", // 11,515 cards
		"2 A 7 8 Q 10 / 3 4 5 6 K 9 J", "2A78QT/3456K9J", "TD AC 5H/4D JS", "4 1 / 5 6 7", "J 2 3 / 4 J 5",
		"2-3-4/5", "J-Q-K/-", "1/J", "10/1", "1 0/2", "-S/-", "5,/6", "/", "5/6/7", " / 5", "\r5/6", "5/6\n\n5/6\r\n",
		strings.Repeat(" ", 300) + "5/6", strings.Repeat("-", 32) + "/" + strings.Repeat("J", 32),
	} {
		f.Add(seed, int64(game.DefaultBudget))
		f.Add(seed, int64(10))
	}
	all := quickGames(f)
	f.Fuzz(func(t *testing.T, in string, budget int64) {
		for name, o := range all {
			o.Budget = min(max(budget, 1), 100_000)
			if diff := answerBothWays(t, in, o); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
	})
}
