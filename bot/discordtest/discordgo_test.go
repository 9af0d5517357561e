package discordtest_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"nonna/bot/discordtest"
)

// testContext bounds what a test waits for: only a broken one waits so long.
func testContext(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// newSession makes an unopened discordgo session that talks to srv.
func newSession(t *testing.T, srv *discordtest.Server) *discordgo.Session {
	t.Helper()
	bot, err := discordgo.New("Bot " + srv.Token())
	if err != nil {
		t.Fatal(err)
	}
	bot.Client = srv.Client()
	bot.Dialer = srv.Dialer()
	bot.Identify.Intents = discordgo.IntentsGuilds
	return bot
}

// open connects the session and waits until it is running.
func open(t *testing.T, srv *discordtest.Server, bot *discordgo.Session) {
	t.Helper()
	if err := bot.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = bot.Close() })
	// The first heartbeat is sent by a goroutine that Open leaves behind; what
	// a test does next must not meet it half-way.
	started := func(c discordtest.Counts) bool { return c.Live > 0 && c.Heartbeats > 0 }
	if err := srv.Gateway().Wait(testContext(t), started); err != nil {
		t.Fatal(err)
	}
}

func TestARealSessionRegistersAndAnswers(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{})
	bot := newSession(t, srv)
	bot.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		said := i.ApplicationCommandData().Options[0].StringValue()
		_ = s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: "pong " + said},
		})
	})
	open(t, srv, bot)
	_, err := bot.ApplicationCommandBulkOverwrite(discordtest.AppID, "", []*discordgo.ApplicationCommand{{
		Name: "ping", Description: "Answers",
		Options: []*discordgo.ApplicationCommandOption{{
			Type: discordgo.ApplicationCommandOptionString, Name: "text", Description: "What", Required: true,
		}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := srv.Slash("ping", discordtest.Text("text", "you")).Wait(testContext(t))
	if err != nil {
		t.Fatal(err)
	}
	if answer.Message.Content != "pong you" {
		t.Errorf("answered %q", answer.Message.Content)
	}
}

// bubbled runs a real discordgo session against a server in memory, where
// minutes pass at once.
func bubbled(t *testing.T, opts discordtest.Options, play func(t *testing.T, srv *discordtest.Server, bot *discordgo.Session)) {
	t.Helper()
	opts.AnyCommand, opts.InMemory = true, true
	synctest.Test(t, func(t *testing.T) {
		srv := discordtest.New(t, opts)
		bot := newSession(t, srv)
		play(t, srv, bot)
	})
}

// seen collects the ids of interactions that a session's handler ran for.
type seen struct {
	mu  sync.Mutex
	ids []string
}

func (s *seen) handle(_ *discordgo.Session, i *discordgo.InteractionCreate) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ids = append(s.ids, i.ID)
}

func (s *seen) count(id string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(slices.DeleteFunc(slices.Clone(s.ids), func(x string) bool { return x != id }))
}

func TestAnHourOfHeartbeats(t *testing.T) {
	t.Parallel()
	bubbled(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server, bot *discordgo.Session) {
		open(t, srv, bot)
		time.Sleep(time.Hour)
		c := srv.Gateway().Counts()
		if c.Connections != 1 || c.Live != 1 || c.Heartbeats < 87 || c.Heartbeats > 89 {
			t.Errorf("after an hour: %+v", c)
		}
	})
}

func TestASessionResumesAndRunsReplayedEventsAgain(t *testing.T) {
	t.Parallel()
	bubbled(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server, bot *discordgo.Session) {
		var got seen
		bot.AddHandler(got.handle)
		open(t, srv, bot)
		g := srv.Gateway()
		before := srv.Slash("before")
		synctest.Wait()
		g.ReplayOnResume(5)
		g.Reconnect()
		time.Sleep(10 * time.Second)
		after := srv.Slash("after")
		synctest.Wait()
		c := g.Counts()
		if c.Identifies != 1 || c.Resumed != 1 || got.count(before.ID) != 2 || got.count(after.ID) != 1 {
			t.Errorf("%+v; handlers ran for %v", c, got.ids)
		}
		if !slices.Contains(c.Closes, 1012) {
			t.Errorf("the bot closed with %v", c.Closes)
		}
	})
}

