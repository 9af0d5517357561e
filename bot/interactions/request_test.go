package interactions

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/google/go-cmp/cmp"

	"nonna/commands"
)

// parse reads an interaction.
func parse(t testing.TB, text string) *interaction {
	t.Helper()
	i := &interaction{}
	if err := json.Unmarshal([]byte(text), i); err != nil {
		t.Fatal(err)
	}
	return i
}

const inGuild = `"id":"1","application_id":"2","token":"tok","guild_id":"7","channel_id":"8","context":0,
	"authorizing_integration_owners":{"0":"7"},"locale":"it","guild_locale":"en-US",
	"member":{"nick":"Nonna's boy","permissions":"32","user":{"id":"9","username":"boy","global_name":"Boy"}}`

func TestReadRequests(t *testing.T) {
	t.Parallel()
	// common is what every request in the guild has; each case adds the rest.
	common := commands.Request{
		ID: "1", User: commands.User{ID: 9, Name: "Nonna's boy"}, GuildID: 7, ChannelID: 8, Place: commands.InGuild,
		Locale: "it", GuildLocale: "en-US", ManageGuild: true, At: time.UnixMilli(1_420_070_400_000).UTC(), Options: commands.Options{}, // the id 1 is that old
	}
	for _, tt := range []struct {
		name, give string
		want       func(*commands.Request)
	}{
		{"a slash command with every type of option", `{"type":2,` + inGuild + `,"data":{"id":"3","type":1,"name":"play",
			"resolved":{"attachments":{"55":{"id":"55","filename":"deal.txt","size":3,"url":"https://cdn.discordapp.com/x"}}},
			"options":[{"type":3,"name":"deal","value":"2 A\n3 4"},{"type":4,"name":"seed","value":-9007199254740991},
			{"type":5,"name":"private","value":true},{"type":6,"name":"member","value":"9223372036854775807"},
			{"type":7,"name":"channel","value":"8"},{"type":11,"name":"file","value":"55"}]}}`, func(r *commands.Request) {
			r.Kind, r.Command = commands.Slash, "play"
			r.Options = commands.Options{
				"deal": "2 A\n3 4", "seed": int64(-9007199254740991), "private": true,
				"member": uint64(9223372036854775807), "channel": uint64(8),
			}
		}},
		{"a member who is a bot", `{"type":2,` + inGuild + `,"data":{"name":"duel","type":1,"resolved":{"users":{"5":{"id":"5","bot":true},"6":{"id":"6"},"7":null}},
			"options":[{"type":6,"name":"member","value":"5"}]}}`, func(r *commands.Request) {
			r.Kind, r.Command, r.Options, r.Bots = commands.Slash, "duel", commands.Options{"member": uint64(5)}, []uint64{5}
		}},
		{"a subcommand", `{"type":2,` + inGuild + `,"data":{"name":"config","type":1,"options":[{"type":1,"name":"show","options":[{"type":3,"name":"what","value":"all"}]}]}}`, func(r *commands.Request) {
			r.Kind, r.Command, r.Sub, r.Options = commands.Slash, "config", "show", commands.Options{"what": "all"}
		}},
		{"suggestions, in a subcommand", `{"type":4,` + inGuild + `,"data":{"name":"config","type":1,"options":[{"type":1,"name":"show","options":[{"type":4,"name":"n","value":"1x","focused":true}]}]}}`, func(r *commands.Request) {
			r.Kind, r.Command, r.Sub, r.Focused, r.Options = commands.Complete, "config", "show", "n", commands.Options{"n": "1x"}
		}},
		{"a message command", `{"type":2,` + inGuild + `,"data":{"name":"Settle","type":3,"target_id":"77","resolved":{"messages":{"77":{"id":"77","content":"---AJ/----K lol"}}}}}`, func(r *commands.Request) {
			r.Kind, r.Command, r.Message = commands.MessageMenu, "Settle", "---AJ/----K lol"
		}},
		{"a message command on what was forwarded", `{"type":2,` + inGuild + `,"data":{"name":"Settle","type":3,"target_id":"77","resolved":{"messages":{"77":{"id":"77","content":"",
			"message_snapshots":[{"message":{"content":"2 A / 3 4"}},{"message":{"components":[{"type":10,"content":"5 6"}]}}]}}}}}`, func(r *commands.Request) {
			r.Kind, r.Command, r.Message = commands.MessageMenu, "Settle", "2 A / 3 4\n5 6"
		}},
		{"a message command on components of every kind", `{"type":2,` + inGuild + `,"data":{"name":"Settle","type":3,"target_id":"77","resolved":{"messages":{"77":{"id":"77","content":"a","components":[
			{"type":1,"components":[{"type":2,"label":"Press","custom_id":"x"},{"type":3,"custom_id":"y","placeholder":"pick","options":[{"label":"l","value":"v"}]}]},
			{"type":9,"components":[{"type":10,"content":"b"}],"accessory":{"type":11,"media":{"url":"u"},"description":"c"}},
			{"type":12,"items":[{"media":{"url":"u"},"description":"d"},null]},{"type":13,"file":{"url":"u"},"name":"f"},{"type":14},{"type":15},{"type":16,"content":"e"},
			{"type":17,"components":[{"type":10,"content":"f"}]},{"type":18,"component":{"type":10,"content":"g"}},{"type":19},{"type":20},{"type":21,"options":[{"value":"1"}]},{"type":22},{"type":23,"default":true},
			null,"boo",{"type":"x","content":{"no":"text"}}]}}}}}`, func(r *commands.Request) {
			r.Kind, r.Command, r.Message = commands.MessageMenu, "Settle", "a\nb\nc\nd\ne\nf\ng"
		}},
		{"a message command on embeds and files", `{"type":2,` + inGuild + `,"data":{"name":"Settle","type":3,"target_id":"77","resolved":{"messages":{"77":{"id":"77","content":"a",
			"embeds":[{"title":"b","description":"c","fields":[{"name":"d","value":"e"},null,7,{"name":"f","value":8}],"footer":{"text":"no"},"author":{"name":"no"}},null,"boo",{"title":{},"fields":"x","description":"g"}],
			"components":[{"type":10,"content":"h"}],"attachments":[{"filename":"deal.txt","url":"u"}]}}}}}`, func(r *commands.Request) {
			r.Kind, r.Command, r.Message, r.MessageFiles = commands.MessageMenu, "Settle", "a\nb\nc\nd\ne\nf\ng\nh", true
		}},
		{"a message command on a forwarded embed and file", `{"type":2,` + inGuild + `,"data":{"name":"Settle","type":3,"target_id":"77","resolved":{"messages":{"77":{"id":"77","content":"",
			"message_snapshots":[{"message":{"content":"a","embeds":[{"description":"b"}]}},{"message":{"attachments":[{"filename":"deal.txt"}]}}]}}}}}`, func(r *commands.Request) {
			r.Kind, r.Command, r.Message, r.MessageFiles = commands.MessageMenu, "Settle", "a\nb", true
		}},
		{"a button", `{"type":3,` + inGuild + `,"data":{"custom_id":"play:again:42","component_type":2}}`, func(r *commands.Request) {
			r.Kind, r.Command = commands.Press, "play:again:42"
		}},
		{"a menu", `{"type":3,` + inGuild + `,"data":{"custom_id":"play","component_type":3,"values":["a","b"]}}`, func(r *commands.Request) {
			r.Kind, r.Command, r.Picked = commands.Press, "play", []string{"a", "b"}
		}},
		{"a form", `{"type":5,` + inGuild + `,"data":{"custom_id":"play:typed","components":[{"type":1,"components":[{"type":4,"custom_id":"a","value":"2 3"}]},{"type":1,"components":[{"type":4,"custom_id":"b","value":""}]}]}}`, func(r *commands.Request) {
			r.Kind, r.Command, r.Options = commands.Submit, "play:typed", commands.Options{"a": "2 3", "b": ""}
		}},
		{"a form with labels, and with inputs that it never had", `{"type":5,` + inGuild + `,"data":{"custom_id":"play:typed","components":[{"type":18,"id":1,"component":{"type":4,"custom_id":"a","value":"2 3"}},
			{"type":10,"id":2},{"type":18,"component":{"type":23,"custom_id":"c","value":true}},{"type":18,"component":{"type":3,"custom_id":"d","values":["x"]}}]}}`, func(r *commands.Request) {
			r.Kind, r.Command, r.Options = commands.Submit, "play:typed", commands.Options{"a": "2 3", "c": "", "d": ""}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in, err := read(parse(t, tt.give))
			if err != nil {
				t.Fatal(err)
			}
			want := common
			tt.want(&want)
			if d := cmp.Diff(want, in.request); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestReadPlaces(t *testing.T) {
	t.Parallel()
	const data = `,"data":{"name":"play","type":1}}`
	type where struct {
		Place   commands.Place
		Guild   uint64
		Manager bool
		User    commands.User
	}
	for _, tt := range []struct {
		name, give string
		want       where
	}{
		{
			"an administrator manages too",
			`{"type":2,"id":"1","guild_id":"7","authorizing_integration_owners":{"0":"7","1":"9"},"member":{"permissions":"8","user":{"id":"9","username":"u"}}` + data,
			where{commands.InGuild, 7, true, commands.User{ID: 9, Name: "u"}},
		},
		{
			"a member who may do a lot, but not that",
			`{"type":2,"id":"1","guild_id":"7","authorizing_integration_owners":{"0":"7"},"member":{"permissions":"2147483607","user":{"id":"9","global_name":"G","username":"u"}}` + data,
			where{commands.InGuild, 7, false, commands.User{ID: 9, Name: "G"}},
		},
		{
			"the server of others, where the user brought the bot along",
			`{"type":2,"id":"1","guild_id":"7","context":0,"authorizing_integration_owners":{"1":"9"},"member":{"permissions":"8","user":{"id":"9","username":"u"}}` + data,
			where{commands.InPrivate, 0, false, commands.User{ID: 9, Name: "u"}},
		},
		{
			"a conversation between users",
			`{"type":2,"id":"1","channel_id":"8","context":2,"authorizing_integration_owners":{"1":"9"},"user":{"id":"9","username":"u"}` + data,
			where{commands.InPrivate, 0, false, commands.User{ID: 9, Name: "u"}},
		},
		{
			"a direct message",
			`{"type":2,"id":"1","channel_id":"8","context":1,"authorizing_integration_owners":{"0":"0"},"user":{"id":"9","username":"u"}` + data,
			where{commands.InDM, 0, false, commands.User{ID: 9, Name: "u"}},
		},
		{"nobody at all", `{"type":2,"id":"1"` + data, where{Place: commands.InDM}},
	} {
		in, err := read(parse(t, tt.give))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		r := in.request
		if d := cmp.Diff(tt.want, where{r.Place, r.GuildID, r.ManageGuild, r.User}); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
	}
}

// Discord may send less than it documents.
func TestReadSurvivesWhatMakesNoSense(t *testing.T) {
	t.Parallel()
	for name, i := range map[string]*interaction{
		"no data":           {ID: "1", Type: discordgo.InteractionApplicationCommand},
		"nothing":           {},
		"a missing message": parse(t, `{"type":2,"id":"1","data":{"name":"Settle","type":3,"target_id":"77"}}`),
	} {
		if _, err := read(i); !errors.Is(err, errUnread) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	odd := parse(t, `{"type":2,"id":"x","member":{"permissions":"0"},"data":{"name":"play","type":1,"options":[null,
		{"type":3,"name":"deal","value":{"a":1}},{"type":11,"name":"file","value":"55"},{"type":6,"name":"who","value":"me"}]}}`)
	in, err := read(odd)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(commands.Options{"who": uint64(0)}, in.request.Options); d != "" {
		t.Error(d)
	}
	if a, listed := in.files["file"]; a != nil || !listed {
		t.Errorf("a file that was not sent along: %v, %v", a, listed)
	}
}

// An interaction with a field of another type than Discord documents is passed over: read
// as zero, the id of a server would mean a conversation without one, and options would be
// missing. In the messages in its data, which may hold content of any kind, such fields
// stay zero.
func TestInteractionsWithFieldsOfAWrongType(t *testing.T) {
	t.Parallel()
	interaction := func(field string) []byte {
		return []byte(`{"type":2,"id":"1","application_id":"2","token":"t",` + field + `,"locale":"en-GB"}`)
	}
	const data = `"data":{"name":"play","type":1}`
	for _, tt := range []struct {
		data []byte
		want int // calls
	}{
		{interaction(data), 1},
		{interaction(`"guild_id":5,` + data), 0},
		{interaction(`"member":{"permissions":8},` + data), 0},
		{interaction(`"context":"x",` + data), 0},
		{interaction(`"member":null,` + data), 1},
		{interaction(`"data":{"name":"play","type":1,"resolved":{"messages":{"5":{"components":{},"message_snapshots":7}}}}`), 1},
		{interaction(`"data":{"name":"play","type":1,"resolved":{"messages":{"5":"x"}}}`), 1},
		{interaction(`"data":{"name":"play","type":1,"options":"x"}`), 0},
		{interaction(`"data":{"name":"play","type":1,"options":[{"type":"x","name":"private","value":true}]}`), 0},
		{interaction(`"data":{"name":"play","type":1,"values":"x"}`), 0},
		{interaction(`"data":{"name":"play","type":1,"components":{}}`), 0},
		{interaction(`"data":[null]`), 0},
		{interaction(`"data":7`), 0},
		{interaction(`"data":null`), 1},
		{[]byte(`"boo"`), 0},
		{[]byte(`null`), 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := new(script)
			b, _ := bubbleBot(t, s, after(0, commands.Reply{Text: "pong"}))
			if err := b.interaction(tt.data); (err == nil) != (tt.want > 0) {
				t.Errorf("%s: %v", tt.data, err)
			}
			time.Sleep(time.Minute)
			s.mu.Lock()
			defer s.mu.Unlock()
			if len(s.lines) != tt.want {
				t.Errorf("%s: called %q, want %d", tt.data, s.lines, tt.want)
			}
		})
	}
}

// An interaction of any shape is refused, or handed on and answered, and then nothing of it
// goes on.
func FuzzAnyInteractionIsAnswered(f *testing.F) {
	for _, data := range []string{
		`{"type":2,"id":"1","token":"t","data":{"name":"play","type":1,"options":[{"type":5,"name":"private","value":true}]}}`,
		`{"type":2,"id":"1","token":"t","data":{"name":"play","type":1,"options":[{"type":11,"name":"deal","value":"5"}],"resolved":{"attachments":{"5":{"url":"http://x","size":9}}}}}`,
		`{"type":2,"id":"1","token":"t","guild_id":"3","member":{"user":{"id":"4"}},"data":{"name":"play","type":3,"target_id":"5","resolved":{"messages":{"5":{"content":"x"}}}}}`,
		`{"type":3,"id":"1","token":"t","message":{},"data":{"custom_id":"play:a:","values":["x"]}}`,
		`{"type":4,"id":"1","token":"t","data":{"name":"play","type":1,"options":[{"type":3,"name":"deal","value":"","focused":true}]}}`,
		`{"type":5,"id":"1","token":"t","data":{"custom_id":"play:f:","components":[{"components":[{"custom_id":"box0","value":"x"}]}]}}`,
		`{"type":99,"id":"1","token":"t","data":{}}`, `{"type":1,"id":"1"}`, `[]`,
	} {
		f.Add([]byte(data))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		synctest.Test(t, func(t *testing.T) {
			s := new(script)
			b, log := bubbleBot(t, s, after(0, commands.Reply{Text: "pong"}))
			err := b.interaction(data)
			time.Sleep(time.Hour)
			s.mu.Lock()
			defer s.mu.Unlock()
			if (err == nil) != (len(s.lines) > 0) || b.gate.Running() > 0 || strings.Contains(log.String(), "msg=panic") {
				t.Errorf("%v, answered with %q, %d run:\n%s", err, s.lines, b.gate.Running(), log)
			}
		})
	})
}
