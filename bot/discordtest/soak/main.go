// Command soak runs the whole bot against the Discord of tests for a while, with users who
// do random things and random faults, to find faults that nobody thought of.
//
//	go run ./bot/discordtest/soak --for 10m
//
// It ends with status 1 if a game that was shown is not in the database, if something was
// answered twice, or if the bot broke a rule of Discord or ended by itself. Then it names the
// folder with the database and the bot's log. Nobody deletes games.
package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"nonna/bot/app"
	"nonna/bot/discord"
	"nonna/bot/discordtest"
	"nonna/bot/interactions"
	"nonna/engine"
	"nonna/store/repair"
)

// people is how many people act at once, and roundTime how long a bot lives until the next is
// started, as by an upgrade.
const (
	people    = 32
	roundTime = time.Minute
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	length := flag.Duration("for", 10*time.Minute, "how long to run")
	seed := flag.Uint64("seed", rand.Uint64(), "the seed of all random choices")
	flag.Parse()
	fmt.Printf("seed %d, for %v\n", *seed, *length)
	err := run(ctx, *length, *seed)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

// soak is a Discord, and the bot that is started there again and again.
type soak struct {
	srv *discordtest.Server
	db  string
	log *slog.Logger
}

func run(ctx context.Context, length time.Duration, seed uint64) error {
	folder, err := os.MkdirTemp("", "soak")
	if err != nil {
		return err
	}
	log, err := os.Create(filepath.Join(folder, "log"))
	if err != nil {
		return err
	}
	s := soak{
		srv: discordtest.NewServer(discordtest.Options{RequireNoMentions: true, IdentifyEvery: 5 * time.Second}),
		db:  filepath.Join(folder, "nonna.db"), log: slog.New(slog.NewTextHandler(log, nil)),
	}
	defer s.srv.Close()
	for began, number := time.Now(), uint64(0); time.Since(began) < length && ctx.Err() == nil; number++ {
		err = errors.Join(err, s.round(ctx, seed+number, min(roundTime, length-time.Since(began))))
	}
	report, err2 := repair.Check(context.WithoutCancel(ctx), s.db)
	for _, p := range report.Problems {
		err = errors.Join(err, errors.New(p))
	}
	if err = errors.Join(err, err2, log.Close()); err != nil {
		return fmt.Errorf("%w\nsee %s", err, folder)
	}
	return os.RemoveAll(folder)
}

// round runs a bot with people and faults for a time, and returns what went wrong.
func (s soak) round(ctx context.Context, seed uint64, length time.Duration) error {
	a, err := app.Open(ctx, app.Config{DB: s.db, Games: engine.Games(), Log: s.log})
	if err != nil {
		return err
	}
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	served := make(chan error, 1)
	go func() { served <- a.Serve(serving, s.toDiscord()) }()
	using, enough := context.WithTimeout(ctx, length)
	defer enough()
	var done [people][]*discordtest.Interaction
	var busy sync.WaitGroup
	for who := range people {
		busy.Go(func() { done[who] = s.use(using, rand.New(rand.NewPCG(seed, uint64(who))), who) })
	}
	busy.Go(func() { s.misbehave(using, rand.New(rand.NewPCG(seed, people))) })
	busy.Wait()
	time.Sleep(2 * time.Second) // for deferred answers
	select {
	case err = <-served:
		err = errors.Join(errors.New("the bot ended by itself"), err)
	default:
		stop()
		err = <-served
	}
	err = errors.Join(err, a.Close(), s.check(context.WithoutCancel(ctx), slices.Concat(done[:]...)), s.broken())
	s.srv.Forget()
	return err
}

// toDiscord returns how the bot connects: over HTTP/2, as to Discord.
func (s soak) toDiscord() interactions.Config {
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

// use does random things until ctx is done, one after the other, and returns them.
func (s soak) use(ctx context.Context, r *rand.Rand, who int) (done []*discordtest.Interaction) {
	var last discordtest.Message
	for ctx.Err() == nil {
		opts := []discordtest.Opt{
			discordtest.By(fmt.Sprint(5_000_000+100*who+r.IntN(100)), "Anna"), // many members, to stay below the rate limits
			discordtest.Permissions(discordtest.PermissionManageGuild),
		}
		if r.IntN(8) == 0 {
			opts = append(opts, discordtest.InDM())
		}
		it := s.do(r, last, opts)
		done = append(done, it)
		waiting, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		if a, err := it.Wait(waiting); err == nil {
			last = a.Message
		} else { // there is no session now, or a fault delays the answer
			discord.Sleep(ctx, 100*time.Millisecond)
		}
		cancel()
	}
	return done
}

// do uses a random command, or a random control of the last message.
func (s soak) do(r *rand.Rand, last discordtest.Message, opts []discordtest.Opt) *discordtest.Interaction {
	if len(last.Components) > 0 && r.IntN(2) == 0 {
		switch c := pick(r, pick(r, last.Components).Components); {
		case c.Disabled || c.CustomID == "" || mayDelete(c.CustomID):
		case len(c.Options) > 0:
			return s.srv.Select(last, c.CustomID, []string{fmt.Sprint(pick(r, c.Options).Value)}, opts...)
		default:
			return s.srv.Press(last, c.CustomID, opts...)
		}
	}
	commands := slices.DeleteFunc(s.srv.Commands(""), func(c discordtest.Command) bool { return mayDelete(c.Name) })
	if len(commands) == 0 {
		return s.srv.Slash("help", opts...)
	}
	c := pick(r, commands)
	if c.Type == discordtest.CommandMessage {
		return s.srv.OnMessage(c.Name, text(r), opts...)
	}
	if len(c.Options) > 0 && c.Options[0].Autocomplete && r.IntN(4) == 0 {
		return s.srv.Autocomplete(c.Name, append(opts, discordtest.Typing(c.Options[0].Name, text(r)))...)
	}
	return s.srv.Slash(c.Name, append(opts, fill(r, c.Options)...)...)
}

// mayDelete reports whether a command, or a control of one, may delete games.
func mayDelete(command string) bool {
	return strings.HasPrefix(command, "privacy") || strings.HasPrefix(command, "admin")
}

// fill fills in random options.
func fill(r *rand.Rand, options []discordtest.Command) (opts []discordtest.Opt) {
	if len(options) > 0 && options[0].Type <= discordtest.OptionGroup {
		sub := pick(r, options)
		return []discordtest.Opt{discordtest.Sub(sub.Name, fill(r, sub.Options)...)}
	}
	for _, o := range options {
		switch {
		case !o.Required && r.IntN(3) > 0:
		case len(o.Choices) > 0 && o.Type == discordtest.OptionString:
			opts = append(opts, discordtest.Text(o.Name, fmt.Sprint(pick(r, o.Choices).Value)))
		case o.Type == discordtest.OptionString:
			opts = append(opts, discordtest.Text(o.Name, text(r)))
		case o.Type == discordtest.OptionInteger:
			opts = append(opts, discordtest.Int(o.Name, r.Int64N(1000)))
		case o.Type == discordtest.OptionBoolean:
			opts = append(opts, discordtest.Bool(o.Name, r.IntN(2) == 0))
		case o.Type == discordtest.OptionChannel:
			opts = append(opts, discordtest.Channel(o.Name, discordtest.DefaultChannelID))
		case o.Type == discordtest.OptionAttachment:
			opts = append(opts, discordtest.Attach(o.Name, discordtest.File{Name: "deal.txt", Data: []byte(text(r))}))
		}
	}
	return opts
}

// text returns a deal, or a text that resembles one.
func text(r *rand.Rand) string {
	const cards = "2345678910JQKA--  / "
	if r.IntN(8) == 0 {
		return pick(r, []string{"bdad acbc abba", "#447247122283566119055", `{"playerA":["2"],"playerB":["3"]}`, "🂡", "\x00", "`", "/"})
	}
	var b strings.Builder
	for range 2 + r.IntN(80) {
		b.WriteByte(cards[r.IntN(len(cards))])
	}
	return b.String() + "2/3"
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// misbehave causes random faults until ctx is done, and then cancels all of them.
func (s soak) misbehave(ctx context.Context, r *rand.Rand) {
	defer s.srv.Heal()
	for discord.Sleep(ctx, time.Duration(r.IntN(2000))*time.Millisecond) {
		switch n := r.IntN(20); {
		case n < 14:
			s.srv.Fail(pick(r, []discordtest.Fault{
				{Delay: time.Duration(r.IntN(4000)) * time.Millisecond},
				{CutAfter: 1 + r.Int64N(1000)},
				{Lost: true},
				{Status: http.StatusTooManyRequests, RetryAfter: time.Duration(r.IntN(1500)) * time.Millisecond},
				{Status: http.StatusServiceUnavailable, Lost: r.IntN(2) == 0},
			}))
		case n < 18:
			s.srv.Gateway().Do(pick(r, []discordtest.Step{
				discordtest.Reconnect(), discordtest.InvalidSession(true), discordtest.Cut(), discordtest.CloseWith(4000),
				discordtest.RequestHeartbeat(), discordtest.Silence(), discordtest.IgnoreHeartbeats(),
				discordtest.Raw(" null "), discordtest.Raw("{"), discordtest.Raw(`{"op":31}`), discordtest.Raw(`"boo"`),
			}))
			data := pick(r, []string{`{}`, `null`, `"boo"`, `{"id":"5","token":7,"data":[null]}`})
			_ = s.srv.Gateway().Dispatch("INTERACTION_CREATE", json.RawMessage(data)) // fails without a session
		case n == 18:
			s.srv.SilenceHTTP()
		default:
			s.srv.Gateway().Next(pick(r, []discordtest.Connect{
				{Refuse: http.StatusServiceUnavailable},
				{Hello: discordtest.Raw(`{"op":10,"d":{}}`)},
				{OnlyResume: true, Ready: discordtest.Reconnect()},
				{Replay: 20},
			}))
			s.srv.Gateway().Do(discordtest.Cut())
		}
	}
}

// check returns an error for each interaction that was answered by the same message twice, or
// by a game that is not in the database once.
func (s soak) check(ctx context.Context, done []*discordtest.Interaction) (wrong error) {
	db, err := sql.Open("sqlite", "file:"+s.db+"?mode=ro")
	if err != nil {
		return err
	}
	defer db.Close() //nolint:errcheck // only read from
	games := 0
	for _, it := range done {
		a, seen := it.Answer(), map[string]bool{}
		messages := a.Followups
		if a.Type == discordtest.CallbackMessage || a.Type == discordtest.CallbackDeferred {
			messages = append(messages, a.Message)
		}
		for _, m := range messages {
			said := fmt.Sprint(m.Content, m.Embeds)
			if seen[said] {
				wrong = errors.Join(wrong, fmt.Errorf("an interaction was answered twice by %s: %s", said, it.Event))
			}
			if seen[said] = true; !showsGame(m) {
				continue
			}
			games++
			var n int
			if err := db.QueryRowContext(ctx, "SELECT COUNT(*) FROM games WHERE request_id = $1", it.ID).Scan(&n); err != nil {
				return errors.Join(wrong, err)
			}
			if n != 1 {
				wrong = errors.Join(wrong, fmt.Errorf("a game was shown, and is %d times in the database: %s", n, it.Event))
			}
		}
	}
	fmt.Printf("%d things done, %d games shown\n", len(done), games)
	return wrong
}

// showsGame reports whether a message shows a game that is recorded: by a picture and another file.
func showsGame(m discordtest.Message) bool {
	isPicture := func(f discordtest.File) bool { return strings.HasSuffix(f.Name, ".png") }
	isOther := func(f discordtest.File) bool { return !isPicture(f) }
	return slices.ContainsFunc(m.Files, isPicture) && slices.ContainsFunc(m.Files, isOther) &&
		len(m.Embeds) > 0 && !strings.Contains(m.Embeds[0].Description, "but not recorded")
}

// broken returns the rules of Discord that the bot broke. It tolerates those that faults
// cause: a delayed request is answered too late, an answer whose response was lost is sent
// again, and one whose deferral was lost is sent all the same.
func (s soak) broken() (wrong error) {
	for _, v := range s.srv.TakeViolations() {
		switch v.Rule {
		case discordtest.RuleThreeSeconds, discordtest.RuleRetried, discordtest.RuleToken, discordtest.RuleAnswerFirst:
		default:
			wrong = errors.Join(wrong, errors.New(v.String()))
		}
	}
	return wrong
}
