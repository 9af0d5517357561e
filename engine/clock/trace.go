package clock

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"nonna/engine/trace"
)

// Verdict is an outcome as programs read it: one JSON object.
type Verdict struct {
	Game     string `json:"game"`
	Won      bool   `json:"won"`
	Turned   int    `json:"turned"`
	FaceDown int    `json:"face_down"`
}

// Report returns an outcome for programs.
func Report(o Outcome) Verdict {
	return Verdict{Game: "clock", Won: o.Won, Turned: o.Turned, FaceDown: o.FaceDown()}
}

// event is one line of a trace in JSON Lines: a card turned in a pile, and the
// pile it goes to.
type event struct {
	Turn     int `json:"turn"`
	Pile     int `json:"pile"`
	Card     int `json:"card"`
	To       int `json:"to"`
	FaceDown int `json:"face_down"`
}

// dealLine is the first line of a trace in JSON Lines.
type dealLine struct {
	Game  string  `json:"game"`
	Piles [][]int `json:"piles"` // not bytes, which JSON would write as text
}

// WriteTrace writes how a settled deal is played: one line a card, with the
// pile it was turned in, its value, the pile it went to and how many cards stay
// face down in the pile it left; or JSON Lines. The error is the writer's, or
// that of [Settle] for a deal that is none of the whole deck.
func WriteTrace(w io.Writer, d Deal, o Outcome, opts trace.Options) error {
	if err := d.Check(); err != nil {
		return err
	}
	if opts.Format == trace.JSONLines {
		return writeEvents(w, d, o, opts)
	}
	out := trace.NewWriter(w, opts, int64(o.Turned), longestLine)
	out.Plain("Turn   Pile   Card   To pile   Face down there")
	out.Plain("")
	Replay(d, func(t Turn) {
		out.Line(func(b []byte) []byte {
			return fmt.Appendf(b, "%-4d   %-4d   %-4d   %-7d   %d", t.N, t.Pile, t.Card, t.Card, t.Left)
		})
	})
	out.Plain("")
	out.Plain(o.closing())
	return out.Close()
}

// longestLine is more bytes than any line of either form takes.
const longestLine = 80

// full is how many cards lie face down in each pile before the game.
func full() (left [Piles]int) {
	for p := range left {
		left[p] = Each
	}
	return left
}

// closing says how the game ended, and why it was lost.
func (o Outcome) closing() string {
	if o.Won {
		return "Won: all 52 cards are face up."
	}
	texts := make([]string, len(o.Rings))
	for i, r := range o.Rings {
		texts[i] = RingText(r)
	}
	return fmt.Sprintf("Lost: %d cards stay face down. Blocked by the ring of bottom cards %s.",
		o.FaceDown(), strings.Join(texts, " and "))
}

// RingText writes a ring as "3 → 7 → 3".
func RingText(ring []int) string {
	var b strings.Builder
	for _, p := range ring {
		fmt.Fprintf(&b, "%d → ", p)
	}
	fmt.Fprint(&b, ring[0])
	return b.String()
}

func writeEvents(w io.Writer, d Deal, o Outcome, opts trace.Options) error {
	first := dealLine{Game: "clock"}
	for _, p := range d {
		var pile []int
		for _, v := range p {
			pile = append(pile, int(v))
		}
		first.Piles = append(first.Piles, pile)
	}
	deal, err := json.Marshal(first)
	if err != nil {
		return err
	}
	verdict, err := json.Marshal(Report(o))
	if err != nil {
		return err
	}
	out := trace.NewWriter(w, opts, int64(o.Turned), longestLine)
	out.Plain(string(deal))
	Replay(d, func(t Turn) {
		out.Line(func(b []byte) []byte {
			line, _ := json.Marshal(event{t.N, t.Pile, t.Card, t.Card, t.Left}) // numbers always marshal
			return append(b, line...)
		})
	})
	out.Plain(string(verdict))
	return out.Close()
}
