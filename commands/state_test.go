package commands_test

import (
	"fmt"
	"strconv"
	"strings"
)

// stateOf says what stands in the id of a button, menu or form: the command, what
// it does, and whatever is not zero.
func stateOf(id string) string {
	if id == "" {
		return "link"
	}
	parts := strings.Split(id, ":")
	command, rest := parts[0], parts[1:]
	switch {
	case command == "replay":
		return stateOfReplay(rest)
	case command == "help":
		return describe("help", text("page", strings.Replace(rest[0], "all", "", 1)))
	case rest[0] == "again":
		return describe(command+" again", yes("private", rest[4] == "true"), text("trace", rest[5]), text("options", optionsOf(rest[1:4])))
	case rest[0] == "form", rest[0] == "typed":
		return describe(command+" "+rest[0], text("options", optionsOf([]string{strings.Replace(rest[1], "french", "", 1), "0", "0"})))
	case command == "leaderboard":
		return stateOfBoard(rest)
	case rest[0] == "pick":
		return "challenge pick"
	case rest[0] == "see", rest[0] == "turn":
		return describe("challenge standings", yes("turned", rest[0] == "turn"), number("challenge", rest[2], 10), number("offset", rest[3], 10))
	}
	return stateOfConfirmation(command, rest)
}

func describe(what string, fields ...string) string {
	for _, f := range fields {
		if f != "" {
			what += " " + f
		}
	}
	return what
}

func text(name, value string) string {
	if value == "" {
		return ""
	}
	return fmt.Sprintf("%s=%q", name, value)
}

func yes(name string, set bool) string {
	if !set {
		return ""
	}
	return name + "=true"
}

func number(name, value string, base int) string {
	if n, _ := strconv.ParseUint(value, base, 64); n != 0 {
		return fmt.Sprintf("%s=%d", name, n)
	}
	return ""
}

func optionsOf(list []string) string {
	var all []string
	for i, name := range []string{"deck", "players", "cards"} {
		if v := list[i]; v != "" && v != "0" {
			all = append(all, name+"="+v)
		}
	}
	if len(all) == 2 && list[0] == "" {
		all[0], all[1] = all[1], all[0]
	}
	return strings.Join(all, " ")
}

func stateOfReplay(rest []string) string {
	if rest[3] == "trace" {
		return describe("replay trace", number("game", rest[1], 10))
	}
	button := map[string]string{"open": "0", "first": "1", "back10": "2", "back1": "3", "on1": "4", "on10": "5", "take": "6", "last": "7"}[rest[3]]
	return describe("replay", number("game", rest[1], 10), number("move", rest[2], 10), number("button", button, 10))
}

func stateOfBoard(rest []string) string {
	if rest[0] == "open" {
		return "leaderboard entries"
	}
	opens := rest[0] == "see"
	if opens {
		rest = rest[1:]
	}
	if rest[0] == "1" {
		return boardFields(opens, rest[1], rest[2:6], "", rest[6], 10, "f", "f", strings.Join(rest[7:], ":"))
	}
	few := strings.Split(rest[1], "")
	game := map[string]string{"c": "camicia", "b": "beggar", "s": "snap"}[few[0]]
	return boardFields(opens, game, few[1:5], rest[2], rest[3], 36, few[5], few[6], strings.Join(rest[4:], ":"))
}

func boardFields(opens bool, game string, few []string, member, at string, base int, back, alone, division string) string {
	from := number("offset", at, base)
	if member != "" {
		from = number("edge", at, base)
	}
	return describe("leaderboard board", yes("opens", opens), yes("loops", few[0] == "l"), yes("tricks", few[1] == "t"),
		yes("typed", few[3] == "t"), yes("month", few[2] == "m"), yes("week", few[2] == "w"),
		yes("back", back == "t"), yes("alone", alone == "t"), text("game", game),
		number("member", member, 36), from, text("division", division))
}

func stateOfConfirmation(command string, rest []string) string {
	act, until, of := rest[1], number("until", rest[2], 36), strings.Join(rest[3:], ":")
	if act == "no" {
		return command + " cancel"
	}
	switch {
	case act == "audit":
		return describe("config audit", number("before", of, 10))
	case command == "privacy":
		return describe("privacy delete", until, number("user", of, 10))
	case command == "challenge":
		return describe("challenge end", until, number("challenge", of, 10))
	case strings.Contains(of, ":"):
		game, kind, division := rest[3], rest[4], strings.Join(rest[5:], ":")
		return describe("config reset", until, yes("loops", kind == "l"), text("game", game), text("division", division))
	}
	restore := act == "restore"
	return describe("config entry", until, yes("restore", restore), number("entry", of, 10))
}
