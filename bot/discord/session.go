package discord

import (
	"errors"
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"
)

// librarySession is one session with Discord, over as many connections as it can be
// resumed on. The library cannot forget a session, so a new one means a new
// session of the library's.
type librarySession struct {
	lib  *discordgo.Session
	link *link
	// down gets a token when the library has closed a connection.
	down chan struct{}
	// resumable says that there was a READY: from then on Discord is asked to
	// resume, which costs no identify.
	resumable bool
}

func (p *Session) newSession() *librarySession {
	s := &librarySession{
		lib:  newLibrarySession(p.client.cfg.Token, p.client.session.Client.Transport),
		link: newLink(p.client.cfg, p.event),
		down: make(chan struct{}, 1),
	}
	// The library asks for the gateway's address inside Open, without a context.
	s.lib.Client.Timeout = p.timing.Open
	s.lib.Dialer = s.link.dialer()
	s.lib.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { notify(s.down) })
	return s
}

// open opens a connection. It may hang for ever, when the library deadlocks. The
// error is why the connection ended, as exactly as is known.
func (s *librarySession) open() (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = s.cause(fmt.Errorf("the library panicked while opening: %v", v))
		}
	}()
	if err := s.lib.Open(); err != nil && !errors.Is(err, discordgo.ErrWSAlreadyOpen) {
		return s.cause(err)
	}
	return nil // also where it was open: a Disconnect may come twice, the second after the next was opened
}

// cause returns why the latest connection ended, as exactly as is known.
func (s *librarySession) cause(err error) error {
	if cause := s.link.cause(); cause != nil {
		return cause
	}
	return err
}

// health is a session's state of health.
type health int

const (
	locked health = iota // the library holds its lock; for long means for ever
	stale                // no heartbeat was acknowledged for nearly two intervals
	healthy
)

// checkHealth never waits for the session's lock. The library's own
// HeartbeatLatency reads the same fields without the lock.
func (s *librarySession) checkHealth(now time.Time) health {
	if !s.lib.TryRLock() {
		return locked
	}
	acked := s.lib.LastHeartbeatAck
	s.lib.RUnlock()
	if now.Sub(acked) >= s.link.readTimeout() {
		return stale
	}
	return healthy
}
