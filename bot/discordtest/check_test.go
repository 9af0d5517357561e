package discordtest_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nonna/bot/discordtest"
)

func text(n int) string { return strings.Repeat("é", n) }

type object = map[string]any

func embed(parts object) object { return object{"embeds": []any{parts}} }

func fields(n, name, value int) object {
	var list []any
	for range n {
		list = append(list, object{"name": text(name), "value": text(value)})
	}
	return embed(object{"fields": list})
}

func rows(rows ...[]any) object {
	var list []any
	for _, r := range rows {
		list = append(list, object{"type": 1, "components": r})
	}
	return object{"components": list, "content": "x"}
}

func button(id, label string) object {
	return object{"type": 2, "style": 1, "custom_id": id, "label": label}
}

func buttons(n int) []any {
	var list []any
	for i := range n {
		list = append(list, button(fmt.Sprint(n, "-", i), "x"))
	}
	return list
}

func menu(options int) []any {
	var list []any
	for i := range options {
		list = append(list, object{"label": "x", "value": fmt.Sprint(i)})
	}
	return []any{object{"type": 3, "custom_id": "m", "options": list}}
}

// Each limit of a message that is checked by code, and some of the specification, at the
// last length that passes and the first that does not. The letters have two bytes, because
// Discord counts characters.
func TestLimitsOfMessages(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	for _, c := range []struct {
		name string
		data object
		rule discordtest.Rule // the words of the rule that distinguish it; "" if it passes
		at   string           // the path of the error
	}{
		{"content", object{"content": text(2000)}, "", ""},
		{"content", object{"content": text(2001)}, discordtest.RuleSpec, "content"},
		{"fields", fields(26, 1, 1), discordtest.RuleSpec, "embeds.0.fields"},
		{"field without a value", fields(1, 1, 0), "This field is required", "embeds.0.fields.0.value"},
		{"embed of nothing", embed(object{"color": 1}), "an embed of nothing", "embeds.0"},
		{"6,000 over two embeds", object{"embeds": repeat(2, object{"description": text(3000)})}, "", ""},
		{
			"6,001 over all parts of three embeds",
			object{"embeds": []any{
				object{"description": text(4000), "title": text(200)},
				object{"description": text(1000), "footer": object{"text": text(100)}},
				object{"author": object{"name": text(101)}, "fields": []any{object{"name": text(100), "value": text(500)}}},
			}},
			discordtest.RuleEmbedTotal, "embeds",
		},
		{"five rows of five", rows(buttons(5), []any{button("a", "x")}, []any{button("b", "x")}, []any{button("c", "x")}, []any{button("d", "x")}), "", ""},
		{"six rows", rows(buttons(1), buttons(2), buttons(3), buttons(4), buttons(5), []any{button("x", "x")}), "at most five rows", "components"},
		{"six buttons", rows(buttons(6)), discordtest.RuleSpec, "components.0.components"},
		{"button outside a row", object{"content": "x", "components": []any{button("a", "x")}}, discordtest.RuleSpec, "components.0"},
		{"menu beside a button", rows(append(menu(1), button("a", "x"))), "or a single select", "components.0.components"},
		{
			"menu with a value twice",
			rows([]any{object{"type": 3, "custom_id": "m", "options": []any{object{"label": "a", "value": "v"}, object{"label": "b", "value": "v"}}}}),
			discordtest.RuleSelect, "components.0.components.0.options.1.value",
		},
		{"button without a custom id", rows([]any{object{"type": 2, "style": 1, "label": "x"}}), "must have a custom_id", "components.0.components.0.custom_id"},
		{"custom id twice", rows([]any{button("a", "x")}, []any{button("a", "y")}), discordtest.RuleCustomID, "components.1.components.0.custom_id"},
		{"label of 81", rows([]any{button("a", text(81))}), discordtest.RuleSpec, "components.0.components.0.label"},
		{"button without a label", rows([]any{button("a", "")}), "a label or an emoji", "components.0.components.0.label"},
		{"button with only an emoji", rows([]any{object{"type": 2, "style": 1, "custom_id": "a", "emoji": object{"name": "♠"}}}), "", ""},
		{"link", rows([]any{object{"type": 2, "style": 5, "label": "x", "url": "https://example.org"}}), "", ""},
		{"link to nowhere", rows([]any{object{"type": 2, "style": 5, "label": "x"}}), "must have a url", "components.0.components.0.url"},
		{"link with an id", rows([]any{object{"type": 2, "style": 5, "label": "x", "url": "https://example.org", "custom_id": "a"}}), "cannot have a custom_id", "components.0.components.0.custom_id"},
		{"too bright a color", embed(object{"title": "x", "color": 1 << 24}), discordtest.RuleSpec, "embeds.0.color"},
		{"an unknown component", rows([]any{object{"type": 99}}), discordtest.RuleSpec, "components.0.components.0"},
		{"picture that is not there", embed(object{"image": object{"url": "attachment://chart.png"}}), discordtest.RuleFiles, "embeds.0.image.url"},
		{"description of no file", object{"content": "x", "attachments": []any{object{"id": "0"}}}, discordtest.RuleFiles, "attachments.0.id"},
	} {
		t.Run(c.name, func(t *testing.T) {
			it := srv.Slash("ping")
			r := call(t, srv, "POST", callbackPath(it), object{"type": 4, "data": c.data})
			checkRefusal(t, srv, r, c.rule, "data."+c.at)
			if c.rule == "" {
				return
			}
			if it.Answer().Type != 0 {
				t.Error("the refused answer was taken")
			}
			// An edit has the message at another path, with the same limits.
			call(t, srv, "POST", callbackPath(it), say("x"))
			checkRefusal(t, srv, call(t, srv, "PATCH", originalPath(it), c.data), c.rule, c.at)
		})
	}
}

