package discord

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha1" //nolint:gosec // as RFC 6455 wants it
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Opcodes of WebSocket frames (RFC 6455, section 5.2).
const (
	frameContinuation = 0x0
	frameText         = 0x1
	frameBinary       = 0x2
	frameClose        = 0x8
	framePing         = 0x9
)

// frame is a whole message as a server sends it.
func frame(opcode byte, payload string) []byte {
	b := []byte{0x80 | opcode}
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

// part is a frame that is not the last of its message.
func part(opcode byte, payload string) []byte {
	b := frame(opcode, payload)
	b[0] &^= 0x80
	return b
}

func closing(code uint16) []byte {
	return frame(frameClose, string(binary.BigEndian.AppendUint16(nil, code)))
}

const (
	hello = `{"op":10,"d":{"heartbeat_interval":41250}}`
	ready = `{"op":0,"s":1,"t":"READY","d":{"session_id":"a","resume_gateway_url":"ws://resume.test","guilds":[{"id":"7"}]}}`
)

// wire is a gateway that a test plays byte by byte: serve is called with each connection.
type wire struct {
	dialled []string // addresses
	serve   func(*peer)
	serving sync.WaitGroup
}

// peer is the gateway's end of a connection.
type peer struct {
	net.Conn
	in *bufio.Reader
}

func (w *wire) dial(_ context.Context, _, addr string) (net.Conn, error) {
	w.dialled = append(w.dialled, addr)
	ours, theirs := net.Pipe()
	w.serving.Go(func() {
		defer theirs.Close()
		w.serve(&peer{theirs, bufio.NewReader(theirs)})
	})
	return ours, nil
}

// upgrade answers the HTTP request of a connection.
func (p *peer) upgrade() {
	req, err := http.ReadRequest(p.in)
	if err != nil {
		return
	}
	sum := sha1.Sum([]byte(req.Header.Get("Sec-Websocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")) //nolint:gosec // as RFC 6455 wants it
	fmt.Fprintf(p, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
		base64.StdEncoding.EncodeToString(sum[:]))
}

func (p *peer) say(messages ...string) {
	for _, m := range messages {
		_, _ = p.Write(frame(frameText, m))
	}
}

// next returns the client's next frame, 0 when the connection has ended.
func (p *peer) next() (opcode byte, payload string) {
	var head [2]byte
	if _, err := io.ReadFull(p.in, head[:]); err != nil {
		return 0, ""
	}
	size := int(head[1] & 0x7f)
	if size == 126 {
		var long [2]byte
		_, _ = io.ReadFull(p.in, long[:])
		size = int(binary.BigEndian.Uint16(long[:]))
	}
	masked := make([]byte, 4+size)
	if _, err := io.ReadFull(p.in, masked); err != nil {
		return 0, ""
	}
	for i := range size {
		masked[4+i] ^= masked[i%4]
	}
	return head[0] & 0x0f, string(masked[4:])
}

// listen reads and forgets what the client sends.
func (p *peer) listen() {
	for opcode := byte(frameText); opcode != 0; {
		opcode, _ = p.next()
	}
}

// open opens a session on the connection, and then listens.
func (p *peer) open() {
	p.upgrade()
	p.say(hello)
	p.next()
	p.say(ready)
	go p.listen()
}

// session returns a session over a wire, whose REST API says nothing but where the
// gateway is.
func (w *wire) session(t *testing.T, h Handler) *session {
	t.Helper()
	t.Cleanup(w.serving.Wait)
	return New(Config{
		Token: "t", Logger: slog.New(slog.DiscardHandler), Dial: w.dial,
		Transport: func() http.RoundTripper { return answering(http.StatusOK, `{"url":"ws://gateway.test"}`) },
	}).NewSessions(Sharding{Count: 1}, h).newSession(Shard{0, 1})
}

// interactions collects what a handler hears.
func interactions(heard *[]string) Handler {
	return Handler{Interaction: func(data []byte) error { *heard = append(*heard, string(data)); return nil }}
}

const asked = `{"op":0,"s":2,"t":"INTERACTION_CREATE","d":"asked"}`

// What the gateway sends on an open connection ends it for a reason, or is passed over.
func TestWhatEndsAConnection(t *testing.T) {
	t.Parallel()
	text := func(s string) []byte { return frame(frameText, s) }
	const compressed = "x\x9c\xcb+\xcd\xc9\x01\x00\x04\x00\x01\xbb" // null
	for _, tt := range []struct {
		name string
		sent []byte
		want error // nil where the connection goes on
	}{
		{"a second Hello", text(hello), nil},
		{"a READY without a session", text(`{"op":0,"s":1,"t":"READY","d":null}`), errReady},
		{"a READY with a number for a session", text(`{"op":0,"s":1,"t":"READY","d":{"session_id":7}}`), errReady},
		{"a READY with no list of servers", text(`{"op":0,"s":1,"t":"READY","d":{"session_id":"a","guilds":"x"}}`), errReady},
		{"RESUMED", text(`{"op":0,"s":7,"t":"RESUMED","d":null}`), nil},
		{"an event with an opcode in it", text(`{"t":"GUILD_CREATE","s":2,"op":0,"d":{"op":7,"channels":[null]}}`), nil},
		{"an event of null", text(`{"t":"GUILD_UPDATE","s":2,"op":0,"d":null}`), nil},
		{"an event without a number", text(`{"t":"GUILD_CREATE","op":0,"d":{}}`), nil},
		{"a request for a heartbeat", text(`{"op":1,"d":null}`), nil},
		{"an acknowledgement", text(`{"op":11,"d":[]}`), nil},
		{"an opcode of another day", text(`{"op":31,"d":{}}`), nil},
		{"null", text("null"), nil},
		{"null with blanks", text(" null \n"), nil},
		{"nonsense", text("{"), nil},
		{"a list", text("[7]"), nil},
		{"no UTF-8", text("\xff\xfe"), nil},
		{"an empty message", text(""), nil},
		{"a word for an opcode", text(`{"op":"seven"}`), nil},
		{"a word for a number", text(`{"op":7,"s":"x"}`), nil},
		{"a number for a name", text(`{"op":7,"t":7}`), nil},
		{"Reconnect", text(`{"t":null,"s":null,"op":7,"d":null}`), errReconnect},
		{"Invalid Session", text(`{"op":9,"d":false}`), errInvalid},
		{"Invalid Session, resumable", text(`{"op":9,"d":true}`), errInvalidSoon},
		{"Invalid Session, with a word", text(`{"op":9,"d":"x"}`), nil},
		{"compressed null", frame(frameBinary, compressed), errBinary},
		{"a ping", frame(framePing, "p"), nil},
		{"a message in parts", bytes.Join([][]byte{part(frameText, `{"op"`), frame(framePing, ""), frame(frameContinuation, `:31}`)}, nil), nil},
		{"an unknown kind of frame", []byte{0x83, 0}, errLost},
		{"no frame at all", []byte{0x71, 0}, errLost},
		{"an extension", []byte{0xc1, 0}, errLost},
		{"a mask", []byte{0x81, 0x80, 1, 2, 3, 4}, errLost},
		{"a continuation of nothing", frame(frameContinuation, ""), errLost},
		{"a message within a message", append(part(frameText, "a"), text("")...), errLost},
		{"a long ping", frame(framePing, strings.Repeat("x", 126)), errLost},
		{"half a ping", []byte{framePing, 0}, errLost},
		{"a message without end", append([]byte{0x81, 127}, binary.BigEndian.AppendUint64(nil, 1<<62)...), errLost},
		{"a message of a negative length", append([]byte{0x81, 127}, binary.BigEndian.AppendUint64(nil, 1<<63)...), errLost},
		{"parts of one, too long together", append(part(frameText, "x"), append([]byte{0x00, 127}, binary.BigEndian.AppendUint64(nil, maxMessage)...)...), errLost},
		{"a close frame", closing(4009), closeError(4009)},
		{"a close frame without a code", frame(frameClose, ""), closeError(1005)},
		{"a close frame with half a code", frame(frameClose, "x"), closeError(1005)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var heard []string
				w := &wire{serve: func(p *peer) {
					p.open()
					_, _ = p.Write(tt.sent)
					p.say(asked)
					time.Sleep(time.Second)
				}}
				s := w.session(t, interactions(&heard))
				err := s.connect(t.Context())
				if tt.want == nil {
					if len(heard) != 1 || !errors.Is(err, errLost) {
						t.Errorf("heard %q and ended with %v", heard, err)
					}
				} else if len(heard) != 0 || !errors.Is(err, tt.want) {
					t.Errorf("heard %q and ended with %v, want %v", heard, err, tt.want)
				}
				if s.id != "a" || s.status().Guilds != 1 {
					t.Errorf("session %q, in %d servers", s.id, s.status().Guilds)
				}
			})
		})
	}
}