func TestASessionThatIsCutMissesNothing(t *testing.T) {
	t.Parallel()
	bubbled(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server, bot *discordgo.Session) {
		var got seen
		bot.AddHandler(got.handle)
		open(t, srv, bot)
		srv.Gateway().Next(discordtest.Connect{Refuse: http.StatusBadGateway})
		srv.Gateway().Cut()
		synctest.Wait()
		missed := srv.Slash("missed")
		time.Sleep(10 * time.Second)
		if got.count(missed.ID) != 1 {
			t.Errorf("handlers ran for %v, %+v", got.ids, srv.Gateway().Counts())
		}
	})
}

// The library closes with 1000 when heartbeats are not acknowledged, and so
// loses its session, as the real gateway would have it.
func TestNoHeartbeatACKs(t *testing.T) {
	t.Parallel()
	bubbled(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server, bot *discordgo.Session) {
		open(t, srv, bot)
		g := srv.Gateway()
		g.IgnoreHeartbeats(true)
		time.Sleep(250 * time.Second)
		g.Heal()
		time.Sleep(10 * time.Second)
		c := g.Counts()
		if c.Connections != 2 || c.Resumes != 1 || c.Resumed != 0 || c.Identifies != 2 || !slices.Contains(c.Closes, 1000) {
			t.Errorf("counted %+v", c)
		}
	})
}

func TestTheLibraryHangsOnSilence(t *testing.T) {
	t.Parallel()
	for name, plan := range map[string]discordtest.Connect{
		"before Hello": {SilentBeforeHello: true}, "after Identify": {Silent: true},
	} {
		t.Run(name, func(t *testing.T) {
			bubbled(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server, bot *discordgo.Session) {
				srv.Gateway().Next(plan)
				opened := make(chan error, 1)
				go func() { opened <- bot.Open() }()
				time.Sleep(time.Hour)
				if len(opened) > 0 {
					t.Fatalf("Open came back: %v", <-opened)
				}
				srv.Gateway().Cut()
				if err := <-opened; err == nil {
					t.Error("Open succeeded without READY")
				}
			})
		})
	}
}

func TestAnInvalidSession(t *testing.T) {
	t.Parallel()
	bubbled(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server, bot *discordgo.Session) {
		open(t, srv, bot)
		srv.Gateway().InvalidSession(false)
		time.Sleep(10 * time.Second)
		if c := srv.Gateway().Counts(); c.Identifies != 2 || c.Readies != 2 || c.Live != 1 {
			t.Errorf("counted %+v", c)
		}
	})
}

// The library comes back for ever after a code that says not to.
func TestCloseCodesReachTheLibrary(t *testing.T) {
	t.Parallel()
	bubbled(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server, bot *discordgo.Session) {
		open(t, srv, bot)
		srv.Gateway().Close(4004, "Authentication failed.")
		time.Sleep(10 * time.Second)
		if c := srv.Gateway().Counts(); c.Connections < 2 || c.Resumed != 0 {
			t.Errorf("counted %+v", c)
		}
	})
}

// A bot that stopped its heartbeat is gone.
func TestTheGatewayGivesUpOnTheDead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv := discordtest.New(t, discordtest.Options{InMemory: true})
		b := connectRaw(t, srv)
		before := time.Now()
		if code := <-b.closed; code != 4009 {
			t.Errorf("closed with %d", code)
		}
		if waited := time.Since(before); waited != 2*41250*time.Millisecond {
			t.Errorf("closed after %v", waited)
		}
	})
}

func TestASlowAnswer(t *testing.T) {
	t.Parallel()
	bubbled(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server, bot *discordgo.Session) {
		srv.Fail(discordtest.Fault{Route: discordtest.RouteMe, Delay: time.Minute})
		before := time.Now()
		if _, err := bot.User("@me"); err != nil || time.Since(before) != time.Minute {
			t.Errorf("after %v: %v", time.Since(before), err)
		}
	})
}

func TestTheLibraryWaitsOutA429(t *testing.T) {
	t.Parallel()
	bubbled(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server, bot *discordgo.Session) {
		srv.Fail(discordtest.Fault{Route: discordtest.RouteMe, Status: 429, RetryAfter: 90 * time.Second})
		before := time.Now()
		if _, err := bot.User("@me"); err != nil || time.Since(before) < 90*time.Second {
			t.Errorf("after %v: %v", time.Since(before), err)
		}
	})
}

