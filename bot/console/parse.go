package console

import (
	"fmt"
	"regexp"
	"strings"

	"nonna/commands"
)

// call is a line taken apart, before values are given their types.
type call struct {
	// spec is the command, or its subcommand.
	spec commands.Spec
	// path is how it is typed: "/config channel".
	path string
	// command and sub are as in [commands.Request].
	command, sub string
	// args are the options in the order they were typed.
	args []arg
	// message is what stands behind a message command.
	message string
}

// arg is an option as it was typed.
type arg struct {
	option commands.Option
	value  string
	// named is false for a first option whose name was left out.
	named bool
}

// parse turns a line into a request. The error is for the user: it names what
// was not understood, and what there is instead.
func (s *session) parse(line string) (commands.Request, error) {
	c, err := split(s.Router.Specs(), line)
	if err != nil {
		return commands.Request{}, err
	}
	req := s.request(c.spec.Kind, c.command)
	req.Sub, req.Message = c.sub, c.message
	if c.spec.Kind == commands.Slash {
		req.Options, err = c.options()
	}
	return req, err
}

// split takes a line apart by the commands there are.
func split(specs []commands.Spec, line string) (call, error) {
	line = strings.TrimSpace(line)
	spec, rest, found := findCommand(specs, line)
	if !found {
		return call{}, unknownCommand(specs, line)
	}
	c := call{spec: spec, path: "/" + spec.Name, command: spec.Name}
	if spec.Kind == commands.MessageMenu {
		c.message = rest
		return c, nil
	}
	for len(c.spec.Subs) > 0 {
		word, after := firstWord(rest)
		if word == "" {
			// The router says what the command needs.
			return c, nil
		}
		sub, ok := findSub(c.spec.Subs, word)
		if !ok {
			return call{}, unknownSub(c, word)
		}
		sub.Kind = commands.Slash
		c.spec, rest = sub, after
		c.path += " " + sub.Name
		c.sub = strings.TrimSpace(c.sub + " " + sub.Name)
	}
	var err error
	c.args, err = splitArgs(c, rest)
	return c, err
}

// findCommand finds the command at the start of a line, with or without its
// slash, and returns what follows it. Names of message commands may hold
// spaces; where both kinds fit, the slash command is meant.
func findCommand(specs []commands.Spec, line string) (spec commands.Spec, rest string, found bool) {
	line = strings.TrimPrefix(strings.TrimSpace(line), "/")
	word, rest := firstWord(line)
	if spec, ok := findSlash(specs, word); ok {
		return spec, rest, true
	}
	for _, s := range specs {
		if s.Kind != commands.MessageMenu || len(s.Name) <= len(spec.Name) || len(line) < len(s.Name) {
			continue
		}
		head, after := line[:len(s.Name)], line[len(s.Name):]
		if strings.EqualFold(head, s.Name) && (after == "" || isSpace(after[0])) {
			spec, rest, found = s, strings.TrimSpace(after), true
		}
	}
	return spec, rest, found
}

func findSlash(specs []commands.Spec, name string) (commands.Spec, bool) {
	for _, s := range specs {
		if s.Kind == commands.Slash && strings.EqualFold(s.Name, name) {
			return s, true
		}
	}
	return commands.Spec{}, false
}

func findSub(subs []commands.Spec, name string) (commands.Spec, bool) {
	for _, s := range subs {
		if strings.EqualFold(s.Name, name) {
			return s, true
		}
	}
	return commands.Spec{}, false
}

func slashNames(specs []commands.Spec) []string {
	var names []string
	for _, s := range specs {
		if s.Kind == commands.Slash {
			names = append(names, s.Name)
		}
	}
	return names
}

