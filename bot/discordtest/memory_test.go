package discordtest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"testing"
	"testing/synctest"
	"time"
)

// connect returns both ends of a connection in memory.
func connect(t *testing.T) (a, b net.Conn) {
	t.Helper()
	l := newMemoryListener()
	go func() { a, _ = l.dial(context.Background()) }()
	b, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
	t.Cleanup(func() { _, _ = a.Close(), b.Close() })
	return a, b
}

// Both sides may write at once, which [net.Pipe] would take ill.
func TestMemoryKeepsOrderAndEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a, b := connect(t)
		data := bytes.Repeat([]byte("0123456789"), 100_000)
		for _, end := range []net.Conn{a, b} {
			if n, err := end.Write(data); n != len(data) || err != nil {
				t.Errorf("wrote %d, %v", n, err)
			}
		}
		_ = a.Close()
		got, err := io.ReadAll(b)
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("%d bytes of %d came, %v", len(got), len(data), err)
		}
		if _, err := b.Write([]byte("x")); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("writing to a closed connection: %v", err)
		}
	})
}

func TestMemoryKeepsDeadlines(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a, _ := connect(t)
		start := time.Now()
		wait := func(want time.Duration) {
			t.Helper()
			if _, err := a.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) || time.Since(start) != want {
				t.Errorf("reading ended after %v with %v", time.Since(start), err)
			}
		}
		_ = a.SetReadDeadline(start.Add(time.Minute))
		wait(time.Minute)
		// A deadline set while somebody waits counts too.
		_ = a.SetDeadline(time.Time{})
		go func() {
			time.Sleep(time.Minute)
			_ = a.SetReadDeadline(time.Unix(1, 0))
		}()
		wait(2 * time.Minute)
	})
}

func TestAClosedListener(t *testing.T) {
	t.Parallel()
	l := newMemoryListener()
	_ = l.Close()
	if _, err := l.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("accepting: %v", err)
	}
	if _, err := l.dial(context.Background()); !errors.Is(err, net.ErrClosed) {
		t.Errorf("dialing: %v", err)
	}
}
