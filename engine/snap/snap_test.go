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

	"nonna/engine/shuffle"
	"nonna/engine/snap"
	"nonna/engine/trace"
)

// deal reads piles of one-letter cards split by blanks.
func deal(text string) snap.Deal {
	var d snap.Deal
	for _, p := range strings.Fields(text) {
		d.Piles = append(d.Piles, strings.Split(p, ""))
	}
	return d
}

func settle(t testing.TB, d snap.Deal) snap.Outcome {
	t.Helper()
	o, err := snap.Settle(t.Context(), d, snap.DefaultBudget)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func players(o snap.Outcome) string { return strings.Trim(fmt.Sprint(o.Players), "[]") }

func TestRulesExamples(t *testing.T) {
	for _, c := range []struct {
		deal, players string
		ending        snap.Ending
		plays, takes  int64
		lines, loop   int64
	}{
		{"abca abba", "1", snap.Win, 24, 6, 37, 0},
		{"abba abca", "2", snap.Win, 13, 4, 22, 0},
		{"abba acab", "1 2", snap.Stuck, 71, 19, 110, 0},
		{"bdad acbc abba", "1 3", snap.Loop, 62, 8, 79, 19},
		{"fizz buzz", "2", snap.Win, 18, 3, 25, 0},
		{"robinhooda ndlittlejo hnwalkingt hroughthef orestlaugh ingbackand forthatwha ttheothero nehastosay", "9", snap.Win, 481, 34, 550, 0},
		// A state without the turn would call this a loop.
		{"ab aa", "1", snap.Win, 9, 3, 16, 0},
	} {
		o := settle(t, deal(c.deal))
		if players(o) != c.players || o.Ending != c.ending || o.Plays != c.plays || o.LoopLine() != c.loop || o.Takes != c.takes || o.Lines() != c.lines {
			t.Errorf("%s: %+v, %d lines; want %+v", c.deal, o, o.Lines(), c)
		}
	}
}

func TestDealsThatAreNoGames(t *testing.T) {
	for _, d := range []snap.Deal{{}, deal("abc"), deal("ab a"), {Piles: [][]string{{}, {}}}} {
		if o, err := snap.Settle(t.Context(), d, 100); err == nil {
			t.Errorf("%v: %+v, want an error", d.Piles, o)
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
		d := deal(name)
		if err := snap.WriteTrace(t.Context(), &got, d, settle(t, d), trace.Options{}); err != nil {
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

// samePlain compares engine and plain rules, and returns the difference.
func samePlain(t checker, piles []string) (snap.Outcome, string) {
	o, err := snap.Settle(t.Context(), deal(strings.Join(piles, " ")), snap.DefaultBudget)
	if err != nil {
		return o, err.Error()
	}
	got := fmt.Sprintf("%s %s %d %d %d", players(o), o.Ending, o.Plays, o.Takes, o.LoopLine())
	if want := playPlain(piles); got != want {
		return o, fmt.Sprintf("%q: engine %s, plain %s", piles, got, want)
	}
	return o, ""
}

func TestEngineAgreesWithPlainRules(t *testing.T) {
	endings := map[snap.Ending]int{}
	rapid.Check(t, func(t *rapid.T) {
		o, diff := samePlain(t, drawPiles(t))
		if diff != "" {
			t.Fatal(diff)
		}
		endings[o.Ending]++
	})
	t.Logf("endings seen: %v", endings)
}

// TestSmallDealsExhaustively plays every deal of two and three players with up
// to four cards of three kinds.
func TestSmallDealsExhaustively(t *testing.T) {
	endings := map[snap.Ending]int{}
	for _, shape := range [][2]int{{2, 1}, {2, 2}, {2, 3}, {2, 4}, {3, 1}, {3, 2}, {4, 2}} {
		n := shape[0] * shape[1]
		all := 1
		for range n {
			all *= 3
		}
		for code := range all {
			line := make([]byte, n)
			for i, c := 0, code; i < n; i, c = i+1, c/3 {
				line[i] = byte('a' + c%3)
			}
			var piles []string
			for p := range shape[0] {
				piles = append(piles, string(line[p*shape[1]:(p+1)*shape[1]]))
			}
			o, diff := samePlain(t, piles)
			if diff != "" {
				t.Fatal(diff)
			}
			endings[o.Ending]++
		}
	}
	t.Logf("endings seen: %v", endings)
	for _, e := range []snap.Ending{snap.Win, snap.Stuck} {
		if endings[e] == 0 {
			t.Errorf("no small deal ends in %v", e)
		}
	}
}

func TestBudgetIsExact(t *testing.T) {
	for _, text := range []string{"abca abba", "abba acab", "bdad acbc abba"} {
		d := deal(text)
		full := settle(t, d)
		at, err := snap.Settle(t.Context(), d, full.Plays)
		if diff := cmp.Diff(full, at); err != nil || diff != "" {
			t.Errorf("%s within %d plays: %v\n%s", text, full.Plays, err, diff)
		}
		short, err := snap.Settle(t.Context(), d, full.Plays-1)
		if diff := cmp.Diff(snap.Outcome{Ending: snap.Undecided, Plays: full.Plays - 1}, short); err != nil || diff != "" {
			t.Errorf("%s within %d plays: %v\n%s", text, full.Plays-1, err, diff)
		}
	}
}

// checker is what a property and a fuzz target have in common.
type checker interface {
	Context() context.Context
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// FuzzSettleTraceAndJSONAgree holds the law that the verdict, the trace in both
// forms and the plain rules tell one story about any deal.
func FuzzSettleTraceAndJSONAgree(f *testing.F) {
	for _, seed := range []string{"abca abba", "abba acab", "bdad acbc abba", "ab aa", "fizz buzz", "a a", "a b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		piles := strings.Fields(text)
		if len(piles) < 2 || len(text) > 60 {
			t.Skip("not a game of a size that the plain rules can play")
		}
		for _, p := range piles {
			if len(p) != len(piles[0]) || strings.ContainsFunc(p, func(r rune) bool { return r < 'a' || r > 'z' }) {
				t.Skip("piles are unequal or no letters")
			}
		}
		checkAgreement(t, piles)
	})
}

func TestTraceTellsTheVerdict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkAgreement(t, drawPiles(t)) })
}

func checkAgreement(t checker, piles []string) {
	d := deal(strings.Join(piles, " "))
	o, diff := samePlain(t, piles)
	if diff != "" {
		t.Fatal(diff)
	}
	var text, events bytes.Buffer
	if err := snap.WriteTrace(t.Context(), &text, d, o, trace.Options{}); err != nil {
		t.Fatal(err)
	}
	if got := readText(text.String(), piles); got != fmt.Sprintf("%s %d %d", o.Ending, o.Plays, o.Takes) {
		t.Fatalf("the text trace tells %s, want %+v:\n%s", got, o, text.String())
	}
	if err := snap.WriteTrace(t.Context(), &events, d, o, trace.Options{Format: trace.JSONLines}); err != nil {
		t.Fatal(err)
	}
	if diff := readEvents(events.String(), piles, o); diff != "" {
		t.Fatalf("%s\n%s", diff, events.String())
	}
}

// readText tells ending, plays and takes from the lines of a text trace, and
// checks that every position has all the cards.
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
func readEvents(events string, piles []string, o snap.Outcome) string {
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
	report, err := json.Marshal(snap.Report(o))
	if err != nil || lines[len(lines)-1] != string(report) || plays != o.Plays || takes != o.Takes {
		return fmt.Sprintf("%d plays, %d takes, %s; want %s", plays, takes, lines[len(lines)-1], report)
	}
	return ""
}

func TestCardsOfSeveralCharacters(t *testing.T) {
	d := snap.Deal{Piles: [][]string{{"10", "2"}, {"🂡", "10"}}}
	var got bytes.Buffer
	if err := snap.WriteTrace(t.Context(), &got, d, settle(t, d), trace.Options{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(got.String(), "1   10 2") {
		t.Errorf("cards of two digits run together:\n%s", got.String())
	}
}

func TestKeyRenamesCards(t *testing.T) {
	if a, b := deal("xyzx xyyx").Key(), deal("abca abba").Key(); a != b {
		t.Errorf("keys %s and %s differ", a, b)
	}
	if a, b := deal("abca abba").Key(), deal("abca abbb").Key(); a == b {
		t.Errorf("two deals share the key %s", a)
	}
}

// BenchmarkRandomDeals settles random deals of four players, ten cards each of
// six kinds.
func BenchmarkRandomDeals(b *testing.B) {
	src := shuffle.New(1)
	for b.Loop() {
		settle(b, snap.Random(src, 4, 10, 6))
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "deals/s")
}

// BenchmarkUndecided settles 256 players with 39 cards each, near the largest
// deal that people may paste, within the default budget.
func BenchmarkUndecided(b *testing.B) {
	d := snap.Random(shuffle.New(1), 256, 39, 26)
	for b.Loop() {
		settle(b, d)
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/deal")
}
