package camicia_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nonna/engine/camicia"
	"nonna/engine/card"
	"nonna/engine/game"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
	"nonna/engine/trace"
)

// samePlain reports how the engine and the plain implementation differ on a
// deal of symbols, or "".
func samePlain(a, b string, settle func(camicia.Deal) (game.Outcome, error)) string {
	o, err := settle(symbols(a, b))
	if err != nil {
		return err.Error()
	}
	p := playPlain(a, b)
	got := fmt.Sprintf("%s %s %d/%d lead %d/%d", penalty.NewReport("", o).Status, winner(o), o.Length.Plays, o.Length.Takes, o.Lead.Plays, o.Lead.Takes)
	want := fmt.Sprintf("%s %s %d/%d lead %d/%d", p.status, p.winner, p.cards, p.tricks, p.leadCards, p.leadTricks)
	if got != want {
		return fmt.Sprintf("%s/%s: engine %s, plain %s", a, b, got, want)
	}
	return ""
}

// symbols returns a deal of "-", J, Q, K and A.
func symbols(a, b string) camicia.Deal {
	d := newDeal()
	dealSymbols(&d, a, b)
	return d
}

// dealSymbols is like symbols, and reuses the memory of a deal.
func dealSymbols(d *camicia.Deal, a, b string) {
	for i, h := range [2]string{a, b} {
		d.Hands[i] = d.Hands[i][:0]
		for j := range len(h) {
			r := card.Number
			if debt := strings.IndexByte("-JQKA", h[j]); debt > 0 {
				r = card.French.Court(debt)
			}
			d.Hands[i] = append(d.Hands[i], card.Card{Rank: r})
		}
	}
}

// drawHands draws two hands of up to most cards, with many or with few court cards.
func drawHands(t *rapid.T, most int) (a, b string) {
	alphabet := rapid.SampledFrom([]string{"-JQKA", "--JQKA", "----J", "--------JQKA", "-J", "-A"}).Draw(t, "alphabet")
	hand := rapid.Custom(func(t *rapid.T) string {
		n := rapid.IntRange(0, most).Draw(t, "n")
		var s strings.Builder
		for range n {
			s.WriteByte(rapid.SampledFrom([]byte(alphabet)).Draw(t, "card"))
		}
		return s.String()
	})
	return hand.Draw(t, "a"), hand.Draw(t, "b")
}

func TestEngineAgreesWithPlainRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawHands(t, rapid.SampledFrom([]int{4, 32, 60}).Draw(t, "most"))
		// Large deals rich in number cards may run for very long.
		if diff := samePlain(a, b, func(d camicia.Deal) (game.Outcome, error) {
			return d.Deal.Settle(t.Context(), game.DefaultBudget)
		}); diff != "" {
			t.Fatal(diff)
		}
	})
}

// TestPackedAgreesWithKernel compares the bit masks with the general kernel, which plays
// deals of 64 cards or more.
func TestPackedAgreesWithKernel(t *testing.T) {
	src := shuffle.New(2)
	for range 20_000 {
		p := penalty.RandomPacked(src, card.Deck(src.Below(2)))
		d := p.Deal()
		fast, err := p.Settle(t.Context(), 1000)
		if err != nil {
			t.Fatal(err)
		}
		k, err := penalty.Settle(t.Context(), d, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(k, fast); diff != "" {
			t.Fatalf("%s (-kernel +masks):\n%s", d.Key(), diff)
		}
		if !d.IsFull() {
			t.Fatalf("%s is not a full deal", d.Key())
		}
	}
}

// arrangements calls f with every order of a multiset of symbols.
func arrangements(counts map[byte]int, f func(string)) {
	const order = "-JQKA"
	n := 0
	for _, k := range counts {
		n += k
	}
	line := make([]byte, n)
	var place func(int)
	place = func(i int) {
		if i == n {
			f(string(line))
			return
		}
		for _, c := range []byte(order) {
			if counts[c] > 0 {
				counts[c]--
				line[i] = c
				place(i + 1)
				counts[c]++
			}
		}
	}
	place(0)
}

// TestSmallDecksExhaustively settles all deals of small decks with equal hands;
// the longest games and the numbers of loops are published.
func TestSmallDecksExhaustively(t *testing.T) {
	for _, c := range []struct {
		name          string
		deck          map[byte]int
		cards, tricks int64
		loops         int
		plain         bool // few enough for the plain implementation as well
	}{
		{"4+2J", map[byte]int{'-': 4, 'J': 2}, 12, 3, 1, true},
		{"8+2J+2Q", map[byte]int{'-': 8, 'J': 2, 'Q': 2}, 109, 24, 0, true},
		{"1+1J+2Q+2K+2A", map[byte]int{'-': 1, 'J': 1, 'Q': 2, 'K': 2, 'A': 2}, 9, 2, 0, true}, // not published
		{"6+2J+2Q+2K+2A", map[byte]int{'-': 6, 'J': 2, 'Q': 2, 'K': 2, 'A': 2}, 71, 9, 1260, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if os.Getenv("NONNA_LONG") == "" && !c.plain {
				t.Skip("millions of deals; NONNA_LONG=1 settles them")
			}
			var longest game.Length
			d := newDeal()
			loops := 0
			arrangements(c.deck, func(line string) {
				a, b := line[:len(line)/2], line[len(line)/2:]
				dealSymbols(&d, a, b)
				o, err := d.Deal.Settle(t.Context(), game.DefaultBudget)
				if err != nil {
					t.Fatal(err)
				}
				switch {
				case o.Ending == game.Loop:
					loops++
				case o.Length.Plays > longest.Plays:
					longest = o.Length
				}
				if c.plain {
					if diff := samePlain(a, b, func(camicia.Deal) (game.Outcome, error) { return o, nil }); diff != "" {
						t.Fatal(diff)
					}
				}
			})
			if longest.Plays != c.cards || longest.Takes != c.tricks || loops != c.loops {
				t.Errorf("longest %d cards, %d tricks, %d loops; want %d, %d, %d",
					longest.Plays, longest.Takes, loops, c.cards, c.tricks, c.loops)
			}
		})
	}
}