// Discord's errors are what the library makes of them.
func TestTheLibraryReadsErrors(t *testing.T) {
	t.Parallel()
	bubbled(t, discordtest.Options{}, func(t *testing.T, _ *discordtest.Server, bot *discordgo.Session) {
		_, err := bot.ChannelMessageSend("5", "x")
		var rest *discordgo.RESTError
		if !errors.As(err, &rest) || rest.Message == nil || rest.Message.Code != discordgo.ErrCodeUnknownChannel {
			t.Errorf("got %v", err)
		}
	})
}

// All that a user can do, answered by the library.
func TestTheLibraryAnswersEverything(t *testing.T) {
	t.Parallel()
	bubbled(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server, bot *discordgo.Session) {
		failed := make(chan error, 100)
		bot.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
			if err := s.InteractionRespond(i.Interaction, answerTo(i)); err != nil {
				failed <- err
			}
		})
		open(t, srv, bot)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		wait := func(it *discordtest.Interaction) discordtest.Answer {
			a, err := it.Wait(ctx)
			if err != nil {
				t.Error(err)
			}
			return a
		}
		shown := wait(srv.Slash("show")).Message
		if shown.Content != "shown" {
			t.Errorf("shown %+v", shown)
		}
		if a := wait(srv.Autocomplete("show", discordtest.Typing("card", "a"))); len(a.Callback.Choices) != 1 || a.Callback.Choices[0].Value != "ace" {
			t.Errorf("suggested %+v", a.Callback.Choices)
		}
		if a := wait(srv.Select(shown, "menu", []string{"v"})); a.Message.Content != "picked [v]" || a.Message.ID != shown.ID {
			t.Errorf("after the menu %+v", a.Message)
		}
		modal := wait(srv.Press(shown, "open")).Callback.Modal
		if modal == nil || modal.Title != "Deal" {
			t.Fatalf("dialog %+v", modal)
		}
		if a := wait(srv.Submit(*modal, map[string]string{"deal": "2 / 3"})); a.Message.Content != "typed 2 / 3" {
			t.Errorf("after the dialog %+v", a.Message)
		}
		if a := wait(srv.OnMessage("Settle", discordtest.Message{Content: "5 / 6"})); a.Message.Content != "read 5 / 6" {
			t.Errorf("on a message %+v", a.Message)
		}
		for len(failed) > 0 {
			t.Error(<-failed)
		}
	})
}

//nolint:exhaustive // a ping goes to no gateway, and commands are what is left
func answerTo(i *discordgo.InteractionCreate) *discordgo.InteractionResponse {
	say := func(kind discordgo.InteractionResponseType, text string) *discordgo.InteractionResponse {
		return &discordgo.InteractionResponse{Type: kind, Data: &discordgo.InteractionResponseData{Content: text}}
	}
	switch i.Type {
	case discordgo.InteractionApplicationCommandAutocomplete:
		return &discordgo.InteractionResponse{
			Type: discordgo.InteractionApplicationCommandAutocompleteResult,
			Data: &discordgo.InteractionResponseData{
				Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "Ace", Value: "ace"}},
			},
		}
	case discordgo.InteractionMessageComponent:
		data := i.MessageComponentData()
		if data.CustomID == "menu" {
			return say(discordgo.InteractionResponseUpdateMessage, fmt.Sprint("picked ", data.Values))
		}
		return openDeal()
	case discordgo.InteractionModalSubmit:
		row, _ := i.ModalSubmitData().Components[0].(*discordgo.ActionsRow)
		input, _ := row.Components[0].(*discordgo.TextInput)
		return say(discordgo.InteractionResponseChannelMessageWithSource, "typed "+input.Value)
	}
	data := i.ApplicationCommandData()
	if data.TargetID != "" {
		return say(discordgo.InteractionResponseChannelMessageWithSource, "read "+data.Resolved.Messages[data.TargetID].Content)
	}
	out := say(discordgo.InteractionResponseChannelMessageWithSource, "shown")
	out.Data.Components = []discordgo.MessageComponent{
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.Button{Label: "Open", CustomID: "open", Style: discordgo.PrimaryButton},
		}},
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.SelectMenu{CustomID: "menu", Options: []discordgo.SelectMenuOption{{Label: "V", Value: "v"}}},
		}},
	}
	return out
}

func openDeal() *discordgo.InteractionResponse {
	return &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseModal,
		Data: &discordgo.InteractionResponseData{
			CustomID: "deal", Title: "Deal",
			Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
				discordgo.TextInput{CustomID: "deal", Label: "Deal", Style: discordgo.TextInputParagraph},
			}}},
		},
	}
}
