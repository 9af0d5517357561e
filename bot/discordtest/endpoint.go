package discordtest

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// InteractionPing is the type of the interaction that asks whether an endpoint is one.
const InteractionPing = 1

// The headers of a request to an interactions endpoint.
const (
	headerSignature = "X-Signature-Ed25519"
	headerTime      = "X-Signature-Timestamp"
)

// SetEndpoint sends interactions to an address over HTTP from now on, and no longer to the
// gateway, as saving an "Interactions Endpoint URL" in the portal does. Like Discord it saves
// only an address that passes [Server.CheckEndpoint]. An address of "" brings interactions
// back to the gateway.
func (s *Server) SetEndpoint(ctx context.Context, address string) error {
	if address != "" {
		if err := s.CheckEndpoint(ctx, address); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endpoint = address
	return nil
}

// CheckEndpoint does what Discord does before it saves an address, and from time to time
// later: it posts a PING, which must be answered with one, and another with a wrong signature,
// which must be refused. It returns what the endpoint does wrong.
func (s *Server) CheckEndpoint(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, s.FirstAnswer())
	defer cancel()
	s.mu.Lock()
	ping, err := json.Marshal(object{
		"id": s.snowflake(), "application_id": AppID, "type": InteractionPing, "token": "cGluZw", "version": 1,
		"user": userJSON(DefaultUserID, "Ada"),
	})
	s.mu.Unlock()
	must(err)
	answer, err := s.Post(ctx, address, s.Sign(time.Now(), ping), ping)
	if err != nil {
		return fmt.Errorf("discordtest: %s: %w", address, err)
	}
	var pong struct{ Type int }
	if json.Unmarshal(answer.Body, &pong) != nil || answer.Status != http.StatusOK || answer.Type != "application/json" || pong.Type != 1 {
		return fmt.Errorf("discordtest: %s answers a PING with %d, %q of type %q", address, answer.Status, answer.Body, answer.Type)
	}
	wrong := s.Sign(time.Now(), []byte("something else"))
	if answer, err = s.Post(ctx, address, wrong, ping); err != nil || answer.Status != http.StatusUnauthorized {
		return fmt.Errorf("discordtest: %s answers a wrong signature with %d (%w), want 401", address, answer.Status, err)
	}
	return nil
}

// SetKey makes Discord sign with another key from now on, one for each number. At first it is
// that of 0.
func (s *Server) SetKey(number byte) {
	seed := [ed25519.SeedSize]byte{number}
	key := ed25519.NewKeyFromSeed(seed[:])
	s.key.Store(&key)
}

// Sign returns the headers of a request with a body that Discord signs at a time.
func (s *Server) Sign(at time.Time, body []byte) http.Header {
	stamp := strconv.FormatInt(at.Unix(), 10)
	signature := ed25519.Sign(*s.key.Load(), append([]byte(stamp), body...))
	h := http.Header{"Content-Type": {"application/json"}, "User-Agent": {"Discord-Interactions/1.0 (+https://discord.com)"}}
	h.Set(headerSignature, hex.EncodeToString(signature))
	h.Set(headerTime, stamp)
	return h
}

// getApp returns the bot's application.
func (s *Server) getApp(*call) (any, error) {
	app := object{
		"id": AppID, "name": "bot", "bot": userJSON(AppID, "bot"), "approximate_guild_count": len(s.guilds),
		"verify_key": hex.EncodeToString(s.key.Load().Public().(ed25519.PublicKey)), "interactions_endpoint_url": nil,
	}
	if s.endpoint != "" {
		app["interactions_endpoint_url"] = s.endpoint
	}
	return app, nil
}

// PostAnswer is an endpoint's answer to a request.
type PostAnswer struct {
	Status int
	// Type is the Content-Type of Body.
	Type string
	Body []byte
}

// Post posts a body to an endpoint, as [Server.SetEndpoint] does.
func (s *Server) Post(ctx context.Context, address string, h http.Header, body []byte) (a PostAnswer, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return a, err
	}
	req.Header = h
	res, err := s.poster.Do(req)
	if err != nil {
		return a, err
	}
	a = PostAnswer{Status: res.StatusCode, Type: res.Header.Get("Content-Type")}
	a.Body, err = io.ReadAll(res.Body)
	return a, errors.Join(err, res.Body.Close())
}

// deliver posts an interaction to the endpoint. It must be acknowledged within three seconds
// with a 202: answers inline are not served here.
func (s *Server) deliver(it *Interaction, address string) {
	ctx, cancel := context.WithTimeout(s.ctx, s.FirstAnswer())
	defer cancel()
	answer, err := s.Post(ctx, address, s.Sign(it.Made, it.Event), it.Event)
	if err == nil && (answer.Status != http.StatusAccepted || len(answer.Body) > 0) {
		err = fmt.Errorf("%d, %q", answer.Status, answer.Body)
	}
	if err == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	it.err = fmt.Errorf("discordtest: the endpoint did not acknowledge an interaction: %w", err)
	if ctx.Err() == context.DeadlineExceeded {
		s.violate(RuleThreeSeconds, address, "it answered no POST in time")
	}
	s.wake()
}
