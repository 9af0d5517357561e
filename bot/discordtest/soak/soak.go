package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"strconv"
	"sync"
	"time"

	"nonna/bot/app"
	"nonna/bot/discord"
	"nonna/bot/discordtest"
	"nonna/bot/interactions"
	"nonna/engine"
	"nonna/engine/game"
	"nonna/store/repair"
)

// soak is a bot, its Discord and its users.
type soak struct {
	config
	log    *slog.Logger
	srv    *discordtest.Server
	people *people
	games  game.List

	// shown counts the games that were shown; wrong has an error for each of them that is
	// not in the database, and for what was said twice.
	shown int
	wrong []error
	// posted are the ids of the messages in channels, by their nonces.
	posted map[any]string
}

func newSoak(c config, log *slog.Logger) *soak {
	games := engine.Games()
	var guilds []string
	for i := range 20 {
		guilds = append(guilds, strconv.Itoa(7_000_000+i))
	}
	srv := discordtest.NewServer(discordtest.Options{Guilds: guilds, RequireNoMentions: true, IdentifyEvery: 5 * time.Second})
	p := &people{srv: srv, guilds: guilds, shown: map[string]json.RawMessage{}}
	return &soak{config: c, log: log, srv: srv, people: p, games: games, posted: map[any]string{}}
}

// run runs for the configured time and returns what went wrong.
func (s *soak) run(ctx context.Context) error {
	defer s.srv.Close()
	var wrong []error
	var first, last size
	for round := range s.rounds {
		if ctx.Err() != nil {
			break
		}
		err := s.round(ctx, uint64(round), func() { last = measure() })
		if err != nil {
			wrong = append(wrong, err)
		}
		if round == min(1, s.rounds-1) { // by now all caches are full
			first = last
		}
		n := s.people.counted()
		fmt.Printf("round %d of %d: %d things done, %d answered, %d games shown; %v\n",
			round+1, s.rounds, n.done, n.answered, s.shown, last)
	}
	ctx = context.WithoutCancel(ctx)
	wrong = append(wrong, last.grown(first), s.unsound(ctx), s.broken())
	wrong = append(wrong, s.wrong...)
	fmt.Printf("%d games were shown, and %d messages posted; %d were lost or twice\n", s.shown, len(s.posted), len(s.wrong))
	return errors.Join(wrong...)
}

// round runs a bot with people and faults. It calls quiet when those have ended, before it
// stops the bot.
func (s *soak) round(ctx context.Context, number uint64, quiet func()) (err error) {
	a, err := app.Open(ctx, app.Config{DB: s.db, Games: s.games, Log: s.log})
	if err != nil {
		return err
	}
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	var served error
	ended, over := context.WithCancel(ctx)
	go func() { served = a.Serve(serving, s.toDiscord()); over() }()
	defer func() {
		alive := ended.Err() == nil
		stop()
		<-ended.Done()
		err = errors.Join(err, served, a.Close())
		if !alive && ctx.Err() == nil {
			err = errors.Join(errors.New("the bot ended by itself"), err)
		}
	}()
	if err := s.srv.Gateway().WaitReady(ended); err != nil {
		return err
	}
	const minute = uint64(time.Minute) // after which Discord forgets, since it keeps every picture
	for left := uint64(s.length) / uint64(s.rounds); left > 0 && ended.Err() == nil; left -= min(left, minute) {
		s.use(ended, number<<48|left, time.Duration(min(left, minute)))
	}
	if err := s.compare(ctx); err != nil {
		return err
	}
	quiet()
	return nil
}

