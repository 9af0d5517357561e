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
// begun.
func slow(name string, begun *atomic.Int64) func(context.Context) (*commands.File, error) {
	return func(ctx context.Context) (*commands.File, error) {
		begun.Add(1)
		select {
		case <-time.After(time.Minute):
			return &commands.File{Name: name}, nil
		case <-ctx.Done():
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

// A drawing does not end with the request that began it: others wait for it.
func TestADrawingOutlivesItsFirstRequest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := NewGallery(most)
		var begun atomic.Int64
		first, leave := context.WithCancel(t.Context())
		var asking sync.WaitGroup
		for _, ctx := range []context.Context{first, t.Context(), t.Context()} {
			asking.Go(func() {
				if f, err := g.Get(ctx, "a", slow("a", &begun)); err != nil || f.Name != "a" {
					t.Errorf("%v, %v", f, err)
				}
			})
			synctest.Wait()
		}
		leave()
		asking.Wait()
		if begun.Load() != 1 {
			t.Errorf("it was drawn %d times", begun.Load())
		}
		if f, err := g.Get(first, "a", slow("a", &begun)); !errors.Is(err, context.Canceled) {
			t.Errorf("for nobody: %v, %v", f, err)
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