// checkAgreement checks that the verdict, the trace in both formats and the plain rules agree about a deal.
func checkAgreement(t *rapid.T, a, b string) {
	d := symbols(a, b)
	p, err := d.Settle(t.Context(), 20_000)
	if err != nil {
		t.Fatal(err)
	}
	o := p.Outcome()
	if o.Ending != game.Undecided {
		if diff := samePlain(a, b, func(camicia.Deal) (game.Outcome, error) { return o, nil }); diff != "" {
			t.Fatal(diff)
		}
	}
	var text, events bytes.Buffer
	if err := p.WriteTrace(t.Context(), &text, trace.Options{}); err != nil {
		t.Fatal(err)
	}
	if got, want := verdictOfText(text.String()), fmt.Sprintf("%s %d", penalty.NewReport("", o).Status, o.Length.Plays); got != want {
		t.Fatalf("%s/%s: the text trace tells %s, want %s\n%s", a, b, got, want, text.String())
	}
	if err := p.WriteTrace(t.Context(), &events, trace.Options{Format: trace.JSONLines}); err != nil {
		t.Fatal(err)
	}
	if diff := verdictOfEvents(events.Bytes(), o); diff != "" {
		t.Fatalf("%s/%s: %s", a, b, diff)
	}
	report, err := json.Marshal(p.Report())
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasSuffix(bytes.TrimSpace(events.Bytes()), report) {
		t.Fatalf("%s/%s: the events end otherwise than %s", a, b, report)
	}
}

// row is a parsed line of a text trace.
type row struct{ round, a, b, pile, due string }

// parseText reads a text trace back by the columns of its heading.
func parseText(text string) []row {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	var at []int
	for _, h := range []string{"Round", "Player A", "Player B", "Pile", "Penalty due"} {
		at = append(at, strings.Index(lines[0], h))
	}
	var rows []row
	for _, l := range lines[2:] {
		l += strings.Repeat(" ", max(0, at[4]-len(l)))
		cell := func(i int) string { return strings.TrimSpace(l[at[i]:at[i+1]]) }
		rows = append(rows, row{cell(0), cell(1), cell(2), cell(3), strings.TrimSpace(l[at[4]:])})
	}
	return rows
}

// verdictOfText returns the ending and the number of cards that follow from the rows alone:
// each row moves a card onto the pile, a repeat is the start of a round that occurred
// before, and at the end one hand has all cards.
func verdictOfText(text string) string {
	rows := parseText(text)
	empty := func(s string) bool { return s == rows[0].pile } // nothing lies there yet
	type start struct{ a, b, leader string }
	seen := map[start]bool{}
	cards := 0
	var last row
	repeated := false
	for i, r := range rows {
		if !empty(r.pile) {
			cards++
			last = r
			continue
		}
		s := start{r.a, r.b, "A"}
		if i > 0 && r.b != last.b {
			s.leader = "B" // his hand has grown: he took the pile
		}
		repeated = seen[s]
		seen[s] = true
		last = r
	}
	end := rows[len(rows)-1]
	switch {
	case empty(end.pile) && (empty(end.a) || empty(end.b)):
		return fmt.Sprintf("finished %d", cards)
	case repeated && empty(end.pile):
		return fmt.Sprintf("loop %d", cards)
	}
	return fmt.Sprintf("undecided %d", cards)
}

// verdictOfEvents counts a trace in JSON Lines and compares it to the outcome.
func verdictOfEvents(events []byte, o game.Outcome) string {
	var cards, tricks, pile int64
	for i, line := range bytes.Split(bytes.TrimSpace(events), []byte("\n")) {
		var e struct {
			Game, Card, Status string
			Turn               int64
			Takes              int64
		}
		if err := json.Unmarshal(line, &e); err != nil {
			return fmt.Sprintf("line %d: %v", i+1, err)
		}
		if e.Card != "" {
			cards++
			pile++
			if e.Turn != cards {
				return fmt.Sprintf("line %d: turn %d, want %d", i+1, e.Turn, cards)
			}
		}
		if e.Takes != 0 {
			tricks++
			if e.Takes != pile {
				return fmt.Sprintf("line %d: %d cards taken of %d", i+1, e.Takes, pile)
			}
			pile = 0
		}
	}
	if cards != o.Length.Plays || o.Ending != game.Undecided && tricks != o.Length.Takes {
		return fmt.Sprintf("events tell %d cards and %d tricks, want %d and %d", cards, tricks, o.Length.Plays, o.Length.Takes)
	}
	return ""
}

func TestTraceTellsTheVerdict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawHands(t, 26)
		if a == "" || b == "" {
			t.Skip("the reader lets no empty hand in")
		}
		checkAgreement(t, a, b)
	})
}
