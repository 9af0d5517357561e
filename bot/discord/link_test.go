package discord

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"log/slog"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

const upgrade = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"

func text(s string) []byte { return appendFrame(nil, frameText, []byte(s)) }

// linked is a link, and both ends of a connection on it.
type linked struct {
	*link
	library, discord net.Conn
	events           []string
}

func newLinked(t *testing.T) *linked {
	t.Helper()
	l := &linked{}
	l.link = newLink(Config{Timing: Timing{Open: 20 * time.Second}, Logger: slog.New(slog.DiscardHandler)},
		func(name string, data []byte) { l.events = append(l.events, name+" "+string(data)) })
	ours, theirs := net.Pipe()
	l.discord = theirs
	var err error
	if l.library, err = l.carry(ours, nil); err != nil {
		t.Fatal(err)
	}
	l.interval.Store(int64(time.Minute))
	return l
}

// The library sees what it needs to keep the session, and no more: what else
// comes is for the bot, or for nobody.
func TestTheLibraryGetsOnlyWhatItCanDigest(t *testing.T) {
	t.Parallel()
	ping, closing := appendFrame(nil, framePing, []byte("p")), appendFrame(nil, frameClose, binary.BigEndian.AppendUint16(nil, 4009))
	for _, tt := range []struct {
		name   string
		sent   []byte
		passed []byte
		events []string
		cause  error // which ends the connection
	}{
		{"Hello", text(`{"op":10,"s":null,"t":null,"d":{"heartbeat_interval":41250,"_trace":["x"]}}`), text(`{"op":10,"d":{"heartbeat_interval":41250}}`), nil, nil},
		{"Hello without an interval", text(`{"op":10,"d":{}}`), nil, nil, errHello},
		{"Hello with an interval below zero", text(`{"op":10,"d":{"heartbeat_interval":-1}}`), nil, nil, errHello},
		{"Hello with an interval of years", text(`{"op":10,"d":{"heartbeat_interval":9223372036854775807}}`), nil, nil, errHello},
		{"Hello with a word for an interval", text(`{"op":10,"d":{"heartbeat_interval":"soon"}}`), nil, nil, errHello},
		{"READY", text(`{"op":0,"s":1,"t":"READY","d":{"session_id":"a","guilds":[null]}}`), text(`{"op":0,"d":{"session_id":"a"},"s":1,"t":"READY"}`), []string{`READY {"session_id":"a","guilds":[null]}`}, nil},
		{"READY without a session", text(`{"op":0,"s":1,"t":"READY","d":null}`), nil, nil, errReady},
		{"RESUMED", text(`{"op":0,"s":7,"t":"RESUMED","d":null}`), text(`{"op":0,"d":{},"s":7,"t":"RESUMED"}`), []string{"RESUMED null"}, nil},
		{"another event", text(`{"t":"GUILD_CREATE","s":2,"op":0,"d":{"op":7,"channels":[null]}}`), text(`{"op":0,"s":2,"t":"SEEN"}`), []string{`GUILD_CREATE {"op":7,"channels":[null]}`}, nil},
		{"an event of null", text(`{"t":"GUILD_UPDATE","s":2,"op":0,"d":null}`), text(`{"op":0,"s":2,"t":"SEEN"}`), []string{"GUILD_UPDATE null"}, nil},
		{"an event without a number", text(`{"t":"GUILD_CREATE","op":0,"d":{}}`), nil, nil, nil},
		{"a request for a heartbeat", text(`{"op":1,"d":null}`), text(`{"op":1}`), nil, nil},
		{"an acknowledgement", text(`{"op":11,"d":[]}`), text(`{"op":11}`), nil, nil},
		{"an opcode of another day", text(`{"op":31,"d":{}}`), nil, nil, nil},
		{"null", text("null"), nil, nil, nil},
		{"null with blanks", text(" null \n"), nil, nil, nil},
		{"nonsense", text("{"), nil, nil, nil},
		{"a list", text("[7]"), nil, nil, nil},
		{"a word for an opcode", text(`{"op":"seven"}`), nil, nil, nil},
		{"Reconnect", text(`{"t":null,"s":null,"op":7,"d":null}`), nil, nil, errReconnect},
		{"Invalid Session", text(`{"op":9,"d":false}`), nil, nil, errInvalid},
		{"Invalid Session, resumable", text(`{"op":9,"d":true}`), nil, nil, errInvalidSoon},
		{"compressed null", appendFrame(nil, 0x2, []byte("x\x9c\xcb+\xcd\xc9\x01\x00\x04\x00\x01\xbb")), nil, nil, errBinary},
		{"an unknown kind of frame", []byte{0x83, 0}, nil, nil, errBinary},
		{"no frame at all", []byte{0x71, 0}, nil, nil, errFrame},
		{"a ping", ping, ping, nil, nil},
		{"a close frame", closing, closing, nil, closeError(4009)},
		{"a close frame without a code", appendFrame(nil, frameClose, nil), appendFrame(nil, frameClose, nil), nil, closeError(1005)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := newLinked(t)
			go func() {
				_, _ = l.discord.Write(append([]byte(upgrade), tt.sent...))
				_ = l.discord.Close()
			}()
			got, err := io.ReadAll(l.library)
			if d := cmp.Diff(upgrade+string(tt.passed), string(got)); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(tt.events, l.events); d != "" {
				t.Error(d)
			}
			if !errors.Is(l.cause(), tt.cause) {
				t.Errorf("cause %v, want %v; reading ended with %v", l.cause(), tt.cause, err)
			}
		})
	}
}

