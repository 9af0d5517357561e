package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"syscall"
	"time"
)

// hit is something bad that happens while members play.
type hit struct {
	name string
	do   func(context.Context, *cluster) error
}

// down is how long something stays away that a person must bring back.
const down = 30 * time.Second

// hits returns all hits, in the order of the report.
func hits() []hit {
	return []hit{
		{"nothing", func(context.Context, *cluster) error { return nil }},
		{"bot", func(_ context.Context, c *cluster) error {
			c.bots[rand.IntN(len(c.bots))].signal(syscall.SIGKILL)
			return nil
		}},
		{"bot-end", func(_ context.Context, c *cluster) error {
			c.bots[rand.IntN(len(c.bots))].signal(syscall.SIGTERM)
			return nil
		}},
		{"postmaster", func(ctx context.Context, c *cluster) error {
			n, err := c.primary(ctx)
			if err == nil {
				err = syscall.Kill(n.postmaster(), syscall.SIGKILL)
			}
			return err
		}},
		{"switchover", func(ctx context.Context, c *cluster) error { return c.db.switchOver(ctx) }},
		{"node", away((*node).kill, (*node).start)},
		{"freeze", away((*node).freeze, (*node).thaw)},
	}
}

// away takes the primary away, and brings it back after a while.
func away(take func(*node), bring func(*node, context.Context) error) func(context.Context, *cluster) error {
	return func(ctx context.Context, c *cluster) error {
		n, err := c.primary(ctx)
		if err != nil {
			return err
		}
		take(n)
		sleep(ctx, down)
		return bring(n, ctx)
	}
}

func (c *cluster) primary(ctx context.Context) (*node, error) {
	if n := c.db.find(ctx, "primary"); n != nil {
		return n, nil
	}
	return nil, errors.New("there is no primary")
}

// freeze stops a node as it is: its connections stay open, and nothing answers.
func (n *node) freeze() {
	_ = syscall.Kill(-n.patroni.Process.Pid, syscall.SIGSTOP)
	n.signal(syscall.SIGSTOP)
}

// thaw lets a frozen node go on.
func (n *node) thaw(context.Context) error {
	n.signal(syscall.SIGCONT)
	return syscall.Kill(-n.patroni.Process.Pid, syscall.SIGCONT)
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// choose returns the hits with the given names.
func choose(names []string) (chosen []hit, err error) {
	for _, name := range names {
		found := false
		for _, h := range hits() {
			if h.name == name {
				chosen, found = append(chosen, h), true
			}
		}
		if !found {
			err = errors.Join(err, fmt.Errorf("%q is no hit", name))
		}
	}
	return chosen, err
}
