package deal_test

import (
	"errors"
	"flag"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"nonna/engine/card"
	"nonna/engine/clock"
	"nonna/engine/deal"
	"nonna/engine/game"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
)

// drawHand draws cards of a deck, at times without suits or ranks.
func drawHand(t *rapid.T, deck card.Deck) []card.Card {
	full := deck.Full()
	style := rapid.IntRange(0, 3).Draw(t, "style")
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) card.Card {
		c := rapid.SampledFrom(full).Draw(t, "card")
		if style%2 == 0 {
			c.Suit = card.NoSuit
		}
		if style > 1 && deck.Debt(c.Rank) == 0 {
			c = card.Card{Rank: card.Number}
		}
		return c
	}), 1, 30).Draw(t, "hand")
}

func TestCamiciaRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		deck := rapid.SampledFrom([]card.Deck{card.French, card.Italian}).Draw(t, "deck")
		d := [][]card.Card{drawHand(t, deck), drawHand(t, deck)}
		text := deal.WriteHands(d)
		back, err := deal.Hands(text, deck, 2)
		if err != nil || !reflect.DeepEqual(back, d) {
			t.Fatalf("%v is written %q and read back as %v, %v", d, text, back, err)
		}
	})
}

func TestBeggarRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var d [][]card.Card
		for range rapid.IntRange(2, 9).Draw(t, "players") {
			d = append(d, drawHand(t, card.French))
		}
		text := deal.WriteHands(d)
		back, err := deal.Hands(text, card.French, game.MaxPlayers)
		if err != nil || !reflect.DeepEqual(back, d) {
			t.Fatalf("%v is written %q and read back as %v, %v", d, text, back, err)
		}
	})
}

func TestSnapRoundTrip(t *testing.T) {
	faces := []string{"a", "b", "A", "10", "2", "/", "|", ",", " ", "\"", "[", "]", "'", "`", "#", ">", ":", "-", "é", "❤️", "👨‍👩‍👧", "🇮🇹", "vs", "\\", "{", "\u200d", "<:a:1>", "<a:a:1>", "<", ">", "@", "&", "<@1"}
	rapid.Check(t, func(t *rapid.T) {
		few := rapid.SliceOfN(rapid.SampledFrom(faces), 1, 4).Draw(t, "faces")
		n := rapid.IntRange(1, 6).Draw(t, "cards")
		var d [][]string
		for range rapid.IntRange(2, 5).Draw(t, "players") {
			d = append(d, rapid.SliceOfN(rapid.SampledFrom(few), n, n).Draw(t, "pile"))
		}
		text := deal.WritePiles(d)
		back, err := deal.Piles(text)
		if err != nil || !reflect.DeepEqual(back, d) {
			t.Fatalf("%q is written %q and read back as %q, %v", d, text, back, err)
		}
	})
}

func TestClockRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := deal.ClockPiles(clock.Random(shuffle.New(rapid.Uint64().Draw(t, "seed"))))
		for _, text := range []string{deal.WriteClock(d), deal.ShortClock(d)} {
			back, err := deal.Clock(text)
			if err != nil || back != d {
				t.Fatalf("%v is written %q and read back as %v, %v", d, text, back, err)
			}
		}
	})
}

// A key is the shortest text of a deal: it is read back as one that is played
// alike.
func TestKeysAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		deck := rapid.SampledFrom([]card.Deck{card.French, card.Italian}).Draw(t, "deck")
		some := rapid.SliceOfN(rapid.SampledFrom(deck.Full()), 1, 30)
		key := penalty.Deal{Deck: deck, Hands: [][]card.Card{some.Draw(t, "A"), some.Draw(t, "B")}}.Key()
		back, err := deal.Hands(key, deck, 2)
		if got := (penalty.Deal{Deck: deck, Hands: back}).Key(); err != nil || got != key {
			t.Fatalf("%q is read back as %q, %v", key, got, err)
		}
		french := rapid.SliceOfN(rapid.SampledFrom(card.French.Full()), 1, 30)
		key = penalty.Deal{Hands: rapid.SliceOfN(french, 2, 6).Draw(t, "hands")}.Key()
		back, err = deal.Hands(key, card.French, game.MaxPlayers)
		if got := (penalty.Deal{Hands: back}).Key(); err != nil || got != key {
			t.Fatalf("%q is read back as %q, %v", key, got, err)
		}
	})
}

