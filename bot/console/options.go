package console

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
)

// options converts every value to the type of its option. Its error names all that cannot
// be read. The router checks missing options, bounds and choices.
func (s *session) options(c call) (commands.Options, error) {
	opts := make(commands.Options, len(c.args))
	var problems []error
	for _, a := range c.args {
		v, problem := s.value(a.option, a.value)
		if problem != "" {
			problems = append(problems, errors.New(s.shown(a.option.Name, a.option.NameIn)+": "+problem))
			continue
		}
		opts[a.option.Name] = v
	}
	return opts, errors.Join(problems...)
}

// value converts what was typed for an option, or returns what is wrong with it.
func (s *session) value(o commands.Option, text string) (v any, problem string) {
	if text == "" {
		return nil, s.say("console.no-value", nil)
	}
	found := words.Args{"found": clip(text)}
	text = choiceOf(o.Choices, text)
	ok := true
	switch o.Type {
	case commands.IntOption:
		n, err := strconv.ParseInt(text, 10, 64)
		v, ok, problem = n, err == nil, "console.takes-number"
	case commands.BoolOption:
		v, ok = s.parseBool(text)
		problem = "console.takes-yes-or-no"
		found["yes"], found["no"] = s.yes()[0], s.no()[0]
	case commands.UserOption:
		return s.name(memberName(text)), ""
	case commands.ChannelOption:
		v, ok = uint64(Channel), strings.EqualFold(strings.TrimPrefix(text, "#"), channelName)
		problem = "console.takes-channel"
		found["channel"] = "#" + channelName
	case commands.FileOption:
		return s.readAttachment(text)
	case commands.TextOption:
		return text, ""
	}
	if !ok {
		return nil, s.say(problem, found)
	}
	return v, ""
}

// choiceOf returns the value of the choice whose value or label, in any language, is
// text; or text itself.
func choiceOf(choices []commands.Choice, text string) string {
	for _, c := range choices {
		names := []string{c.Value}
		for _, label := range append(slices.Collect(maps.Values(c.LabelIn)), c.Label) {
			names = append(names, label, commands.ShortLabel(label))
		}
		if indexName(names, text) >= 0 {
			return c.Value
		}
	}
	return text
}

// yes and no return the words that mean it, the preferred one first.
func (s *session) yes() []string { return strings.Fields(s.say("console.yes", nil)) }
func (s *session) no() []string  { return strings.Fields(s.say("console.no", nil)) }

// parseBool reads a word for yes or no, or, in any language, a bool as Go writes it.
func (s *session) parseBool(text string) (value, ok bool) {
	text = strings.ToLower(text)
	switch {
	case slices.Contains(s.yes(), text):
		return true, true
	case slices.Contains(s.no(), text):
		return false, true
	}
	value, err := strconv.ParseBool(text)
	return value, err == nil
}

// readAttachment reads a file; "~" is the user's home.
func (s *session) readAttachment(path string) (v any, problem string) {
	args := words.Args{"path": clip(path), "limit": commands.MaxAttachment >> 10}
	if rest, ok := strings.CutPrefix(path, "~"+string(filepath.Separator)); ok {
		if home, err := os.UserHomeDir(); err == nil {
			path = filepath.Join(home, rest)
		}
	}
	info, err := os.Stat(path)
	var data []byte
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, s.say("console.no-file", args)
	case err != nil:
	case !info.Mode().IsRegular():
		// Opening a pipe would block.
		return nil, s.say("console.no-file", args)
	case info.Size() > commands.MaxAttachment:
		return nil, s.say("console.large-file", args)
	default:
		data, err = os.ReadFile(path)
	}
	if err != nil {
		if pathErr, ok := errors.AsType[*os.PathError](err); ok {
			err = pathErr.Err
		}
		args["reason"] = err.Error()
		return nil, s.say("console.unreadable-file", args)
	}
	return commands.Attachment{Name: filepath.Base(path), Data: data}, ""
}
