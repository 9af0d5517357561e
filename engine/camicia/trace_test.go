package camicia_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonna/engine/trace"
)

// TestPublishedTraces compares whole traces with the published ones, byte for byte but for
// the marks where a loop begins.
func TestPublishedTraces(t *testing.T) {
	for _, c := range []struct{ file, deal string }{
		{"13-cards.txt", "2 A 7 8 Q 10 / 3 4 5 6 K 9 J"},
		{"loop.txt", "J 2 3 / 4 J 5"},
	} {
		want, err := os.ReadFile("testdata/traces/" + c.file)
		if err != nil {
			t.Fatal(err)
		}
		d := deal(t, c.deal)
		var got bytes.Buffer
		if err := play(t, d).WriteTrace(t.Context(), &got, trace.Options{}); err != nil {
			t.Fatal(err)
		}
		marks := strings.NewReplacer("   // the loop begins again (round 2)\n", "\n", "   // the loop begins\n", "\n")
		if diff := cmp.Diff(string(want), marks.Replace(got.String())); diff != "" {
			t.Errorf("%s (-published +written):\n%s", c.file, diff)
		}
	}
}

// TestTracesMarkTheLoop looks for the rows where a loop begins and begins again. Both
// show the same hands, as far as number cards are alike.
func TestTracesMarkTheLoop(t *testing.T) {
	for text, want := range map[string][2]string{
		"J 2 3 / 4 J 5": {"the loop begins", "the loop begins again (round 2)"},
		"---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA": {"the loop begins", "the loop begins again (round 5)"},
		"2 A 7 8 Q 10 / 3 4 5 6 K 9 J":                          {},
	} {
		var got bytes.Buffer
		if err := play(t, deal(t, text)).WriteTrace(t.Context(), &got, trace.Options{}); err != nil {
			t.Fatal(err)
		}
		var marks, hands []string
		lines := strings.Split(strings.TrimSpace(got.String()), "\n")
		for _, line := range lines {
			if row, mark, ok := strings.Cut(line, "   // "); ok {
				alike := strings.NewReplacer("2", "-", "3", "-", "4", "-", "5", "-").Replace(row)
				cards := strings.Fields(alike)[1:] // without the round
				marks, hands = append(marks, mark), append(hands, strings.Join(cards, " "))
			}
		}
		if want[0] == "" {
			if len(marks) > 0 {
				t.Errorf("%s does not loop, and is marked %q", text, marks)
			}
			continue
		}
		if d := cmp.Diff(want[:], marks); d != "" || !strings.HasSuffix(lines[len(lines)-1], want[1]) {
			t.Errorf("%s: %s", text, d)
		} else if hands[0] != hands[1] {
			t.Errorf("%s: the loop begins with %q, and again with %q", text, hands[0], hands[1])
		}
	}
}

func TestEventsOfAShortGame(t *testing.T) {
	d := deal(t, "J / 3 J")
	var got bytes.Buffer
	err := play(t, d).WriteTrace(t.Context(), &got, trace.Options{Format: trace.JSONLines})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"game":"camicia","deck":"french","hands":[["J"],["3","J"]]}
{"turn":1,"round":1,"player":"A","card":"J","owes":"B","due":1}
{"turn":2,"round":1,"player":"B","card":"3"}
{"round":1,"player":"A","takes":2}
{"turn":3,"round":2,"player":"A","card":"J","owes":"B","due":1}
{"turn":4,"round":2,"player":"B","card":"J","owes":"A","due":1}
{"turn":5,"round":2,"player":"A","card":"3"}
{"round":2,"player":"B","takes":3}
{"game":"camicia","status":"finished","cards":5,"tricks":2,"winner":"B"}
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestLongTracesKeepHeadAndTail cuts one trace at many limits. Its beginning and end must
// remain, within the limit, with the right number of missing lines.
func TestLongTracesKeepHeadAndTail(t *testing.T) {
	d := deal(t, "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---")
	p := play(t, d)
	var whole bytes.Buffer
	if err := p.WriteTrace(t.Context(), &whole, trace.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, limit := range []int{1000, 10_000, 100_000, 1_000_000, 10_000_000} {
		var cut bytes.Buffer
		if err := p.WriteTrace(t.Context(), &cut, trace.Options{Limit: int64(limit)}); err != nil {
			t.Fatal(err)
		}
		if problem := cutProblem(whole.String(), cut.String()); problem != "" {
			t.Errorf("limit %d: %s", limit, problem)
		}
		const headings = 600
		if cut.Len() > limit+headings {
			t.Errorf("%d bytes pass the limit of %d", cut.Len(), limit)
		}
	}
}

// A trace that was stopped has no report at its end, which would make it look whole.
func TestAStoppedTraceHasNoReport(t *testing.T) {
	p := play(t, deal(t, "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var got bytes.Buffer
	err := p.WriteTrace(ctx, &got, trace.Options{Format: trace.JSONLines})
	if !errors.Is(err, context.Canceled) || strings.Contains(got.String(), `"status"`) {
		t.Errorf("%v after %d bytes", err, got.Len())
	}
}

func cutProblem(whole, cut string) string {
	if whole == cut {
		return ""
	}
	all, kept := strings.Split(whole, "\n"), strings.Split(cut, "\n")
	for i, line := range kept {
		var n int
		if _, err := fmt.Sscanf(line, "… %d lines left out …", &n); err != nil {
			continue
		}
		restored := append(append(append([]string{}, kept[:i]...), all[i:i+n]...), kept[i+1:]...)
		if strings.Join(restored, "\n") != whole {
			return "head, lines left out and tail are not the whole"
		}
		return ""
	}
	return "nothing says what was left out"
}
