package main

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"time"

	"nonna/bot/discordtest"
)

// load is many members who paste deals, as fast as they are answered.
type load struct {
	srv    *discordtest.Server
	guilds []string
	game   string // its command

	mu    sync.Mutex
	told  map[string]bool // the interactions that were told of their game, by id
	asked int
	ever  int            // asked, since the beginning
	quiet int            // interactions without a complete answer
	not   int            // answers that the game was not recorded
	why   map[string]int // why those of quiet were not told
	last  time.Time
	gap   time.Duration // the longest time without a game told
}

// patience is how long members wait for a complete answer.
const patience = 70 * time.Second

// run asks by a number of members at once until ctx is done.
func (l *load) run(ctx context.Context, people int) {
	l.last = time.Now()
	var all sync.WaitGroup
	for range people {
		all.Go(func() {
			for ctx.Err() == nil {
				l.ask(context.WithoutCancel(ctx))
			}
		})
	}
	all.Wait()
}

// ask plays a game of one of many members, and notes what was told.
func (l *load) ask(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	it := l.srv.Slash(l.game,
		discordtest.InGuild(l.guilds[rand.IntN(len(l.guilds))], discordtest.DefaultChannelID),
		discordtest.By(strconv.Itoa(8_000_000+rand.IntN(1_000_000)), "Anna"))
	answer, err := it.Wait(ctx)
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked++
	l.ever++
	switch {
	case err != nil || len(answer.Message.Embeds) == 0:
		l.quiet++
		l.why[reason(answer, err)]++
	case !recorded(answer.Message):
		l.not++
	default:
		l.told[it.ID] = true
		l.gap = max(l.gap, now.Sub(l.last))
		l.last = now
	}
}

// recorded reports whether a message shows a game with its place.
func recorded(m discordtest.Message) bool {
	return len(m.Files) > 0 && !strings.Contains(m.Embeds[0].Description, "but not recorded")
}

// forget begins a new count.
func (l *load) forget() {
	l.srv.Forget()
	l.asked, l.quiet, l.not, l.gap = 0, 0, 0, 0
	clear(l.told)
	clear(l.why)
}

// reason says what came instead of a game.
func reason(a discordtest.Answer, err error) string {
	if err != nil {
		return err.Error()
	}
	return a.Message.Content + a.Refused
}
