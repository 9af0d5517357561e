package all_test

import (
	"strings"
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
)

func TestTheAuditListHasPages(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	fx.Ask(fx.Anna, "snap", o{"deal": "abca abba"})
	for i := range 20 {
		fx.PressID(fx.Carla, "config:entry:"+[]string{"f", "t"}[i%2]+":1")
	}
	first := fx.Ask(fx.Carla, "config audit", nil)
	second := fx.Press(fx.Carla, first, 1)
	for i, r := range []commands.Reply{first, second} {
		if got, want := strings.Count(r.Text, "\n")+1, []int{15, 5}[i]; got != want {
			t.Errorf("page %d has %d lines, want %d: %s", i, got, want, commandstest.Show(r))
		}
	}
	if !second.Update || !second.Rows[0].Buttons[1].Disabled {
		t.Errorf("the last page: %s", commandstest.Show(second))
	}
	if back := fx.Press(fx.Carla, second, 0); back.Text != first.Text || !back.Rows[0].Buttons[0].Disabled {
		t.Errorf("back to the first page: %s", commandstest.Show(back))
	}
}
