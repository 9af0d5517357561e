package discord

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"sync/atomic"
	"time"
)

// linkConn is a connection of a [link]. Read is called by one goroutine.
type linkConn struct {
	net.Conn
	link   *link
	frames frames
	out    bytes.Buffer // for the library to read
	over   error        // what it reads after that
	wrote  atomic.Int64 // when the library wrote last, in nanoseconds of Unix time

	line     []byte // of the HTTP answer that comes first, as far as it was read
	begun    bool   // its first line is over
	upgraded bool   // it is over
	plain    bool   // it was no upgrade: what follows are no frames
}

func newLinkConn(c net.Conn, l *link) *linkConn {
	lc := &linkConn{Conn: c, link: l}
	lc.frames.in = bufio.NewReader(timedReader{lc})
	return lc
}

// timedReader reads from a connection under a deadline.
type timedReader struct{ c *linkConn }

// Read ends the connection when nothing comes for long.
func (r timedReader) Read(p []byte) (int, error) {
	if err := r.c.SetReadDeadline(time.Now().Add(r.c.link.readTimeout())); err != nil {
		return 0, err
	}
	n, err := r.c.Conn.Read(p)
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		r.c.end(errSilence)
	}
	return n, err
}

// end closes the connection without a close frame. With one, the library's
// 1000, Discord would forget the session, and nothing could be resumed.
func (c *linkConn) end(cause error) {
	c.link.setCause(c, cause)
	_ = c.Close() // it is of no more use, whatever this says
}

// Read gives the library what it is to see of what Discord sends.
func (c *linkConn) Read(p []byte) (int, error) {
	for c.out.Len() == 0 {
		switch {
		case c.over != nil:
			return 0, c.over
		case c.plain:
			return c.frames.in.Read(p)
		}
		c.over = c.take()
	}
	return c.out.Read(p)
}

// Write sends what the library writes.
func (c *linkConn) Write(p []byte) (int, error) {
	c.wrote.Store(time.Now().UnixNano())
	return c.Conn.Write(p)
}

// take reads one line of the HTTP answer, or one message. An error is the end.
func (c *linkConn) take() error {
	if !c.upgraded {
		return c.takeHTTP()
	}
	opcode, payload, err := c.frames.next()
	if err == nil {
		err = c.pass(opcode, payload)
	} else if !errors.Is(err, errFrame) {
		return err // the network's
	}
	if err != nil {
		c.end(err)
	}
	return err
}

// takeHTTP passes on the answer to the upgrade, which ends in an empty line.
func (c *linkConn) takeHTTP() error {
	part, err := c.frames.in.ReadSlice('\n')
	c.out.Write(part)
	if len(c.line) < 100 { // enough to know what it says
		c.line = append(c.line, part...)
	}
	if errors.Is(err, bufio.ErrBufferFull) {
		return nil // the rest of the line is to come
	}
	if !c.begun {
		c.begun, c.plain = true, !bytes.Contains(c.line, []byte(" 101 "))
	}
	c.upgraded = c.upgraded || len(bytes.TrimSpace(c.line)) == 0
	c.line = c.line[:0]
	return err
}

// pass gives a message to whom it is for, or returns why it ends the
// connection.
func (c *linkConn) pass(opcode byte, payload []byte) error {
	switch opcode {
	case frameText:
		return c.passText(payload)
	case framePing, framePong:
	case frameClose:
		c.link.setCause(c, closeError(closeCode(payload)))
		notify(c.link.closed)
	default:
		return errBinary
	}
	c.out.Write(appendFrame(nil, opcode, payload))
	return nil
}

// packet is a message of the gateway's, which says what it is by Op.
type packet struct {
	Op   *int            `json:"op"`
	Data json.RawMessage `json:"d,omitempty"`
	// Seq and Name are of events.
	Seq  *int64 `json:"s,omitempty"`
	Name string `json:"t,omitempty"`
}

// The gateway's opcodes.
const (
	opEvent        = 0
	opHeartbeat    = 1
	opReconnect    = 7
	opInvalid      = 9
	opHello        = 10
	opHeartbeatACK = 11
)

// passText reads a message. What is none is passed over.
func (c *linkConn) passText(payload []byte) error {
	var in packet
	if err := Decode(payload, &in); err != nil || in.Op == nil {
		c.link.log.Warn("the gateway sent what is no message", slog.Int("bytes", len(payload)), slog.Any("err", err))
		return nil
	}
	switch *in.Op {
	case opEvent:
		return c.passEvent(in)
	case opHeartbeatACK:
		// In a session the library writes nothing but heartbeats.
		c.link.latency.Store(time.Now().UnixNano() - c.wrote.Load())
		c.write(packet{Op: in.Op})
	case opHeartbeat:
		c.write(packet{Op: in.Op})
	case opReconnect:
		return errReconnect
	case opInvalid:
		if string(in.Data) == "true" {
			return errInvalidSoon
		}
		return errInvalid
	case opHello:
		return c.passHello(in)
	}
	return nil
}

// longestInterval is the longest time between heartbeats that is believed: with
// none that is too long a dead connection would not be noticed.
const longestInterval = 10 * time.Minute

func (c *linkConn) passHello(in packet) error {
	var hello struct {
		Interval int64 `json:"heartbeat_interval"` // milliseconds
	}
	err := Decode(in.Data, &hello)
	if err != nil || hello.Interval <= 0 || hello.Interval > longestInterval.Milliseconds() {
		return errHello
	}
	c.link.interval.Store(hello.Interval * int64(time.Millisecond))
	c.write(packet{Op: in.Op, Data: encoded(hello)})
	return nil
}

// passEvent gives an event to the bot. The library learns the number of each,
// which it resumes from, and the session's id.
func (c *linkConn) passEvent(in packet) error {
	if in.Seq == nil {
		c.link.log.Warn("the gateway sent an event without a number", slog.String("event", clip(in.Name)))
		return nil
	}
	out := packet{Op: in.Op, Seq: in.Seq, Name: "SEEN"} // a name that the library does not know
	switch in.Name {
	case "READY":
		var ready struct {
			Session string `json:"session_id"`
		}
		if Decode(in.Data, &ready) != nil || ready.Session == "" {
			return errReady
		}
		c.link.ready.Store(true)
		out.Name, out.Data = in.Name, encoded(ready)
	case "RESUMED":
		c.link.ready.Store(true)
		out.Name, out.Data = in.Name, encoded(struct{}{})
	}
	c.link.event(in.Name, in.Data)
	c.write(out)
	return nil
}

// write gives the library a message.
func (c *linkConn) write(p packet) {
	c.out.Write(appendFrame(nil, frameText, encoded(p)))
}

// encoded is the JSON of a value whose type always has one.
func encoded(v any) []byte {
	text, _ := json.Marshal(v)
	return text
}
