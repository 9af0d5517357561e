package all_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/engine/shuffle"
)

// The longest game that was published, and its trace: a heading and a blank line, the
// deal, 8,344 cards and 1,164 tricks.
const (
	longest      = "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"
	longestLines = 2 + 1 + 8344 + 1164
)

// theTrace returns the lines of the only file of a reply, unpacked.
func theTrace(t *testing.T, r commands.Reply, ending string) []string {
	t.Helper()
	if len(r.Files) != 1 || strings.TrimLeft(filepath.Ext(r.Files[0].Name), ".") != ending {
		t.Fatalf("want one file .%s:\n%s", ending, commandstest.Show(r))
	}
	data := r.Files[0].Data
	if ending == "gz" {
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if data, err = io.ReadAll(z); err != nil {
			t.Fatal(err)
		}
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

// Of a long trace the beginning and the end are attached, and a button gives all of it,
// privately.
func TestALongTraceShowsItsEnds(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	check := func(r commands.Reply) {
		t.Helper()
		shown, button := theTrace(t, r, "txt"), buttonOf(r, traceID)
		pressed := fx.PressID(fx.Bob, button.ID)
		if whole := theTrace(t, pressed, "gz"); len(whole) != longestLines || !pressed.Ephemeral || !r.Verdict || !pressed.Verdict || buttonOf(pressed, traceID).ID != "" ||
			len(shown) != 2+200+1+200 || shown[2] != whole[2] || shown[201] != whole[201] ||
			shown[202] != "… 9109 lines left out …" || shown[203] != whole[longestLines-200] || shown[402] != whole[longestLines-1] {
			t.Errorf("%d lines of %d:\n%s\n%s", len(shown), len(whole), strings.Join(shown[199:206], "\n"), commandstest.Show(pressed))
		}
	}
	check(fx.Ask(fx.Anna, "camicia", o{"deal": longest}))
	check(fx.Ask(fx.Anna, "camicia", o{"deal": longest, "private": true}))
}

// A trace is whole up to 64 KiB, or if it has no more lines than are shown; then there is
// no button for it.
func TestAShortTraceIsWhole(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	wholes, ends := 0, 0
	for seed := range int64(40) {
		r := fx.Ask(fx.Anna, "camicia", o{"seed": seed + 1})
		button, size := buttonOf(r, traceID), len(r.Files[0].Data)
		whole := !strings.Contains(string(r.Files[0].Data), "left out")
		if lines := bytes.Count(r.Files[0].Data, []byte("\n")); whole != (button.ID == "") || whole && size > 64<<10 && lines > 2+400 {
			t.Errorf("seed %d: %d bytes, whole %v, with button %q", seed+1, size, whole, button.ID)
		}
		if whole {
			wholes++
			continue
		}
		ends++
		z := fx.PressID(fx.Anna, button.ID)
		if n := len(strings.Join(theTrace(t, z, "gz"), "\n")); n < 64<<10 {
			t.Errorf("seed %d: %d bytes are not shown whole", seed+1, n)
		}
	}
	if wholes == 0 || ends == 0 {
		t.Errorf("%d are whole, %d are not", wholes, ends)
	}
}

// Without a stored game, which the button needs, the whole trace is attached.
func TestWhatIsNotStoredHasItsWholeTrace(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	if err := os.Remove(fx.Store.Path()); err != nil {
		t.Fatal(err)
	}
	r := fx.Ask(fx.Anna, "camicia", o{"deal": longest})
	if got := len(theTrace(t, r, "gz")); got != longestLines || buttonOf(r, traceID).ID != "" {
		t.Errorf("%d lines:\n%s", got, commandstest.Show(r))
	}
}

// The reply, and not only the file, says that lines are left out of a very long trace.
func TestTheLongestTraceSaysWhatIsLeftOut(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	src := shuffle.New(1)
	var piles strings.Builder
	for i := range 100 * 20 {
		if i > 0 && i%20 == 0 {
			piles.WriteByte(' ')
		}
		piles.WriteByte(byte('a' + src.Below(26)))
	}
	file := commands.Attachment{Name: "deal.txt", Data: []byte(piles.String())}
	leftOut := regexp.MustCompile(`[\d,]+ lines in the middle of the trace are left out`)
	r := fx.PressID(fx.Bob, buttonOf(fx.Ask(fx.Anna, "snap", o{"file": file}), traceID).ID)
	inside := false
	for _, line := range theTrace(t, r, "gz") {
		inside = inside || strings.Contains(line, "left out")
	}
	if !inside || !leftOut.MatchString(r.Text) {
		t.Errorf("left out inside %v: %s", inside, r.Text)
	}
}
