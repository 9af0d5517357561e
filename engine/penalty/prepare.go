package penalty

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nonna/engine/card"
	"nonna/engine/deal"
	"nonna/engine/game"
)

// preparedHand has the cards of a prepared hand: one of each court card of the French deck,
// and the number cards of a suit, a quarter of the deck.
const preparedHand = "---------JQKA"

// mixes are for each seat hands with weights, against which no hand is good: all pairs of the 17,160
// hands were played, and the game of choosing one solved by a million rounds of fictitious
// play (Brown 1951), later rounds counting more.
//
//go:embed mixes.json
var mixes []byte

// SecretHands returns how a game of these rules is played with prepared hands: each player
// orders J, Q, K, A and nine number cards. The mixes are part of the program, so it panics
// if they cannot be parsed.
func SecretHands() *game.SecretHands {
	p := &game.SecretHands{Example: "22J22Q22K22A2", Cards: game.Phrase{ID: "penalty.prepare.cards"}, Check: checkPrepared}
	if err := json.Unmarshal(mixes, &p.Mixes); err != nil {
		panic(fmt.Errorf("mixes of hands: %w", err))
	}
	return p
}

// checkPrepared reads a prepared hand in any notation of hands, also as phones change dashes:
// two into a long one.
func checkPrepared(text string) (string, *game.Phrase) {
	hand, wrong := readPrepared(strings.NewReplacer("–", "-", "—", "--").Replace(text))
	if wrong != nil {
		_, wrong = readPrepared(text) // as it was typed
	}
	return hand, wrong
}

func readPrepared(text string) (string, *game.Phrase) {
	d, err := ReadDeal(text+" / -", card.French, 2)
	if problems, ok := errors.AsType[*deal.Problems](err); ok {
		one := problems.List[0]
		if _, ok := one.Args["card"]; !ok && one.Kind != deal.SeveralDeals {
			return "", wrongPrepared("penalty.prepare.no-hand", game.Args{}) // a text of no cards, or of several hands
		}
		return "", wrongPrepared("penalty.prepare.unread", game.Args{"found": one.Found(), "hint": one.Hint()})
	}
	hand := Deal{Hands: d.Hands[:1]}.Key()
	if list := miscounted(hand); len(list) > 0 {
		return "", wrongPrepared("penalty.prepare.wrong", game.Args{"list": game.Join("list.comma", list...)})
	}
	return hand, nil
}

func wrongPrepared(id string, args game.Args) *game.Phrase {
	args["cards"] = game.Phrase{ID: "penalty.prepare.cards"}
	return &game.Phrase{ID: id, Args: args}
}

// miscounted returns the cards that a hand, written as a key, has too often or too seldom.
func miscounted(hand string) []game.Phrase {
	var list []game.Phrase
	letters := []byte(keyLetters[1:] + keyLetters[:1]) // number cards last
	for _, letter := range letters {
		one := string(letter)
		n, want := strings.Count(hand, one), strings.Count(preparedHand, one)
		if n == want {
			continue
		}
		id := "penalty.prepare.court"
		if slices.Index(letters, letter) == len(letters)-1 {
			id = "penalty.prepare.numbers"
		}
		list = append(list, game.Phrase{ID: id, Args: game.Args{"count": n, "card": one, "want": want}})
	}
	return list
}
