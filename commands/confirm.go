package commands

import (
	"strconv"
	"strings"
	"time"
)

// confirmTime is how long a button that confirms something works: longer than
// anybody thinks about it, and short enough that what it would change is still
// what was shown.
const confirmTime = 10 * time.Minute

// confirmVersion begins the state of a button that confirms something.
const confirmVersion = "1"

// cancelled is the act of the button beside it.
const cancelled = "no"

// confirmation is what a button confirms. It travels in the button's id, with
// the time until which it counts, so it works after a restart too.
type confirmation struct {
	act string
	// of is what it is done to. It comes last, since it may hold colons.
	of    string
	until time.Time
}

// id is the id of the command's button that confirms it: at most 25 characters
// and those of act, of and the command's name.
func (c confirmation) id(command string) string {
	return strings.Join([]string{command, confirmVersion, c.act, strconv.FormatInt(c.until.Unix(), 36), c.of}, ":")
}

// buttons are the one that confirms and the one that does not.
func (c confirmation) buttons(command, yes, no string) []Row {
	cancel := c
	cancel.act = cancelled
	return []Row{{Buttons: []Button{
		{ID: c.id(command), Label: yes, Style: Danger}, {ID: cancel.id(command), Label: no},
	}}}
}

// parseConfirmation reads the state of a pressed button, which may be anything.
// It is late when its time is over.
func parseConfirmation(state string, at time.Time) (c confirmation, late, ok bool) {
	parts := strings.SplitN(state, ":", 4)
	if len(parts) != 4 || parts[0] != confirmVersion {
		return c, false, false
	}
	unix, err := strconv.ParseInt(parts[2], 36, 64)
	if err != nil {
		return c, false, false
	}
	c = confirmation{act: parts[1], until: time.Unix(unix, 0), of: parts[3]}
	// None is made that lasts longer.
	if c.until.After(at.Add(confirmTime)) {
		return c, false, false
	}
	return c, at.After(c.until), true
}
