package all_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/engine/game"
)

// controls returns what is recorded of all controls, by command and name: the shape of the state,
// which is its fields in their order, and the length of the longest id. The ids hold the largest
// states, which must be read again.
func controls(t *testing.T, list []commands.Command) map[string]string {
	t.Helper()
	longest := map[string]int{"Division": game.MaxDivision, "Options": game.MaxOptions, "Text": 63} // other texts are names
	all := map[string]string{}
	for _, c := range list {
		said, command := c.Name, c.Name
		if commandstest.Games().ByName(c.Name) != nil { // all games have the same controls
			said, command = "GAME", strings.Repeat("g", game.MaxName)
		}
		for _, a := range c.Actions {
			zero, _ := a.Read("")
			want := reflect.New(reflect.TypeOf(zero)).Elem()
			var shape []string
			for field, f := range want.Fields() {
				shape = append(shape, field.Name+" "+f.Kind().String())
				switch {
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
			id := commands.Control[commands.State](a.Name).ID(command, want.Interface())
			_, state, _ := strings.Cut(id, ":")
			if got, ok := a.Read(state); !ok || got != want.Interface() {
				t.Errorf("%s reads %+v, want %+v", id, got, want)
			}
			if len(id) > commands.MaxID {
				t.Errorf("%s has %d bytes", id, len(id))
			}
			all[said+" "+a.Name] = fmt.Sprintf("{%s} %d bytes", strings.Join(shape, ", "), len(id))
		}
	}
	return all
}

// recorded returns what was recorded of controls, also of those that are gone: old messages still
// have them.
func recorded(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("testdata/replies/controls.txt")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, shape, _ := strings.Cut(line, " {")
		all[name] = "{" + strings.TrimSpace(shape)
	}
	return all
}

// reshaped returns the controls that have another shape than the recorded ones of their names,
// whose ids they would misread.
func reshaped(old, now map[string]string) (names []string) {
	for name, shape := range now {
		before, _, known := strings.Cut(old[name], "}")
		if after, _, _ := strings.Cut(shape, "}"); known && before != after {
			names = append(names, name)
		}
	}
	return names
}

// The record of controls only grows: -update adds to it, and changes no shape.
func TestControls(t *testing.T) {
	t.Parallel()
	old, now := recorded(t), controls(t, commandstest.List(t))
	for _, name := range reshaped(old, now) {
		t.Fatalf("%s has %s, and its old ids hold %s: give it another name, such as %s2", name, now[name], old[name], name)
	}
	maps.Copy(old, now)
	var text string
	for _, name := range slices.Sorted(maps.Keys(old)) {
		text += name + " " + old[name] + "\n"
	}
	commandstest.Compare(t, "en", "controls", text)
}

// A bool before the fields of a state would be read from ids that hold another one there.
func TestAStateKeepsItsShape(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]string{"entry": {"config entry"}, "entry2": nil} {
		type state struct {
			Sure, Restore bool
			Entry         int64
		}
		changed := commands.On(commands.Control[state](name), func(context.Context, commands.Request, state) (commands.Reply, error) {
			return commands.Reply{}, nil
		})
		now := controls(t, []commands.Command{{Name: "config", Actions: []commands.Action{changed}}})
		if got := reshaped(recorded(t), now); !slices.Equal(got, want) {
			t.Errorf("a changed state named %q: %q are refused, want %q", name, got, want)
		}
	}
}
