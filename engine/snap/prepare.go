package snap

import (
	"slices"
	"strings"
	"unicode"

	"nonna/engine/deal"
	"nonna/engine/game"
)

// Prepared piles have preparedCards cards, each with one of preparedFaces, as often as the
// player likes: the faces of both players are the same, else nobody could win.
const (
	preparedCards = 8
	preparedFaces = "abcd"
)

// preparing returns how Snap is played with piles that two players prepare.
func preparing() *game.SecretHands {
	return &game.SecretHands{Example: "abcadbcd", Cards: game.Phrase{ID: "snap.prepare.cards"}, Check: checkPrepared}
}

// checkPrepared reads a prepared pile: letters of either case, with blanks and commas
// between them or not.
func checkPrepared(text string) (string, *game.Phrase) {
	pile := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == ',' {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
	cards := characters(pile)
	if i := slices.IndexFunc(cards, func(c string) bool { return len(c) != 1 || !strings.Contains(preparedFaces, c) }); i >= 0 {
		return "", wrongPrepared("snap.prepare.no-face", game.Args{"card": deal.Quoted(cards[i])})
	}
	if len(cards) != preparedCards {
		return "", wrongPrepared("snap.prepare.count", game.Args{"count": len(cards)})
	}
	return pile, nil
}

func wrongPrepared(id string, args game.Args) *game.Phrase {
	args["cards"] = game.Phrase{ID: "snap.prepare.cards"}
	return &game.Phrase{ID: id, Args: args}
}