// Without a proper handshake and Hello the connection ends in time.
func TestWhatEndsOpening(t *testing.T) {
	t.Parallel()
	endless := func(p *peer) {
		for n := range 10 << 20 {
			if _, err := fmt.Fprintf(p, "X-%d: x\r\n", n); err != nil {
				return
			}
		}
	}
	trickle := func(p *peer) {
		for {
			if _, err := p.Write([]byte("x")); err != nil {
				return
			}
			time.Sleep(5 * time.Second)
		}
	}
	for _, tt := range []struct {
		name  string
		serve func(*peer)
		want  string // in the cause
		took  time.Duration
	}{
		{"silence", func(p *peer) { p.listen() }, "timeout", 20 * time.Second},
		{"an endless header", func(p *peer) {
			go p.listen()
			_, _ = io.WriteString(p, "HTTP/1.1 101 Switching Protocols\r\n")
			endless(p)
		}, errHandshake.Error(), 0},
		{"an endless line", func(p *peer) {
			go p.listen()
			_, _ = io.Copy(p, repeated("x"))
		}, errHandshake.Error(), 0},
		{"a header that drips", func(p *peer) {
			go p.listen()
			_, _ = io.WriteString(p, "HTTP/1.1 101 Switching Protocols\r\nX: ")
			trickle(p)
		}, "timeout", 20 * time.Second},
		{"a refusal", func(p *peer) {
			_, _ = http.ReadRequest(p.in)
			_, _ = io.WriteString(p, "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 11\r\n\r\nUnavailable")
		}, "503 Service Unavailable instead", 0},
		{"a refusal without an end", func(p *peer) {
			_, _ = http.ReadRequest(p.in)
			_, _ = io.WriteString(p, "HTTP/1.1 503 Service Unavailable\r\n\r\n")
			_, _ = io.Copy(p, repeated("x"))
		}, "503 Service Unavailable instead", 0},
		{"an upgrade by somebody else", func(p *peer) {
			_, _ = http.ReadRequest(p.in)
			_, _ = io.WriteString(p, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x\r\n\r\n")
		}, "101 Switching Protocols instead", 0},
		{"no HTTP", func(p *peer) {
			go p.listen()
			_, _ = io.WriteString(p, "SSH-2.0-OpenSSH_9.7\r\n")
		}, "malformed HTTP", 0},
		{"nothing before Hello", func(p *peer) { p.upgrade(); p.listen() }, errSilence.Error(), 20 * time.Second},
		{"acknowledgements alone after it", func(p *peer) {
			p.upgrade()
			go p.listen()
			p.say(hello)
			for range 100 {
				p.say(`{"op":11}`)
				time.Sleep(5 * time.Second)
			}
		}, errOpenTime.Error(), 2 * time.Minute},
		{"chatter before Hello", func(p *peer) {
			p.upgrade()
			go p.listen()
			for range 100 {
				p.say(asked, `{"op":1}`, `{"op":11}`, "null")
				time.Sleep(5 * time.Second)
			}
		}, errOpenTime.Error(), 60 * time.Second},
		{"Hello without an interval", func(p *peer) { p.upgrade(); p.say(`{"op":10,"d":{}}`) }, errHello.Error(), 0},
		{"Hello without data", func(p *peer) { p.upgrade(); p.say(`{"op":10}`) }, errHello.Error(), 0},
		{"Hello with an interval below zero", func(p *peer) { p.upgrade(); p.say(`{"op":10,"d":{"heartbeat_interval":-1}}`) }, errHello.Error(), 0},
		{"Hello with an interval of years", func(p *peer) { p.upgrade(); p.say(`{"op":10,"d":{"heartbeat_interval":9223372036854775807}}`) }, errHello.Error(), 0},
		{"Hello with a word for an interval", func(p *peer) { p.upgrade(); p.say(`{"op":10,"d":{"heartbeat_interval":"soon"}}`) }, errHello.Error(), 0},
		{"Reconnect before Hello", func(p *peer) { p.upgrade(); p.say(`{"op":7}`) }, errReconnect.Error(), 0},
		{"a client that nobody reads", func(p *peer) { p.upgrade(); p.say(hello); time.Sleep(time.Hour) }, "sending to the gateway", 20 * time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				var heard []string
				err := (&wire{serve: tt.serve}).session(t, interactions(&heard)).connect(t.Context())
				if err == nil || !strings.Contains(err.Error(), tt.want) || len(heard) > 0 {
					t.Errorf("ended with %v, want %s; heard %q", err, tt.want, heard)
				}
				if took := time.Since(began); took < tt.took || took > tt.took+2*time.Second {
					t.Errorf("it took %v, want %v", took, tt.took)
				}
			})
		})
	}
}

