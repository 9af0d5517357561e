package settle_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"nonna/bot/settle"
	"nonna/engine/deal"
)

// stream returns the answers to a stream and its summary.
func stream(t *testing.T, in string, o settle.Options) (string, settle.Summary) {
	t.Helper()
	var out bytes.Buffer
	sum, err := settle.Stream(t.Context(), strings.NewReader(in), &out, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), sum
}

// Each line that is not blank has one answer, in the same order; lines are numbered as in
// editors.
func TestStreamLines(t *testing.T) {
	camicia := options(t, "camicia")
	good := func(line int) string {
		return fmt.Sprintf(`{"game":"camicia","status":"finished","cards":2,"tricks":1,"winner":"B","line":%d}`+"\n", line)
	}
	bad := func(line int) string {
		return fmt.Sprintf(`{"error":"column 3: “X” is not a card (the French deck has A, 2 to 10 (or T), J, Q, K, and - (a hyphen) for any number card)","line":%d}`+"\n", line)
	}
	for _, c := range []struct {
		name, in, want string
		sum            settle.Summary
	}{
		{"nothing", "", "", settle.Summary{}},
		{"one line", "5/6\n", good(1), settle.Summary{Deals: 1}},
		{"no line end", "5/6", good(1), settle.Summary{Deals: 1}},
		{"blank lines only", "\n \t\r\n\n", "", settle.Summary{}},
		{"blank lines count", "\n\n5/6\n\r\n2 X/3\n", good(3) + bad(5), settle.Summary{Deals: 2, Unread: 1, First: 5}},
		{"Windows' line ends", "5/6\r\n5/6\r\n", good(1) + good(2), settle.Summary{Deals: 2}},
		{"a byte order mark", "\uFEFF5/6\n", good(1), settle.Summary{Deals: 1}},
		{"an unreadable line in the middle", "5/6\n2 X/3\n5/6\n2 X/4\n", good(1) + bad(2) + good(3) + bad(4), settle.Summary{Deals: 4, Unread: 2, First: 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, sum := stream(t, c.in, camicia)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("answers (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.sum, sum); diff != "" {
				t.Errorf("summary (-want +got):\n%s", diff)
			}
		})
	}
}

// A line at the reader's limit is read; a longer one is answered by an error.
func TestStreamLongLines(t *testing.T) {
	camicia := options(t, "camicia")
	blanks := strings.Repeat(" ", deal.MaxText)
	const most = deal.MaxText - len("5/6")
	in := "5" + blanks[:most] + "/6\n" +
		"5" + blanks[:most] + "/6\r\n" +
		"5" + blanks[:most+1] + "/6\n" +
		"5" + blanks + blanks + blanks + "/6\n" +
		"5/6\n" +
		"5" + blanks + blanks // and no line end
	good := func(line int) string {
		return fmt.Sprintf(`{"game":"camicia","status":"finished","cards":2,"tricks":1,"winner":"B","line":%d}`+"\n", line)
	}
	bad := func(size, line int) string {
		return fmt.Sprintf(`{"error":"%s bytes of text (a deal has at most 65,536 bytes (64 KiB))","line":%d}`+"\n", camicia.Say.Number(int64(size)), line)
	}
	got, sum := stream(t, in, camicia)
	want := good(1) + good(2) + bad(deal.MaxText+1, 3) + bad(3*deal.MaxText+4, 4) + good(5) + bad(2*deal.MaxText+1, 6)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
	if sum.Unread != 3 {
		t.Errorf("summary %+v, want 3 unread", sum)
	}
}

// Answers keep the order of the lines, even if some deals take a thousand times as long as
// others, and equal those of the deals settled one by one.
func TestStreamOrder(t *testing.T) {
	camicia := options(t, "camicia")
	var in, want strings.Builder
	for i, d := range strings.Fields(randomDeals(camicia.Game, 400)) {
		switch i % 4 {
		case 1:
			d = "#447247122283566119055" // 8,344 cards
		case 2:
			d = lateWin
		case 3:
			d = fmt.Sprintf("%d X / 3", i)
		}
		in.WriteString(d + "\n")
		a, err := settle.One(t.Context(), d, camicia)
		var report any
		if err == nil {
			report = a.Report()
		} else {
			report = settle.Unread(camicia.Say, err, int64(i+1))
		}
		line, err := settle.JSON(report)
		if err != nil {
			t.Fatal(err)
		}
		if i%4 != 3 {
			line = fmt.Appendf(line[:len(line)-2], `,"line":%d}`+"\n", i+1)
		}
		want.Write(line)
	}
	got, _ := stream(t, in.String(), camicia)
	if diff := cmp.Diff(want.String(), got); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
}

