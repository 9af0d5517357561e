package settle_test

import (
	"bufio"
	"io"
	"runtime"
	"strings"
	"testing"

	"nonna/bot/settle"
)

// heap returns how many bytes of memory are in use after a garbage collection.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// allocated returns how many bytes were ever allocated.
func allocated() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.TotalAlloc)
}

// Memory does not grow with the stream: after eight times as many lines only as much more
// is in use as the look-ahead may hold.
func TestStreamMemory(t *testing.T) {
	early := 5_000
	if testing.Short() {
		early = 1_000
	}
	lines := 8 * early
	camicia := options(t, "camicia")
	in, producer := io.Pipe()
	answers, out := io.Pipe()
	go func() {
		w := bufio.NewWriter(producer)
		for i := range lines {
			_, _ = w.WriteString([]string{"5/6\n", "A 2 3/4 5 6\n", "J 2 3/4 J 5\n", "2 X/3\n"}[i%4])
		}
		_ = w.Flush()
		_ = producer.Close()
	}()
	done := make(chan error, 1)
	go func() {
		_, err := settle.Stream(t.Context(), in, out, camicia, nil)
		_ = out.Close()
		done <- err
	}()
	var before int64
	seen := 0
	for r := bufio.NewScanner(answers); r.Scan(); {
		switch seen++; seen {
		case early:
			before = heap()
		case lines:
			if grown := heap() - before; grown > 2<<20 {
				t.Errorf("%d bytes more are in use after %d lines than after %d", grown, lines, early)
			}
		}
	}
	if err := <-done; err != nil || seen != lines {
		t.Errorf("%d answers, want %d; %v", seen, lines, err)
	}
}

// A line that never seems to end takes no more memory than a short one.
func TestStreamMemoryOfALongLine(t *testing.T) {
	camicia := options(t, "camicia")
	const size = 64 << 20
	line := io.LimitReader(&endless{text: strings.Repeat("-", 4096)}, size)
	before := allocated()
	sum, err := settle.Stream(t.Context(), line, io.Discard, camicia, nil)
	if taken := allocated() - before; err != nil || sum.Unread != 1 || taken > 2<<20 {
		t.Errorf("%v, %+v, %d bytes taken for a line of %d", err, sum, taken, size)
	}
}