// A gateway in trouble may send READY late.
func TestALateReadyOpensTheSession(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var heard []string
		w := &wire{serve: func(p *peer) {
			p.upgrade()
			go p.listen()
			p.say(hello)
			for range 22 {
				p.say(`{"op":11}`)
				time.Sleep(5 * time.Second)
			}
			p.say(ready, asked)
			time.Sleep(time.Second)
		}}
		if err := w.session(t, interactions(&heard)).connect(t.Context()); len(heard) != 1 {
			t.Errorf("heard %q, then %v", heard, err)
		}
	})
}

// repeated is a text without end.
type repeated string

func (r repeated) Read(p []byte) (int, error) { return copy(p, strings.Repeat(string(r), len(p))), nil }

// The bytes of a connection are counted until the upgrade, and no longer.
func TestOnlyTheHandshakeIsBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var heard []string
		w := &wire{serve: func(p *peer) {
			p.open()
			for range 3 {
				p.say(`{"op":31,"d":"`+strings.Repeat("x", maxHandshake)+`"}`, asked)
			}
			time.Sleep(time.Second)
		}}
		if err := w.session(t, interactions(&heard)).connect(t.Context()); len(heard) != 3 {
			t.Errorf("heard %q, then %v", heard, err)
		}
	})
}

// A session says who it is once, and resumes after that, where READY said, from the
// latest event; where nobody answers there, at the gateway's own address.
func TestASessionIdentifiesAndResumes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var said []string
		connections := 0
		w := &wire{serve: func(p *peer) {
			connections++
			if connections == 2 {
				return // nobody is there
			}
			p.upgrade()
			p.say(hello)
			_, credentials := p.next()
			said = append(said, strings.TrimSpace(credentials))
			if connections == 1 {
				p.say(ready, `{"op":0,"s":5,"t":"X","d":null}`)
			}
		}}
		s := w.session(t, Handler{})
		for range 4 {
			_ = s.connect(t.Context())
		}
		want := []string{
			fmt.Sprintf(`{"op":2,"d":{"intents":1,"properties":{"browser":"nonna","device":"nonna","os":%q},"shard":[0,1],"token":"t"}}`, runtime.GOOS),
			`{"op":6,"d":{"seq":5,"session_id":"a","token":"t"}}`,
			`{"op":6,"d":{"seq":5,"session_id":"a","token":"t"}}`,
		}
		if d := cmp.Diff(want, said); d != "" {
			t.Error(d)
		}
		if d := cmp.Diff([]string{"gateway.test:80", "resume.test:80", "gateway.test:80", "gateway.test:80"}, w.dialled); d != "" {
			t.Error(d)
		}
	})
}