// findTwo finds two hands of either deck.
func findTwo(message string) ([][]card.Card, error) {
	hands, _, err := deal.FindTwoHands(message)
	return hands, err
}

// readAll reads a text as a deal of every game, alone and in a message.
func readAll(text string) map[string]func() (string, error) {
	return map[string]func() (string, error){
		"camicia": func() (string, error) {
			d, err := deal.Hands(text, card.French, 2)
			return deal.WriteHands(d), err
		},
		"italian": func() (string, error) {
			d, err := deal.Hands(text, card.Italian, 2)
			return deal.WriteHands(d), err
		},
		"beggar": func() (string, error) {
			d, err := deal.Hands(text, card.French, game.MaxPlayers)
			return deal.WriteHands(d), err
		},
		"snap": func() (string, error) {
			d, err := deal.Piles(text)
			return fmt.Sprintf("%q", d), err
		},
		"clock": func() (string, error) {
			d, err := deal.Clock(text)
			return deal.WriteClock(d), err
		},
		"find camicia": func() (string, error) {
			d, err := findTwo(text)
			return deal.WriteHands(d), err
		},
		"find beggar": func() (string, error) {
			d, err := deal.FindHands(text)
			return deal.WriteHands(d), err
		},
		"find snap": func() (string, error) {
			d, err := deal.FindPiles(text)
			return fmt.Sprintf("%q", d), err
		},
		"find clock": func() (string, error) {
			d, err := deal.FindClock(text)
			return deal.WriteClock(d), err
		},
	}
}

// seed adds texts that are deals, or nearly. Long ones take long under the race
// detector, and have tests of their own.
func seed(f *testing.F) {
	texts := append(clockTexts(), messages...)
	for _, c := range slices.Concat(badCamicia, badSnap) {
		texts = append(texts, c.text)
	}
	for _, c := range camiciaTexts {
		texts = append(texts, c.text)
	}
	for _, c := range snapTexts {
		texts = append(texts, c.text)
	}
	for _, text := range texts {
		if len(text) < 1000 {
			f.Add(text)
		}
	}
}

// FuzzReadingNeverPanics holds that reading any text gives a deal or problems that
// can be shown.
func FuzzReadingNeverPanics(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text string) {
		for name, read := range readAll(text) {
			_, err := read()
			var p *deal.Problems
			if err != nil && (!errors.As(err, &p) || p.Error() == "" || len(p.List) > deal.MaxProblems) {
				t.Errorf("%s: %q gives the error %v", name, text, err)
			}
		}
	})
}

// FuzzReadingIsQuick holds that a text many times as long takes as many times as
// long to read, and not their square. It runs while fuzzing only: elsewhere a test
// must not depend on how busy the machine is. With -fuzzminimizetime 1x no time is
// spent on making texts shorter.
func FuzzReadingIsQuick(f *testing.F) {
	if fuzz := flag.Lookup("test.fuzz"); fuzz == nil || fuzz.Value.String() == "" {
		f.Skip("it reads the clock")
	}
	seed(f)
	f.Fuzz(func(t *testing.T, text string) {
		if text == "" || len(text) > deal.MaxText/times/2 {
			return
		}
		// Twice at least: one list of JSON is read otherwise than many.
		text = strings.Repeat(text, max(2, timedSize/len(text)))
		long := readAll(strings.Repeat(text, times))
		for name, read := range readAll(text) {
			if short, long := leastTimes(read, long[name]); long > slack*short {
				t.Errorf("%s: reading %d bytes %d times took %v, and as many at once %v: %.100q", name, len(text), times, short, long, text)
			}
		}
	})
}

// How many times as long the longer text is, how many bytes the other has, and how
// far their times may be apart. Quadratic reading takes 16 times as long at once. A
// text twice as long would leave no room for what the machine does beside.
const (
	times     = 16
	timedSize = 256
	slack     = 4
)

