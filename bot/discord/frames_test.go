package discord

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

type gotMessage struct {
	Opcode  byte
	Payload string
}

// readFrames reads a stream to its end.
func readFrames(stream io.Reader) ([]gotMessage, error) {
	f := frames{in: bufio.NewReader(stream)}
	var got []gotMessage
	for {
		opcode, payload, err := f.next()
		if err != nil {
			return got, err
		}
		got = append(got, gotMessage{opcode, string(payload)})
	}
}

// part is a frame that is not the last of its message.
func part(opcode byte, payload string) []byte {
	b := appendFrame(nil, opcode, []byte(payload))
	b[0] &^= 0x80
	return b
}

// However a message is cut up, and whatever stands between its parts, it is the
// same.
func TestFramesAreReadAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var stream []byte
		var want []gotMessage
		for range rapid.IntRange(0, 6).Draw(t, "messages") {
			payload := strings.Repeat("x", rapid.SampledFrom([]int{0, 1, 125, 126, 300, 1<<16 - 1, 1 << 16, 200_000}).Draw(t, "size"))
			parts := rapid.IntRange(1, 3).Draw(t, "parts")
			opcode := byte(frameText)
			for p := range parts - 1 {
				stream = append(stream, part(opcode, payload[len(payload)*p/parts:len(payload)*(p+1)/parts])...)
				opcode = frameContinuation
				if rapid.Bool().Draw(t, "ping") {
					stream = appendFrame(stream, framePing, []byte("p"))
					want = append(want, gotMessage{framePing, "p"})
				}
			}
			stream = appendFrame(stream, opcode, []byte(payload[len(payload)*(parts-1)/parts:]))
			want = append(want, gotMessage{frameText, payload})
		}
		got, err := readFrames(bytes.NewReader(stream))
		if d := cmp.Diff(want, got); d != "" || !errors.Is(err, io.EOF) {
			t.Fatal(err, d)
		}
	})
}

func TestFramesThatNoServerSends(t *testing.T) {
	t.Parallel()
	for name, stream := range map[string][]byte{
		"an extension":                {0xc1, 0},
		"a mask":                      {0x81, 0x80, 1, 2, 3, 4},
		"a continuation of nothing":   appendFrame(nil, frameContinuation, nil),
		"a message within a message":  append(part(frameText, "a"), appendFrame(nil, frameText, nil)...),
		"a long ping":                 appendFrame(nil, framePing, make([]byte, 126)),
		"half a ping":                 {framePing, 0},
		"a message without end":       append([]byte{0x81, 127}, binary.BigEndian.AppendUint64(nil, 1<<62)...),
		"many parts of one, too long": append(part(frameText, "x"), append([]byte{0x00, 127}, binary.BigEndian.AppendUint64(nil, maxMessage)...)...),
	} {
		if _, err := readFrames(bytes.NewReader(stream)); !errors.Is(err, errFrame) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzFramesDoNotDependOnPieces(f *testing.F) {
	f.Add(appendFrame(part(frameText, "a"), frameContinuation, []byte("b")))
	f.Add([]byte{0x81, 127, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, stream []byte) {
		whole, wholeErr := readFrames(bytes.NewReader(stream))
		pieces, piecesErr := readFrames(iotest.OneByteReader(bytes.NewReader(stream)))
		if d := cmp.Diff(whole, pieces); d != "" || !errors.Is(piecesErr, wholeErr) {
			t.Errorf("at once %v, byte by byte %v: %s", wholeErr, piecesErr, d)
		}
	})
}
