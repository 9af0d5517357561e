package all_test

import (
	"reflect"
	"strings"
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
)

// Outdated and forged ids of every control get an answer, and end and delete nothing.
func TestForgedIDs(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	fx.Ask(fx.Carla, "config set", o{"hunt": int64(600)})
	fx.Ask(fx.Anna, "snap", o{"deal": "abca abba"})
	fx.Ask(fx.Anna, "hunt start", nil)
	fx.Ask(fx.Carla, "challenge open", o{"game": "camicia"})
	for _, c := range commandstest.List(t) {
		for _, a := range c.Actions {
			zero, _ := a.Read("")
			n := reflect.TypeOf(zero).NumField()
			head := c.Name + ":" + a.Name
			ids := []string{c.Name, c.Name + ":", c.Name + ":!", head + "é", head + "-1", head + "zz"}
			for _, v := range []string{"", "t", "é", "-1", "99", "zzzzzzzzzzzzzzzzzzzzzz", "chess", "deck=swiss", "players=9999", "seed=9 deck"} {
				ids = append(ids, head+strings.Repeat(":"+v, max(n-1, 0)), head+strings.Repeat(":"+v, n))
			}
			for _, id := range ids {
				for _, r := range []commands.Reply{
					fx.Pick(fx.Carla, id, "'; DROP TABLE games"), fx.Submit(fx.Carla, id, o{"deal": strings.Repeat("/", 4000), "seed": int64(4), "box1": uint64(3)}),
				} {
					if strings.Contains(r.Text, "REFERENCE") || r.Text == "" && r.Form == nil {
						t.Errorf("%s: %s", id, commandstest.Show(r))
					}
				}
			}
		}
	}
	for _, id := range []string{"challenge:standings:1:0", "hunt:stop:1"} {
		elsewhere := fx.Send(commands.Request{
			Kind: commands.Press, Command: id, User: fx.Carla, GuildID: 8, Place: commands.InGuild, ManageGuild: true,
		})
		if !elsewhere.Ephemeral || len(elsewhere.Rows) > 0 {
			t.Errorf("%s on another server: %s", id, commandstest.Show(elsewhere))
		}
	}
	for command, want := range map[string]string{"records": "24 plays", "challenge show": "Camicia", "hunt status": "Started by Anna"} {
		if r := fx.Ask(fx.Bob, command, nil); !strings.Contains(r.Text, want) {
			t.Errorf("then /%s: %s", command, commandstest.Show(r))
		}
	}
}