// An answer that is no upgrade has no frames behind it, nor lines: it is read as
// soon as it is there.
func TestAFailedUpgradeIsSeenAsItIs(t *testing.T) {
	t.Parallel()
	const refusal = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 11\r\n\r\nUnavailable"
	synctest.Test(t, func(t *testing.T) {
		l := newLinked(t)
		defer l.discord.Close()
		go func() { _, _ = l.discord.Write([]byte(refusal)) }()
		got := make([]byte, len(refusal))
		n, err := io.ReadFull(l.library, got)
		if string(got[:n]) != refusal || err != nil || l.cause() != nil {
			t.Errorf("%q, %v, cause %v", got[:n], err, l.cause())
		}
	})
}

// A silent gateway ends in a closed connection, not in a library that waits
// for ever: at once while opening, before two intervals are over when open.
func TestALinkEndsSilence(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLinked(t)
		go func() {
			_, _ = l.discord.Write(append([]byte(upgrade), text(`{"op":10,"d":{"heartbeat_interval":41250}}`)...))
		}()
		buf := make([]byte, 4096)
		for seen := 0; seen < len(upgrade)+10; {
			n, err := l.library.Read(buf)
			if err != nil {
				t.Fatal(err)
			}
			seen += n
		}
		if l.heartbeatInterval() != 41250*time.Millisecond {
			t.Errorf("interval %v", l.heartbeatInterval())
		}
		start := time.Now()
		l.ready.Store(true)
		if _, err := l.library.Read(buf); err == nil {
			t.Error("silence could be read")
		}
		if took := time.Since(start); took != 41250*time.Millisecond*7/4 {
			t.Errorf("it took %v", took)
		}
		if !errors.Is(l.cause(), errSilence) {
			t.Errorf("cause %v", l.cause())
		}
		// It was closed without a close frame, after which nothing could be resumed.
		rest, _ := io.ReadAll(l.discord)
		if len(rest) != 0 {
			t.Errorf("the server was told %q", rest)
		}
	})
}

// Whatever the gateway sends, the link neither panics nor passes on a message
// that it did not write itself.
func FuzzALinkWritesEveryMessageItself(f *testing.F) {
	f.Add([]byte(`{"op":0,"s":1,"t":"GUILD_CREATE","d":null}`))
	f.Add([]byte(`{"op":10,"d":{"heartbeat_interval":1e99}}`))
	f.Fuzz(func(t *testing.T, payload []byte) {
		l := newLinked(t)
		go func() {
			_, _ = l.discord.Write(append([]byte(upgrade), text(string(payload))...))
			_ = l.discord.Close()
		}()
		got, _ := io.ReadAll(l.library)
		rest := bytes.TrimPrefix(got, []byte(upgrade))
		if len(rest) == 0 {
			return
		}
		passed, err := readFrames(bytes.NewReader(rest))
		if !errors.Is(err, io.EOF) || len(passed) != 1 {
			t.Fatalf("%v, %v", passed, err)
		}
		var p packet
		if err := Decode([]byte(passed[0].Payload), &p); err != nil || p.Op == nil || string(encoded(p)) != passed[0].Payload {
			t.Errorf("passed on %q, %v", passed[0].Payload, err)
		}
	})
}
