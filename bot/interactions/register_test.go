package interactions_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/discord"
	"nonna/bot/discordtest"
	"nonna/bot/interactions"
	"nonna/commands"
)

// registering is the configuration of a bot that only registers.
func registering(t *testing.T, srv *discordtest.Server, guild string, names ...string) interactions.Config {
	t.Helper()
	var cmds []commands.Command
	for _, n := range names {
		cmds = append(cmds, command(n, nothing, commands.Option{
			Name: "deal", Description: "The hands", Type: commands.TextOption, Required: true, Suggest: true, Max: 6000,
			DescriptionIn: map[string]string{"it": "Le mani"},
		}))
	}
	router, err := commands.NewRouter(commands.Config{Commands: cmds, Words: interactions.BookForTest(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	id, _ := strconv.ParseUint(guild, 10, 64) // "" is everywhere
	return interactions.Config{
		Config: discord.Config{Token: srv.Token(), Logger: slog.New(slog.DiscardHandler), Transport: over(srv), Dial: srv.DialContext},
		Router: router, GuildID: id,
	}
}

// register makes a bot that registers its commands.
func register(t *testing.T, cfg interactions.Config) (differ bool, err error) {
	t.Helper()
	b, err := interactions.New(cfg)
	if err != nil {
		return false, err
	}
	return b.Register(within(t))
}

func nothing(context.Context, commands.Request) (commands.Reply, error) { return commands.Reply{}, nil }

func TestRegisterWritesOnlyADifference(t *testing.T) {
	t.Parallel()
	for name, guild := range map[string]string{"everywhere": "", "in one server": discordtest.DefaultGuildID} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, srv *discordtest.Server) {
				for i, tt := range []struct {
					names []string
					puts  int
				}{{[]string{"camicia", "snap"}, 1}, {[]string{"snap", "camicia"}, 1}, {[]string{"camicia", "clock"}, 2}} {
					before := len(srv.Requests(discordtest.RouteCommandsPut, discordtest.RouteGuildCommandsPut))
					differ, err := register(t, registering(t, srv, guild, tt.names...))
					puts := len(srv.Requests(discordtest.RouteCommandsPut, discordtest.RouteGuildCommandsPut))
					if err != nil || puts != tt.puts || differ != (puts > before) {
						t.Errorf("time %d: %d writes, %v, %v", i+1, puts, differ, err)
					}
				}
				if n := len(srv.Commands(guild)); n != 2 {
					t.Errorf("%d commands are registered", n)
				}
				deletes := func(r discordtest.Request) bool { return r.Method == http.MethodDelete }
				if slices.ContainsFunc(srv.Requests(), deletes) {
					t.Error("one was deleted by itself")
				}
			})
		})
	}
}

// An Entry Point command, which Discord makes and lets no overwriting leave out, is sent back as it
// is, and makes no difference.
func TestCommandsOfOthersAreSentBack(t *testing.T) {
	t.Parallel()
	bubbleWith(t, discordtest.Options{EntryPoint: true}, func(t *testing.T, srv *discordtest.Server) {
		made := srv.Commands("")
		for i, tt := range []struct {
			names []string
			puts  int
		}{{[]string{"camicia", "snap"}, 1}, {[]string{"snap", "camicia"}, 1}, {[]string{"camicia"}, 2}} {
			if _, err := register(t, registering(t, srv, "", tt.names...)); err != nil {
				t.Errorf("time %d: %v", i+1, err)
			}
			all := srv.Commands("")
			if puts := srv.Requests(discordtest.RouteCommandsPut); len(puts) != tt.puts || len(all) != len(tt.names)+1 {
				t.Errorf("time %d: %d writes, %+v", i+1, len(puts), all)
			}
			if kept := all[0]; kept.ID != made[0].ID || kept.Type != discordtest.CommandEntryPoint || kept.Name != made[0].Name {
				t.Errorf("time %d: kept %+v of %+v", i+1, kept, made[0])
			}
		}
		if last := srv.Requests(discordtest.RouteCommandsPut)[1]; !strings.Contains(string(last.JSON), `"handler":2`) {
			t.Errorf("sent back %s", last.JSON)
		}
	})
}

