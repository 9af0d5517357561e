package commands

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"nonna/commands/words"
)

// maxProblems limits the problems of one request that are reported at once.
const maxProblems = 5

// fitsOptions compares the options of a request with those of its command. The error has a line
// for each problem. Discord checks them too, but by its registered commands, which can be older;
// the console does not check at all.
func (j *job) fitsOptions(context.Context) error {
	c, req := j.command, j.request
	if req.Kind != Slash && req.Kind != MessageMenu {
		return nil
	}
	leaf, ok := c.leaf(req.Sub)
	if !ok {
		var subs []string
		for _, s := range c.Subs {
			subs = append(subs, Code(shownName(req, s)))
		}
		return Mistake(j.Say(req, "router.needs-sub", words.Args{"command": shownName(req, c), "subs": strings.Join(subs, ", ")}))
	}
	if req.Kind == MessageMenu {
		return nil
	}
	var problems []string
	for _, name := range unknownOptions(leaf, req.Options) {
		problems = append(problems, j.Say(req, "router.unknown-option", words.Args{"option": strings.ReplaceAll(clip(name), "`", "'")}))
	}
	for _, o := range leaf.Options {
		if id, args := checkOption(o, req); id != "" {
			args["option"] = shown(req, o.Name, o.NameIn)
			problem := j.Say(req, id, args)
			if i := slices.IndexFunc(leaf.Options, func(o Option) bool { return o.Type == FileOption }); i >= 0 && id == "router.too-long" && o.Max == MaxText {
				file := leaf.Options[i]
				problem += " " + j.Say(req, "router.file-takes-more", words.Args{"option": shown(req, file.Name, file.NameIn)})
			}
			problems = append(problems, problem)
		}
	}
	if len(problems) == 0 {
		return nil
	}
	return Mistake(strings.Join(problems[:min(len(problems), maxProblems)], "\n"))
}

func unknownOptions(c Command, got Options) []string {
	var unknown []string
	for name := range got {
		if !slices.ContainsFunc(c.Options, func(o Option) bool { return o.Name == name }) {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	return unknown
}

// checkOption returns the problem of one option, or "".
func checkOption(o Option, req Request) (id string, _ words.Args) {
	value, given := req.Options[o.Name]
	switch {
	case !given && !o.Required:
		return "", nil
	case !given && len(o.Choices) > 0:
		return "router.missing-choice", words.Args{"choices": ListChoices(req, o.Choices)}
	case !given:
		return "router.missing-option", words.Args{}
	}
	if !hasType(value, o.Type) {
		return "router.wrong-type", words.Args{}
	}
	if len(o.Choices) > 0 && !isChoice(o, value) {
		return "router.not-a-choice", words.Args{"value": Escape(clip(asText(value))), "choices": ListChoices(req, o.Choices)}
	}
	return checkBounds(o, value)
}

func checkBounds(o Option, value any) (id string, _ words.Args) {
	if o.Min == 0 && o.Max == 0 {
		return "", nil
	}
	bounds := words.Args{"min": o.Min, "max": o.Max}
	switch v := value.(type) {
	case int64:
		if v < o.Min || v > o.Max {
			return "router.out-of-range", bounds
		}
	case string:
		if n := int64(utf8.RuneCountInString(v)); n > o.Max {
			bounds["length"] = n
			return "router.too-long", bounds
		}
	}
	return "", nil
}

func hasType(value any, t OptionType) bool {
	var ok bool
	switch t {
	case TextOption:
		_, ok = value.(string)
	case IntOption:
		_, ok = value.(int64)
	case BoolOption:
		_, ok = value.(bool)
	case UserOption, ChannelOption:
		_, ok = value.(uint64)
	case FileOption:
		_, ok = value.(Attachment)
	}
	return ok
}

func asText(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	}
	return ""
}

func isChoice(o Option, value any) bool {
	text := asText(value)
	return slices.ContainsFunc(o.Choices, func(c Choice) bool { return c.Value == text })
}

// ListChoices lists the labels of choices, in the language of who asks.
func ListChoices(req Request, choices []Choice) string {
	list := make([]string, 0, len(choices))
	for _, c := range choices {
		list = append(list, Code(c.In(req.Locale)))
	}
	return strings.Join(list, ", ")
}

// shown returns a name as the user sees it.
func shown(req Request, name string, in map[string]string) string {
	return cmp.Or(in[req.Locale], name)
}

// shownName returns the name of a command or subcommand as the user sees it.
func shownName(req Request, c Command) string { return shown(req, c.Name, c.NameIn) }