// The first heartbeat comes at a random time of the first interval, the next ones an
// interval apart, each with the number of the latest event; one that the gateway asks
// for comes at once, between them.
func TestHeartbeats(t *testing.T) {
	t.Parallel()
	const interval = 41250 * time.Millisecond
	synctest.Test(t, func(t *testing.T) {
		var beats []string
		var at []time.Duration
		w := &wire{serve: func(p *peer) {
			p.upgrade()
			p.say(hello)
			p.next()
			p.say(ready)
			began := time.Now()
			for range 4 {
				_, beat := p.next()
				beats, at = append(beats, strings.TrimSpace(beat)), append(at, time.Since(began))
				p.say(`{"op":11}`)
				if len(beats) == 2 {
					time.Sleep(time.Second)
					p.say(`{"op":0,"s":9,"t":"X","d":null}`, `{"op":1}`)
				}
			}
		}}
		s := w.session(t, Handler{})
		_ = s.connect(t.Context())
		if d := cmp.Diff([]string{`{"op":1,"d":1}`, `{"op":1,"d":1}`, `{"op":1,"d":9}`, `{"op":1,"d":9}`}, beats); d != "" {
			t.Error(d)
		}
		if at[0] < 0 || at[0] >= interval || at[1]-at[0] != interval || at[2]-at[1] != time.Second || at[3]-at[1] != interval {
			t.Errorf("heartbeats after %v", at)
		}
	})
}

