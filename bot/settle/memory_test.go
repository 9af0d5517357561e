package settle_test

import (
	"io"
	"runtime"
	"strings"
	"testing"

	"nonna/bot/settle"
)

// allocated returns how many bytes were ever allocated.
func allocated() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.TotalAlloc)
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
