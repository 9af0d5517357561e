package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"nonna/engine/game"
)

// An interrupted stream has a status of its own: the deals left are neither undecided
// nor unreadable.
func TestSettleInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	in, producer := io.Pipe()
	defer in.Close()
	var out, errs bytes.Buffer
	go func() { _, _ = io.WriteString(producer, "5/6\n") }()
	host := process{stdin: in, stdout: io.MultiWriter(&out, ender{cancel}), stderr: &errs}
	if status := run(ctx, []string{"settle", "camicia"}, host); status != 130 {
		t.Errorf("status %d, want 130", status)
	}
	if n := strings.Count(out.String(), "\n"); n != 1 || errs.String() != "nonna: interrupted; lines answered: 1\n" {
		t.Errorf("%d answers, and said %q", n, &errs)
	}

	errs.Reset()
	host = process{stdin: strings.NewReader(""), stdout: io.Discard, stderr: &errs}
	long := strings.Repeat("J-Q-----", 600)
	if status := run(ctx, []string{"settle", "camicia", "--budget=999999999999", long + "/-" + long}, host); status != 130 || errs.String() != "nonna: interrupted\n" {
		t.Errorf("one deal: status %d, want 130: %s", status, &errs)
	}
}

// There is a flag for every param of the games, and the budget is the engine's.
func TestParamFlags(t *testing.T) {
	examples := []game.Example{{Text: "A / K"}}
	low := &game.Game{Name: "low", Examples: examples, Params: []game.Param{{Name: "deck", Read: true, Values: []string{"small", "big"}}}}
	high := &game.Game{Name: "high", Examples: examples, Params: []game.Param{
		{Name: "deck", Read: true, Shuffled: true, Values: []string{"big", "huge"}},
		{Name: "low-card", Read: true, Values: []string{"two", "ace"}},
		{Name: "jokers", Read: true, Max: 4},
		{Name: "players", Shuffled: true, Min: 2, Max: 4},
		{Name: "cut", Shuffled: true, Values: []string{"no", "yes"}},
	}}
	for _, c := range []struct{ args, given, problem string }{
		{"low", "", ""},
		{"low --deck big", "deck=big", ""},
		{"high --low-card=ace --deck huge", "deck=huge low-card=ace", ""},
		{"low --deck huge", "deck=huge", "--deck=huge: low has no such deck"},
		{"low --low-card two", "low-card=two", "--low-card=two: low has no such low-card"},
		{"high --deck none", "", `--deck must be one of "big","huge","small","" but got "none"`},
		{"high --jokers 3", "jokers=3", ""},
		{"high --jokers 5", "jokers=5", "--jokers=5: high has no such jokers"},
		{"high --players 3", "", "unknown flag --players; -- before a deal makes all of it cards"},
		{"high --cut yes", "", "unknown flag --cut; -- before a deal makes all of it cards"},
	} {
		cmd := settleCmd{games: game.List{low, high}}
		k, err := kong.New(&cmd)
		if err != nil {
			t.Fatal(err)
		}
		for _, flag := range k.Model.Flags {
			if !strings.Contains(flag.Help, flag.Default) || flag.Name == "budget" && flag.Default == "" {
				t.Errorf("the help of --%s does not give its default: %s", flag.Name, flag.Help)
			}
		}
		cmd.params = addParamFlags(k.Model.Node, cmd.games)
		parsed, err := k.Parse(strings.Fields(c.args))
		if err == nil {
			_, err = dealWords(cmd.Deal, parsed)
		}
		if err == nil {
			if got := cmd.params.options().String(); got != c.given || cmd.Budget != game.DefaultBudget {
				t.Errorf("%s: given %q, want %q, budget %d", c.args, got, c.given, cmd.Budget)
			}
			err = cmd.params.check(cmd.games.ByName(cmd.Game))
		}
		if problem := fmt.Sprint(err); problem != cmp.Or(c.problem, "<nil>") {
			t.Errorf("%s: %s, want %s", c.args, problem, c.problem)
		}
	}
}

// Words of a deal may begin with dashes, and flags stand before the deal.
func TestDealWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ args, deal, problem string }{
		{"camicia 2 / 3", "2 / 3", ""},
		{"camicia --json ---AJ/K--", "---AJ/K--", ""},
		{"camicia -A / --K", "-A / --K", ""},
		{"camicia -AJ/-10", "-AJ/-10", ""},
		{"snap -ab=c ---d -- f", "-ab=c ---d -- f", ""},
		{"snap -ab=c --d=e", "", "--d=e stands after the deal"},
		{"snap -ab -ab", "-ab -ab", ""},
		{"snap --Ab=c -", "--Ab=c -", ""},
		{"camicia -", "-", ""},
		{"--json camicia - 2 / 3 -", "- 2 / 3 -", ""},
		{"camicia --trace - 2/3", "2/3", ""},
		{"camicia 2/3 --trace - --json", "", "--trace stands after the deal"},
		{"camicia ---AJ/K-- --json", "", "--json stands after the deal"},
		{"camicia 2/3 -h", "", "-h stands after the deal"},
		{"camicia 2/3 --JSON", "", "--JSON stands after the deal"},
		{"camicia 2/3 --Trace=X", "", "--Trace=X stands after the deal"},
		{"camicia --JSON 2/3", "", "unknown flag --JSON; did you mean --json?"},
		{"snap --foo abcde", "", "unknown flag --foo; -- before"},
		{"snap --trace-formt=text abcde", "", "unknown flag --trace-formt=text; did you mean --trace-format?"},
		{"snap --jsn abcde", "", "unknown flag --jsn; did you mean --json?"},
		{"--jsn snap abcde", "", "unknown flag --jsn, did you mean \"--json\"?"},
		{"snap -- --json abcdef", "--json abcdef", ""},
		{"snap --json -- --json ab -- c", "--json ab -- c", ""},
		{"camicia --budget 7 -/-", "-/-", ""},
		{"camicia", "", ""},
	} {
		var cmd settleCmd
		k, err := kong.New(&cmd, kong.WithHyphenPrefixedParameters(true))
		if err != nil {
			t.Fatal(err)
		}
		var words []string
		parsed, err := k.Parse(strings.Fields(c.args))
		if err == nil {
			words, err = dealWords(cmd.Deal, parsed)
		}
		if c.problem != "" {
			if err == nil || !strings.HasPrefix(err.Error(), c.problem) {
				t.Errorf("%s: %q, %v, want %s", c.args, words, err, c.problem)
			}
		} else if got := strings.Join(words, " "); err != nil || got != c.deal {
			t.Errorf("%s: %q, %v, want %q", c.args, got, err, c.deal)
		}
	}
}