// An acknowledged heartbeat shows how fast the gateway is.
func TestLatencyIsThatOfTheLatestHeartbeat(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var s *session
		w := &wire{serve: func(p *peer) {
			p.upgrade()
			p.say(hello)
			p.next()
			p.say(ready, `{"op":11}`)
			p.next() // the first heartbeat, long before the second
			if early := s.status().Latency; early > time.Second {
				t.Errorf("latency %v without a heartbeat", early)
			}
			time.Sleep(70 * time.Millisecond)
			p.say(`{"op":11}`)
			time.Sleep(time.Second)
		}}
		s = w.session(t, Handler{})
		_ = s.connect(t.Context())
		if got := s.status().Latency; got != 70*time.Millisecond {
			t.Errorf("latency %v", got)
		}
	})
}

// However a message is cut up, and whatever comes between its parts, it is the same.
func TestMessagesAreReadAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		var stream []byte
		var want []string
		for range rapid.IntRange(0, 4).Draw(r, "messages") {
			data := `"` + strings.Repeat("x", rapid.SampledFrom([]int{0, 1, 60, 125, 126, 300, 1<<16 - 1, 1 << 16, 200_000}).Draw(r, "size")) + `"`
			want = append(want, data)
			payload := `{"op":0,"s":2,"t":"INTERACTION_CREATE","d":` + data + `}`
			parts := rapid.IntRange(1, 3).Draw(r, "parts")
			opcode := byte(frameText)
			for p := range parts - 1 {
				stream = append(stream, part(opcode, payload[len(payload)*p/parts:len(payload)*(p+1)/parts])...)
				opcode = frameContinuation
				if rapid.Bool().Draw(r, "ping") {
					stream = append(stream, frame(framePing, "p")...)
				}
			}
			stream = append(stream, frame(opcode, payload[len(payload)*(parts-1)/parts:])...)
		}
		var heard []string
		synctest.Test(t, func(t *testing.T) {
			w := &wire{serve: func(p *peer) {
				p.open()
				_, _ = p.Write(stream)
				_, _ = p.Write(closing(4000))
			}}
			if err := w.session(t, interactions(&heard)).connect(t.Context()); !errors.Is(err, closeError(4000)) {
				t.Error(err)
			}
		})
		if d := cmp.Diff(want, heard); d != "" {
			r.Fatal(d)
		}
	})
}

