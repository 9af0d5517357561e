package discordtest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"nonna/bot/discordtest"
)

const commandsPath = "/applications/" + discordtest.AppID + "/commands"

func slash(name string, options ...any) object {
	c := object{"name": name, "description": "x"}
	if len(options) > 0 {
		c["options"] = options
	}
	return c
}

func option(name string, more ...any) object {
	o := object{"type": 3, "name": name, "description": "x"}
	for i := 0; i < len(more); i += 2 {
		o[more[i].(string)] = more[i+1]
	}
	return o
}

// heavy returns a command whose texts add up to n characters: 79 for each choice of its
// options, and the rest in a description.
func heavy(n int) object {
	const name, weight = 4, 75
	left := n - len("heavyx")
	var options []any
	for i := 0; left > 200; i++ {
		var list []any
		left -= len("o00x")
		for j := 0; j < 25 && left > 200; j++ {
			list = append(list, object{"name": fmt.Sprintf("c%03d", j), "value": strings.Repeat("v", weight)})
			left -= name + weight
		}
		options = append(options, option(fmt.Sprintf("o%02d", i), "choices", list))
	}
	for i := range 2 {
		size := left / (2 - i)
		left -= size
		o := option(fmt.Sprintf("p%d", i))
		o["description"] = strings.Repeat("x", size-len("p0"))
		options = append(options, o)
	}
	return slash("heavy", options...)
}

func TestLimitsOfCommands(t *testing.T) {
	t.Parallel()
	sub := object{"type": 1, "name": "sub", "description": "x"}
	for _, c := range []struct {
		name    string
		command object
		rule    discordtest.Rule
		at      string
	}{
		{"letters of any script", slash("läuft-1_日本"), "", ""},
		{"name of 32", slash(strings.Repeat("a", 32)), "", ""},
		{"name of 33", slash(strings.Repeat("a", 33)), discordtest.RuleSpec, "name"},
		{"capitals", slash("Ping"), "names must match", "name"},
		{"space", slash("a b"), "names must match", "name"},
		{"translated capitals", object{"name": "a", "description": "x", "name_localizations": object{"it": "A"}}, "names must match", "name_localizations.it"},
		{"no description", object{"name": "a"}, "Description for CHAT_INPUT", "description"},
		{"required first", slash("a", option("x", "required", true), option("y")), "", ""},
		{"required last", slash("a", option("x"), option("y", "required", true)), discordtest.RuleRequiredFirst, "options.1"},
		{"an option twice", slash("a", option("x"), option("x")), discordtest.RuleCommandName, "options.1.name"},
		{"option of capitals", slash("a", option("X")), "names must match", "options.0.name"},
		{"choices and autocomplete", slash("a", option("x", "choices", choices(1), "autocomplete", true)), "if choices are present", "options.0.autocomplete"},
		{"choices of a user", slash("a", object{"type": 6, "name": "x", "description": "x", "autocomplete": true}), "NUMBER type option", "options.0.autocomplete"},
		{"subcommands", slash("a", sub, object{"type": 2, "name": "group", "description": "x", "options": []any{sub}}), "", ""},
		{"subcommands and options", slash("a", sub, option("x")), "subcommand", "options.1.type"},
		{"required last in a subcommand", slash("a", object{"type": 1, "name": "sub", "description": "x", "options": []any{
			option("x"), option("y", "required", true),
		}}), discordtest.RuleRequiredFirst, "options.0.options.1"},
		{"message command", object{"type": 3, "name": "Settle this"}, "", ""},
		{"message command with a description", object{"type": 3, "name": "Settle", "description": "x"}, "Description for CHAT_INPUT", "description"},
		{"entry point", object{"type": 4, "name": "launch", "description": "", "handler": 2}, "", ""},
		{"8,000 characters", heavy(8000), "", ""},
		{"8,001 characters", heavy(8001), discordtest.RuleCommandSize, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			srv := discordtest.New(t, discordtest.Options{})
			at := strings.TrimSuffix("0."+c.at, ".")
			checkRefusal(t, srv, call(t, srv, "PUT", commandsPath, []any{c.command}), c.rule, at)
		})
	}
}

func choices(n int) []any {
	var out []any
	for i := range n {
		out = append(out, object{"name": fmt.Sprint("c", i), "value": fmt.Sprint(i)})
	}
	return out
}

func manyCommands(n, from int) []any {
	var out []any
	for i := range n {
		out = append(out, slash(fmt.Sprint("c", from+i)))
	}
	return out
}

func TestHowManyCommands(t *testing.T) {
	t.Parallel()
	inBubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		put := func(n, from, status int, code float64, rules ...discordtest.Rule) {
			t.Helper()
			expect(t, srv, call(t, srv, "PUT", commandsPath, manyCommands(n, from)), status, code, rules...)
		}
		put(101, 0, 400, 30032, discordtest.RuleCommandCount)
		put(100, 0, 200, 0)
		put(100, 100, 200, 0)
		put(100, 100, 200, 0) // nothing new
		put(100, 150, 400, 30034, discordtest.RuleCommandCount)
		time.Sleep(24 * time.Hour)
		put(100, 150, 200, 0)
	})
}

