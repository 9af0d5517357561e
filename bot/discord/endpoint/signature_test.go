package endpoint

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"nonna/bot/discord"
)

// testKey signs what the endpoint of [newTestEndpoint] takes.
func testKey() ed25519.PrivateKey { return ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)) }

// sign returns Discord's signature of a body at a time.
func sign(stamp string, body []byte) string {
	return hex.EncodeToString(ed25519.Sign(testKey(), append([]byte(stamp), body...)))
}

// signed returns a request with a signature.
func signed(stamp, signature string, body []byte) *http.Request {
	r := httptest.NewRequest(http.MethodPost, Path, bytes.NewReader(body))
	r.Header.Set("X-Signature-Timestamp", stamp)
	r.Header.Set("X-Signature-Ed25519", signature)
	return r
}

// answering is a Discord that answers every call in the same way, and says what time it is.
type answering struct {
	body string
	now  func() time.Time
}

func (a answering) RoundTrip(r *http.Request) (*http.Response, error) {
	header := http.Header{"Content-Type": {"application/json"}, "Date": {a.now().UTC().Format(http.TimeFormat)}}
	return &http.Response{StatusCode: http.StatusOK, Request: r, Header: header, Body: io.NopCloser(strings.NewReader(a.body))}, nil
}

// newTestEndpoint returns an endpoint that is not served, with a key and the time.
func newTestEndpoint(a answering, interaction func([]byte) error) *Endpoint {
	e := New(discord.New(discord.Config{
		Token: "t", Logger: slog.New(slog.DiscardHandler), Now: a.now, Transport: func() http.RoundTripper { return a },
	}), nil, discord.Handler{Interaction: interaction})
	key := testKey().Public().(ed25519.PublicKey)
	e.key.Store(&key)
	_ = e.client.AskTime(context.Background())
	return e
}

// What is no key does not replace one.
func TestAKeyIsKeptUntilThereIsAnother(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"", "xy", strings.Repeat("ab", 31), strings.Repeat("ab", 33), strings.Repeat("zz", 32)} {
		e := newTestEndpoint(answering{fmt.Sprintf(`{"id":"1","verify_key":%q}`, key), time.Now}, nil)
		before := e.key.Load()
		if err := e.follow(t.Context()); err == nil || !strings.Contains(err.Error(), strconv.Quote(key)) || e.key.Load() != before {
			t.Errorf("%q: %v", key, err)
		}
	}
}

// A machine that has slept believes that less time has passed than by Discord's clock. Nothing is
// taken until Discord is asked.
func TestASignatureIsOfTheTimeAtDiscord(t *testing.T) {
	t.Parallel()
	const minutes = 10 * time.Minute
	discords := time.Now()
	e := newTestEndpoint(answering{`{}`, func() time.Time { return discords }}, nil)
	for _, step := range []struct {
		name        string
		sleeps, age time.Duration
		want        bool
	}{{"at first", 0, 0, true}, {"after a sleep", minutes, 0, true}, {"an old one", 0, minutes, false}, {"an old one after a sleep", minutes, minutes, false}} {
		discords = discords.Add(step.sleeps)
		if e.isReady() != (step.sleeps == 0) {
			t.Errorf("%s: ready %v", step.name, e.isReady())
		}
		_ = e.client.AskTime(t.Context())
		stamp := fmt.Sprint(discords.Add(-step.age).Unix())
		if got := e.isSigned(signed(stamp, sign(stamp, nil), nil), nil, *e.key.Load()); got != step.want {
			t.Errorf("%s: %v", step.name, got)
		}
	}
}

// Whatever is posted, only what the key signed now is handed on, unchanged, or is a PING.
func FuzzOnlyWhatIsSignedIsTaken(f *testing.F) {
	now := time.Unix(1_800_000_000, 0)
	stamp := strconv.FormatInt(now.Unix(), 10)
	for _, body := range []string{`{"type":1}`, `{"type":2,"id":"1","token":"t"}`, `[1`, ``, `{"type":"1"}`} {
		f.Add(stamp, sign(stamp, []byte(body)), []byte(body), false)
		f.Add(stamp, "00", []byte(body), true)
		f.Add("0", "00", []byte(body), true)
	}
	// A signature of the point of order one, which a weak check accepts for any message.
	f.Add("+1800000000", "", []byte(`{"type":1}`), true)
	f.Add(stamp, "0100000000000000000000000000000000000000000000000000000000000000"+
		"0000000000000000000000000000000000000000000000000000000000000000", []byte(`{}`), false)
	f.Fuzz(func(t *testing.T, stamp, signature string, body []byte, byDiscord bool) {
		if byDiscord { // as Discord does
			signature = sign(stamp, body)
		}
		var handed [][]byte
		e := newTestEndpoint(answering{`{}`, func() time.Time { return now }}, func(data []byte) error {
			handed = append(handed, bytes.Clone(data))
			return nil
		})
		w := httptest.NewRecorder()
		e.routes().ServeHTTP(w, signed(stamp, signature, body))

		raw, err := hex.DecodeString(signature)
		at, err2 := strconv.ParseInt(stamp, 10, 64)
		fine := err == nil && err2 == nil && len(raw) == ed25519.SignatureSize &&
			ed25519.Verify(*e.key.Load(), append([]byte(stamp), body...), raw) && at >= now.Unix()-60 && at <= now.Unix()+60
		switch {
		case !fine && (w.Code != http.StatusUnauthorized || len(handed) > 0):
			t.Errorf("what is not signed is answered %d and handed on %d times", w.Code, len(handed))
		case fine && w.Code == http.StatusOK && (len(handed) > 0 || w.Body.String() != `{"type":1}`):
			t.Errorf("a PING is answered %s and handed on %d times", w.Body, len(handed))
		case fine && w.Code != http.StatusOK && (w.Code != http.StatusAccepted || len(handed) != 1 || !bytes.Equal(handed[0], body)):
			t.Errorf("what is signed is answered %d and handed on as %q", w.Code, handed)
		}
	})
}
