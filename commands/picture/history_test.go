package picture

import (
	"fmt"
	"math"
	"testing"

	"nonna/commands"
	"nonna/commands/picture/canvas"
	"nonna/engine/game"
	"nonna/engine/shuffle"
)

// lasting invents n games of one kind with the lengths of random deals: half of them
// below 192 cards.
func lasting(t *testing.T, seed uint64, name string, n int) []Past {
	src := shuffle.New(seed)
	var list []Past
	for range n {
		cards := 4 - 274*math.Log(float64(src.Below(1_000_003)+1)/1_000_004)
		list = append(list, past(t, name, game.Won, int64(cards)))
	}
	return list
}

// mixed returns games of several kinds in random order.
func mixed(lists ...[]Past) []Past {
	var all []Past
	for _, l := range lists {
		all = append(all, l...)
	}
	shuffle.Cards(shuffle.New(1), all)
	return all
}

func (h History) sample(t *testing.T, name string) sample {
	return sample{name, func(p painter) (*commands.File, error) { return p.History(t.Context(), p.Printer, h) }}
}

func historySamples(t *testing.T) []sample {
	one := func(name string, ending game.Ending, plays int64) Past { return past(t, name, ending, plays) }
	gamesSample := func(name string, games ...Past) sample { return History{Games: games}.sample(t, name) }
	loop, undecided := one("camicia", game.Loop, 474), one("beggar", game.Undecided, game.DefaultBudget)
	return []sample{
		gamesSample("history one game", one("camicia", game.Won, 192)),
		gamesSample("history two games", one("camicia", game.Won, 192), one("snap", game.Stuck, 7)),
		gamesSample("history one loop", loop),
		gamesSample("history two games of equal length", one("snap", game.Won, 1), one("snap", game.Won, 1)),
		gamesSample("history undecided", undecided),
		gamesSample("history giant", append(lasting(t, 3, "camicia", 9), undecided)...),
		gamesSample("history forty", mixed(lasting(t, 1, "camicia", 25), lasting(t, 2, "beggar", 6), lasting(t, 4, "snap", 5),
			[]Past{loop, one("snap", game.Loop, 62), one("beggar", game.Loop, 3000), one("camicia", game.Won, 8344)})...),
		gamesSample("history seven million cards", append(lasting(t, 3, "camicia", 9), one("snap", game.Won, 1), one("beggar", game.Won, 7_000_000))...),
		History{
			Games:  mixed(lasting(t, 1, "camicia", 300), lasting(t, 2, "beggar", 120), lasting(t, 4, "snap", 76), []Past{loop, loop, loop, undecided}),
			Total:  map[string]int64{"camicia": 1000, "beggar": 200, "snap": 76},
			Before: one("snap", game.Won, 1200),
		}.sample(t, "history latest"),
		History{
			Games: mixed(lasting(t, 1, "camicia", 370), lasting(t, 2, "beggar", 126), []Past{loop, loop, loop, undecided}),
			Total: map[string]int64{"camicia": 1000, "beggar": 200},
		}.sample(t, "history latest of cards"),
	}
}

// A new game in the list has a mark of its own.
func TestMarksDiffer(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	for i := range 12 {
		mark := fmt.Sprint(markForm(canvas.Point{}, 10, i), hues()[i%len(hues())])
		if j, twice := seen[mark]; twice {
			t.Errorf("games %d and %d have the same mark", j, i)
		}
		seen[mark] = i
	}
}
