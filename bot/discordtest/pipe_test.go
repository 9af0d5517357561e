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

func TestAPipeKeepsOrderAndEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := newPipe()
		data := bytes.Repeat([]byte("0123456789"), maxBuffered/5) // twice what fits
		go func() {
			_, err := a.Write(data)
			if err = errors.Join(err, a.Close()); err != nil {
				t.Error(err)
			}
		}()
		got, err := io.ReadAll(b)
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("%d bytes of %d came, %v", len(got), len(data), err)
		}
		if _, err := b.Write([]byte("x")); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("writing to a closed pipe: %v", err)
		}
	})
}

// Both sides may write at once, which [net.Pipe] would take ill.
func TestAPipeHasABuffer(t *testing.T) {
	a, b := newPipe()
	for _, end := range []net.Conn{a, b} {
		if n, err := end.Write(make([]byte, maxBuffered)); n != maxBuffered || err != nil {
			t.Errorf("wrote %d, %v", n, err)
		}
	}
}

func TestAPipeKeepsDeadlines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, _ := newPipe()
		start := time.Now()
		_ = a.SetReadDeadline(start.Add(time.Minute))
		if _, err := a.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) || time.Since(start) != time.Minute {
			t.Errorf("reading ended after %v with %v", time.Since(start), err)
		}
		_ = a.SetWriteDeadline(start.Add(2 * time.Minute))
		if n, err := a.Write(make([]byte, 2*maxBuffered)); n != maxBuffered || !errors.Is(err, os.ErrDeadlineExceeded) || time.Since(start) != 2*time.Minute {
			t.Errorf("writing ended after %v with %d, %v", time.Since(start), n, err)
		}
		// A deadline set while somebody waits counts too.
		_ = a.SetDeadline(time.Time{})
		go func() {
			time.Sleep(time.Minute)
			_ = a.SetReadDeadline(time.Unix(1, 0))
		}()
		if _, err := a.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) || time.Since(start) != 3*time.Minute {
			t.Errorf("reading ended after %v with %v", time.Since(start), err)
		}
	})
}

func TestAClosedListener(t *testing.T) {
	l := newMemListener()
	_ = l.Close()
	if _, err := l.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("accepting: %v", err)
	}
	if _, err := l.dial(context.Background()); !errors.Is(err, net.ErrClosed) {
		t.Errorf("dialing: %v", err)
	}
}
