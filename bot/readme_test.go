package main

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the outputs in README.md and docs")

const fence = "```"

// TestReadme runs the blocks of README.md and of each page in docs, and compares their
// output with the page. In a block "console", "$ " begins a shell command and the prompt a
// line typed at the program's console. The commands of a block "sh" must be in [shown].
func TestReadme(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("the commands are those of a Unix shell")
	}
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil || len(pages) < 6 {
		t.Fatalf("pages in docs: %q, %v", pages, err)
	}
	if testing.Short() {
		pages = nil
	}
	for _, page := range append(pages, "../README.md") {
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Parallel()
			checkLinks(t, page)
			comparePage(t, page, runPage(t, string(readFile(t, page))))
		})
	}
}

// shown returns the commands of blocks "sh". They need a token or a service, so they are
// not run here, but by the tests named beside them.
func shown() []string {
	return []string{
		"go test ./...",
		"go test -run '^$' -bench . PKG",
		"cp .env.example .env", // TestExampleHoldsEverySetting
		"go run ./bot",         // TestCommandInDiscord
		"./nonna console",      // TestScripts
	}
}

// checkLinks checks that the files and headings that a page links to exist.
func checkLinks(t *testing.T, page string) {
	t.Helper()
	for _, link := range regexp.MustCompile(`\]\(([^)]+)\)`).FindAllStringSubmatch(string(readFile(t, page)), -1) {
		if strings.HasPrefix(link[1], "https://") {
			continue
		}
		file, heading, _ := strings.Cut(link[1], "#")
		target := page
		if file != "" {
			target = filepath.Join(filepath.Dir(page), file)
		}
		found := heading == ""
		for line := range strings.Lines(string(readFile(t, target))) {
			found = found || strings.HasPrefix(line, "#") && anchor(line) == heading
		}
		if !found {
			t.Errorf("%s leads to %s, which has no such heading", page, link[1])
		}
	}
}

// anchor returns the name of a heading in GitHub's links.
func anchor(heading string) string {
	text := strings.ToLower(strings.TrimSpace(strings.TrimLeft(heading, "#")))
	return strings.ReplaceAll(regexp.MustCompile(`[^a-z0-9 -]`).ReplaceAllString(text, ""), " ", "-")
}

// comparePage compares a page with its wanted content, or rewrites it.
func comparePage(t *testing.T, page, want string) {
	t.Helper()
	text := string(readFile(t, page))
	if *update && text != want {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(text, want); diff != "" {
		t.Errorf("%s differs from the program (-page +program); -update rewrites it:\n%s", page, diff)
	}
}

// runPage returns a page with the current output of its commands.
func runPage(t *testing.T, text string) string {
	t.Helper()
	for {
		day := time.Now().UTC().YearDay()
		out := runBlocks(t, text)
		if day == time.Now().UTC().YearDay() { // /me counts days
			return out
		}
	}
}

// runBlocks runs the blocks of a page in order, in one folder.
func runBlocks(t *testing.T, text string) string {
	t.Helper()
	s := newShell(t)
	parts := strings.Split(text, fence)
	if len(parts)%2 == 0 {
		t.Fatal("a block is not closed")
	}
	for i := 1; i < len(parts); i += 2 {
		switch kind, block, _ := strings.Cut(parts[i], "\n"); kind {
		case "console":
			parts[i] = "console\n" + s.runBlock(block)
		case "sh":
			for line := range strings.Lines(block) {
				if line = strings.TrimSpace(line); line != "" && !slices.Contains(shown(), line) {
					t.Errorf("%q is in no list of commands that are shown without being run", line)
				}
			}
		case "text":
		case "nginx", "caddy", "nft": // TestProxies in deploy tries them
		default:
			t.Errorf("a block is of the kind %q, want console, sh, text or one of a proxy", kind)
		}
	}
	return strings.Join(parts, fence)
}

// shell runs commands in a folder of its own. There the program is called nonna, and
// "go run ./bot" runs it too.
type shell struct {
	*testing.T
	folder, bin string
	status      int
}

func newShell(t *testing.T) *shell {
	t.Helper()
	s := &shell{T: t, folder: t.TempDir(), bin: t.TempDir()}
	stand, err := filepath.Abs("testdata/bin/go") // instead of go: the program is built already
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Symlink(executable(t), filepath.Join(s.bin, "nonna")), os.Symlink(stand, filepath.Join(s.bin, "go"))); err != nil {
		t.Fatal(err)
	}
	return s
}