// No server lists a command twice: once those for all are registered it has none of its own, and
// gets none while those for all are the same.
func TestNoServerListsACommandTwice(t *testing.T) {
	t.Parallel()
	const first, second, away = "1200000000000000001", "1200000000000000002", "1200000000000000003"
	bubbleWith(t, discordtest.Options{Guilds: []string{first, second, away}}, func(t *testing.T, srv *discordtest.Server) {
		srv.Fail(discordtest.Fault{Route: discordtest.RouteGuildCommands, Path: away, Times: -1, Status: 403, Code: 50001})
		for i, tt := range []struct {
			guild string
			names []string
			want  [3]int // commands of the first server, of the second, and for all
		}{
			{first, []string{"camicia", "snap"}, [3]int{2, 0, 0}},
			{second, []string{"camicia"}, [3]int{2, 1, 0}},
			{"", []string{"camicia", "snap"}, [3]int{0, 0, 2}},
			{first, []string{"camicia", "snap"}, [3]int{0, 0, 2}},
			{first, []string{"camicia", "snap", "clock"}, [3]int{3, 0, 2}},
			{first, []string{"camicia", "snap"}, [3]int{0, 0, 2}},
			{second, []string{"clock"}, [3]int{0, 1, 2}},
			{"", []string{"clock"}, [3]int{0, 0, 1}},
		} {
			if _, err := register(t, registering(t, srv, tt.guild, tt.names...)); err != nil {
				t.Errorf("time %d: %v", i+1, err)
			}
			if got := [3]int{len(srv.Commands(first)), len(srv.Commands(second)), len(srv.Commands(""))}; got != tt.want {
				t.Errorf("time %d: %v commands, want %v", i+1, got, tt.want)
			}
		}
	})
}

// Servers are tidied before the commands for all are written, so that a process that is stopped
// between the two leaves a difference.
func TestServersAreTidiedFirst(t *testing.T) {
	t.Parallel()
	const guild = discordtest.DefaultGuildID
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		if _, err := register(t, registering(t, srv, guild, "camicia")); err != nil {
			t.Fatal(err)
		}
		srv.Fail(discordtest.Fault{Route: discordtest.RouteCommandsPut, Status: 400, Code: 50035})
		if _, err := register(t, registering(t, srv, "", "camicia")); err == nil || len(srv.Commands(guild)) != 0 {
			t.Errorf("%v, and the server has %d commands", err, len(srv.Commands(guild)))
		}
	})
}

// A command of a type that this program does not know may have parts of any type.
func TestACommandOfAnUnknownShapeIsKept(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		srv.Fail(discordtest.Fault{Route: discordtest.RouteCommands, Status: 200, Page: `[{"id":"7","type":9,"name":{"en":"x"},"options":"none"}]`})
		srv.Fail(discordtest.Fault{Route: discordtest.RouteCommandsPut, Status: 200, Page: `[]`})
		if _, err := register(t, registering(t, srv, "", "camicia")); err != nil {
			t.Error(err)
		}
		if puts := srv.Requests(discordtest.RouteCommandsPut); len(puts) != 1 || !strings.Contains(string(puts[0].JSON), `{"id":"7","type":9,"name":{"en":"x"},"options":"none"}`) {
			t.Errorf("sent %+v", puts)
		}
	})
}

