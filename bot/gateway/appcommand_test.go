package gateway

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonna/commands"
)

// specs is a set of commands that uses everything a spec can say.
func specs() []commands.Spec {
	return []commands.Spec{
		{
			Name: "camicia", Kind: commands.Slash, Description: "Plays a deal",
			NameIn: map[string]string{"it": "camicia"}, DescriptionIn: map[string]string{"it": "Gioca una mano"},
			Options: []commands.Option{
				{Name: "deal", Description: "The hands", Type: commands.TextOption, Required: true, Suggest: true, Max: 6000},
				{Name: "deck", Description: "The deck", Type: commands.TextOption, Choices: []commands.Choice{
					{Label: "Full", Value: "full", LabelIn: map[string]string{"it": "Intero"}}, {Label: "Italian", Value: "italian"},
				}},
				{Name: "players", Description: "How many", Type: commands.IntOption, Max: 8},
				{Name: "size", Description: "How many", Type: commands.IntOption, Choices: []commands.Choice{{Label: "Two", Value: "2"}}},
				{Name: "file", Description: "A file", Type: commands.FileOption},
				{Name: "private", Description: "For me", Type: commands.BoolOption},
				{Name: "member", Description: "Who", Type: commands.UserOption},
				{Name: "channel", Description: "Where", Type: commands.ChannelOption},
			},
		},
		{
			Name: "config", Kind: commands.Slash, Description: "Settings", NeedsManageGuild: true,
			Places: []commands.Place{commands.InGuild},
			Subs: []commands.Spec{
				{Name: "show", Description: "Shows"},
				{Name: "entry", Description: "Entries", Subs: []commands.Spec{{
					Name: "hide", Description: "Hides", Options: []commands.Option{{Name: "id", Description: "Which", Type: commands.TextOption, Min: 2}},
				}}},
			},
		},
		{Name: "Settle", Kind: commands.MessageMenu, NameIn: map[string]string{"it": "Gioca"}, Places: []commands.Place{commands.InDM, commands.InGuild}},
	}
}

func TestAppCommandsRender(t *testing.T) {
	golden(t, "commands-everywhere", appCommands(specs(), true))
	golden(t, "commands-one-server", appCommands(specs(), false))
	if err := CheckSpecs(specs()); err != nil {
		t.Error(err)
	}
}

// What Discord makes of a command when it is read back: ids, versions, nulls
// and defaults that nobody wrote.
const readBack = `[
	{"id":"1","application_id":"2","version":"3","type":1,"name":"ping","description":"Pongs","name_localizations":null,
	 "description_localizations":null,"default_member_permissions":null,"dm_permission":true,"nsfw":false,
	 "contexts":[2,0,1],"integration_types":[1,0],"options":[
		{"type":4,"name":"n","description":"N","required":true,"min_value":0,"max_value":8.0},
		{"type":3,"name":"t","description":"T","autocomplete":true,"choices":null,"name_localizations":null}]}]`

func TestDifferences(t *testing.T) {
	ping := commands.Spec{Name: "ping", Kind: commands.Slash, Description: "Pongs", Options: []commands.Option{
		{Name: "n", Description: "N", Type: commands.IntOption, Required: true, Max: 8},
		{Name: "t", Description: "T", Type: commands.TextOption, Suggest: true},
	}}
	with := func(change func(*commands.Spec)) []commands.Spec {
		s := ping
		s.Options = append([]commands.Option(nil), ping.Options...)
		change(&s)
		return []commands.Spec{s}
	}
	for _, tt := range []struct {
		name   string
		wanted []commands.Spec
		want   []string
	}{
		{"what the server adds is no difference", []commands.Spec{ping}, nil},
		{"new and gone", []commands.Spec{{Name: "ping", Kind: commands.MessageMenu}}, []string{"+ message command ping", "- /ping"}},
		{"words", with(func(s *commands.Spec) { s.Description = "Pong!" }), []string{`~ /ping description: "Pongs" → "Pong!"`}},
		{"a language", with(func(s *commands.Spec) { s.NameIn = map[string]string{"it": "p"} }), []string{`~ /ping name_localizations.it: nothing → "p"`}},
		{"bounds", with(func(s *commands.Spec) { s.Options[0].Max = 9 }), []string{`~ /ping options.0.max_value: 8 → 9`}},
		{"a flag", with(func(s *commands.Spec) { s.Options[1].Suggest = false }), []string{`~ /ping options.1.autocomplete: true → nothing`}},
		{"permission", with(func(s *commands.Spec) { s.NeedsManageGuild = true }), []string{`~ /ping default_member_permissions: nothing → "32"`}},
		{"places", with(func(s *commands.Spec) { s.Places = []commands.Place{commands.InGuild} }), []string{
			`~ /ping contexts.1: 1 → nothing`, `~ /ping contexts.2: 2 → nothing`, `~ /ping integration_types.1: 1 → nothing`,
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			there := decode(t, readBack)
			if d := cmp.Diff(tt.want, differences(there, appCommands(tt.wanted, true))); d != "" {
				t.Error(d)
			}
		})
	}
}

