package gateway

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

const upgrade = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"

// encodeFrame makes a server's frame.
func encodeFrame(opcode byte, final bool, payload []byte) []byte {
	b := []byte{opcode}
	if final {
		b[0] |= 0x80
	}
	switch n := len(payload); {
	case n < 126:
		b = append(b, byte(n))
	case n < 1<<16:
		b = binary.BigEndian.AppendUint16(append(b, 126), uint16(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, 127), uint64(n))
	}
	return append(b, payload...)
}

func text(s string) []byte { return encodeFrame(frameText, true, []byte(s)) }

type gotFrame struct {
	Opcode  byte
	Payload string
	Whole   bool
}

// readAll reads a stream in pieces of the given sizes, over and over.
func readAll(stream []byte, sizes []int) []gotFrame {
	var f frameReader
	var got []gotFrame
	for i := 0; len(stream) > 0; i++ {
		piece := stream[:min(sizes[i%len(sizes)], len(stream))]
		stream = stream[len(piece):]
		for len(piece) > 0 {
			used, done := f.next(piece)
			piece = piece[used:]
			if done != nil {
				got = append(got, gotFrame{done.opcode, string(done.payload), done.whole})
			}
		}
	}
	return got
}

// However the network cuts a stream up, the same messages are seen in it.
func TestFramesDoNotDependOnPieces(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		stream := []byte(upgrade)
		var want []gotFrame
		for range rapid.IntRange(0, 6).Draw(t, "messages") {
			payload := strings.Repeat("x", rapid.SampledFrom([]int{0, 1, 125, 126, 300, maxKept, maxKept + 1, 70_000}).Draw(t, "size"))
			parts := rapid.IntRange(1, 3).Draw(t, "parts")
			for p := range parts {
				op := byte(frameText)
				if p > 0 {
					op = frameContinuation
				}
				from, to := len(payload)*p/parts, len(payload)*(p+1)/parts
				stream = append(stream, encodeFrame(op, p == parts-1, []byte(payload[from:to]))...)
			}
			want = append(want, gotFrame{frameText, payload[:min(len(payload), maxKept)], len(payload) <= maxKept})
		}
		sizes := rapid.SliceOfN(rapid.IntRange(1, 5000), 1, 8).Draw(t, "pieces")
		if d := cmp.Diff(want, readAll(stream, sizes)); d != "" {
			t.Fatal(d)
		}
	})
}

func TestMonitorHoldsBackWhatTheLibraryTripsOver(t *testing.T) {
	t.Parallel()
	const event = `{"t":"GUILD_CREATE","s":2,"op":0,"d":{"op":7}}`
	closing := encodeFrame(frameClose, true, binary.BigEndian.AppendUint16(nil, 4009))
	for _, tt := range []struct {
		name   string
		frames [][]byte
		passed int // how many of the frames the library sees
		cause  error
	}{
		{"events", [][]byte{text(event), text(`{"op":11}`), text(`nonsense`)}, 3, nil},
		{"op 7", [][]byte{text(event), text(`{"t":null,"s":null,"op":7,"d":null}`), text(event)}, 1, errReconnect},
		{"op 9", [][]byte{text(`{"op":9,"d":false}`)}, 0, errInvalid},
		{"op 9, resumable", [][]byte{text(`{"op":9,"d":true}`)}, 0, errInvalidSoon},
		{"null", [][]byte{text(`null`)}, 0, errGarbled},
		{"a close frame", [][]byte{closing}, 1, closeError(4009)},
		{"a close frame without a code", [][]byte{encodeFrame(frameClose, true, nil)}, 1, closeError(1005)},
		{"op 7 far inside an event", [][]byte{text(`{"op":0,"d":"` + strings.Repeat("x", maxKept) + `"}`)}, 1, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := newMonitor(time.Second, nil)
				ours, theirs := net.Pipe()
				conn, err := m.watch(ours, nil)
				if err != nil {
					t.Fatal(err)
				}
				go func() {
					_, _ = theirs.Write(append([]byte(upgrade), bytes.Join(tt.frames, nil)...))
					_ = theirs.Close()
				}()
				got, err := io.ReadAll(conn)
				if tt.cause != nil && tt.passed < len(tt.frames) && !errors.Is(err, tt.cause) {
					t.Errorf("reading ends with %v", err)
				}
				want := upgrade + string(bytes.Join(tt.frames[:tt.passed], nil))
				if d := cmp.Diff(want, string(got)); d != "" {
					t.Error(d)
				}
				if !errors.Is(m.cause(), tt.cause) {
					t.Errorf("cause %v, want %v", m.cause(), tt.cause)
				}
			})
		})
	}
}

// A silent gateway ends in a closed connection, not in a library that waits
// for ever: at once while opening, before two intervals are over when open.
func TestMonitorEndsSilence(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := newMonitor(20*time.Second, nil)
		ours, theirs := net.Pipe()
		conn, _ := m.watch(ours, nil)
		go func() {
			_, _ = theirs.Write(append([]byte(upgrade), text(`{"op":10,"d":{"heartbeat_interval":41250}}`)...))
		}()
		buf := make([]byte, 4096)
		for seen := 0; seen < len(upgrade)+10; {
			n, err := conn.Read(buf)
			if err != nil {
				t.Fatal(err)
			}
			seen += n
		}
		if m.heartbeatInterval() != 41250*time.Millisecond {
			t.Errorf("interval %v", m.heartbeatInterval())
		}
		start := time.Now()
		m.markReady()
		if _, err := conn.Read(buf); err == nil {
			t.Error("silence could be read")
		}
		if took := time.Since(start); took != 41250*time.Millisecond*7/4 {
			t.Errorf("it took %v", took)
		}
		if !errors.Is(m.cause(), errSilence) {
			t.Errorf("cause %v", m.cause())
		}
		// It was closed without a close frame, after which nothing could be resumed.
		rest, _ := io.ReadAll(theirs)
		if len(rest) != 0 {
			t.Errorf("the server was told %q", rest)
		}
	})
}

func FuzzFrames(f *testing.F) {
	f.Add([]byte(upgrade))
	f.Add(append([]byte(upgrade), text(`{"op":7}`)...))
	f.Add(append([]byte(upgrade), 0x81, 127, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1))
	f.Fuzz(func(t *testing.T, stream []byte) {
		var whole frameReader
		for rest := stream; len(rest) > 0; {
			used, done := whole.next(rest)
			if used <= 0 || used > len(rest) {
				t.Fatalf("used %d of %d", used, len(rest))
			}
			if done != nil && len(done.payload) > maxKept {
				t.Fatalf("kept %d bytes", len(done.payload))
			}
			rest = rest[used:]
		}
	})
}