// That a server could not be tidied is told, and the commands for all are registered.
func TestAServerThatCannotBeTidiedIsTold(t *testing.T) {
	t.Parallel()
	var many []string
	for id := range 101 {
		many = append(many, strconv.Itoa(1000+id))
	}
	for name, tt := range map[string]struct {
		guilds []string
		fault  discordtest.Fault
		told   bool
		asked  bool
	}{
		"an outage":             {nil, discordtest.Fault{Status: 503}, true, true},
		"one that has none":     {nil, discordtest.Fault{Status: 403, Code: 50001}, false, true},
		"too many to look into": {many, discordtest.Fault{Status: 503}, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			bubbleWith(t, discordtest.Options{Guilds: tt.guilds}, func(t *testing.T, srv *discordtest.Server) {
				tt.fault.Route, tt.fault.Times = discordtest.RouteGuildCommands, -1
				srv.Fail(tt.fault)
				r := start(t, srv, pong(), nil)
				log, asked := r.log.String(), len(srv.Requests(discordtest.RouteGuildCommands)) > 0
				if strings.Contains(log, "may list each twice") != tt.told || asked != tt.asked || strings.Contains(log, "level=ERROR") {
					t.Errorf("asked %v, logged %s", asked, log)
				}
				if n := len(srv.Commands("")); n != 1 {
					t.Errorf("%d commands for all", n)
				}
			})
		})
	}
}

// Where the bot may register nothing in the one server that it is to, the log says what to do.
func TestAServerThatTakesNoCommandsIsTold(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		srv.Fail(discordtest.Fault{Route: discordtest.RouteGuildCommands, Status: 403, Code: 50001})
		r := start(t, srv, pong(), func(c *interactions.Config) { c.GuildID, _ = strconv.ParseUint(discordtest.DefaultGuildID, 10, 64) })
		if log := r.log.String(); !strings.Contains(log, "nonna invite") || !strings.Contains(log, "server="+discordtest.DefaultGuildID) || !strings.Contains(log, "50001") {
			t.Errorf("logged %s", log)
		}
		time.Sleep(2 * time.Minute) // by then it was invited as it should be
		if n := len(srv.Commands(discordtest.DefaultGuildID)); n != 1 {
			t.Errorf("%d commands", n)
		}
	})
}

// A bot that is asked to end while it starts has failed at nothing.
func TestAnEndWhileStartingIsNoError(t *testing.T) {
	t.Parallel()
	for name, slow := range map[string]discordtest.Route{
		"asking": discordtest.RouteMyApp, "comparing": discordtest.RouteCommands, "writing": discordtest.RouteCommandsPut,
		"tidying": discordtest.RouteGuildCommands, "counting": discordtest.RouteMyGuilds, "connecting": discordtest.RouteGatewayBot,
	} {
		bubble(t, func(t *testing.T, srv *discordtest.Server) {
			srv.Fail(discordtest.Fault{Route: slow, Times: -1, Delay: time.Hour})
			r := launch(t, srv, pong(), nil)
			time.Sleep(5 * time.Second)
			if srv.Gateway().Counts().Live > 0 {
				t.Errorf("%s is over before the end", name)
			}
			r.stop()
			if err := r.end(t); err != nil || strings.Contains(r.log.String(), "level=ERROR") || strings.Contains(r.log.String(), "trying again") {
				t.Errorf("%s: %v; logged %s", name, err, r.log)
			}
			time.Sleep(2 * time.Hour) // until Discord has answered after all
		})
	}
}

// Everything a command can say arrives, and is the same when read back.
func TestRegisterIsExact(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		specs := interactions.SpecsForTest()
		var cmds []commands.Command
		for _, s := range specs {
			s.Run = nothing
			for i := range s.Subs {
				s.Subs[i].Run = nothing
			}
			cmds = append(cmds, s)
		}
		router, err := commands.NewRouter(commands.Config{Commands: cmds, Words: interactions.BookForTest(), Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		cfg := interactions.Config{Config: discord.Config{Token: srv.Token(), Transport: over(srv), Dial: srv.DialContext}, Router: router}
		for i, want := range []bool{true, false} {
			if differ, err := register(t, cfg); err != nil || differ != want || len(srv.Commands("")) != len(specs) {
				t.Errorf("time %d: %v, %v", i+1, differ, err)
			}
		}
	})
}

