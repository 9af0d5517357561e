package hunt

import (
	"testing"
)

// TestBothPlayersAgree plays random deals of every deck that words can hold by both
// players.
func TestBothPlayersAgree(t *testing.T) {
	t.Parallel()
	deals := int64(2_000)
	if testing.Short() {
		deals = 200
	}
	endings := map[ending]int{}
	for cards := 1; cards <= 16; cards++ {
		for faces := 1; faces <= 16; faces++ {
			d := Deck{2, cards, faces}
			fast, ok := newPacking(d)
			if wide := cards <= 8 || faces <= 4; ok != wide {
				t.Errorf("%v is packed: %v", d, ok)
			}
			if !ok {
				continue
			}
			plain := newTables(d)
			h, err := New(Quest{Deck: d}, nil)
			if err != nil {
				t.Fatal(err)
			}
			for h.tried = range deals {
				h.random()
				l1, e1 := fast.play(h.cards)
				l2, e2 := plain.play(h.cards)
				if e1 != e2 || l1 != l2 && e1 != loop {
					t.Fatalf("%v: %v lasts %+v (%v) in words, %+v (%v) at a table", d, h.cards, l1, e1, l2, e2)
				}
				endings[e1]++
			}
		}
	}
	if endings[won] == 0 || endings[stuck] == 0 || endings[loop] == 0 {
		t.Errorf("the games end as %v", endings)
	}
}

// BenchmarkPlayers plays random deals of two players.
func BenchmarkPlayers(b *testing.B) {
	for _, d := range []Deck{{2, 8, 4}, {2, 13, 4}, {2, 13, 13}} {
		players := map[string]player{"table": newTables(d)}
		if p, ok := newPacking(d); ok {
			players["packed"] = &p
		}
		for name, p := range players {
			b.Run(d.String()+"/"+name, func(b *testing.B) {
				h, err := New(Quest{Deck: d}, nil)
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					h.random()
					h.tried++
					p.play(h.cards)
				}
				b.ReportMetric(float64(h.tried)/b.Elapsed().Seconds(), "deals/s")
			})
		}
	}
}
