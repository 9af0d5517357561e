package console

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"nonna/commands"
)

// options gives every value its type. Its error names all that could not be
// read; what was left out, bounds and choices are checked by the router.
func (c call) options() (commands.Options, error) {
	opts := make(commands.Options, len(c.args))
	var problems []error
	for _, a := range c.args {
		v, err := value(a.option, a.value)
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", a.option.Name, err))
			continue
		}
		opts[a.option.Name] = v
	}
	return opts, errors.Join(problems...)
}

// value reads what was typed for an option.
func value(o commands.Option, text string) (any, error) {
	if text == "" {
		return nil, errors.New("nothing follows it")
	}
	if choice, ok := findChoice(o.Choices, text); ok {
		text = choice
	}
	switch o.Type {
	case commands.IntOption:
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("takes a whole number, not %s", quote(text))
		}
		return n, nil
	case commands.BoolOption:
		return readBool(text)
	case commands.UserOption:
		return readID(text, "user", userID)
	case commands.ChannelOption:
		return readID(text, "channel", channelID)
	case commands.FileOption:
		return readAttachment(text)
	case commands.TextOption:
	}
	return text, nil
}

// findChoice finds the choice that text names by its value or by any of its
// labels.
func findChoice(choices []commands.Choice, text string) (value string, ok bool) {
	for _, c := range choices {
		if strings.EqualFold(text, c.Value) || strings.EqualFold(text, c.Label) {
			return c.Value, true
		}
		for _, label := range c.LabelIn {
			if strings.EqualFold(text, label) {
				return c.Value, true
			}
		}
	}
	return "", false
}

func readBool(text string) (any, error) {
	switch strings.ToLower(text) {
	case "yes", "y", "true", "on", "1":
		return true, nil
	case "no", "n", "false", "off", "0":
		return false, nil
	}
	return nil, fmt.Errorf("takes yes or no, not %s", quote(text))
}

// Ids are typed as numbers, or as Discord writes a mention.
var (
	userID    = regexp.MustCompile(`^(?:<@!?(\d+)>|(\d+))$`)
	channelID = regexp.MustCompile(`^(?:<#(\d+)>|(\d+))$`)
)

func readID(text, what string, form *regexp.Regexp) (any, error) {
	if m := form.FindStringSubmatch(text); m != nil {
		if id, err := strconv.ParseUint(m[1]+m[2], 10, 64); err == nil {
			return id, nil
		}
	}
	return nil, fmt.Errorf("takes the id of a %s, a number, not %s", what, quote(text))
}

// readAttachment reads a file by its path, "~" being the user's home.
func readAttachment(path string) (any, error) {
	if rest, ok := strings.CutPrefix(path, "~"+string(filepath.Separator)); ok {
		if home, err := os.UserHomeDir(); err == nil {
			path = filepath.Join(home, rest)
		}
	}
	// Opening a pipe would wait for somebody to write into it.
	info, err := os.Stat(path)
	if err != nil {
		return nil, fileProblem(path, err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("takes the path of a file, and %s is not a file", quote(path))
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fileProblem(path, err)
	}
	defer f.Close() //nolint:errcheck // nothing was written
	data, err := io.ReadAll(io.LimitReader(f, commands.MaxAttachment+1))
	if err != nil {
		return nil, fileProblem(path, err)
	}
	if len(data) > commands.MaxAttachment {
		return nil, fmt.Errorf("%s is larger than the %d KiB that I read", quote(path), commands.MaxAttachment>>10)
	}
	return commands.Attachment{Name: filepath.Base(path), Data: data}, nil
}

func fileProblem(path string, err error) error {
	var pathErr *os.PathError
	if errors.As(err, &pathErr) {
		err = pathErr.Err
	}
	return fmt.Errorf("cannot read the file %s: %w", quote(path), err)
}
