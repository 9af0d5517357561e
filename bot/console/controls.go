package console

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"nonna/commands"
)

// control is something of a reply that can be pressed: a button, or one choice
// of a menu.
type control struct {
	id, label string
	// value is the choice's, picked says that there is one.
	value  string
	picked bool
}

// offer lists what can be pressed, numbered through all rows, and the links.
// A reply with nothing to press leaves the earlier numbers in force.
func (s *session) offer(rows []commands.Row) {
	var found []control
	add := func(c control, detail string) {
		found = append(found, c)
		s.out.line(fmt.Sprintf("  press %d  %s%s", len(found), cleanLine(c.label), detail))
	}
	for _, row := range rows {
		for _, b := range row.Buttons {
			switch {
			case b.URL != "":
				s.out.line("  " + cleanLine(b.Label) + ": " + cleanLine(b.URL))
			case !b.Disabled:
				add(control{id: b.ID, label: b.Label}, "")
			}
		}
		if row.Menu == nil {
			continue
		}
		if row.Menu.Placeholder != "" {
			s.out.dim("  " + cleanLine(row.Menu.Placeholder))
		}
		for _, c := range row.Menu.Choices {
			detail := ""
			if c.Detail != "" {
				detail = " (" + cleanLine(c.Detail) + ")"
			}
			add(control{id: row.Menu.ID, label: c.Label, value: c.Value, picked: true}, detail)
		}
	}
	if len(found) > 0 {
		s.controls = found
	}
}

// press presses what was offered, by its number or its label.
func (s *session) press(ctx context.Context, which string) error {
	c, ok := s.findControl(which)
	if !ok {
		s.problem(s.pressHint(which))
		return nil
	}
	command, state := commands.SplitID(c.id)
	req := s.request(commands.Press, command)
	req.State = state
	if c.picked {
		req.Picked = []string{c.value}
	}
	return s.answer(ctx, req)
}

func (s *session) findControl(which string) (control, bool) {
	if n, err := strconv.Atoi(which); err == nil {
		if n < 1 || n > len(s.controls) {
			return control{}, false
		}
		return s.controls[n-1], true
	}
	for _, c := range s.controls {
		if strings.EqualFold(c.label, which) {
			return c, true
		}
	}
	return control{}, false
}

func (s *session) pressHint(which string) string {
	switch n := len(s.controls); {
	case n == 0:
		return "There is nothing to press yet."
	case which == "":
		return fmt.Sprintf("press takes a number from 1 to %d.", n)
	default:
		return fmt.Sprintf("press takes a number from 1 to %d, not %s.", n, quote(which))
	}
}
