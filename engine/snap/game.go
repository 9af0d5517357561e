package snap

import (
	"fmt"
	"strconv"

	"nonna/engine/game"
	"nonna/engine/shuffle"
)

// maxShuffled is the most players, and cards each, of a shuffled deal; maxKinds is the most
// kinds of cards. A deal has about as many kinds as cards each.
const (
	maxShuffled = 64
	maxKinds    = 26
)

// The units of a length.
const (
	playUnit game.Unit = "snap.plays"
	takeUnit game.Unit = "snap.takes"
)

func units() [2]game.Unit { return [2]game.Unit{playUnit, takeUnit} }

// New returns the game.
func New() *game.Game {
	return &game.Game{
		Name: "snap", Params: []game.Param{playersParam(), cardsParam()}, Units: units(), Seats: seats(),
		Chart:    game.Chart{Pile: true},
		Examples: []game.Example{{Text: "abca abba"}, {Text: "fizz buzz"}, {Text: "bdad acbc abba"}},
		Read:     func(text string, _ game.Options) (game.Deal, error) { return ReadDeal(text) },
		Find:     func(text string, marked bool) (game.Deal, error) { return find(text, marked) },
		Shuffle: func(src *shuffle.Source, o game.Options) game.Deal {
			cards := cardsParam().Int(o)
			return Random(src, playersParam().Int(o), cards, min(max(cards, 2), maxKinds))
		},
		Division: division, Hunting: hunting(), SecretHands: preparing(),
	}
}

func seats() game.Seats { return game.Seats{} }

func playersParam() game.Param {
	return game.Param{Name: "players", Shuffled: true, Min: 2, Max: maxShuffled, Default: 3}
}

func cardsParam() game.Param {
	return game.Param{Name: "cards", Shuffled: true, Min: 1, Max: maxShuffled, Default: 4}
}

// division describes "3x4", three players with four cards each.
func division(name string) (game.Division, bool) {
	var players, cards int
	if _, err := fmt.Sscanf(name, "%dx%d", &players, &cards); err != nil || shape(players, cards) != name ||
		players < 2 || players > game.MaxPlayers || cards < 1 || cards > game.MaxCards/players {
		return game.Division{Name: name}, false
	}
	return game.Division{
		Name: name,
		Said: game.Phrase{ID: "division.each", Args: game.Args{
			"players": game.Count("players", int64(players)), "cards": game.Count("cards", int64(cards)),
		}},
		Options:  game.Options{"players": strconv.Itoa(players), "cards": strconv.Itoa(cards)},
		Shuffled: players <= maxShuffled && cards <= maxShuffled,
	}, true
}
