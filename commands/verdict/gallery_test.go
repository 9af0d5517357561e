package verdict

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nonna/commands"
)

func TestAPictureIsDrawnOnceForAll(t *testing.T) {
	t.Parallel()
	var g gallery
	var drawn atomic.Int64
	var asking sync.WaitGroup
	for i := range 1000 {
		asking.Go(func() {
			of := fmt.Sprint(i % 10)
			f, err := g.get(t.Context(), of, func() (*commands.File, error) { drawn.Add(1); return &commands.File{Name: of}, nil })
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

func TestAPictureThatFailedIsDrawnAgain(t *testing.T) {
	t.Parallel()
	var g gallery
	if _, err := g.get(t.Context(), "a", func() (*commands.File, error) { return nil, errors.New("cancelled") }); err == nil {
		t.Error("a failure was not returned")
	}
	if f, err := g.get(t.Context(), "a", func() (*commands.File, error) { return &commands.File{Name: "a"}, nil }); err != nil || f.Name != "a" {
		t.Errorf("%v, %v", f, err)
	}
}

// A request that waited for a failed drawing draws itself.
func TestAnothersFailureIsNotOnes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var g gallery
		go func() {
			_, _ = g.get(t.Context(), "a", func() (*commands.File, error) { time.Sleep(time.Second); return nil, errors.New("cancelled") })
		}()
		synctest.Wait()
		if f, err := g.get(t.Context(), "a", func() (*commands.File, error) { return &commands.File{Name: "a"}, nil }); err != nil || f.Name != "a" {
			t.Errorf("%v, %v", f, err)
		}
	})
}

// Waiting for another request's drawing ends with the request's own deadline.
func TestWaitingForAPictureEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var g gallery
		go func() {
			_, _ = g.get(t.Context(), "a", func() (*commands.File, error) { time.Sleep(time.Minute); return &commands.File{}, nil })
		}()
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		f, err := g.get(ctx, "a", func() (*commands.File, error) { t.Error("two draw at once"); return nil, nil })
		if f != nil || !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Second {
			t.Errorf("%v, %v after %v", f, err, time.Since(began))
		}
		time.Sleep(time.Minute) // the first one ends
	})
}

func TestOnlyTheLatestPicturesAreKept(t *testing.T) {
	t.Parallel()
	var g gallery
	drawn := 0
	for range 2 {
		for i := range maxPictures + 1 {
			_, _ = g.get(t.Context(), fmt.Sprint(i), func() (*commands.File, error) { drawn++; return nil, nil })
		}
	}
	if len(g.latest) != maxPictures || drawn != 2*maxPictures+2 {
		t.Errorf("%d are kept, %d were drawn", len(g.latest), drawn)
	}
}