// A line is answered before the stream ends, also if it arrives in pieces.
func TestStreamAnswersALiveStream(t *testing.T) {
	snap := options(t, "snap")
	in, producer := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		_, err := settle.Stream(t.Context(), iotest.OneByteReader(in), out, snap, nil)
		_ = out.Close()
		done <- err
	}()
	lines := bufio.NewScanner(answers)
	for range 3 {
		if _, err := io.WriteString(producer, "ab aa\n"); err != nil {
			t.Fatal(err)
		}
		if !lines.Scan() || !strings.HasPrefix(lines.Text(), `{"game":"snap","ending":"win"`) {
			t.Fatalf("answer %q, %v", lines.Text(), lines.Err())
		}
	}
	_ = producer.Close()
	if err := <-done; err != nil || lines.Scan() {
		t.Errorf("at the end %v and %q", err, lines.Text())
	}
}

var errTorn = errors.New("the wire is torn")

// An error of the reader ends the stream, with every complete line before it answered, and
// no half line.
func TestStreamReadError(t *testing.T) {
	camicia := options(t, "camicia")
	var out bytes.Buffer
	in := io.MultiReader(strings.NewReader("5/6\n5/6\n5/6 7 8"), iotest.ErrReader(errTorn))
	sum, err := settle.Stream(t.Context(), in, &out, camicia, nil)
	if !errors.Is(err, errTorn) || sum.Deals != 2 || strings.Count(out.String(), "\n") != 2 {
		t.Errorf("%v, %+v, answers:\n%s", err, sum, &out)
	}
}

// endless repeats a text for ever and counts the bytes read.
type endless struct {
	text string
	at   int
	read int64
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.text[e.at:])
	e.at = (e.at + n) % len(e.text)
	e.read += int64(n)
	return n, nil
}

// failing is a writer that fails after some bytes.
type failing struct{ left int }

func (f *failing) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errTorn
	}
	return len(p), nil
}

func TestStreamWriteError(t *testing.T) {
	camicia := options(t, "camicia")
	_, err := settle.Stream(t.Context(), &endless{text: "5/6\n"}, &failing{left: 1 << 20}, camicia, nil)
	if !errors.Is(err, errTorn) {
		t.Errorf("error %v, want %v", err, errTorn)
	}
}

// An interrupted stream has written whole lines, the first ones, and returns their number.
func TestStreamIsAskedToEnd(t *testing.T) {
	camicia := options(t, "camicia")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	deals := randomDeals(camicia.Game, 1000)
	var out bytes.Buffer
	sum, err := settle.Stream(ctx, &endless{text: deals}, &out, camicia, func(s settle.Summary) {
		if s.Deals >= 100 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || sum.Deals < 100 {
		t.Fatalf("%v, %+v", err, sum)
	}
	all, _ := stream(t, strings.Repeat(deals, int(sum.Deals/1000)+1), camicia)
	want := strings.Join(strings.SplitAfter(all, "\n")[:sum.Deals], "")
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
}

// stuck is a writer that blocks until it is freed.
type stuck struct{ freed chan struct{} }

func (s stuck) Write(p []byte) (int, error) {
	<-s.freed
	return len(p), nil
}

// While nobody reads the answers, no more is read than the look-ahead allows.
func TestStreamReadsNoFurtherThanItMay(t *testing.T) {
	camicia := options(t, "camicia")
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		in := &endless{text: "A 2 3 4 / 5 6 7 8 9" + strings.Repeat(" ", 4077) + "\n"} // 4 KiB
		out := stuck{make(chan struct{})}
		done := make(chan error, 1)
		go func() {
			_, err := settle.Stream(ctx, in, out, camicia, nil)
			done <- err
		}()
		synctest.Wait() // until everybody waits for the writer
		// 64 lines a worker, fewer than 1,000 answers in the output's 64 KiB, and
		// the input's 64 KiB.
		if most := int64(runtime.GOMAXPROCS(0)*64*4096 + 1000*4096 + 64<<10); in.read > most || in.read == 0 {
			t.Errorf("%d bytes read, want at most %d", in.read, most)
		}
		cancel()
		close(out.freed)
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want the context's", err)
		}
	})
}