func decode(t *testing.T, text string) []appCommand {
	t.Helper()
	var list []appCommand
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		t.Fatal(err)
	}
	canonical(list, true)
	return list
}

func TestCheckSpecsNamesEveryFault(t *testing.T) {
	many := func(n int, kind commands.Kind) []commands.Spec {
		out := make([]commands.Spec, n)
		for i := range out {
			out[i] = commands.Spec{Name: "c" + strings.Repeat("x", i%30) + string(rune('a'+i/30)), Kind: kind}
			if kind == commands.Slash {
				out[i].Description = "d"
			}
		}
		return out
	}
	option := func(o commands.Option) []commands.Spec {
		o.Name, o.Description = "o", "d"
		return []commands.Spec{{Name: "c", Kind: commands.Slash, Description: "d", Options: []commands.Option{o}}}
	}
	spec := func(s commands.Spec) []commands.Spec {
		if s.Name == "" {
			s.Name = "c"
		}
		s.Kind, s.Description = commands.Slash, "d"
		return []commands.Spec{s}
	}
	text := commands.TextOption
	for _, tt := range []struct {
		name  string
		specs []commands.Spec
		want  string // "" for no fault
	}{
		{"nothing at all", nil, ""},
		{"100 slash commands", many(100, commands.Slash), ""},
		{"101 slash commands", many(101, commands.Slash), "more than 100 slash commands"},
		{"16 message commands", many(16, commands.MessageMenu), "more than 15 message commands"},
		{"capitals", spec(commands.Spec{Name: "Camicia"}), `"Camicia" cannot be a name`},
		{"a space", spec(commands.Spec{Name: "a b"}), "cannot be a name"},
		{"other alphabets are fine", spec(commands.Spec{Name: "карты"}), ""},
		{"33 characters", spec(commands.Spec{Name: strings.Repeat("a", 33)}), "cannot be a name"},
		{"a bad name in Italian", spec(commands.Spec{NameIn: map[string]string{"it": "è vero"}}), "(it)"},
		{"no description", []commands.Spec{{Name: "c", Kind: commands.Slash}}, "1 to 100 characters, not 0"},
		{"a long description in Italian", spec(commands.Spec{DescriptionIn: map[string]string{"it": strings.Repeat("a", 101)}}), "not 101 (it)"},
		{"no kind", []commands.Spec{{Name: "c", Description: "d"}}, "kind 0"},
		{"a message command with a description", []commands.Spec{{Name: "C", Kind: commands.MessageMenu, Description: "d"}}, "nothing else"},
		{"twice", append(many(1, commands.Slash), many(1, commands.Slash)...), "stands twice"},
		{"required last", spec(commands.Spec{Options: []commands.Option{
			{Name: "a", Description: "d", Type: text}, {Name: "b", Description: "d", Type: text, Required: true},
		}}), `"b" is required and stands behind`},
		{"an option twice", spec(commands.Spec{Options: []commands.Option{
			{Name: "a", Description: "d", Type: text}, {Name: "a", Description: "d", Type: text},
		}}), `"a" stands twice`},
		{"26 options", spec(commands.Spec{Options: make([]commands.Option, 26)}), "more than 25 options"},
		{"no type", option(commands.Option{}), "type 0 is none"},
		{"26 choices", option(commands.Option{Type: text, Choices: bigList(26)}), "more than 25 choices"},
		{"choices and suggestions", option(commands.Option{Type: text, Suggest: true, Choices: bigList(1)}), "choices and suggestions"},
		{"a choice that is no number", option(commands.Option{Type: commands.IntOption, Choices: bigList(1)}), "cannot be a value"},
		{"a choice without a label", option(commands.Option{Type: text, Choices: []commands.Choice{{Value: "v"}}}), "needs a label"},
		{"too long a text", option(commands.Option{Type: text, Max: 6001}), "0 to 6000 characters"},
		{"impossible bounds", option(commands.Option{Type: commands.IntOption, Min: 5, Max: 4}), "is never"},
		{"subs and options", spec(commands.Spec{Subs: many(1, commands.Slash), Options: []commands.Option{{Name: "a", Description: "d", Type: text}}}), "subcommands and options"},
		{"too deep", spec(commands.Spec{Subs: spec(commands.Spec{Subs: spec(commands.Spec{Subs: spec(commands.Spec{})})})}), "at most in one group"},
		{"8,000 characters", spec(commands.Spec{Subs: longSubs(20)}), "more than 8000"},
	} {
		err := CheckSpecs(tt.specs)
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: %v", tt.name, err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.want)
		}
	}
}

// longSubs is subcommands of about 400 characters each in Italian, and few in
// English: only the longest language counts.
func longSubs(n int) []commands.Spec {
	out := make([]commands.Spec, n)
	for i := range out {
		o := commands.Option{Description: "d", DescriptionIn: map[string]string{"it": strings.Repeat("a", 100)}, Type: commands.TextOption}
		out[i] = commands.Spec{Name: "s" + string(rune('a'+i)), Description: "d", DescriptionIn: o.DescriptionIn}
		for _, name := range []string{"a", "b", "c"} {
			o.Name = name
			out[i].Options = append(out[i].Options, o)
		}
	}
	return out
}
