package postgrestest

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

// Wire is a way to the server on which round trips are counted, and can take longer.
type Wire struct {
	server   *Server
	url      string
	listener net.Listener
	delay    time.Duration
	trips    atomic.Int64
	running  sync.WaitGroup
}

// OpenWire returns a way to an empty database on the server, on which a round trip takes so much
// longer. It returns nil if no server is there, or none on a socket.
func OpenWire(ctx context.Context, delay time.Duration) (*Wire, error) {
	s, err := Connect()
	if err != nil || s == nil || !filepath.IsAbs(os.Getenv("PGHOST")) {
		return nil, err
	}
	w := &Wire{server: s, delay: delay}
	if err := w.open(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	w.running.Go(w.accept)
	return w, nil
}

func (w *Wire) open(ctx context.Context) error {
	database, err := w.server.Take(ctx)
	if err != nil {
		return err
	}
	u, err := url.Parse(database)
	if err != nil {
		return err
	}
	if w.listener, err = new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0"); err != nil {
		return err
	}
	u.Host, u.RawQuery = w.listener.Addr().String(), "sslmode=disable"
	w.url = u.String()
	return nil
}

// URL returns the URL of the database. What opens it must be closed before the wire.
func (w *Wire) URL() string { return w.url }

// Trips returns how many round trips there were: how often the client said something after it
// had heard the server. The driver's question whether a connection that was idle for a second
// still lives is not counted: whether it asks depends on the machine.
func (w *Wire) Trips() int64 { return w.trips.Load() }

// Close drops the database.
func (w *Wire) Close() error {
	err := w.listener.Close()
	w.running.Wait()
	return errors.Join(err, w.server.Close())
}

func (w *Wire) accept() {
	for {
		client, err := w.listener.Accept()
		if err != nil {
			return // closed
		}
		server, err := new(net.Dialer).DialContext(context.Background(), "unix", filepath.Join(os.Getenv("PGHOST"), ".s.PGSQL.5432"))
		if err != nil {
			_ = client.Close() // which learns of it
			continue
		}
		var heard atomic.Bool
		w.running.Go(func() { // what the server says
			pass(server, client, func([]byte) { heard.Store(true) })
		})
		w.running.Go(func() {
			pass(client, server, func(said []byte) {
				if heard.Swap(false) && !bytes.Contains(said, []byte("-- ping\x00")) {
					w.trips.Add(1)
					time.Sleep(w.delay)
				}
			})
		})
	}
}

// pass passes bytes on until either end closes, and calls before with each part of them.
func pass(from, to net.Conn, before func([]byte)) {
	defer func() { _ = errors.Join(from.Close(), to.Close()) }() // the other way ends then
	buf := make([]byte, 1<<16)
	for {
		n, err := from.Read(buf)
		if err != nil {
			return
		}
		before(buf[:n])
		if _, err := to.Write(buf[:n]); err != nil {
			return
		}
	}
}
