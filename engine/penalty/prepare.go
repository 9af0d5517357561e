package penalty

import (
	"errors"
	"slices"
	"strings"

	"nonna/engine/card"
	"nonna/engine/deal"
	"nonna/engine/game"
)

// preparedHand has the cards of a prepared hand: one of each court card of the French deck,
// and the number cards of a suit, a quarter of the deck.
const preparedHand = "---------JQKA"

// Preparing returns how a game of these rules is played with prepared hands: each player
// orders J, Q, K, A and nine number cards.
func Preparing(least, most int, of func(Deal) game.Deal) *game.Preparing {
	p := &game.Preparing{
		Least: least, Most: most, Example: "--J--Q--K--A-",
		Cards: game.Phrase{ID: "penalty.prepare.cards"},
		Check: checkPrepared,
	}
	p.Deal = func(hands []string) (game.Deal, error) {
		if err := p.CheckAll(hands); err != nil {
			return nil, err
		}
		d, err := ReadDeal(strings.Join(hands, " / "), card.French, most)
		return of(d), err
	}
	return p
}

// checkPrepared reads a prepared hand in any notation of hands.
func checkPrepared(text string) (string, error) {
	d, err := ReadDeal(text+" / -", card.French, 2)
	if problems, ok := errors.AsType[*deal.Problems](err); ok {
		one := problems.List[0]
		if _, ok := one.Args["card"]; !ok && one.Kind != DashedCards {
			return "", wrongPrepared("penalty.prepare.no-hand", game.Args{}) // a text of no cards, or of several hands
		}
		return "", wrongPrepared("penalty.prepare.unread", game.Args{"found": one.Found(), "hint": one.Hint()})
	}
	hand := Deal{Hands: d.Hands[:1]}.Key()
	if wrong := miscounted(hand); len(wrong) > 0 {
		return "", wrongPrepared("penalty.prepare.wrong", game.Args{"list": game.Join("list.comma", wrong...)})
	}
	return hand, nil
}

func wrongPrepared(id string, args game.Args) error {
	args["cards"] = game.Phrase{ID: "penalty.prepare.cards"}
	return &game.WrongHand{Problem: game.Phrase{ID: id, Args: args}}
}

// miscounted returns the cards of which a hand, written as a key, has too many or too few.
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
