package deal_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestPasted has whole test cases of the puzzle in twelve languages, as members paste them: by
// themselves, in a block of code, and with words around that. Each is found and read right.
func TestPasted(t *testing.T) {
	games := games(t)
	text, err := os.ReadFile("testdata/pasted.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	cases := 0
	for line := range bytes.Lines(text) {
		var c struct{ Lang, Form, Text, Game, Want string }
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		cases++
		if got, want := finding(games, c.Text), c.Game+": "+c.Want; got != want {
			t.Errorf("%s, %s: found %s, want %s in\n%s", c.Lang, c.Form, got, want, c.Text)
		}
	}
	if cases != 108 {
		t.Errorf("%d cases, want 108", cases)
	}
}

// TestLanguages has the same deal as programs in many more languages have it, a line each.
func TestLanguages(t *testing.T) {
	games := games(t)
	text, err := os.ReadFile("testdata/languages.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		lang, quoted, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		code, err := strconv.Unquote(quoted)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		for _, form := range []string{code, "```x\n" + code + "\n```", "why does this fail?\n```\n" + code + "\n```\nthanks"} {
			if got := finding(games, form); got != "camicia: 2 A 7 / 3 4" {
				t.Errorf("%s: found %s in\n%s", lang, got, form)
			}
		}
	}
}
