package gateway

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Difference is what registering the commands changes, or changed.
type Difference struct {
	// Lines tell one change each: "+ /name" for a command that is new, "- /name"
	// for one that goes, "~ /name path: before → after" for what changes.
	Lines []string
}

// Empty tells whether there is nothing to change.
func (d Difference) Empty() bool { return len(d.Lines) == 0 }

// String returns the lines, each ended by a newline.
func (d Difference) String() string {
	var b strings.Builder
	for _, l := range d.Lines {
		b.WriteString(l + "\n")
	}
	return b.String()
}

// differences tells what changes between two lists of commands, sorted. The
// order of commands means nothing; that of options and choices does.
func differences(there, wanted []appCommand) []string {
	before, after := byKey(there), byKey(wanted)
	var lines []string
	for key, c := range before {
		if _, stays := after[key]; !stays {
			lines = append(lines, "- "+title(c))
		}
	}
	for key, c := range after {
		old, known := before[key]
		if !known {
			lines = append(lines, "+ "+title(c))
			continue
		}
		for _, change := range compare(flatten(old), flatten(c)) {
			lines = append(lines, "~ "+title(c)+" "+change)
		}
	}
	slices.Sort(lines)
	return lines
}

func byKey(list []appCommand) map[string]appCommand {
	m := make(map[string]appCommand, len(list))
	for _, c := range list {
		m[title(c)] = c
	}
	return m
}

func title(c appCommand) string {
	switch c.Type {
	case commandSlash, 0: // left out, it means slash
		return "/" + c.Name
	case commandMessage:
		return "message command " + c.Name
	}
	return fmt.Sprintf("command of type %d %s", c.Type, c.Name)
}

// compare tells the changes between two flattened commands.
func compare(before, after map[string]string) []string {
	var changes []string
	for path, old := range before {
		if now, stays := after[path]; !stays {
			changes = append(changes, fmt.Sprintf("%s: %s → nothing", path, old))
		} else if now != old {
			changes = append(changes, fmt.Sprintf("%s: %s → %s", path, old, now))
		}
	}
	for path, now := range after {
		if _, known := before[path]; !known {
			changes = append(changes, fmt.Sprintf("%s: nothing → %s", path, now))
		}
	}
	return changes
}

// flatten makes a command a map from path to JSON value: "options.0.name" →
// "\"deal\"".
func flatten(c appCommand) map[string]string {
	c.Type = max(c.Type, commandSlash)
	flat := make(map[string]string)
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, inner := range v {
				walk(join(path, key), inner)
			}
		case []any:
			for i, inner := range v {
				walk(join(path, strconv.Itoa(i)), inner)
			}
		default:
			text, _ := json.Marshal(v) // of a scalar that came out of JSON
			flat[path] = string(text)
		}
	}
	var tree any
	text, _ := json.Marshal(c)      // of a type that can always be written
	_ = json.Unmarshal(text, &tree) // what was just written can be read
	walk("", tree)
	return flat
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
