package picture

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nonna/commands"
)

// most is the number of files that the galleries of tests keep.
const most = 20

// sketch returns what draws a file with a name.
func sketch(name string) func(context.Context) (*commands.File, error) {
	return func(context.Context) (*commands.File, error) { return &commands.File{Name: name}, nil }
}

// slow returns what draws a file with a name in a minute, unless it is ended, and counts in
// begun and ended.
func slow(name string, begun, ended *atomic.Int64) func(context.Context) (*commands.File, error) {
	return func(ctx context.Context) (*commands.File, error) {
		begun.Add(1)
		defer ended.Add(1)
		select {
		case <-time.After(time.Minute):
			return &commands.File{Name: name}, nil
		case <-ctx.Done():
			time.Sleep(time.Second) // what cannot be interrupted
			return nil, ctx.Err()
		}
	}
}

func TestAPictureIsDrawnOnceForAll(t *testing.T) {
	t.Parallel()
	g := NewGallery(most)
	var drawn atomic.Int64
	var asking sync.WaitGroup
	for i := range 1000 {
		asking.Go(func() {
			of := fmt.Sprint(i % 10)
			f, err := g.Get(t.Context(), of, func(ctx context.Context) (*commands.File, error) { drawn.Add(1); return sketch(of)(ctx) })
			if err != nil || f.Name != of {
				t.Errorf("picture %s is %v, %v", of, f, err)
			}
		})
	}
	asking.Wait()
	if drawn.Load() != 10 {
		t.Errorf("10 pictures were drawn %d times", drawn.Load())
	}
}

// A failure is that of all who wait, and the next caller draws again.
func TestAPictureThatFailedIsDrawnAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := NewGallery(most)
		var asking sync.WaitGroup
		for range 3 {
			asking.Go(func() {
				_, err := g.Get(t.Context(), "a", func(context.Context) (*commands.File, error) {
					time.Sleep(time.Second)
					return nil, errors.New("no ink")
				})
				if err == nil || err.Error() != "no ink" {
					t.Errorf("%v, want the failure", err)
				}
			})
		}
		asking.Wait()
		if f, err := g.Get(t.Context(), "a", sketch("a")); err != nil || f.Name != "a" {
			t.Errorf("%v, %v", f, err)
		}
	})
}

// A drawing that panics makes those panic who wait, and not the program.
func TestAPanicIsThatOfWhoWaits(t *testing.T) {
	t.Parallel()
	g := NewGallery(most)
	func() {
		defer func() {
			if v := fmt.Sprint(recover()); !strings.Contains(v, "boom") || !strings.Contains(v, "TestAPanicIsThatOfWhoWaits") {
				t.Errorf("panicked with %s", v)
			}
		}()
		_, _ = g.Get(t.Context(), "a", func(context.Context) (*commands.File, error) { panic("boom") })
	}()
	if f, err := g.Get(t.Context(), "a", sketch("a")); err != nil || f.Name != "a" {
		t.Errorf("%v, %v", f, err)
	}
}

// A drawing does not end with the request that began it, while others wait: it is not begun
// again.
func TestADrawingOutlivesItsFirstRequest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := NewGallery(most)
		var begun, ended atomic.Int64
		first, leave := context.WithCancel(t.Context())
		var asking sync.WaitGroup
		asking.Go(func() {
			if _, err := g.Get(first, "a", slow("a", &begun, &ended)); !errors.Is(err, context.Canceled) {
				t.Errorf("the first got %v", err)
			}
		})
		synctest.Wait()
		for range 3 {
			asking.Go(func() {
				if f, err := g.Get(t.Context(), "a", slow("b", &begun, &ended)); err != nil || f.Name != "a" {
					t.Errorf("another got %v, %v", f, err)
				}
			})
		}
		synctest.Wait()
		leave()
		asking.Wait()
		if begun.Load() != 1 {
			t.Errorf("it was drawn %d times", begun.Load())
		}
	})
}

// A drawing ends when nobody waits for it, and the last one waits until it has ended. Who asks
// after that gets another.
func TestADrawingEndsWhenNobodyWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := NewGallery(most)
		var begun, ended atomic.Int64
		began := time.Now()
		var asking sync.WaitGroup
		for i := range 3 {
			asking.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i+1)*10*time.Second)
				defer cancel()
				if f, err := g.Get(ctx, "a", slow("a", &begun, &ended)); f != nil || !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("%v, %v", f, err)
				}
				if last := i == 2; (ended.Load() == 1) != last {
					t.Errorf("caller %d leaves, %d drawings have ended", i, ended.Load())
				}
			})
		}
		time.Sleep(30*time.Second + time.Millisecond) // the last one waits for the end
		if f, err := g.Get(t.Context(), "a", sketch("b")); err != nil || f.Name != "b" {
			t.Errorf("while it ends: %v, %v", f, err)
		}
		asking.Wait()
		if took := time.Since(began); begun.Load() != 1 || took != 31*time.Second {
			t.Errorf("%d drawings, the end after %v", begun.Load(), took)
		}
	})
}

func TestOnlyTheLatestPicturesAreKept(t *testing.T) {
	t.Parallel()
	g := NewGallery(most)
	drawn := 0
	for range 2 {
		for i := range most + 1 {
			_, _ = g.Get(t.Context(), fmt.Sprint(i), func(ctx context.Context) (*commands.File, error) { drawn++; return sketch("")(ctx) })
		}
	}
	if len(g.latest) != most || drawn != 2*most+2 {
		t.Errorf("%d are kept, %d were drawn", len(g.latest), drawn)
	}
}
