package snap_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"nonna/engine/game"
	"nonna/engine/snap"
)

// TestAllDealsOfSmallTables compares an exhaustion with the plain rules, which play every
// deal of the deck, whatever its faces are called.
func TestAllDealsOfSmallTables(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		players, cards, faces int
		deals                 int64
		best                  string
	}{
		{2, 1, 3, 2, "a b"},
		{2, 2, 3, 14, "ab ba"},
		{2, 3, 3, 122, "aba cab"},
		{2, 4, 2, 128, "abba bbba"},
		{2, 4, 4, 2795, "abcb baab"},
		{3, 1, 3, 5, "a a b"},
		{3, 2, 3, 122, "ab ac ba"},
		{3, 3, 2, 256, "aaa bab baa"},
		{4, 2, 3, 1094, "ab ba aa ba"},
	} {
		deck := fmt.Sprintf("%dx%d/%d", c.players, c.cards, c.faces)
		for _, byTakes := range []bool{false, true} {
			q := game.Quest{Deck: deck, ByTakes: byTakes}
			all, err := snap.New().Hunting.PlayAll(t.Context(), q, nil)
			if err != nil {
				t.Fatal(err)
			}
			deals, loops, longest := exhaustPlain(t, c.players, c.cards, c.faces, q)
			o := all.Best.Play.Outcome()
			if all.Deals != c.deals || all.Deals != deals || all.Loops != loops || q.Value(o.Length) != longest || !o.Ending.Ends() {
				t.Errorf("%+v: %d deals, %d loops, longest %s %+v; plain rules say %d deals, %d loops, longest %d",
					q, all.Deals, all.Loops, all.Best.Deal, o, deals, loops, longest)
			}
			if got := fmt.Sprint(all.Best.Deal); !byTakes && got != c.best {
				t.Errorf("%s: the longest is %s, want %s", deck, got, c.best)
			}
		}
	}
}

// exhaustPlain plays every deal by the plain rules, as the engine must, and counts those that
// differ in more than the names of their faces, as their keys must.
func exhaustPlain(t *testing.T, players, cards, faces int, q game.Quest) (deals, loops, longest int64) {
	seen := map[string]bool{}
	line := make([]byte, players*cards)
	all := 1
	for range line {
		all *= faces
	}
	for code := range all {
		for i, c := 0, code; i < len(line); i, c = i+1, c/faces {
			line[i] = byte('a' + c%faces)
		}
		var piles, keys []string
		for p := range players {
			piles = append(piles, string(line[p*cards:(p+1)*cards]))
			keys = append(keys, renamed(line)[p*cards:(p+1)*cards])
		}
		key := strings.Join(keys, "/")
		if got := deal(strings.Join(piles, " ")).Key(); got != key {
			t.Fatalf("%q has the key %s, want %s", piles, got, key)
		}
		if seen[key] {
			continue
		}
		seen[key] = true
		p, diff := samePlain(t, piles)
		if diff != "" {
			t.Fatal(diff)
		}
		deals++
		if o := p.Outcome(); o.Ending == game.Loop {
			loops++
		} else {
			longest = max(longest, q.Value(o.Length))
		}
	}
	return deals, loops, longest
}

// renamed returns cards with their faces named in the order in which they appear.
func renamed(line []byte) string {
	names := map[byte]byte{}
	var b strings.Builder
	for _, c := range line {
		if names[c] == 0 {
			names[c] = byte('a' + len(names))
		}
		b.WriteByte(names[c])
	}
	return b.String()
}

// TestFindsAreReadBack reads deals of a quest's deck, and refuses those of other decks.
func TestFindsAreReadBack(t *testing.T) {
	t.Parallel()
	h := snap.New().Hunting
	q := game.Quest{Deck: "2x4/3"}
	for text, want := range map[string]string{
		"abcb baab":      "abcb baab",
		"aaaa aaab":      "aaaa aaab",
		"abcd baab":      "the deal has the deck 2x4/4, want 2x4/3, or fewer faces",
		"abc baa":        "the deal has the deck 2x3/3, want 2x4/3",
		"abcb baab abba": "the deal has the deck 3x4/3, want 2x4/3",
		"abcb baa":       "unequal-piles",
	} {
		d, err := h.Read(q, text)
		if got := fmt.Sprint(d, err); !strings.Contains(got, want) || err == nil && d.String() != want {
			t.Errorf("%q is read as %s, want %s", text, got, want)
		}
	}
	if _, err := h.Read(game.Quest{Deck: "2x4"}, "abcb baab"); err == nil {
		t.Error("a deal of no deck is read")
	}
}

// TestDocumentedGames reads the tables of docs/hunt-snap.md, settles every deal, and plays
// all deals of the small decks that are said to be proven.
func TestDocumentedGames(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/hunt-snap.md")
	if err != nil {
		t.Fatal(err)
	}
	proven, known := 0, 0
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		if !strings.HasPrefix(line, "| `") {
			continue
		}
		row := documented{decks: quoted(cells[0]), deal: quoted(cells[1])[0], ends: cells[4]}
		row.length = game.Length{Plays: number(t, cells[2]), Takes: number(t, cells[3])}
		row.checkDeal(t)
		if len(cells) < 7 {
			known++
			continue
		}
		proven++
		if row.deals, row.loops = number(t, cells[5]), number(t, cells[6]); row.deals < 120_000 && !testing.Short() {
			row.checkProof(t)
		}
	}
	if proven < 20 || known < 5 {
		t.Errorf("the page has %d proven games and %d others", proven, known)
	}
}

// documented is a line of the page's tables.
type documented struct {
	decks        []string // one, or the first and the last of several
	deal, ends   string
	length       game.Length
	deals, loops int64
}

func quoted(cell string) []string {
	var list []string
	for i, part := range strings.Split(cell, "`") {
		if i%2 == 1 {
			list = append(list, part)
		}
	}
	return list
}

func number(t *testing.T, cell string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(strings.ReplaceAll(cell, ",", ""), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func (row documented) checkDeal(t *testing.T) {
	t.Helper()
	h := snap.New().Hunting
	for _, deck := range row.decks {
		d, err := h.Read(game.Quest{Deck: deck}, row.deal)
		if err != nil {
			t.Errorf("%s: %s: %v", deck, row.deal, err)
			continue
		}
		o := play(t, d.(snap.Deal)).Outcome()
		if o.Length != row.length || string(o.Ending) != row.ends || d.Key() != strings.ReplaceAll(row.deal, " ", "/") {
			t.Errorf("%s: %s is settled as %+v, its key is %s; the page says %+v", deck, row.deal, o, d.Key(), row)
		}
	}
}

func (row documented) checkProof(t *testing.T) {
	t.Helper()
	h := snap.New().Hunting
	for i, deck := range row.decks {
		all, err := h.PlayAll(t.Context(), game.Quest{Deck: deck}, nil)
		last := i == len(row.decks)-1
		if err != nil || fmt.Sprint(all.Best.Deal) != row.deal || last && (all.Deals != row.deals || all.Loops != row.loops) {
			t.Errorf("%s: of %d deals, %d of them endless, the longest is %s, %v; the page says %+v",
				deck, all.Deals, all.Loops, all.Best.Deal, err, row)
		}
	}
}