func repeat(n int, x object) []any {
	var out []any
	for range n {
		out = append(out, x)
	}
	return out
}

func TestAllProblemsAreReportedAtOnce(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	r := call(t, srv, "POST", callbackPath(srv.Slash("ping")),
		object{"type": 4, "data": object{"content": text(2001), "embeds": []any{object{"title": text(257)}}}})
	if len(r.errorAt("data.content")) != 1 || len(r.errorAt("data.embeds.0.title")) != 1 {
		t.Errorf("got %s", r.Raw)
	}
	wantRules(t, srv, discordtest.RuleSpec, discordtest.RuleSpec)
}

// The first answer to an interaction has three seconds, which large files take on a slow machine: in a
// bubble they take none.
func TestLimitsOfFiles(t *testing.T) {
	t.Parallel()
	file := func(name string, size int) discordtest.File {
		return discordtest.File{Name: name, Data: make([]byte, size)}
	}
	var eleven []discordtest.File
	for i := range 11 {
		eleven = append(eleven, file(fmt.Sprintf("f%d.txt", i), 1))
	}
	for _, c := range []struct {
		name   string
		files  []discordtest.File
		rule   discordtest.Rule
		status int
	}{
		{"10 MiB", []discordtest.File{file("a.bin", 10<<20)}, "", 204},
		{"over 10 MiB", []discordtest.File{file("a.bin", 10<<20+1)}, discordtest.RuleFileSize, 400},
		{"25 MiB in all", []discordtest.File{file("a.bin", 9<<20), file("b.bin", 9<<20), file("c.bin", 9<<20)}, discordtest.RuleRequestSize, 413},
		{"ten", eleven[:10], "", 204},
		{"eleven", eleven, discordtest.RuleFiles, 400},
		{"all letters", []discordtest.File{file("Az09_-.txt", 1)}, "", 204},
		{"space in the name", []discordtest.File{file("a b.txt", 1)}, discordtest.RuleFileName, 204},
		{"slash in the name", []discordtest.File{file("a/b.txt", 1)}, discordtest.RuleFileName, 204},
		{"accent in the name", []discordtest.File{file("è.txt", 1)}, discordtest.RuleFileName, 204},
		{"underscore first", []discordtest.File{file("_a.txt", 1)}, discordtest.RuleFileName, 204},
	} {
		t.Run(c.name, func(t *testing.T) {
			inBubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
				connectRaw(t, srv)
				r := upload(t, srv, "POST", callbackPath(srv.Slash("ping")), `{"type":4,"data":{}}`, c.files...)
				var want []discordtest.Rule
				if c.rule != "" {
					want = append(want, c.rule)
				}
				expect(t, srv, r, c.status, 0, want...)
			})
		})
	}
}

