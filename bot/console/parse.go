package console

import (
	"cmp"
	"slices"
	"strings"

	"nonna/bot/spelling"
	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/lazy"
)

// call is a parsed line whose values are still text.
type call struct {
	// spec is the command, or its subcommand.
	spec commands.Command
	// command and sub are as in [commands.Request], and path is how both are shown: "/config set".
	command, sub, path string
	// args are the options in the order they were typed.
	args []arg
	// message is the text after a message command.
	message string
}

// arg is an option as it was typed.
type arg struct {
	option commands.Option
	value  string
	// named is false for the first option if its name was left out.
	named bool
}

// parse turns a line into a request. Its error is a message for the user.
func (s *session) parse(line string) (commands.Request, error) {
	if _, _, found := s.findCommand(line); !found {
		if req, ok := s.message(line); ok {
			return req, nil
		}
	}
	c, err := s.split(line)
	if err != nil {
		return commands.Request{}, err
	}
	req := s.request(c.spec.Kind, c.command)
	req.Sub, req.Message = c.sub, c.message
	if c.spec.Kind == commands.Slash {
		req.Options, err = s.options(c)
	}
	return req, err
}

// split parses a line. The router reports what is missing in it.
func (s *session) split(line string) (call, error) {
	spec, rest, found := s.findCommand(line)
	if !found {
		return call{}, s.unknownCommand(line)
	}
	c := call{spec: spec, command: spec.Name, path: "/" + s.shown(spec.Name, spec.NameIn)}
	if spec.Kind == commands.MessageMenu {
		c.message = rest
		return c, nil
	}
	if len(c.spec.Subs) > 0 && rest != "" {
		var word string
		word, rest = firstWord(rest)
		i := slices.IndexFunc(c.spec.Subs, func(sub commands.Command) bool { return indexName(s.names(sub.Name, sub.NameIn), word) >= 0 })
		if i < 0 {
			return call{}, s.unknownSub(c, word)
		}
		c.spec = c.spec.Subs[i]
		c.spec.Kind = commands.Slash
		c.sub, c.path = c.spec.Name, c.path+" "+s.shown(c.spec.Name, c.spec.NameIn)
	}
	var err error
	if len(c.spec.Subs) == 0 {
		c.args, err = s.splitArgs(c, rest)
	}
	return c, err
}

// names returns the names that the console understands for a command or an option: the
// program's, and that of the console's language.
func (s *session) names(name string, in map[string]string) []string {
	if local := in[s.Words.Locale()]; local != "" && local != name {
		return []string{name, local}
	}
	return []string{name}
}

// findCommand finds the command at the start of a line, with or without its slash, and
// returns the text after it. Names of message commands may contain spaces; slash commands
// take precedence.
func (s *session) findCommand(line string) (spec commands.Command, rest string, found bool) {
	line = strings.TrimPrefix(strings.TrimSpace(line), "/")
	longest := 0
	for _, c := range s.Router.Commands() {
		for _, name := range s.names(c.Name, c.NameIn) {
			after, ok := cutName(line, name)
			switch {
			case !ok:
			case c.Kind == commands.Slash:
				return c, after, true
			case len(name) > longest:
				spec, rest, found, longest = c, after, true, len(name)
			}
		}
	}
	return spec, rest, found
}

// cutName returns the text after a name at the start of a line, and whether it is there.
func cutName(line, name string) (after string, found bool) {
	if len(line) < len(name) || !strings.EqualFold(line[:len(name)], name) {
		return "", false
	}
	after = line[len(name):]
	return strings.TrimSpace(after), after == "" || isSpace(after[0])
}

func indexName(names []string, name string) int {
	return slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
}

// shown returns a name as the console shows it, in its language.
func (s *session) shown(name string, in map[string]string) string {
	return cmp.Or(in[s.Words.Locale()], name)
}

// specNames returns the names of slash commands or subcommands.
func (s *session) specNames(specs []commands.Command) []string {
	names := make([]string, 0, len(specs))
	for _, c := range specs {
		if c.Kind != commands.MessageMenu {
			names = append(names, s.shown(c.Name, c.NameIn))
		}
	}
	return names
}

