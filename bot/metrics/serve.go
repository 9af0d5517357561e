package metrics

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// The paths that are served. pathAlive always answers 200, pathReady only while
// interactions can reach the bot.
const (
	pathMetrics = "/metrics"
	pathAlive   = "/healthz"
	pathReady   = "/readyz"
)

// ErrUnhealthy is returned for a bot that answers but that no interactions can reach.
var ErrUnhealthy = errors.New("the bot is not connected to Discord")

// Serve serves the metrics on a listener, which it closes, until ctx ends.
func (m *Metrics) Serve(ctx context.Context, l net.Listener) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+pathMetrics, func(w http.ResponseWriter, _ *http.Request) { m.Write(w) })
	mux.HandleFunc("GET "+pathAlive, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") })
	mux.HandleFunc("GET "+pathReady, func(w http.ResponseWriter, _ *http.Request) {
		if s := m.status(); !s.Ready {
			why := ErrUnhealthy
			if s.Open() > 0 {
				why = fmt.Errorf("%w on all shards: %d of %d are", ErrUnhealthy, s.Open(), len(s.Shards))
			}
			http.Error(w, why.Error(), http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, "ok\n")
	})
	server := &http.Server{Handler: mux, ReadTimeout: timeout, WriteTimeout: timeout, IdleTimeout: time.Minute}
	var closing sync.WaitGroup
	defer closing.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	closing.Go(func() { <-ctx.Done(); _ = server.Close() })
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// timeout bounds a request, on either side.
const timeout = 10 * time.Second

// Ask asks the bot that serves its metrics, or an interactions endpoint, on an address
// whether interactions can reach it. It returns [ErrUnhealthy] if they cannot.
func Ask(ctx context.Context, address string) (err error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	if ip := net.ParseIP(host); host == "" || ip.IsUnspecified() { // it listens on all addresses
		host = "localhost"
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+pathReady, nil)
	if err != nil {
		return err
	}
	direct := new(http.Transport) // which no proxy of the environment can answer for
	defer direct.CloseIdleConnections()
	res, err := (&http.Client{Transport: direct}).Do(req)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, res.Body.Close()) }()
	if res.StatusCode == http.StatusOK {
		return nil
	}
	why, err := io.ReadAll(io.LimitReader(res.Body, 200))
	more, _ := strings.CutPrefix(string(bytes.TrimSpace(why)), ErrUnhealthy.Error())
	return errors.Join(fmt.Errorf("%w%s", ErrUnhealthy, more), err)
}