func TestCommandsKeepTheirIDs(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{})
	guild := "/applications/" + discordtest.AppID + "/guilds/" + discordtest.DefaultGuildID + "/commands"
	call(t, srv, "PUT", guild, []any{slash("a"), slash("b")})
	before := srv.Commands(discordtest.DefaultGuildID)
	call(t, srv, "PUT", guild, []any{slash("b"), slash("c")})
	after := srv.Commands(discordtest.DefaultGuildID)
	if len(after) != 2 || after[0].ID != before[1].ID || after[1].Name != "c" {
		t.Errorf("before %+v, after %+v", before, after)
	}
	if len(srv.Commands("")) != 0 {
		t.Error("a server's commands are everywhere")
	}
}

// An Entry Point command stays, as Discord made it, and is overwritten only by itself.
func TestAnEntryPointStays(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{EntryPoint: true})
	expect(t, srv, call(t, srv, "PUT", commandsPath, []any{slash("a")}), 400, 50240)
	before := srv.Commands("")
	expect(t, srv, call(t, srv, "PUT", commandsPath, []any{slash("a"), object{"type": 4, "name": "launch", "handler": 2}}), 200, 0)
	if after := srv.Commands(""); len(before) != 1 || len(after) != 2 || after[1].ID != before[0].ID {
		t.Errorf("before %+v, after %+v", before, after)
	}
}

// Commands are listed with their translations only on request.
func TestListsLeaveOutTranslations(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{})
	call(t, srv, "PUT", commandsPath, []any{object{
		"name": "a", "description": "x", "name_localizations": object{"it": "b"}, "default_member_permissions": "32",
		"options": []any{object{"type": 3, "name": "o", "description": "x", "description_localizations": object{"it": "y"}}},
	}})
	list := func(query string) string { return call(t, srv, "GET", commandsPath+query, nil).Raw }
	if strings.Contains(list(""), `"it"`) {
		t.Errorf("with translations: %s", list(""))
	}
	full := list("?with_localizations=true")
	for _, want := range []string{`"name_localizations":{"it":"b"}`, `"description_localizations":{"it":"y"}`, `"default_member_permissions":"32"`} {
		if !strings.Contains(full, want) {
			t.Errorf("%s is not in %s", want, full)
		}
	}
}

// An interaction that Discord's client would not offer is not sent.
func TestOnlyWhatIsOfferedCanBeSent(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{})
	connectRaw(t, srv)
	call(t, srv, "PUT", commandsPath, []any{
		object{"name": "deal", "description": "x", "contexts": []int{0}, "options": []any{
			option("cards", "required", true),
			object{"type": 4, "name": "seed", "description": "x", "choices": []any{object{"name": "n", "value": 9}}},
			option("deck", "choices", choices(2)),
			option("name", "autocomplete", true),
		}},
		object{"name": "board", "description": "x", "options": []any{
			object{"type": 1, "name": "cards", "description": "x", "options": []any{option("o")}},
		}},
		object{"type": 3, "name": "Settle"},
	})
	cards := discordtest.Text("cards", "2 A")
	for _, c := range []struct {
		name string
		it   *discordtest.Interaction
		ok   bool
	}{
		{"as asked", srv.Slash("deal", cards, discordtest.Int("seed", 9), discordtest.Text("deck", "1")), true},
		{"no such command", srv.Slash("nothing"), false},
		{"not what it is called", srv.OnMessage("deal", "x"), false},
		{"a required option missing", srv.Slash("deal"), false},
		{"no such option", srv.Slash("deal", cards, discordtest.Text("x", "y")), false},
		{"of another type", srv.Slash("deal", discordtest.Int("cards", 5)), false},
		{"in another channel", srv.Slash("deal", cards, discordtest.InGuild(discordtest.DefaultGuildID, "1400000000000000777")), true},
		{"not here", srv.Slash("deal", cards, discordtest.InDM()), false},
		{"typing", srv.Autocomplete("deal", discordtest.Typing("name", "x")), true},
		{"typing where nothing is suggested", srv.Autocomplete("deal", discordtest.Typing("cards", "x")), false},
		{"subcommand", srv.Slash("board", discordtest.Sub("cards", discordtest.Text("o", "x"))), true},
		{"no such subcommand", srv.Slash("board", discordtest.Sub("x")), false},
		{"message command", srv.OnMessage("Settle", "2 / 3"), true},
	} {
		if _, err := c.it.Wait(done(t)); errors.Is(err, context.Canceled) != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// done returns a context that is done.
func done(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

func TestOnlyWhatIsShownCanBeUsed(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	it := srv.Slash("ping")
	call(t, srv, "POST", callbackPath(it), object{"type": 4, "data": rows(
		[]any{button("on", "x"), object{"type": 2, "style": 1, "custom_id": "off", "label": "x", "disabled": true}}, menu(3),
	)})
	m := it.Answer().Message
	modal := openModal(t, srv)
	for _, c := range []struct {
		name string
		it   *discordtest.Interaction
		ok   bool
	}{
		{"button", srv.Press(m, "on"), true},
		{"disabled button", srv.Press(m, "off"), false},
		{"no such button", srv.Press(m, "x"), false},
		{"no such message", srv.Press(discordtest.Message{}, "on"), false},
		{"menu as a button", srv.Press(m, "m"), false},
		{"menu", srv.Select(m, "m", []string{"2"}), true},
		{"no such value", srv.Select(m, "m", []string{"9"}), false},
		{"dialog", srv.Submit(modal, map[string]string{"i": "x"}), true},
		{"no such input", srv.Submit(modal, map[string]string{"i": "x", "j": "x"}), false},
	} {
		if _, err := c.it.Wait(done(t)); errors.Is(err, context.Canceled) != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