// Commands that could not be registered at the start, which does not stop the bot, are registered
// once Discord works, and outlive the bot.
func TestCommandsAreRegisteredAfterAnOutage(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		srv.Fail(discordtest.Fault{Route: discordtest.RouteCommands, Times: -1, Status: 503})
		r := start(t, srv, pong(), nil)
		time.Sleep(10 * time.Minute)
		if n := len(srv.Commands("")); n != 0 {
			t.Errorf("%d commands are registered in an outage", n)
		}
		srv.Heal()
		time.Sleep(2 * time.Minute)
		if n := len(srv.Commands("")); n != 1 {
			t.Errorf("%d commands are registered after an outage", n)
		}
		r.answers(t)
		r.stop()
		if err := r.end(t); err != nil || len(srv.Commands("")) != 1 {
			t.Errorf("%v, and %d commands are left", err, len(srv.Commands("")))
		}
	})
}

// About how many servers there are is Discord's own count, asked for at the start and every six
// hours, and unknown before the first answer.
func TestServersAreCounted(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		srv.Fail(discordtest.Fault{Route: discordtest.RouteMyApp, Times: 5, Status: 503})
		r := start(t, srv, pong(), nil)
		for i, want := range []int{0, 1, 1, 2} {
			if got := r.bot.Status().Guilds; got != want {
				t.Errorf("%d: in %d servers, want %d", i, got, want)
			}
			time.Sleep([]time.Duration{2 * time.Minute, time.Second, 6 * time.Hour, 0}[i])
			if i == 1 {
				srv.Join("77")
			}
		}
		if asked := len(srv.Requests(discordtest.RouteMyApp)); asked > 7 {
			t.Errorf("asked %d times", asked)
		}
	})
}

// A Discord that does not answer about commands may still serve a session.
func TestRegisteringDoesNotHoldUpTheSession(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		srv.Fail(discordtest.Fault{Route: discordtest.RouteMyApp, Times: -1, Delay: time.Hour})
		began := time.Now()
		r := start(t, srv, pong(), nil)
		if took := time.Since(began); took > time.Minute {
			t.Errorf("it took %v", took)
		}
		srv.Heal()
		r.stop()
		if err := r.end(t); err != nil {
			t.Error(err)
		}
		time.Sleep(2 * time.Hour) // until Discord has answered after all
	})
}

// An announcement is made once, even when Discord's answer to it is lost.
func TestSendReachesAChannelOnce(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		r := start(t, srv, pong(), nil)
		channel, _ := strconv.ParseUint(discordtest.DefaultChannelID, 10, 64)
		reply := commands.Reply{
			Title: "A new record", Text: "**8344** cards", Ephemeral: true,
			Files: []commands.File{{Name: "trace.txt", Data: []byte("trace")}},
		}
		for _, status := range []int{http.StatusInternalServerError, 0} { // in place of Discord's own answers, which are lost
			srv.Fail(discordtest.Fault{Route: discordtest.RouteMessageCreate, Lost: true, Status: status})
		}
		id, err := r.bot.Send(within(t), channel, reply, "record-1")
		if err != nil {
			t.Fatal(err)
		}
		sent := srv.Messages(discordtest.DefaultChannelID)
		if len(sent) != 1 || sent[0].ID != strconv.FormatUint(id, 10) || sent[0].Ephemeral() || string(sent[0].Files[0].Data) != "trace" {
			t.Errorf("sent %+v", sent)
		}
		last := srv.Requests(discordtest.RouteMessageCreate)
		if len(last) != 3 {
			t.Errorf("%d requests", len(last))
		}
		if json := string(last[len(last)-1].JSON); !strings.Contains(json, `"nonce":"record-1","enforce_nonce":true`) {
			t.Errorf("sent %s", json)
		}
		if _, err := r.bot.Send(within(t), 5, reply, "record-2"); whyRefused(err) != "Unknown Channel (10003)" {
			t.Errorf("to a channel that is gone: %v", err)
		}
		for _, tt := range []struct {
			status, code int
			want         string
			ofText       bool
		}{
			{403, 0, "403: Forbidden (0)", false},
			{401, 0, "", false},
			{401, 50001, "", false},
			{429, 20016, "", false},
			{503, 50001, "", false},
			{403, 50001, "403: Forbidden (50001)", false},
			{403, 50013, "403: Forbidden (50013)", false},
			{400, 50083, "400: Bad Request (50083)", false},
			{400, 50008, "400: Bad Request (50008)", false},
			{413, 40005, "413: Request Entity Too Large (40005)", true},
			{400, 200000, "400: Bad Request (200000)", true},
			{404, 10004, "404: Not Found (10004)", false},
		} {
			srv.Heal()
			srv.Fail(discordtest.Fault{Route: discordtest.RouteMessageCreate, Status: tt.status, Code: tt.code, Times: -1})
			_, err := r.bot.Send(within(t), channel, reply, "record-3")
			if refused, ok := errors.AsType[*interactions.RefusedError](err); err == nil || whyRefused(err) != tt.want || ok && refused.OfText != tt.ofText {
				t.Errorf("answered %d with code %d: %v, refused as %q, want %q", tt.status, tt.code, err, whyRefused(err), tt.want)
			}
		}
		srv.Heal()
		long := `{"message": "Invalid Form Body", "code": 50035, "errors": {"content": "` + strings.Repeat("long ", 1000) + `"}}`
		srv.Fail(discordtest.Fault{Route: discordtest.RouteMessageCreate, Status: 400, Page: long})
		if _, err := r.bot.Send(within(t), channel, reply, "record-3"); whyRefused(err) != "Invalid Form Body (50035)" {
			t.Errorf("a long refusal: refused as %q", whyRefused(err))
		}
		for _, nonce := range []string{"", strings.Repeat("n", 26)} {
			if _, err := r.bot.Send(within(t), channel, reply, nonce); err == nil {
				t.Errorf("the nonce %q was taken", nonce)
			}
		}
		synctest.Wait()
		srv.TakeViolations() // of calling a channel that is gone
	})
}

