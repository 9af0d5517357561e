package all_test

import (
	"cmp"
	"math"
	"reflect"
	"strings"
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
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