// use lets people use the bot for a time, while there are faults. number is another each time.
func (s *soak) use(ctx context.Context, number uint64, length time.Duration) {
	using, enough := context.WithTimeout(ctx, length)
	defer enough()
	var busy sync.WaitGroup
	for who := range s.config.people {
		busy.Go(func() { s.people.use(using, s.random(number, uint64(who)), who) })
	}
	busy.Go(func() { misbehave(using, s.random(number, 1<<31), s.srv) })
	busy.Wait()
	select {
	case <-ctx.Done():
	case <-time.After(2 * time.Second): // for deferred answers
	}
	s.wrong = append(s.wrong, s.people.answeredTwice()...)
	for _, m := range s.srv.Messages(discordtest.DefaultChannelID) {
		if before, again := s.posted[m.Nonce]; m.Nonce != nil && again && before != m.ID {
			s.wrong = append(s.wrong, fmt.Errorf("%v was posted twice: %+v", m.Nonce, m.Embeds))
		} else if m.Nonce != nil {
			s.posted[m.Nonce] = m.ID
		}
	}
	s.srv.Forget()
	s.people.seen = nil
}

func (s *soak) toDiscord() interactions.Config {
	return interactions.Config{Config: discord.Config{
		Token: s.srv.Token(), Logger: s.log, Dial: s.srv.DialContext,
		Transport: func() http.RoundTripper {
			t := s.srv.Transport()
			t.Protocols, t.HTTP2 = new(http.Protocols), discord.Pings()
			t.Protocols.SetUnencryptedHTTP2(true)
			return t
		},
	}}
}

// unsound returns what is wrong with the database.
func (s *soak) unsound(ctx context.Context) error {
	report, err := repair.Check(ctx, s.db)
	fmt.Printf("%d games are in the database, in which %d things are wrong\n", report.Games, len(report.Problems))
	for _, p := range report.Problems {
		err = errors.Join(err, errors.New(p))
	}
	if done := s.people.counted().done; report.Games > int64(done) {
		err = errors.Join(err, fmt.Errorf("%d games are in the database, and only %d things were done: some are there twice", report.Games, done))
	}
	return err
}

// compare looks for the games that were shown in this round in the database.
func (s *soak) compare(ctx context.Context) error {
	db, err := sql.Open("sqlite", "file:"+s.db+"?mode=ro")
	if err != nil {
		return err
	}
	defer db.Close() //nolint:errcheck // only read from
	for id, event := range s.people.shown {
		s.shown++
		var n int
		if err := db.QueryRowContext(ctx, "SELECT COUNT(*) FROM games WHERE request_id = $1", id).Scan(&n); err != nil {
			return err
		}
		if n == 0 {
			s.wrong = append(s.wrong, fmt.Errorf("a game was shown, and is not in the database: %s", event))
		}
	}
	clear(s.people.shown)
	return nil
}

// broken returns the rules of Discord that the bot broke. It tolerates those that faults
// cause: a delayed request is answered too late, an answer whose response was lost is sent
// again, and one whose deferral was lost is sent all the same.
func (s *soak) broken() error {
	tolerated := map[discordtest.Rule]int{
		discordtest.RuleThreeSeconds: 0, discordtest.RuleRetried: 0, discordtest.RuleToken: 0, discordtest.RuleAnswerFirst: 0,
	}
	var rules []error
	for _, v := range s.srv.TakeViolations() {
		if _, ok := tolerated[v.Rule]; ok {
			tolerated[v.Rule]++
			continue
		}
		rules = append(rules, errors.New(v.String()))
	}
	for rule, n := range tolerated {
		fmt.Printf("%d times faults made the bot break “%s”\n", n, rule)
	}
	fmt.Printf("%d other rules of Discord were broken\n", len(rules))
	return errors.Join(rules...)
}

// size is the memory and the goroutines of the whole process.
type size struct {
	heap       uint64
	goroutines int
}

func measure() size {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return size{m.HeapAlloc, runtime.NumGoroutine()}
}

func (z size) String() string {
	return fmt.Sprintf("%.1f MiB, %d goroutines", float64(z.heap)/(1<<20), z.goroutines)
}

// grown returns an error if the process grew more than chance explains.
func (z size) grown(since size) error {
	if z.heap > since.heap+16<<20 || z.goroutines > since.goroutines+50 {
		return fmt.Errorf("it grew from %v to %v", since, z)
	}
	return nil
}
