package discord

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
)

// maxMessage bounds what the gateway may send at once. A READY with every
// server that one connection may have is a tenth of it.
const maxMessage = 16 << 20

// Opcodes of WebSocket frames (RFC 6455, section 5.2).
const (
	frameContinuation = 0x0
	frameText         = 0x1
	frameClose        = 0x8
	framePing         = 0x9
	framePong         = 0xa
)

// errFrame is a frame that no server sends, or a message longer than
// [maxMessage].
var errFrame = errors.New("the gateway broke the WebSocket protocol")

// frames reads the server's half of a WebSocket connection, from behind its
// HTTP answer on.
type frames struct {
	in *bufio.Reader
	// opcode and payload are of the message that is not whole yet, 0 for none.
	opcode  byte
	payload bytes.Buffer
}

// next returns the next control frame or whole message. The payload is valid
// until the next call.
func (f *frames) next() (opcode byte, payload []byte, err error) {
	for {
		var head [2]byte
		if _, err := io.ReadFull(f.in, head[:]); err != nil {
			return 0, nil, err
		}
		opcode, final := head[0]&0x0f, head[0]&0x80 != 0
		size, err := f.size(head[1] & 0x7f)
		switch {
		case err != nil:
			return 0, nil, err
		case head[0]&0x70 != 0 || head[1]&0x80 != 0: // an extension, or a mask
			return 0, nil, errFrame
		case opcode >= frameClose:
			if !final || size > 125 {
				return 0, nil, errFrame
			}
			control := make([]byte, size)
			_, err := io.ReadFull(f.in, control)
			return opcode, control, err
		case (opcode == frameContinuation) != (f.opcode != 0): // of nothing, or in the middle
			return 0, nil, errFrame
		case opcode != frameContinuation:
			f.opcode = opcode
			f.payload.Reset()
		}
		if size > uint64(maxMessage-f.payload.Len()) {
			return 0, nil, errFrame
		}
		if _, err := io.CopyN(&f.payload, f.in, int64(size)); err != nil {
			return 0, nil, err
		}
		if final {
			opcode, f.opcode = f.opcode, 0
			return opcode, f.payload.Bytes(), nil
		}
	}
}

// size reads the length of a frame's payload, whose short form is given.
func (f *frames) size(short byte) (uint64, error) {
	var long [8]byte
	var n int
	switch short {
	case 126:
		n = 2
	case 127:
		n = 8
	default:
		return uint64(short), nil
	}
	_, err := io.ReadFull(f.in, long[8-n:])
	return binary.BigEndian.Uint64(long[:]), err
}

// appendFrame appends a whole message as the server would send it.
func appendFrame(b []byte, opcode byte, payload []byte) []byte {
	b = append(b, 0x80|opcode)
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

// closeCode returns the code in a close frame, 1005 when it has none.
func closeCode(payload []byte) int {
	if len(payload) < 2 {
		return 1005
	}
	return int(binary.BigEndian.Uint16(payload))
}
