package penalty

import "strings"

// String returns the deal as [ReadDeal] reads it with the same deck: "2 A 10 / 3 4", or
// "---AJ/K--" if number cards have no ranks.
//
// Such packed cards are how people write these deals. Other cards have blanks between
// them, and so do packed ones like 2 - 3, which could be read as 2 3, and hands like 234, which could
// be the length of the game of others.
func (d Deal) String() string {
	if d.HasBlanks() {
		unclear, texts := false, make([]string, len(d.Hands))
		for i, h := range d.Hands {
			for _, c := range h {
				texts[i] += string(c.Rank.Letter()) + c.Suit.String()
			}
			unclear = unclear || dashesUnclear(d.Deck, texts[i])
		}
		if text := strings.Join(texts, "/"); !besideRecord(texts) && (!unclear || loneDash().MatchString(text)) {
			return text
		}
	}
	hands := make([]string, len(d.Hands))
	for i, texts := range d.HandTexts() {
		hands[i] = strings.Join(texts, " ")
	}
	return strings.Join(hands, " / ")
}

// Short returns the key, which is read as well: the court cards of both decks may be J,
// Q, K and A.
func (d Deal) Short() string { return d.Key() }
