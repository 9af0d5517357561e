package deal

// wording is the name of a kind, and what is said of it: what was found, and what
// would be right.
type wording struct{ name, found, hint string }

// wording is what the engine says of a kind, in English. Other languages follow
// it line by line.
func (k Kind) wording() wording {
	return [kinds]wording{
		TooLong:      {"too-long", "{bytes} bytes of text", "a deal has at most {most} bytes (64 KiB)"},
		NoDeal:       {"no-deal", "there is no deal in the text", "paste one, or leave it out and one is shuffled"},
		NoText:       {"no-text", "the byte {byte}, which is no text", "send the deal as UTF-8 text"},
		Invisible:    {"invisible", "an invisible character, {character}", "delete it and type that part again"},
		TooManyCards: {"too-many-cards", "more than {most} cards", "a deal has at most that many"},
		TooManyHands: {"too-many-hands", "{hands} hands", "at most {most} players can play"},
		SecondHand:   {"second-hand", "a second hand called {label}", "name every hand once"},

		SeveralDeals:  {"several-deals", "{deals} deals stand in the message: {list}", "send one of them"},
		BesideDeal:    {"beside-deal", "{word} stands beside a deal and might belong to it", "send the deal alone, or between back-ticks"},
		ItalianOrSnap: {"italian-or-snap", "this could be hands of the Italian deck, or piles of Snap", "say which game it is"},

		PastedCode:   {"pasted-code", "a piece of a program", `send only the lists, like [["2","A"],["3","4"]]`},
		MoreThanJSON: {"more-than-json", "more text behind the JSON", "send the deal alone"},
		BrokenJSON:   {"broken-json", "this is no complete JSON", "check brackets, commas and quotation marks"},
		DeepJSON:     {"deep-json", "brackets nested too deep", "a deal is a list of hands"},
		NoJSONHands:  {"no-json-hands", "this JSON holds no hands", `write [["2","A"],["3","4"]] or {"playerA":["2"],"playerB":["3"]}`},
		NoJSONHand:   {"no-json-hand", "no hand", `a hand in JSON is an array of cards like ["2","A"]`},
		NoJSONCard:   {"no-json-card", "no card", `a card in JSON is a string like "10" or a number`},
		EmptyString:  {"empty-string", "an empty string", "every card needs a name"},

		NoCard:        {"no-card", "{card} is no card{within}", "cards are 2 to 10 (or T), J, Q, K, A, and - for any number card"},
		NoItalianCard: {"no-italian-card", "{card} is no card{within}", "cards are 1 to 10 (or T), and - for any number card"},
		LongDash:      {"long-dash", "{card} is no card{within}", "a keyboard may have made it of two hyphens, so it could be one card or two: write - for each"},
		OneOfFrench:   {"one-of-french", "{card} is no card{within}", "1 is a card of the Italian deck only: with the French deck write A for every ace, and 10 or T for every ten"},
		AceOfItalian:  {"ace-of-italian", "{card} is no card{within}", "the Italian deck has no fourth court card: write 1 for the ace"},
		Zero:          {"zero", "{card} is no card{within}", "write 10 or T for the ten"},
		StraySign:     {"stray-sign", "{card} is no card{within}", "one sign stands between two hands, and a label stands before each or none"},
		DashedCards:   {"dashed-cards", "{cards} can be read in two ways: with dashes between the cards, or with dashes that are number cards", "write blanks between the cards"},
		TwoNotations:  {"two-notations", "{letter} can be read in two ways beside the digit {digit}", "J Q K are 1 2 3 in published records, but 8 9 10 on the cards: write digits only"},

		EmptyHand:        {"empty-hand", "hand {hand} is empty", "every player needs at least one card; - is any number card"},
		NoHands:          {"no-hands", "there are no hands", "write two hands with / between them"},
		OneCard:          {"one-card", "only one card", "write / between the hands, like 2 A 7 / 3 4 5"},
		OneHand:          {"one-hand", "only one hand, of {cards} cards", "write / between the hands, like 2 A 7 / 3 4 5"},
		OneLongHand:      {"one-long-hand", "only one hand, of {cards} cards", "it could be dealt {half} and {half}, or card by card: write / between the hands"},
		MoreThanTwoHands: {"more-than-two-hands", "{hands} hands", "this game is for two players: write one / between two hands, and put each hand on one line"},
		ManyLines:        {"many-lines", "a hand of several lines beside signs between hands", "put each hand on one line, or write / between all of them"},
		BulletedLines:    {"bulleted-lines", "lines that begin with {sign}, which may be a card or the sign of a list", "leave the dash out, or write the hands with / between them"},

		ItalianNumber: {"italian-number", "a deal number with the Italian deck", "only deals of the 52-card deck have numbers"},
		NoNumber:      {"no-number", "{number} is no deal number", "deal numbers run from #0 to #{last}"},
		LargeNumber:   {"large-number", "there is no deal of that number", "deal numbers run from #0 to #{last}"},

		NoPiles:      {"no-piles", "there are no piles", "write them as words, like: abca abba"},
		OnePile:      {"one-pile", "only one pile", "write one pile a player with blanks or / between them, like: abca abba"},
		EmptyPile:    {"empty-pile", "pile {pile} is empty", "every player needs at least one card"},
		UnclearPile:  {"unclear-pile", "the cards of pile {pile} can be read in several ways", "write them without blanks, or one character or number each with blanks between them"},
		UnequalPiles: {"unequal-piles", "pile {pile} has {cards}, pile 1 has {first}", "all players start with equally many cards"},
		TooManyPiles: {"too-many-piles", "more than {most} piles", "at most {most} players can play"},
		SeveralWays:  {"several-ways", "this can be read in {ways} ways: {list}", `write piles as words with / between them, or as JSON like [["a","b"],["b","a"]]`},
		Mention:      {"mention", "{mention} is a mention and no card", "write words, characters or emoji"},
		NoJSONPile:   {"no-json-pile", "no pile", `a pile in JSON is a string like "abba" or an array of cards`},
		NoJSONFace:   {"no-json-face", "no card", "a card in JSON is a string or a number"},

		NoHour:      {"no-hour", "{label} names no pile", "call the piles 0 to 12, or A to K with K for the middle"},
		SecondHour:  {"second-hour", "{label} names a pile that has been named", "name every pile once; 0, 13 and K are all the middle"},
		MissingHour: {"missing-hour", "pile {pile} is missing", "the clock has 13 piles, 0 to 12"},
		NoValue:     {"no-value", "{value} is no value", "values are 0 to 12 with blanks between them, or A 2 to 10 J Q K"},
		LargeValue:  {"large-value", "{value} is no value", "values are 0 to 12; the king is 0"},
		BlankValue:  {"blank-value", "{value} is no value", "values are 0 to 12, or A 2 to 10 J Q K; every card needs one"},
		FifthValue:  {"fifth-value", "the value {value}, which is there four times already", "each value from 0 to 12 is there four times"},
		NoJSONValue: {"no-json-value", "no value", "a card in JSON is a number from 0 to 12"},
		NoJSONHours: {"no-json-hours", "this JSON holds no piles", "write 13 arrays of 4 numbers: [[11,11,7,7],[8,6,5,0], and so on to the last]"},
		HourSize:    {"hour-size", "pile {pile} has {cards}", "each of the 13 piles has 4"},
		MoreHours:   {"more-hours", "{piles} piles", "the clock has 13 piles, 0 to 12"},
		FewerHours:  {"fewer-hours", "only {piles}", "the clock has 13 piles of 4 cards, 0 to 12"},
	}[k]
}
