package console

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"nonna/commands"
)

// unknownCommand says that there is no such command, and what there is.
func unknownCommand(specs []commands.Spec, line string) error {
	word, _ := firstWord(line)
	names := slashNames(specs)
	name := strings.TrimPrefix(word, "/")
	hint := ""
	if near := nearest(strings.ToLower(name), names); near != "" {
		hint = " Did you mean /" + near + "?"
	}
	if strings.HasPrefix(word, "/") {
		return fmt.Errorf("/%s is not a command.%s There are %s", clip(name), hint, list("/", names, ""))
	}
	return fmt.Errorf("%s is not a command.%s Commands begin with a slash: %s", quote(word), hint, list("/", names, ""))
}

// unknownSub says that a command has no such subcommand, and what it has.
func unknownSub(c call, word string) error {
	var names []string
	for _, s := range c.spec.Subs {
		names = append(names, s.Name)
	}
	hint := ""
	if near := nearest(strings.ToLower(word), names); near != "" {
		hint = " Did you mean " + c.path + " " + near + "?"
	}
	return fmt.Errorf("%s has nothing named %s.%s There are %s",
		c.path, quote(word), hint, list(c.path+" ", names, ""))
}

// unknownOption says that a command has no such option, and what it has.
func unknownOption(c call, name string) error {
	hint := ""
	if near := nearest(name, optionNames(c.spec)); near != "" {
		hint = " Did you mean " + near + ":?"
	}
	return fmt.Errorf("%s has no option %s:.%s %s", c.path, clip(name), hint, has(c))
}

// has says which options a command has.
func has(c call) string {
	return "It has " + list("", optionNames(c.spec), ":") + "."
}

func optionNames(s commands.Spec) []string {
	names := make([]string, 0, len(s.Options))
	for _, o := range s.Options {
		names = append(names, o.Name)
	}
	return names
}

// list joins names, each with what stands before and after it.
func list(before string, names []string, after string) string {
	if len(names) == 0 {
		return "none"
	}
	parts := make([]string, 0, len(names))
	for _, n := range names {
		parts = append(parts, before+n+after)
	}
	return strings.Join(parts, ", ")
}

func quote(s string) string { return "“" + clip(s) + "”" }

// clip shortens what was typed to what helps to find it again.
func clip(s string) string {
	const most = 60
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}

// nearest returns the name that word is most likely a slip of, "" for none:
// one slip in a short word, two in a longer one, or the only name that begins
// with it.
func nearest(word string, names []string) string {
	limit := 1
	if utf8.RuneCountInString(word) > 4 {
		limit = 2
	}
	if near := nearWithin(word, names, limit); near != "" {
		return near
	}
	begins := ""
	for _, n := range names {
		if word != "" && strings.HasPrefix(n, word) {
			if begins != "" {
				return ""
			}
			begins = n
		}
	}
	return begins
}

// nearWithin returns the first name at the least distance from word that is at
// most limit, "" for none.
func nearWithin(word string, names []string, limit int) string {
	best := ""
	for _, n := range names {
		if d := distance(word, n, limit); d <= limit {
			best, limit = n, d-1
		}
	}
	return best
}

// distance counts the slips between two words: a letter too many, too few,
// another, or two exchanged. Anything over limit may be reported as limit+1.
func distance(a, b string, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	older, old := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range old {
		old[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(old[j]+1, row[j-1]+1, old[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], older[j-2]+1)
			}
		}
		older, old = old, row
	}
	return old[len(b)]
}