func (s *session) optionNames(c commands.Command) []string {
	names := make([]string, 0, len(c.Options))
	for _, o := range c.Options {
		names = append(names, s.shown(o.Name, o.NameIn))
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

// splitArgs parses the options after a command.
func (s *session) splitArgs(c call, text string) ([]arg, error) {
	if lead := leadingName().FindString(text); lead != "" {
		// At the very start "Deal:" can only mean the option.
		lower := strings.ToLower(lead)
		if len(s.findMarks(c.spec.Options, lower)) > 0 {
			text = lower + text[len(lead):]
		}
	}
	marks := s.findMarks(c.spec.Options, text)
	var args []arg
	end := len(text)
	for _, m := range slices.Backward(marks) {
		args = append(args, arg{option: m.option, value: strings.TrimSpace(text[m.value:end]), named: true})
		end = m.start
	}
	if first := strings.TrimSpace(text[:end]); first != "" {
		if err := s.checkUnnamed(c, first, marks); err != nil {
			return nil, err
		}
		args = append(args, arg{option: c.spec.Options[0], value: first})
	}
	slices.Reverse(args)
	return args, s.checkNames(c, args)
}

// leadingName matches what looks like the name of an option at the start of a text.
var leadingName = lazy.Regexp(`^[A-Za-z][A-Za-z0-9_-]{0,31}:`)

// mark is the position of an option: of its name and its value.
type mark struct {
	option       commands.Option
	start, value int
}

// findMarks finds the names of options in text: whole words before a colon, outside of
// code fences. Case matters, because a deal may well contain a name with a capital.
func (s *session) findMarks(options []commands.Option, text string) []mark {
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
		if m, found := s.markAt(options, text, i); found {
			marks = append(marks, m)
		}
	}
	return marks
}

// markAt returns the mark that begins at a place of text, if there is one.
func (s *session) markAt(options []commands.Option, text string, at int) (m mark, found bool) {
	for _, o := range options {
		for _, name := range s.names(o.Name, o.NameIn) {
			if strings.HasPrefix(text[at:], name+":") {
				return mark{o, at, at + len(name) + 1}, true
			}
		}
	}
	return mark{}, false
}

// checkUnnamed refuses text before the first name, unless it can only be the value of the
// first option.
func (s *session) checkUnnamed(c call, text string, marks []mark) error {
	if len(c.spec.Options) == 0 {
		return s.refuse("console.no-options", words.Args{"command": c.path, "found": clip(text)})
	}
	first := c.spec.Options[0]
	// Names of options are in lower case, and so are misspellings of them; "P1:" and
	// "Player:" begin a deal.
	if name := leadingName().FindString(text); name != "" && name == strings.ToLower(name) {
		name = strings.TrimSuffix(name, ":")
		more := ""
		if isFree(c.spec.Options[0]) {
			more = s.say("console.part-of", words.Args{"option": s.shown(first.Name, first.NameIn), "name": name})
		}
		return s.unknownOption(c, name, more)
	}
	named := slices.ContainsFunc(marks, func(m mark) bool { return m.option.Name == first.Name })
	if named || first.Type != commands.TextOption { // "/duel help" invites nobody
		args := words.Args{"found": clip(text), "options": s.listOptions(c.spec)}
		return sentences(s.say("console.before-options", args), s.say("console.has-options", args))
	}
	return nil
}

// checkNames refuses an option that is given twice, and a likely misspelling of a name
// within a value: taking it for a part of the value would be a silent guess.
func (s *session) checkNames(c call, args []arg) error {
	seen := map[string]bool{}
	for _, a := range args {
		if seen[a.option.Name] {
			return s.refuse("console.twice", words.Args{"option": s.shown(a.option.Name, a.option.NameIn)})
		}
		seen[a.option.Name] = true
		for _, m := range innerName().FindAllStringSubmatch(a.value, -1) {
			if !isFree(a.option) || spelling.Within(m[1], s.optionNames(c.spec), 1) != "" {
				return s.unknownOption(c, m[1], "")
			}
		}
	}
	return nil
}

// isFree reports whether any text can be the value of an option.
func isFree(o commands.Option) bool { return o.Type == commands.TextOption && len(o.Choices) == 0 }

// innerName matches what looks like the name of an option within a value.
var innerName = lazy.Regexp(`\s([a-z][a-z0-9_-]{2,31}):(?:\s|$)`)
