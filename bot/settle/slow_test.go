package settle_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"nonna/bot/settle"
	"nonna/engine/game"
)

// slowGame returns a game that repeats lines beginning with "quick" as their answers. Any
// other line is a deal that calls settleDeal.
func slowGame(settleDeal func(ctx context.Context, text string) error) settle.Options {
	return settle.Options{Game: &game.Game{
		Answer: func(game.Options, int64) game.LineAnswerer {
			return func(b []byte, ends []int, lines [][]byte) ([]byte, []int) {
				for _, line := range lines {
					if bytes.HasPrefix(line, []byte("quick")) {
						b = fmt.Appendf(b, `{"is":%q}`+"\n", line)
					}
					ends = append(ends, len(b))
				}
				return b, ends
			}
		},
		Read: func(text string, _ game.Options) (game.Deal, error) {
			return slowDeal{settle: settleDeal, text: text}, nil
		},
	}}
}

// slowDeal is a deal and its play, with the few methods that the tests need.
type slowDeal struct {
	game.Deal
	game.Play
	settle func(context.Context, string) error
	text   string
}

func (d slowDeal) Settle(ctx context.Context, _ int64) (game.Play, error) {
	return d, d.settle(ctx, d.text)
}

func (d slowDeal) Outcome() game.Outcome { return game.Outcome{} }

func (d slowDeal) Report() any { return map[string]string{"is": d.text} }

// A stream that is interrupted during a deal has answered all lines before it, even if they
// arrived together.
func TestStreamAnswersBeforeASlowDeal(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	o := slowGame(func(ctx context.Context, text string) error {
		if text == "slow" {
			return nil
		}
		cancel()
		return ctx.Err()
	})
	var out bytes.Buffer
	sum, err := settle.Stream(ctx, strings.NewReader("quick 1\n\nquick 2\nslow\nquick 3\nfor ever\nquick 4\n"), &out, o, nil)
	const want = `{"is":"quick 1","line":1}` + "\n" + `{"is":"quick 2","line":3}` + "\n" + `{"is":"slow","line":4}` + "\n" + `{"is":"quick 3","line":5}` + "\n"
	if !errors.Is(err, context.Canceled) || sum.Deals != 4 || out.String() != want {
		t.Errorf("%v, %+v, answers\n%s", err, sum, &out)
	}
}

// Slow deals are settled on all cores at a time, even if their lines arrive together, and
// are answered in order.
func TestStreamSettlesSlowDealsTogether(t *testing.T) {
	t.Parallel()
	workers := runtime.GOMAXPROCS(0)
	if workers == 1 {
		t.Skip("one core")
	}
	var in, want strings.Builder
	for i := range 10 * workers {
		fmt.Fprintf(&in, "slow %d\nquick %d\n", i, i)
		fmt.Fprintf(&want, `{"is":"slow %d","line":%d}`+"\n"+`{"is":"quick %d","line":%d}`+"\n", i, 2*i+1, i, 2*i+2)
	}
	var settling atomic.Int64
	met := make(chan struct{})
	meet := func(ctx context.Context, _ string) error { // returns once there were two at a time
		if settling.Add(1) == 2 {
			close(met)
		}
		select {
		case <-met:
		case <-ctx.Done():
		}
		return ctx.Err()
	}
	got, sum := stream(t, in.String(), slowGame(meet))
	if got != want.String() || sum.Deals != int64(20*workers) {
		t.Errorf("%+v, answers:\n%s", sum, got)
	}
}