// whyRefused returns why Discord refuses a message, "" if the error does not say that it does.
func whyRefused(err error) string {
	e, ok := errors.AsType[*interactions.RefusedError](err)
	if !ok {
		return ""
	}
	return e.Why
}

// A message that was sent is edited, until it or its channel is gone.
func TestAMessageIsEdited(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		r := start(t, srv, pong(), nil)
		channel, _ := strconv.ParseUint(discordtest.DefaultChannelID, 10, 64)
		button := []commands.Row{{Buttons: []commands.Button{{ID: "stop", Label: "Stop"}}}}
		id, err := r.bot.Send(within(t), channel, commands.Reply{Title: "Hunting", Text: "0 positions", Rows: button}, "hunt-1")
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		for range 7 { // Discord allows five in five seconds
			if err := r.bot.Edit(within(t), channel, id, commands.Reply{Title: "Hunting", Text: "5 positions", Ephemeral: true}); err != nil {
				t.Fatal(err)
			}
		}
		if time.Since(began) < 5*time.Second {
			t.Errorf("seven edits in %s", time.Since(began))
		}
		sent := srv.Messages(discordtest.DefaultChannelID)
		if len(sent) != 1 || sent[0].Embeds[0].Description != "5 positions" || len(sent[0].Components) != 0 || sent[0].Ephemeral() {
			t.Errorf("shown is %+v", sent)
		}
		for _, tt := range []struct {
			name string
			lose func()
			want string
		}{
			{"hidden channel", func() { srv.Deny(discordtest.DefaultChannelID, discordtest.PermissionView) }, "Missing Access (50001)"},
			{"deleted message", func() { srv.Deny(discordtest.DefaultChannelID, 0); srv.DeleteMessage(sent[0].ID) }, ""},
			{"deleted channel", func() { srv.DeleteChannel(discordtest.DefaultChannelID) }, "Unknown Channel (10003)"},
		} {
			tt.lose()
			if err := r.bot.Edit(within(t), channel, id, commands.Reply{Text: "x"}); whyRefused(err) != tt.want || errors.Is(err, interactions.ErrDeleted) != (tt.want == "") {
				t.Errorf("%s: %v", tt.name, err)
			}
		}
	})
}