// leastTimes are the least times that reading a short text many times and a long
// one once took, in a few tries, or one that leaves no doubt. Both take as long, so
// that what the machine does beside falls on both.
func leastTimes(read, readLong func() (string, error)) (short, long time.Duration) {
	short, long = time.Hour, time.Hour
	for tries := 0; tries == 0 || tries < 10 && long > slack*short; tries++ {
		start := time.Now()
		for range times {
			_, _ = read()
		}
		middle := time.Now()
		_, _ = readLong()
		short, long = min(short, middle.Sub(start)), min(long, time.Since(middle))
	}
	return short, long
}

// FuzzWhatIsReadCanBeWrittenAndReadAgain holds that the text of a deal that was
// read is read as the same deal.
func FuzzWhatIsReadCanBeWrittenAndReadAgain(f *testing.F) {
	for _, c := range camiciaTexts {
		f.Add(c.text)
	}
	for _, c := range snapTexts {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if d, err := deal.Hands(text, card.French, game.MaxPlayers); err == nil {
			back, err := deal.Hands(deal.WriteHands(d), card.French, game.MaxPlayers)
			if err != nil || !reflect.DeepEqual(back, d) {
				t.Errorf("%q: %v is read back as %v, %v", text, d, back, err)
			}
		}
		if d, err := deal.Piles(text); err == nil {
			back, err := deal.Piles(deal.WritePiles(d))
			if err != nil || !reflect.DeepEqual(back, d) {
				t.Errorf("%q: %q is written %q and read back as %q, %v", text, d, deal.WritePiles(d), back, err)
			}
		}
	})
}

// messages hold one deal of Camicia each, 2/3 or more, or none; they seed the
// fuzz target as well.
var messages = []string{
	"look what I got: ---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A--- lol",
	"wow ```\n2 A 7 8 Q 10\n3 4 5 6 K 9 J``` never seen",
	"try `2A78QT/3456K9J`, I'd bet 3/4 on B",
	"mine is 2 A 7 8 Q 10 / 3 4 5 6 K 9 J ok?",
	"deal #447247122283566119055 is the record",
	`from the site: {"playerA":["2"],"playerB":["3"]} fails?`,
	"nothing here",
	"zz " + strings.Repeat("a ", 9000) + "/ " + strings.Repeat("a ", 9000) + "zz",
	"see `4 1 5 / 2 6 7` or -13--/--1---2, asso 2 3 / 4 5",
	"play(['2','A'],['3','4']) == 5, [1,2] <:a:1> <@1>",
}

func TestFindCamicia(t *testing.T) {
	for i, want := range []string{
		"---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---",
		thirteen, thirteen, thirteen,
		"---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---",
		"2 / 3",
		"",
	} {
		d, err := findTwo(messages[i])
		if (err == nil) != (want != "") {
			t.Errorf("%q: %v", messages[i], err)
		} else if err == nil && deal.WriteHands(d) != want {
			t.Errorf("%q: found %s, want %s", messages[i], deal.WriteHands(d), want)
		}
	}
}

func TestFindNeverGuesses(t *testing.T) {
	for _, c := range []struct{ message, want string }{
		{"is JQ/K2 better than KQ/J2 ?", `several-deals{deals:2 list:list.and{first:deal.part.quote{text:“JQ/K2”} last:deal.part.quote{text:“KQ/J2”}}}`},
		{"`J/2` `Q/2` `K/2`", `several-deals{deals:3 list:list.and{first:list.comma{first:deal.part.quote{text:“J/2”} last:deal.part.quote{text:“Q/2”}} last:deal.part.quote{text:“K/2”}}}`},
		// "a" may be the ace or the word.
		{"I have a K / Q J", `several-deals{deals:2 list:list.and{first:deal.part.quote{text:“a K / Q J”} last:deal.part.quote{text:“K / Q J”}}}`},
	} {
		d, err := findTwo(c.message)
		if err == nil || err.Error() != c.want {
			t.Errorf("%q: %s, %v; want %s", c.message, deal.WriteHands(d), err, c.want)
		}
	}
}

