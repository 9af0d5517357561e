package picture_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"nonna/commands/picture"
	"nonna/engine/camicia"
	"nonna/engine/clock"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
)

// past is a game for a history.
func past(game, ending string, cards int64) picture.Past {
	return picture.Past{Game: game, Ending: ending, Cards: cards}
}

// lasting makes up n games of one kind, spread as random deals are: half of them
// below 192 cards.
func lasting(seed uint64, game string, n int) []picture.Past {
	src := shuffle.New(seed)
	var list []picture.Past
	for range n {
		cards := 4 - 274*math.Log(float64(src.Below(1_000_003)+1)/1_000_004)
		list = append(list, past(game, penalty.Finished.String(), int64(cards)))
	}
	return list
}

// clocks plays n games of Clock patience.
func clocks(n int) []picture.Past {
	var list []picture.Past
	for seed := range uint64(n) {
		o, err := clock.Settle(clock.Random(shuffle.New(seed)))
		if err != nil {
			panic(err)
		}
		ending := "lost"
		if o.Won {
			ending = "won"
		}
		list = append(list, past("clock", ending, int64(o.Turned)))
	}
	return list
}

// mixed shuffles games of several kinds among each other.
func mixed(lists ...[]picture.Past) []picture.Past {
	var all []picture.Past
	for _, l := range lists {
		all = append(all, l...)
	}
	src := shuffle.New(1)
	for i := range all {
		j := i + int(src.Below(uint64(len(all)-i)))
		all[i], all[j] = all[j], all[i]
	}
	return all
}

func historySample(name string, h picture.History) sample {
	return sample{name, func(ctx context.Context, a *picture.Artist) (picture.Picture, error) { return a.History(ctx, h) }}
}

// gamesSample is a history with nothing before it.
func gamesSample(name string, games ...picture.Past) sample {
	return historySample(name, picture.History{Games: games})
}

func historySamples() []sample {
	loop, undecided := past("camicia", "loop", 474), past("beggar", "undecided", camicia.DefaultBudget)
	return []sample{
		gamesSample("history one game", past("camicia", "finished", 192)),
		gamesSample("history two games", past("camicia", "finished", 192), past("snap", "stuck", 7)),
		gamesSample("history one loop", loop),
		gamesSample("history two games of equal length", past("snap", "win", 1), past("snap", "win", 1)),
		gamesSample("history undecided", undecided),
		gamesSample("history giant", append(lasting(3, "camicia", 9), undecided)...),
		gamesSample("history forty", mixed(lasting(1, "camicia", 25), lasting(2, "beggar", 6), lasting(4, "snap", 5),
			[]picture.Past{loop, past("snap", "loop", 62), past("beggar", "loop", 3000), past("camicia", "finished", 8344)})...),
		gamesSample("history seven million cards", append(lasting(3, "camicia", 9), past("snap", "win", 1), past("beggar", "finished", 7_000_000))...),
		historySample("history latest", picture.History{
			Games:  mixed(lasting(1, "camicia", 300), lasting(2, "beggar", 120), lasting(4, "snap", 76), []picture.Past{loop, loop, loop, undecided}),
			Total:  map[string]int64{"camicia": 1000, "beggar": 200, "snap": 76},
			Before: past("snap", "win", 1200),
		}),
		historySample("history latest of cards", picture.History{
			Games: mixed(lasting(1, "camicia", 370), lasting(2, "beggar", 126), []picture.Past{loop, loop, loop, undecided}),
			Total: map[string]int64{"camicia": 1000, "beggar": 200},
		}),
		gamesSample("history one clock", past("clock", "lost", 30)),
		gamesSample("history clock", clocks(60)...),
		gamesSample("history many clocks", clocks(500)...),
		gamesSample("history clock and others", mixed(clocks(30), lasting(5, "camicia", 12), []picture.Past{loop})...),
		historySample("history all kinds", picture.History{
			Games: mixed(clocks(180), lasting(1, "camicia", 200), lasting(2, "beggar", 80), lasting(4, "snap", 37), []picture.Past{loop, loop, undecided}),
			Total: map[string]int64{"camicia": 1000, "beggar": 200, "snap": 76, "clock": 1800},
		}),
	}
}

// Histories of any size and mixture keep the limits.
func TestRandomHistoriesKeepTheLimits(t *testing.T) {
	a := newArtist(t)
	src := shuffle.New(7)
	largest := 0
	for range 12 {
		var games []picture.Past
		for n := 1 + src.Below(500); n > 0; n-- {
			game := []string{"camicia", "beggar", "snap", "clock"}[src.Below(4)]
			ending := []string{"finished", "loop", "undecided", "won"}[src.Below(4)]
			games = append(games, past(game, ending, 1+int64(src.Below(1<<(1+src.Below(40))))))
		}
		p, err := a.History(t.Context(), picture.History{Games: games})
		if err != nil {
			t.Fatal(err)
		}
		largest = max(largest, len(p.PNG))
		checkPicture(t, fmt.Sprintf("random history of %d", len(games)), p)
	}
	t.Logf("the largest takes %d bytes", largest)
}

func TestHistoriesThatCannotBeDrawn(t *testing.T) {
	a := newArtist(t)
	for name, h := range map[string]picture.History{
		"nothing":          {},
		"an unknown game":  {Games: []picture.Past{past("chess", "won", 30)}},
		"a game of 0":      {Games: []picture.Past{past("camicia", "finished", 0)}},
		"a game of less":   {Games: []picture.Past{past("camicia", "finished", 5), past("snap", "win", -1)}},
		"a game without a": {Games: []picture.Past{past("", "won", 30)}},
	} {
		if _, err := a.History(t.Context(), h); err == nil {
			t.Errorf("a history with %s was drawn", name)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := a.History(ctx, picture.History{Games: clocks(1)}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled picture: %v", err)
	}
}