// Whatever the gateway sends, as messages or as bytes, before the upgrade, before Hello,
// after it or on an open session, the session neither panics nor hangs.
func FuzzAnythingFromTheGateway(f *testing.F) {
	for _, message := range []string{
		hello, ready, asked, "null", `{"op":7}`, `{"op":9,"d":true}`, `{"op":1}`, `{"op":11}`,
		`{"op":0,"s":1,"t":"GUILD_CREATE","d":null}`, `{"op":0,"s":1,"t":"GUILD_DELETE","d":{"id":"7","unavailable":"x"}}`,
		`{"op":10,"d":{"heartbeat_interval":1e99}}`, `{"op":10,"d":{"heartbeat_interval":1}}`, `{"op":"x"}`,
		`{"op":0,"s":-1,"t":"READY","d":{"session_id":"b","resume_gateway_url":"\u0000","guilds":[null,{"id":{}}]}}`,
	} {
		for stage := range byte(3) {
			f.Add(stage, true, []byte(message))
		}
	}
	for _, stream := range [][]byte{
		frame(frameText, ready), part(frameText, "a"), frame(framePing, "p"), closing(4004),
		{0xc1, 0},
		{0x71, 0},
		{0x81, 0x80},
		{0x81, 127, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1},
		[]byte("HTTP/1.1 101 x\r\n"),
	} {
		for stage := range byte(4) {
			f.Add(stage, false, stream)
		}
	}
	f.Fuzz(func(t *testing.T, stage byte, asMessage bool, data []byte) {
		synctest.Test(t, func(t *testing.T) {
			w := &wire{serve: func(p *peer) {
				switch stage % 4 {
				case 0:
					p.open()
				case 1:
					p.upgrade()
					p.say(hello)
					go p.listen()
				case 2:
					p.upgrade()
					go p.listen()
				case 3:
					go p.listen()
				}
				if asMessage {
					data = frame(frameText, string(data))
				}
				_, _ = p.Write(data)
				time.Sleep(time.Second)
			}}
			s := w.session(t, Handler{})
			err := s.connect(t.Context())
			if err == nil || errors.Is(err, ErrDead) {
				t.Errorf("ended with %v", err)
			}
			_ = s.decide(err)
		})
	})
}

// When the reader hangs, the session shows no more signs of life and gives up, so that
// the process ends by itself.
func TestAReaderThatHangsIsNoticed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var alive, hung atomic.Int64
		hang := make(chan struct{})
		w := &wire{serve: func(p *peer) {
			p.upgrade()
			p.say(hello)
			p.next()
			p.say(ready)
			for beats := 0; ; beats++ {
				if opcode, _ := p.next(); opcode == 0 {
					return
				}
				p.say(`{"op":11}`)
				if beats == 100 {
					p.say(asked)
				}
			}
		}}
		s := w.session(t, Handler{
			Alive: func() { alive.Add(1) },
			Interaction: func([]byte) error {
				if n := alive.Load(); n < 700 {
					t.Errorf("%d signs of life in an hour", n)
				}
				hung.Store(time.Now().Unix())
				time.AfterFunc(85*time.Second, func() { alive.Store(0) })
				<-hang
				return nil
			},
		})
		err := s.Run(t.Context())
		if !errors.Is(err, ErrDead) || ExitCode(err) != ExitDead {
			t.Errorf("ended with %v", err)
		}
		if took := time.Since(time.Unix(hung.Load(), 0)); took < time.Minute || took > 150*time.Second {
			t.Errorf("it took %v", took)
		}
		if n := alive.Load(); n != 0 {
			t.Errorf("%d signs of life from a reader that hangs", n)
		}
		close(hang)
	})
}

