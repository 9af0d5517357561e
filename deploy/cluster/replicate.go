package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"nonna/bot/discord"
)

// replicator passes what is posted to it on to two of the bots, and answers as soon as one has
// taken it. Discord promises to deliver an interaction, but not to deliver it only once.
type replicator struct {
	addresses []string
	client    http.Client
	turn      atomic.Uint64
}

// takeWithin is how long Discord waits for an answer.
const takeWithin = 3 * time.Second

// answer is what a bot answers.
type answer struct {
	status int
	kind   string
	body   []byte
}

// ServeHTTP implements [http.Handler].
func (p *replicator) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	n := p.turn.Add(1)
	answers := make(chan answer, 2)
	for i := range uint64(2) {
		to := p.addresses[(n+i)%uint64(len(p.addresses))]
		go func() { answers <- p.post(context.WithoutCancel(r.Context()), to, r.Header, body) }()
	}
	best := <-answers
	if best.status >= http.StatusMultipleChoices {
		if other := <-answers; other.status < best.status {
			best = other
		}
	}
	w.Header().Set("Content-Type", best.kind)
	w.WriteHeader(best.status)
	_, _ = w.Write(best.body)
}

// post returns what a bot answers, [http.StatusBadGateway] if it does not.
func (p *replicator) post(ctx context.Context, to string, h http.Header, body []byte) answer {
	away := answer{status: http.StatusBadGateway}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+to+discord.PathInteractions, bytes.NewReader(body))
	if err != nil {
		return away
	}
	req.Header = h.Clone()
	res, err := p.client.Do(req)
	if err != nil {
		return away
	}
	defer res.Body.Close() //nolint:errcheck // it was read
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return away
	}
	return answer{res.StatusCode, res.Header.Get("Content-Type"), text}
}