// runBlock runs the commands of a block, and returns it with their current output.
func (s *shell) runBlock(block string) string {
	s.Helper()
	var out strings.Builder
	commands := strings.Split("\n"+block, "\n$ ")[1:]
	for i, c := range commands {
		line, after, _ := strings.Cut(c, "\n")
		out.WriteString("$ " + line + "\n")
		if prompt.MatchString(after) {
			out.WriteString(s.typeLines(line, after))
		} else {
			out.WriteString(s.run(line, ""))
		}
		if told := i+1 < len(commands) && strings.HasPrefix(commands[i+1], "echo $?"); s.status != 0 && !told {
			s.Errorf("%s: status %d, and no echo $? behind it", line, s.status)
		}
	}
	return strings.TrimRight(out.String(), "\n") + "\n"
}

// prompt matches the console's prompt, which [TestTerminal] sees, and the line typed there.
// It is found without its name too: a new block need not have it.
var prompt = regexp.MustCompile(`(?m)^(?:nonna)?> (.*\n)`)

// typeLines starts the console and types the lines behind its prompts. After each it types
// a line that is not a command, to separate the answers.
func (s *shell) typeLines(command, lines string) string {
	s.Helper()
	var typed []string
	for _, found := range prompt.FindAllStringSubmatch(lines, -1) {
		typed = append(typed, found[1])
	}
	answers := afterEach.Split(s.run(command, strings.Join(typed, "/---\n")+"/---\n"), -1)
	var out strings.Builder
	for i, line := range typed {
		if i > 0 {
			out.WriteString("\n")
		}
		out.WriteString("nonna> " + line)
		if i < len(answers) && answers[i] != "" {
			out.WriteString(strings.TrimRight(answers[i], "\n") + "\n")
		}
	}
	return out.String()
}

var afterEach = regexp.MustCompile(`(?m)^/--- .*\n\n?`)

// run runs a command line and returns what it prints to either output.
func (s *shell) run(line, stdin string) string {
	s.Helper()
	cmd := exec.CommandContext(s.Context(), "sh", "-c", "(exit "+strconv.Itoa(s.status)+"); "+line)
	cmd.Dir, cmd.Stdin = s.folder, strings.NewReader(stdin)
	cmd.Env = []string{"PATH=" + s.bin + string(os.PathListSeparator) + os.Getenv("PATH"), asProgram + "=1", endAtOnce, noGarbage, "TZ=UTC"}
	out, err := cmd.CombinedOutput()
	if failed := new(exec.ExitError); err != nil && !errors.As(err, &failed) {
		s.Fatal(err)
	}
	s.status = cmd.ProcessState.ExitCode()
	return stamp.ReplaceAllString(strings.ReplaceAll(string(out), s.folder, "/home/anna/nonna"), "20261122T120000.000Z")
}

// stamp matches the time in the name of a database that restore replaced.
var stamp = regexp.MustCompile(`\d{8}T\d{6}\.\d{3}Z`)

// The film in README.md is what the program draws.
func TestReadmeFilm(t *testing.T) {
	t.Parallel()
	const film, most = "camicia-won-13-cards.gif", 400_000
	s := newShell(t)
	s.run("nonna film -o "+film+" camicia '2 A 7 8 Q 10 / 3 4 5 6 K 9 J'", "")
	page, drawn := filepath.Join("..", "docs", film), readFile(t, filepath.Join(s.folder, film))
	if !strings.Contains(string(readFile(t, "../README.md")), "](docs/"+film+")") || len(drawn) > most {
		t.Errorf("README.md does not show %s, or it has %d bytes, want %d at most", film, len(drawn), most)
	}
	switch {
	case bytes.Equal(drawn, readFile(t, page)):
	case !*update:
		t.Errorf("%s is not what the program draws now; -update rewrites it", page)
	default:
		if err := os.WriteFile(page, drawn, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func readFile(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
