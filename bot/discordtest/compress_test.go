package discordtest_test

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"testing"

	"github.com/gorilla/websocket"

	"nonna/bot/discordtest"
)

// A bot that asks for compression gets READY compressed, and little things not.
func TestCompression(t *testing.T) {
	srv := discordtest.New(t, discordtest.Options{})
	ws, resp, err := srv.Dialer().Dial("ws://gateway.discord.gg", nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	defer func() { _ = ws.Close() }()
	next := func() (int, []byte) {
		kind, data, err := ws.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		return kind, data
	}
	next() // Hello
	in := identify(srv)
	in["compress"] = true
	if err := ws.WriteJSON(object{"op": 2, "d": in}); err != nil {
		t.Fatal(err)
	}
	kind, data := next()
	if kind != websocket.BinaryMessage {
		t.Fatalf("READY came as %d: %s", kind, data)
	}
	z, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var ready gatewayMessage
	if err := json.NewDecoder(z).Decode(&ready); err != nil || ready.Event != "READY" {
		t.Errorf("READY is %+v, %v", ready, err)
	}
	if kind, data := next(); kind != websocket.TextMessage || !bytes.Contains(data, []byte("GUILD_CREATE")) {
		t.Errorf("then came %d: %s", kind, data)
	}
}