func TestLimitsOfDialogsAndSuggestions(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	input := func(id, label string) object {
		return object{"type": 1, "components": []any{object{"type": 4, "custom_id": id, "style": 1, "label": label}}}
	}
	dialog := func(title string, inputs ...any) object {
		return object{"custom_id": "m", "title": title, "components": inputs}
	}
	suggest := func(n, name, value int) object {
		return object{"choices": repeat(n, object{"name": text(name), "value": text(value)})}
	}
	six := []any{input("a", "x"), input("b", "x"), input("c", "x"), input("d", "x"), input("e", "x"), input("f", "x")}
	for _, c := range []struct {
		name string
		data object
		rule discordtest.Rule
		at   string
	}{
		{"title of 46", dialog(text(46), input("a", "x")), discordtest.RuleSpec, "title"},
		{"five inputs", dialog(text(45), six[:5]...), "", ""},
		{"six inputs", dialog("x", six...), "Between 1 and 5", "components"},
		{"no inputs", dialog("x"), discordtest.RuleSpec, "components"},
		{"label of 46", dialog("x", input("a", text(46))), discordtest.RuleSpec, "components.0.components.0.label"},
		{"an id twice", dialog("x", input("a", "x"), input("a", "x")), discordtest.RuleCustomID, "components.1.components.0.custom_id"},
		{"no choices", object{"choices": []any{}}, "", ""},
		{"25 choices", suggest(25, 100, 100), "", ""},
		{"26 choices", suggest(26, 1, 1), discordtest.RuleSpec, "choices"},
		{"value of 101", suggest(1, 1, 101), "up to 100 characters", "choices.0.value"},
	} {
		t.Run(c.name, func(t *testing.T) {
			it, kind := srv.Slash("ping"), discordtest.CallbackModal
			if c.data["choices"] != nil {
				it, kind = srv.Autocomplete("ping", discordtest.Typing("a", "b")), discordtest.CallbackAutocomplete
			}
			r := call(t, srv, "POST", callbackPath(it), object{"type": kind, "data": c.data})
			checkRefusal(t, srv, r, c.rule, "data."+c.at)
			want, _ := c.data["choices"].([]any)
			if got := it.Answer(); c.rule == "" && len(got.Choices) != len(want) {
				t.Errorf("%d choices seen, want %d", len(got.Choices), len(want))
			}
		})
	}
}

// checkRefusal compares an answer with the broken rule, "" if there is none.
func checkRefusal(t *testing.T, srv *discordtest.Server, r reply, rule discordtest.Rule, at string) {
	t.Helper()
	broken := srv.TakeViolations()
	if rule == "" {
		if r.Status >= 300 || len(broken) > 0 {
			t.Errorf("got %d %.500s, %v", r.Status, r.Raw, broken)
		}
		return
	}
	if r.Status != 400 || r.code() != 50035 || len(r.errorAt(at)) == 0 {
		t.Errorf("got %d %.500s, want an error at %q", r.Status, r.Raw, at)
	}
	if len(broken) == 0 || slices.ContainsFunc(broken, func(v discordtest.Violation) bool { return !strings.Contains(string(v.Rule), string(rule)) }) {
		t.Errorf("violations %v, want of %s", broken, rule)
	}
}

func TestMentionsMustBeForbidden(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{RequireNoMentions: true})
	for body, kept := range map[string]bool{
		`{"content":"x"}`:                                                           false,
		`{"content":"x","allowed_mentions":{}}`:                                     false,
		`{"content":"x","allowed_mentions":{"parse":["users"]}}`:                    false,
		`{"content":"x","allowed_mentions":{"parse":[]}}`:                           true,
		`{"embeds":[{"title":"x"}],"allowed_mentions":{"parse":[]}}`:                true,
		`{"content":"x","allowed_mentions":{"parse":[],"users":["1"]}}`:             false,
		`{"content":"<@1> x","allowed_mentions":{"parse":[],"users":["1"]}}`:        true,
		`{"content":"<@1> x","allowed_mentions":{"parse":[],"users":["1","2"]}}`:    false,
		`{"content":"<@1> x","allowed_mentions":{"parse":["roles"],"users":["1"]}}`: false,
	} {
		r := call(t, srv, "POST", callbackPath(srv.Slash("ping")), object{"type": 4, "data": json.RawMessage(body)})
		var want []discordtest.Rule
		if !kept {
			want = []discordtest.Rule{discordtest.RuleMentions}
		}
		expect(t, srv, r, 204, 0, want...)
	}
}