// firstWord splits off the first word.
func firstWord(s string) (word, rest string) {
	s = strings.TrimSpace(s)
	i := strings.IndexAny(s, " \t\r\n")
	if i < 0 {
		return s, ""
	}
	return s[:i], strings.TrimSpace(s[i:])
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// splitArgs finds the options in what follows a command.
func splitArgs(c call, text string) ([]arg, error) {
	if lead := leadingName.FindString(text); lead != "" {
		// At the very start "Deal:" can only be meant as the option.
		if o, ok := findOption(c.spec.Options, strings.TrimSuffix(lead, ":")); ok {
			text = o.Name + text[len(o.Name):]
		}
	}
	marks := findMarks(c.spec.Options, text)
	end := len(text)
	if len(marks) > 0 {
		end = marks[0].start
	}
	var args []arg
	if first := strings.TrimSpace(text[:end]); first != "" {
		a, err := unnamed(c, first, marks)
		if err != nil {
			return nil, err
		}
		args = append(args, a)
	}
	for i, m := range marks {
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1].start
		}
		args = append(args, arg{option: m.option, value: strings.TrimSpace(text[m.value:end]), named: true})
	}
	return args, checkNames(c, args)
}

// leadingName is what looks like an option's name at the start of a text.
var leadingName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,31}:`)

func findOption(options []commands.Option, name string) (commands.Option, bool) {
	for _, o := range options {
		if strings.EqualFold(o.Name, name) {
			return o, true
		}
	}
	return commands.Option{}, false
}

// mark is where an option begins: its name, and its value.
type mark struct {
	option       commands.Option
	start, value int
}

// findMarks finds the names of options in text: whole words before a colon,
// outside of code fences. Names are matched exactly, because a deal may well
// hold a word that differs from one only in its capital.
func findMarks(options []commands.Option, text string) []mark {
	var marks []mark
	for i := 0; i < len(text); i++ {
		if strings.HasPrefix(text[i:], "```") {
			end := strings.Index(text[i+3:], "```")
			if end < 0 {
				break
			}
			i += 3 + end + 2
			continue
		}
		if i > 0 && !isSpace(text[i-1]) {
			continue
		}
		for _, o := range options {
			if strings.HasPrefix(text[i:], o.Name+":") {
				marks = append(marks, mark{o, i, i + len(o.Name) + 1})
				break
			}
		}
	}
	return marks
}

// unnamed takes text that stands before the first name as the value of the
// first option, where nothing else can be meant.
func unnamed(c call, text string, marks []mark) (arg, error) {
	if len(c.spec.Options) == 0 {
		return arg{}, fmt.Errorf("%s takes no options, but %s follows it", c.path, quote(text))
	}
	first := c.spec.Options[0]
	for _, m := range marks {
		if m.option.Name == first.Name {
			return arg{}, fmt.Errorf("%s stands before the first option and belongs to none. %s", quote(text), has(c))
		}
	}
	// Options are named in lower case, and so is everything that can be
	// mistaken for one; "P1:" and "Player:" are the beginning of a deal.
	if name := leadingName.FindString(text); name != "" && name == strings.ToLower(name) {
		name = strings.TrimSuffix(name, ":")
		return arg{}, fmt.Errorf("%w If it is part of the %s, write %s: %s: …",
			unknownOption(c, name), first.Name, first.Name, name)
	}
	return arg{option: first, value: text}, nil
}

// checkNames refuses an option given twice, and a name within a value that is
// most likely a slip of the pen: taking it as part of the value would be a
// silent guess.
func checkNames(c call, args []arg) error {
	seen := map[string]bool{}
	for _, a := range args {
		if seen[a.option.Name] {
			return fmt.Errorf("%s: stands there twice", a.option.Name)
		}
		seen[a.option.Name] = true
	}
	for _, a := range args {
		free := a.option.Type == commands.TextOption && len(a.option.Choices) == 0
		for _, m := range innerName.FindAllStringSubmatch(a.value, -1) {
			if !free || nearWithin(m[1], optionNames(c.spec), 1) != "" {
				return unknownOption(c, m[1])
			}
		}
	}
	return nil
}

// innerName is what looks like an option's name within a value.
var innerName = regexp.MustCompile(`\s([a-z][a-z0-9_-]{2,31}):(?:\s|$)`)
