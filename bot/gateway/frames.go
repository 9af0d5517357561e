package gateway

import (
	"bytes"
	"encoding/binary"
)

// maxKept is how much of a message is kept to be looked at. Everything but
// events is far shorter.
const maxKept = 4096

// Opcodes of WebSocket frames (RFC 6455, section 5.2).
const (
	frameContinuation = 0x0
	frameText         = 0x1
	frameClose        = 0x8
)

// frameReader reads along on the server's half of a WebSocket connection, from
// its HTTP answer on. It keeps no more of it than it must.
type frameReader struct {
	upgraded bool   // the HTTP answer is over
	http     []byte // its last bytes, until then

	header []byte // of the frame being read
	left   uint64 // bytes of its payload to come
	inside bool   // its header is complete

	message []byte // payload so far, of at most maxKept bytes
	whole   bool   // nothing of the message was left out
	opcode  byte   // of the message: continuations have none of their own
}

// frame is a control frame, or a whole message.
type frame struct {
	opcode  byte
	payload []byte // valid until the next call
	whole   bool
}

// next reads at most to the end of one frame, and returns how many bytes that
// took and the frame, if it completed a message.
func (f *frameReader) next(p []byte) (used int, done *frame) {
	if !f.upgraded {
		return f.skipHTTP(p), nil
	}
	for used < len(p) && !f.inside {
		f.header = append(f.header, p[used])
		used++
		f.parseHeader()
	}
	if !f.inside {
		return used, nil
	}
	n := int(min(f.left, uint64(len(p)-used)))
	f.keep(p[used : used+n])
	used += n
	if f.left -= uint64(n); f.left > 0 {
		return used, nil
	}
	return used, f.endFrame()
}

// skipHTTP passes over the answer to the upgrade, which ends in an empty line.
func (f *frameReader) skipHTTP(p []byte) int {
	for i, b := range p {
		if f.http = append(f.http, b); len(f.http) > 4 {
			f.http = append(f.http[:0], f.http[1:]...)
		}
		if bytes.Equal(f.http, []byte("\r\n\r\n")) {
			f.upgraded = true
			return i + 1
		}
	}
	return len(p)
}

// parseHeader looks whether the header is complete, and reads it.
func (f *frameReader) parseHeader() {
	h := f.header
	if len(h) < 2 {
		return
	}
	size := 2
	switch h[1] & 0x7f {
	case 126:
		size = 4
	case 127:
		size = 10
	}
	if len(h) < size {
		return
	}
	switch f.left = uint64(h[1] & 0x7f); size {
	case 4:
		f.left = uint64(binary.BigEndian.Uint16(h[2:]))
	case 10:
		f.left = binary.BigEndian.Uint64(h[2:])
	}
	f.inside = true
	if op := h[0] & 0x0f; op != frameContinuation {
		f.opcode, f.message, f.whole = op, f.message[:0], true
	}
}

func (f *frameReader) keep(p []byte) {
	room := maxKept - len(f.message)
	if len(p) > room {
		p, f.whole = p[:room], false
	}
	f.message = append(f.message, p...)
}

// endFrame closes a frame and returns the message when it was its last.
func (f *frameReader) endFrame() *frame {
	final := f.header[0]&0x80 != 0
	f.header, f.inside = f.header[:0], false
	if !final {
		return nil
	}
	return &frame{opcode: f.opcode, payload: f.message, whole: f.whole}
}

// code returns the code of a close frame, 1005 when it has none.
func (s frame) code() int {
	if len(s.payload) < 2 {
		return 1005
	}
	return int(binary.BigEndian.Uint16(s.payload))
}
