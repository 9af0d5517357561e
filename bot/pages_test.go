package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/alecthomas/kong"

	"nonna/engine"
	"nonna/engine/game"
)

// The installed manual page and completions are made from the model of the command line
// and the templates in testdata/pages; -update rewrites them.
func TestInstalledPages(t *testing.T) {
	t.Parallel()
	games := engine.Games()
	c := new(cli)
	k, err := newParser(c, games)
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"nonna.1", "completions/nonna", "completions/_nonna", "completions/nonna.fish"} {
		text := string(readFile(t, filepath.Join("testdata/pages", page)))
		var made bytes.Buffer
		if err := template.Must(template.New(page).Funcs(pageFuncs(c.Settle)).Parse(text)).Execute(&made, k.Model); err != nil {
			t.Fatal(err)
		}
		page = filepath.Join("../deploy", page)
		if *update {
			if err := os.WriteFile(page, made.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		comparePage(t, page, made.String())
	}
}

// Bash completes commands, their flags and the values of these, games, and files.
func TestCompletionInBash(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash")
	}
	games := engine.Games()
	join := func(list []string, prefix string) string {
		return strings.Join(slices.DeleteFunc(slices.Clone(list), func(s string) bool { return !strings.HasPrefix(s, prefix) }), " ")
	}
	for typed, want := range map[string]string{
		"nonna re":                         "restore",
		"nonna check --re":                 "--rebuild",
		"nonna --log debug settle --deck ": "french italian",
		"nonna settle --deck it":           "italian",
		"nonna settle --trace-format ":     "text jsonl",
		"nonna settle --budget ":           "",
		"nonna settle ":                    join(games.Names(), ""),
		"nonna settle --trace ca":          "",
		"nonna settle --j":                 "--json",
		"nonna --db x settle b":            join(games.Names(), "b"),
		"nonna settle camicia ":            "",
		"nonna settle --json c":            join(games.Names(), "c"),
		"nonna settle --json camicia c":    "",
		"nonna --tr":                       "--traces",
		"nonna hunt ":                      join(huntable(games).Names(), ""),
		"nonna hunt --deck ":               join(huntValues(games, "deck"), ""),
		"nonna hunt --by t":                join(huntValues(games, "by"), "t"),
		"nonna hunt --resume h":            "",
		"nonna hunt camicia --p":           "--positions",
		"nonna settle --tr":                "--traces --trace --trace-format",
	} {
		words := strings.Split(typed, " ")
		script := `source ../deploy/completions/nonna; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _nonna; echo "${COMPREPLY[*]}"`
		out, err := exec.CommandContext(t.Context(), "bash", append([]string{"-c", script, "bash"}, words...)...).CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%q is completed with %q (%v), want %q", typed, got, err, want)
		}
	}
}

// huntValues returns what games offer as the value of a flag of hunt that takes more.
func huntValues(games game.List, flag string) (list []string) {
	for _, g := range huntable(games) {
		switch flag {
		case "deck":
			list = append(list, g.Hunting.Decks...)
		case "by":
			list = append(list, unitWords(g)...)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// pageFuncs returns the functions that testdata/pages uses on the model.
func pageFuncs(settle settleCmd) template.FuncMap {
	return template.FuncMap{
		"commands": func(n *kong.Node) []*kong.Node {
			return slices.DeleteFunc(slices.Clone(n.Children), func(n *kong.Node) bool { return n.Hidden })
		},
		"flags": func(n *kong.Node) []*kong.Flag {
			return slices.DeleteFunc(slices.Clone(n.Flags), func(f *kong.Flag) bool { return f.Hidden })
		},
		// games returns the names of the games, for a subcommand with the argument GAME.
		"games": func(n *kong.Node) []string {
			if len(n.Positional) == 0 || n.Positional[0].Name != "game" {
				return nil
			}
			if n.Name == "hunt" {
				return huntable(settle.games).Names()
			}
			return settle.games.Names()
		},
		"values": func(f *kong.Flag) []string {
			if f.Enum == "" {
				return huntValues(settle.games, f.Name)
			}
			return slices.DeleteFunc(strings.Split(f.Enum, ","), func(s string) bool { return s == "" })
		},
		"join":  func(words []string) string { return strings.Join(words, " ") },
		"files": func(f *kong.Flag) bool { return f.PlaceHolder == "FILE" || f.PlaceHolder == "FOLDER" },
		// troff escapes what troff would interpret.
		"troff": func(text string) string {
			text = strings.NewReplacer(`\`, `\e`, `-`, `\-`).Replace(text)
			text = strings.ReplaceAll(text, "\n\n", "\n.PP\n")
			text = strings.ReplaceAll(text, "\n.PP\n    ", "\n.PP\n.RS\n.nf\n    ")
			lines := strings.Split(text, "\n")
			for i, line := range lines {
				if strings.HasPrefix(line, "    ") && (i+1 == len(lines) || !strings.HasPrefix(lines[i+1], "    ")) {
					lines[i] += "\n.fi\n.RE"
				}
				if strings.HasPrefix(line, "'") {
					lines[i] = `\&` + line
				}
			}
			return strings.Join(lines, "\n")
		},
		// quoted escapes text between single quotes in zsh and fish.
		"quoted": func(text string) string {
			return strings.NewReplacer("'", "’", "[", "(", "]", ")", ":", ",").Replace(text)
		},
	}
}