func TestFindOtherGames(t *testing.T) {
	if d, err := deal.FindHands("who wins [[\"TD\",\"AC\"],[\"5H\"]] here"); err != nil || deal.WriteHands(d) != "TD AC / 5H" {
		t.Errorf("beggar: %v, %v", d, err)
	}
	if d, err := deal.FindPiles("guess who wins `abca abba` tonight"); err != nil || deal.WritePiles(d) != "abca abba" {
		t.Errorf("snap: %v, %v", d, err)
	}
	if d, err := deal.FindClock("lost again\n```\n" + strings.ReplaceAll(won, " / ", "\n") + "\n```\nsigh"); err != nil || deal.WriteClock(d) != won {
		t.Errorf("clock: %v, %v", d, err)
	}
}

// BenchmarkRead reads the largest text of a deal there may be, and texts that
// were made to be slow.
func BenchmarkRead(b *testing.B) {
	for name, text := range map[string]string{
		"10000 cards": strings.Repeat("J -", 2500) + "/" + strings.Repeat("2 A", 2500),
		"labels":      strings.Repeat("a:", deal.MaxText/2),
		"brackets":    strings.Repeat("[", deal.MaxText),
		"bad cards":   strings.Repeat("x", deal.MaxText),
		"slashes":     strings.Repeat("/", deal.MaxText),
		"commas":      strings.Repeat("a,b ", deal.MaxText/4),
		"calls":       strings.Repeat("a(", deal.MaxText/2),
		"a call":      strings.Repeat("a", deal.MaxText/2) + "([" + strings.Repeat("a", deal.MaxText/2-4) + ")",
		"mentions":    strings.Repeat("</a", deal.MaxText/3),
		"emoji":       strings.Repeat("<:a:1>", deal.MaxText/6),
		"ones":        strings.Repeat("1 ", deal.MaxText/2-2) + "/ 1",
		"neighbours":  strings.Repeat("X 2 / 3 ", deal.MaxText/8),
		"commas only": strings.Repeat(", ", deal.MaxText/2-2) + "2",
	} {
		b.Run(strings.ReplaceAll(name, " ", "-"), func(b *testing.B) {
			for b.Loop() {
				for _, read := range readAll(text) {
					_, _ = read()
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N), "ms/text")
		})
	}
}

// TestFindLosesNoCards holds cases in which a card stands close to something
// that is none: the deal is found whole, or not at all.
func TestFindLosesNoCards(t *testing.T) {
	for _, c := range []struct{ message, want string }{
		{"my deal: 2 A 7 8 / 3 4 J!", "2 A 7 8 / 3 4 J"},
		{"(2 A 7 8 / 3 4 J)", "2 A 7 8 / 3 4 J"},
		{"**2 A 7 8 / 3 4 J**", "2 A 7 8 / 3 4 J"},
		{"I got 2 A 7 / 3 4 J?", "2 A 7 / 3 4 J"},
		{"deal:2 A 7 / 3 4 J", "2 A 7 / 3 4 J"},
		{`"2 A 7 / 3 4 J" here`, "2 A 7 / 3 4 J"},
		{"this 2 A 7 / 3 4 J. 5 times", "2 A 7 / 3 4 J"},
		{"I got 2 A 7 / 3 4 J😂", ""},
		{"see 2 A 7 / 3 4 X J", ""},
		{"see 2 A 7 / 3 4 1 J wow", ""},
		{"2 A 7 / 3 4 J, 5 wins?", ""},
		{"I have a 2 / 3 K at home", ""},
		{"2 A 7 8 / 3 4 J a great game", ""},
		{"open 24/7", ""},
		{"1/2 cup of A/B", ""},
		{"#1 fan, see [1,2]", ""},
	} {
		d, err := findTwo(c.message)
		if (err != nil) != (c.want == "") || err == nil && deal.WriteHands(d) != c.want {
			t.Errorf("%q: %s, %v, want %q", c.message, deal.WriteHands(d), err, c.want)
		}
	}
}

// TestFindDoesNotJoinPassages keeps two code blocks two deals.
func TestFindDoesNotJoinPassages(t *testing.T) {
	d, err := deal.FindHands("```2 A / 3 J``` ```4 K / 5 J```")
	var p *deal.Problems
	if !errors.As(err, &p) || !p.Ambiguous {
		t.Errorf("%s, %v, want the two deals to be named", deal.WriteHands(d), err)
	}
}
