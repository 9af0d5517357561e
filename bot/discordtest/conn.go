package discordtest

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// conn is one WebSocket of the bot's. Its fields but the queue are guarded by
// the server's mu.
type conn struct {
	ws       *websocket.Conn
	plan     Connect
	session  *session
	compress bool
	silent   bool

	minute time.Time // what was received is counted by the minute
	count  int

	mu    sync.Mutex
	queue []frame
	wake  chan struct{} // holds one: there is something in the queue
	done  chan struct{} // closed when the reader has ended
}

// frame is something to send: a gateway message, raw bytes, a close or a cut.
type frame struct {
	op    int
	seq   int64
	event string
	data  any
	raw   []byte
	close int
	why   string
	cut   bool
	zip   bool // the bot asked for compression
}

const (
	maxGatewayMessage = 4096 // bytes
	maxPerMinute      = 120
)

// tooMuch returns the close code for what is over the gateway's limits, else 0.
// Callers hold the server's mu.
func (c *conn) tooMuch(data []byte, now time.Time) int {
	if now.Sub(c.minute) >= time.Minute {
		c.minute, c.count = now, 0
	}
	c.count++
	switch {
	case len(data) > maxGatewayMessage:
		return 4002
	case c.count > maxPerMinute:
		return 4008
	}
	return 0
}

// push queues a frame and never waits: a bot that does not read must not stop
// the server. Silence drops it.
func (c *conn) push(f frame) {
	if c.silent && f.close == 0 && !f.cut {
		return
	}
	f.zip = c.compress
	c.mu.Lock()
	c.queue = append(c.queue, f)
	c.mu.Unlock()
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

func (c *conn) take() []frame {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := c.queue
	c.queue = nil
	return out
}

// write sends what is queued until the connection ends.
func (c *conn) write() {
	for {
		select {
		case <-c.wake:
		case <-c.done:
			return
		}
		for _, f := range c.take() {
			if !c.send(f) {
				_ = c.ws.Close()
				return
			}
		}
	}
}

// send writes one frame; false means that the connection is over.
func (c *conn) send(f frame) bool {
	switch {
	case f.cut:
		return false
	case f.close != 0:
		msg := websocket.FormatCloseMessage(f.close, f.why)
		_ = c.ws.WriteControl(websocket.CloseMessage, msg, time.Now().Add(time.Second))
		return false
	}
	kind, data, err := c.encode(f)
	return err == nil && c.ws.WriteMessage(kind, data) == nil
}

// compressFrom is the size from which an event is compressed for a bot that
// asked for it; READY always is, so that asking is never untested.
const compressFrom = 8 << 10

func (c *conn) encode(f frame) (int, []byte, error) {
	if f.raw != nil {
		return websocket.TextMessage, f.raw, nil
	}
	msg := map[string]any{"op": f.op, "d": f.data, "s": nil, "t": nil}
	if f.op == opDispatch {
		msg["s"], msg["t"] = f.seq, f.event
	}
	data, err := json.Marshal(msg)
	if err != nil || !f.zip || f.event != "READY" && len(data) < compressFrom {
		return websocket.TextMessage, data, err
	}
	var buf bytes.Buffer
	z := zlib.NewWriter(&buf)
	_, _ = z.Write(data)
	err = z.Close()
	return websocket.BinaryMessage, buf.Bytes(), err
}