// The same where the reader waits for a lock. A bubble's time would stand still, so this
// test runs in real time.
func TestAReaderThatWaitsForALockIsNoticed(t *testing.T) {
	t.Parallel()
	var lock sync.Mutex
	lock.Lock()
	w := &wire{serve: func(p *peer) {
		p.upgrade()
		p.say(`{"op":10,"d":{"heartbeat_interval":20}}`)
		p.next()
		p.say(ready, asked)
		p.listen()
	}}
	s := w.session(t, Handler{Interaction: func([]byte) error { lock.Lock(); return nil }})
	s.timing.Stuck, s.timing.Check = time.Millisecond, time.Millisecond
	if err := s.Run(t.Context()); !errors.Is(err, ErrDead) {
		t.Errorf("ended with %v", err)
	}
	lock.Unlock()
}

// A dialler that ignores its context ends the process, too.
func TestADialThatHangsIsNoticed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		hang := make(chan struct{})
		s := (&wire{}).session(t, Handler{})
		s.client.cfg.Dial = func(context.Context, string, string) (net.Conn, error) {
			<-hang
			return nil, io.EOF
		}
		began := time.Now()
		if err := s.Run(t.Context()); !errors.Is(err, ErrDead) {
			t.Errorf("ended with %v", err)
		}
		if took := time.Since(began); took != 2*time.Minute {
			t.Errorf("it took %v", took)
		}
		close(hang)
	})
}

// The end of Run does not wait for a gateway that is silent.
func TestLeavingWhileOpeningIsSoon(t *testing.T) {
	t.Parallel()
	for name, serve := range map[string]func(*peer){
		"in the handshake": func(p *peer) { p.listen() },
		"before Hello":     func(p *peer) { p.upgrade(); p.listen() },
		"before READY":     func(p *peer) { p.upgrade(); p.say(hello); p.listen() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
				defer cancel()
				began := time.Now()
				if err := (&wire{serve: serve}).session(t, Handler{}).Run(ctx); err != nil {
					t.Error(err)
				}
				if took := time.Since(began); took > 4*time.Second {
					t.Errorf("it took %v", took)
				}
			})
		})
	}
}

// Why a connection was closed is not lost when the gateway answers the close frame.
func TestACloseFrameIsEchoed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &wire{serve: func(p *peer) {
			p.upgrade()
			p.say(hello)
			p.next()
			p.say(ready)
			for {
				switch opcode, payload := p.next(); opcode {
				case 0:
					return
				case frameClose:
					_, _ = p.Write(frame(frameClose, payload))
				default: // neither silent nor an acknowledgement
					p.say(`{"op":0,"s":2,"t":"TYPING_START","d":{}}`)
				}
			}
		}}
		if err := w.session(t, Handler{}).connect(t.Context()); !errors.Is(err, errNoAck) {
			t.Errorf("ended with %v", err)
		}
	})
}

// A session whose context has a deadline pauses as any other, until the deadline.
func TestADeadlineShortensNoPause(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		w := &wire{serve: func(*peer) {}}
		if err := w.session(t, Handler{}).Run(ctx); err != nil {
			t.Error(err)
		}
		if n := len(w.dialled); n > 6 {
			t.Errorf("%d connections in ten seconds", n)
		}
	})
}

// Nor does it identify before Discord wants it to, whatever becomes of the clock.
func TestWaitingToIdentify(t *testing.T) {
	t.Parallel()
	session := func(limit string) *session {
		return over(answering(http.StatusOK, `{"url":"ws://gateway.test","session_start_limit":`+limit+`}`)).NewSessions(Sharding{Count: 1}, Handler{}).newSession(Shard{0, 1})
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := session(`{"total":1000,"remaining":96,"reset_after":86400000}`).waitToIdentify(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("allowed to identify after a minute of fifteen: %v", err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		s := session("{}")
		s.bucket.last.Store(time.Now().Add(time.Hour).UnixNano()) // then the clock was set back
		began := time.Now()
		if _, err := s.waitToIdentify(t.Context()); err != nil || time.Since(began) != s.timing.Identify {
			t.Errorf("waited %v, %v", time.Since(began), err)
		}
	})
}
