package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the outputs in the README")

const fence = "```"

// TestReadme runs every console block of the README in one folder, from the
// first to the last, and holds what is printed against what stands there:
// "$ " begins a command of a shell, "> " a line typed at the console.
func TestReadme(t *testing.T) {
	const file = "../README.md"
	text := readFile(t, file)
	absolute, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	var out strings.Builder
	ran := 0
	for i, part := range strings.Split(string(text), fence+"console\n") {
		if i == 0 {
			out.WriteString(part)
			continue
		}
		block, rest, ok := strings.Cut(part, "\n"+fence)
		if !ok {
			t.Fatalf("an open block: %.60s", part)
		}
		ran++
		out.WriteString(fence + "console\n" + runBlock(t, block) + "\n" + fence + rest)
	}
	if want, got := picture(t), readFile(t, filepath.Join(filepath.Dir(absolute), "docs", record)); !bytes.Equal(want, got) {
		t.Errorf("docs/%s is not the picture that the program draws now", record)
	}
	if ran < 8 {
		t.Errorf("%d blocks were run, want the README's 8 or more", ran)
	}
	if *update {
		if err := os.WriteFile(absolute, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(text), out.String()); diff != "" {
		t.Errorf("the README tells otherwise than the program (-README +program); -update rewrites it:\n%s", diff)
	}
}

// record is the picture that the README begins with.
const record = "camicia-8344-cards.png"

// picture draws it.
func picture(t *testing.T) []byte {
	t.Helper()
	runProgram(t, []string{"console", "--traces", "pictures"}, "/camicia #447247122283566119055\n")
	return readFile(t, filepath.Join("pictures", record))
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// runBlock runs the commands of a block, and returns it with what they print
// now.
func runBlock(t *testing.T, block string) string {
	t.Helper()
	var out []string
	commands := strings.Split("\n"+block, "\n$ ")
	for _, c := range commands[1:] {
		line, after, _ := strings.Cut(c, "\n")
		out = append(out, "$ "+line)
		switch {
		case strings.HasPrefix(line, "cat "):
			out = append(out, strings.TrimRight(string(readFile(t, strings.TrimPrefix(line, "cat "))), "\n"))
		case line == "go run ./bot":
			out = append(out, typeLines(t, after)...)
		case strings.HasPrefix(line, "go run ./bot "):
			out = append(out, strings.TrimRight(runProgram(t, shellWords(strings.TrimPrefix(line, "go run ./bot ")), ""), "\n"))
		default:
			t.Fatalf("%q: the README's test cannot run this", line)
		}
	}
	return strings.Join(out, "\n")
}

// typeLines types the lines that begin with "> " one after the other.
func typeLines(t *testing.T, lines string) []string {
	t.Helper()
	var out []string
	for _, l := range strings.Split(lines, "\n") {
		typed, ok := strings.CutPrefix(l, "> ")
		if !ok {
			continue
		}
		out = append(out, l)
		if answer := strings.TrimRight(runProgram(t, nil, typed+"\n"), "\n"); answer != "" {
			out = append(out, answer, "")
		}
	}
	if n := len(out); n > 0 && out[n-1] == "" {
		out = out[:n-1]
	}
	return out
}

// runProgram runs the program with arguments and input, and returns what it
// prints.
func runProgram(t *testing.T, args []string, stdin string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status := run(t.Context(), args, process{stdin: strings.NewReader(stdin), stdout: &stdout, stderr: &stderr})
	if status != 0 || stderr.Len() > 0 {
		t.Errorf("nonna %q < %q: status %d, %s", args, stdin, status, stderr.String())
	}
	return stdout.String()
}

// shellWords splits a command line at blanks outside double quotes.
func shellWords(line string) []string {
	var words []string
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			words = append(words, part)
			continue
		}
		words = append(words, strings.Fields(part)...)
	}
	return words
}
