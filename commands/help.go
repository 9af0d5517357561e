package commands

import "context"

func helpSpec() Spec {
	return Spec{
		Name: "help", Kind: Slash, Description: "What I can do, with an example to copy for each game",
		Options: []Option{{Name: "game", Description: "The rules of one game", Type: TextOption, Choices: gameChoices()}},
	}
}

// game is a game by the name of its command.
type game struct{ name, title string }

func games() []game {
	return []game{{"camicia", "Camicia"}, {"beggar", "Beggar-thy-neighbour"}, {"snap", "Snap"}, {"clock", "Clock patience"}}
}

func gameChoices() []Choice {
	var list []Choice
	for _, g := range games() {
		list = append(list, Choice{Label: g.title, Value: g.name})
	}
	return list
}

// overview is the first page of the help.
const overview = "I play card games that play themselves, to the last card: paste a deal and I say who wins and after how many cards, or prove that it never ends. Without a deal I shuffle one.\n" +
	"\n`/camicia deal: 2 A 7 8 Q 10 / 3 4 5 6 K 9 J`" +
	"\n`/beggar deal: TD AC / 5H 2S / 9C KD`" +
	"\n`/snap piles: bdad acbc abba`" +
	"\n`/clock` shuffles a deal of Clock patience" +
	"\n`/leaderboard game: snap` shows the longest games here" +
	"\n\nHands may be split by `/`, new lines or labels, cards by blanks or not at all; `-` is any number card; JSON and deal numbers like `#123` are read as well. " +
	"In Discord, right-click a message → Apps → **Settle** plays the deal in it. `/help game: …` tells the rules of one game."

// pages are the rules in five lines, an example and its answer. The examples
// are run by a test.
//
//nolint:gochecknoglobals // never written to
var pages = map[string]string{
	"camicia": "Two players, and A leads: each plays the top card of the hand onto the pile.\n" +
		"J, Q, K and A make the other pay 1, 2, 3 or 4 cards; with the Italian deck 1, 2 and 3 do.\n" +
		"A court card among the payments turns the debt around.\n" +
		"When a debt is paid, the court card's owner takes the pile and leads.\n" +
		"Who must play and cannot has lost. A position that comes back at the start of a round makes the game endless.\n" +
		"\n`/camicia deal: 2 A 7 8 Q 10 / 3 4 5 6 K 9 J`\n→ **B wins** after 13 cards and 1 trick.",
	"beggar": "As Camicia, for two players or more, with suits: players count from 0, and 0 leads.\n" +
		"A court card makes the next player still in pay 1 to 4 cards; one among the payments moves the debt on.\n" +
		"The last court card's owner takes the pile and leads.\n" +
		"Who must play and cannot is out; the last one in wins, or who holds every card.\n" +
		"Under the rule that some play, nobody wins when 10,000 cards have been played: you get both answers.\n" +
		"\n`/beggar deal: TD AC / 5H 4D / JS KC 2H`\n→ **Player 0 wins** after 10 cards and 2 tricks.",
	"snap": "Two players or more with equal piles, and player 1 starts: each plays the top card onto the pile.\n" +
		"Who has no card but is still in plays the bottom card of the pile onto its top.\n" +
		"A card that equals the one it lands on takes the pile, and everybody else without cards is out.\n" +
		"Who holds all the cards wins. It is stuck when all of them lie in the pile and no pair can form.\n" +
		"When hands, pile, players and turn come back, the game is endless.\n" +
		"\n`/snap piles: abca abba`\n→ **Player 1 wins** after 24 plays and 6 takes.",
	"clock": "13 piles of 4 cards, one for each hour and one in the middle, number 0.\n" +
		"Turn up the top card in the middle and put it under the pile of its value; go on there.\n" +
		"When that pile has no face-down card, the game is over: it always is in the middle.\n" +
		"It is won when all 52 cards are face up, which one deal in 13 is.\n" +
		"A game is lost when the bottom cards of some piles form a ring.\n" +
		"\n`/clock seed: 4` deals one that you can deal again.",
}

// help answers /help.
func help(_ context.Context, req Request) (Reply, error) {
	for _, g := range games() {
		if g.name == req.Options.Text("game") {
			return Reply{Title: g.title, Text: pages[g.name], Ephemeral: true}, nil
		}
	}
	return Reply{Title: "Nonna", Text: overview, Ephemeral: true}, nil
}
