package all_test

import (
	"cmp"
	"math"
	"reflect"
	"strings"
	"testing"

	"nonna/commands"
	"nonna/commands/challenges"
	"nonna/commands/commandstest"
	"nonna/commands/hunts"
	"nonna/engine/game"
)

// TestIDsHoldTheirStates encodes the largest state of each control, and decodes it.
func TestIDsHoldTheirStates(t *testing.T) {
	t.Parallel()
	longest := map[string]int{"Division": game.MaxDivision, "Options": game.MaxOptions, "Text": 70} // other texts are names of games
	for _, c := range commandstest.List(t) {
		for _, a := range c.Actions {
			zero, _ := a.Read("")
			want := reflect.New(reflect.TypeOf(zero)).Elem()
			for i, field := range reflect.VisibleFields(want.Type()) {
				switch f := want.Field(i); {
				case f.Kind() == reflect.Bool:
					f.SetBool(true)
				case f.CanInt():
					f.SetInt(1<<40 - 1)
				case f.CanUint():
					f.SetUint(math.MaxInt64)
				default:
					f.SetString(strings.Repeat("x", cmp.Or(longest[field.Name], game.MaxName)))
				}
			}
			id := commands.ID(c.Name, want.Interface())
			if len(id)-len(c.Name)+max(len(c.Name), game.MaxName) > commands.MaxID {
				t.Errorf("%q has %d bytes", id, len(id))
			}
			_, state := commands.SplitID(id)
			if got, ok := a.Read(state); !ok || got != want.Interface() {
				t.Errorf("%s reads %+v, want %+v", id, got, want)
			}
		}
	}
}

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
			others := 0 // the fields that are not in one number
			for _, f := range reflect.VisibleFields(reflect.TypeOf(zero)) {
				if f.Type.Kind() != reflect.Bool {
					others++
				}
			}
			head := c.Name + ":" + a.Letter
			ids := []string{c.Name, c.Name + ":", c.Name + ":!", head, head + "é", head + "-1", head + "zz"}
			for _, v := range []string{"", "é", "-1", "99", "zzzzzzzzzzzzzzzzzzzzzz", "chess", "deck=swiss", "players=9999", "seed=9 deck"} {
				ids = append(ids, head+strings.Repeat(":"+v, max(others-1, 0)), head+strings.Repeat(":"+v, others))
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
	for _, id := range []string{commands.ID("challenge", challenges.StandingsState{Challenge: 1}), commands.ID("hunt", hunts.StopState{Hunt: 1})} {
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
