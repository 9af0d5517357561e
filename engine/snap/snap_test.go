package snap_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nonna/engine/game"
	"nonna/engine/shuffle"
	"nonna/engine/snap"
	"nonna/engine/trace"
)

// deal reads piles of one-letter cards, separated by blanks.
func deal(text string) snap.Deal {
	var d snap.Deal
	for _, p := range strings.Fields(text) {
		d.Piles = append(d.Piles, strings.Split(p, ""))
	}
	return d
}

func play(t testing.TB, d snap.Deal) game.Play {
	t.Helper()
	p, err := d.Settle(t.Context(), game.DefaultBudget)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// report is a verdict for programs.
type report struct {
	Ending              string
	Players             []int
	Plays, Takes, Lines int64
	LoopLine            int64 `json:"loop_line"`
}

func reportOf(t checker, p game.Play) (r report) {
	b, err := json.Marshal(p.Report())
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r report) players() string { return strings.Trim(fmt.Sprint(r.Players), "[]") }

func TestRulesExamples(t *testing.T) {
	for _, c := range []struct {
		deal, players string
		ending        string
		plays, takes  int64
		lines, loop   int64
	}{
		{"abca abba", "1", "win", 24, 6, 37, 0},
		{"abba abca", "2", "win", 13, 4, 22, 0},
		{"abba acab", "1 2", "stuck", 71, 19, 110, 0},
		{"bdad acbc abba", "1 3", "loop", 62, 8, 79, 19},
		{"fizz buzz", "2", "win", 18, 3, 25, 0},
		{"robinhooda ndlittlejo hnwalkingt hroughthef orestlaugh ingbackand forthatwha ttheothero nehastosay", "9", "win", 481, 34, 550, 0},
		// A state without the turn would call this a loop.
		{"ab aa", "1", "win", 9, 3, 16, 0},
	} {
		r := reportOf(t, play(t, deal(c.deal)))
		if r.players() != c.players || r.Ending != c.ending || r.Plays != c.plays || r.LoopLine != c.loop || r.Takes != c.takes || r.Lines != c.lines {
			t.Errorf("%s: %+v; want %+v", c.deal, r, c)
		}
	}
}

func TestPublishedTraces(t *testing.T) {
	for _, name := range []string{"abba abca", "abba acab", "bdad acbc abba"} {
		want, err := os.ReadFile("testdata/traces/" + strings.ReplaceAll(name, " ", "-") + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		if err := play(t, deal(name)).WriteTrace(t.Context(), &got, trace.Options{}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got.String()); diff != "" {
			t.Errorf("%s (-published +written):\n%s", name, diff)
		}
	}
}

// drawPiles draws piles of few kinds of cards, so that pairs and loops happen.
func drawPiles(t *rapid.T) []string {
	n := rapid.IntRange(2, 6).Draw(t, "players")
	size := rapid.IntRange(1, 9).Draw(t, "cards")
	kinds := rapid.IntRange(1, 5).Draw(t, "kinds")
	var piles []string
	for range n {
		var p strings.Builder
		for range size {
			p.WriteByte(byte('a' + rapid.IntRange(0, kinds-1).Draw(t, "card")))
		}
		piles = append(piles, p.String())
	}
	return piles
}

// samePlain returns the difference between the engine and the plain rules, or "".
func samePlain(t checker, piles []string) (game.Play, string) {
	p, err := deal(strings.Join(piles, " ")).Settle(t.Context(), game.DefaultBudget)
	if err != nil {
		return nil, err.Error()
	}
	r := reportOf(t, p)
	got := fmt.Sprintf("%s %s %d %d %d", r.players(), r.Ending, r.Plays, r.Takes, r.LoopLine)
	if want := playPlain(piles); got != want {
		return p, fmt.Sprintf("%q: engine %s, plain %s", piles, got, want)
	}
	return p, ""
}

// checker is the part of *rapid.T and *testing.T that the checks use.
type checker interface {
	Context() context.Context
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// The engine, the plain rules and both traces agree about random deals.
func FuzzEngineAgreesWithPlainRulesAndTraces(f *testing.F) {
	f.Fuzz(rapid.MakeFuzz(agree))
}

func TestEngineAgreesWithPlainRulesAndTraces(t *testing.T) { rapid.Check(t, agree) }

func agree(t *rapid.T) {
	piles := drawPiles(t)
	p, diff := samePlain(t, piles)
	if diff != "" {
		t.Fatal(diff)
	}
	r := reportOf(t, p)
	var text, events bytes.Buffer
	if err := p.WriteTrace(t.Context(), &text, trace.Options{}); err != nil {
		t.Fatal(err)
	}
	if got := readText(text.String(), piles); got != fmt.Sprintf("%s %d %d", r.Ending, r.Plays, r.Takes) {
		t.Fatalf("the text trace tells %s, want %+v:\n%s", got, r, text.String())
	}
	if err := p.WriteTrace(t.Context(), &events, trace.Options{Format: trace.JSONLines}); err != nil {
		t.Fatal(err)
	}
	if diff := readEvents(events.String(), piles, p); diff != "" {
		t.Fatalf("%s\n%s", diff, events.String())
	}
}

// readText returns the ending, plays and takes that follow from the lines of a text trace,
// and checks that every position has all the cards.
func readText(text string, piles []string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	all := sorted(strings.Join(piles, ""))
	body := lines[2 : len(lines)-2]
	takes, ending := 0, "win"
	for i, l := range body {
		var n int
		if _, err := fmt.Sscanf(l, "%d", &n); err != nil || n != i+1 {
			return fmt.Sprintf("line %d is numbered %d", i+1, n)
		}
		_, l, _ = strings.Cut(strings.TrimLeft(l, " "), "   ")
		l, remark, _ := strings.Cut(l, "//")
		switch {
		case strings.Contains(l, "TAKES"):
			takes++
			continue
		case strings.Contains(remark, "loop"):
			ending = "loop"
		case strings.Contains(remark, "can't be taken"):
			ending = "stuck"
		}
		if sorted(strings.ReplaceAll(l, " ", "")) != all {
			return "cards are missing in " + l
		}
	}
	return fmt.Sprintf("%s %d %d", ending, len(body)-1-2*takes, takes)
}

func sorted(s string) string {
	b := []byte(s)
	for i := range b {
		for j := i; j > 0 && b[j] < b[j-1]; j-- {
			b[j], b[j-1] = b[j-1], b[j]
		}
	}
	return string(b)
}

// readEvents plays the events on hands of its own and compares the counts.
func readEvents(events string, piles []string, p game.Play) string {
	lines := strings.Split(strings.TrimSpace(events), "\n")
	hands, pile := append([]string{}, piles...), ""
	var plays, takes int64
	for _, l := range lines[1 : len(lines)-1] {
		var e struct {
			Play, Player, Takes int
			Card                string
			Rotates             bool
		}
		if err := json.Unmarshal([]byte(l), &e); err != nil {
			return err.Error()
		}
		from := &hands[e.Player-1]
		switch {
		case e.Takes > 0:
			if e.Takes != len(pile) {
				return fmt.Sprintf("%d cards taken of %d", e.Takes, len(pile))
			}
			*from += pile
			pile = ""
			takes++
			continue
		case e.Rotates:
			from = &pile
		}
		if !strings.HasPrefix(*from, e.Card) {
			return l + ": the card is not on top"
		}
		*from = (*from)[1:]
		pile += e.Card
		plays++
	}
	report, err := json.Marshal(p.Report())
	if err != nil || lines[len(lines)-1] != string(report) || (game.Length{Plays: plays, Takes: takes}) != p.Outcome().Length {
		return fmt.Sprintf("%d plays, %d takes, %s; want %s", plays, takes, lines[len(lines)-1], report)
	}
	return ""
}

func TestCardsOfSeveralCharacters(t *testing.T) {
	for want, pile := range map[string][]string{
		"1   10 2 ": {"10", "2"}, `1   "cherry tart" apple `: {"cherry tart", "apple"}, `1   "a\nb" c `: {"a\nb", "c"},
	} {
		var got bytes.Buffer
		if err := play(t, snap.Deal{Piles: [][]string{pile, {"🂡", "10"}}}).WriteTrace(t.Context(), &got, trace.Options{}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(got.String(), want) {
			t.Errorf("cards run together, want %s:\n%s", want, got.String())
		}
	}
}

// BenchmarkRandomDeals settles random deals of four players, ten cards each of
// six kinds.
func BenchmarkRandomDeals(b *testing.B) {
	src := shuffle.New(1)
	for b.Loop() {
		play(b, snap.Random(src, 4, 10, 6))
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "deals/s")
}

// BenchmarkUndecided settles 256 players with 39 cards each, near the largest
// deal that people may paste, within the default budget.
func BenchmarkUndecided(b *testing.B) {
	d := snap.Random(shuffle.New(1), 256, 39, 26)
	for b.Loop() {
		play(b, d)
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/deal")
}
