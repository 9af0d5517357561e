package interactions

import (
	"bytes"
	"encoding/json"
	"testing"

	"nonna/commands"
)

// specs is a set of commands that uses everything a command can say.
func specs() []commands.Command {
	return []commands.Command{
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
			GuildOnly: true,
			Subs: []commands.Command{
				{Name: "show", Description: "Shows"},
				{Name: "hide", Description: "Hides", Options: []commands.Option{{Name: "id", Description: "Which", Type: commands.TextOption, Max: 2}}},
			},
		},
		{Name: "Settle", Kind: commands.MessageMenu, NameIn: map[string]string{"it": "Gioca"}, GuildOnly: true},
	}
}

func TestAppCommandsRender(t *testing.T) {
	t.Parallel()
	golden(t, "commands-everywhere", appCommands(specs(), true))
	golden(t, "commands-one-server", appCommands(specs(), false))
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
	t.Parallel()
	ping := commands.Command{Name: "ping", Kind: commands.Slash, Description: "Pongs", Options: []commands.Option{
		{Name: "n", Description: "N", Type: commands.IntOption, Required: true, Max: 8},
		{Name: "t", Description: "T", Type: commands.TextOption, Suggest: true},
	}}
	with := func(change func(*commands.Command)) []commands.Command {
		s := ping
		s.Options = append([]commands.Option(nil), ping.Options...)
		change(&s)
		return []commands.Command{s}
	}
	var there []appCommand
	if err := json.Unmarshal([]byte(readBack), &there); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		wanted []commands.Command
		differ bool
	}{
		{"what the server adds is no difference", []commands.Command{ping}, false},
		{"another kind", []commands.Command{{Name: "ping", Kind: commands.MessageMenu}}, true},
		{"one more", []commands.Command{ping, {Name: "pong", Kind: commands.Slash}}, true},
		{"none", nil, true},
		{"words", with(func(s *commands.Command) { s.Description = "Pong!" }), true},
		{"a language", with(func(s *commands.Command) { s.NameIn = map[string]string{"it": "p"} }), true},
		{"bounds", with(func(s *commands.Command) { s.Options[0].Max = 9 }), true},
		{"a flag", with(func(s *commands.Command) { s.Options[1].Suggest = false }), true},
		{"permission", with(func(s *commands.Command) { s.NeedsManageGuild = true }), true},
		{"places", with(func(s *commands.Command) { s.GuildOnly = true }), true},
	} {
		if same := bytes.Equal(canonical(there, true), canonical(appCommands(tt.wanted, true), true)); same == tt.differ {
			t.Errorf("%s: the same is %v", tt.name, same)
		}
	}
}
