// Command generate collects the licenses of package notices: those of the program, of Go
// and its library, and of every module that is linked on Linux, macOS or Windows.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
)

const program = "nonna/bot"

func main() {
	out := flag.String("o", "notices.txt", "the file to write")
	flag.Parse()
	var text bytes.Buffer
	err := write(context.Background(), &text)
	if err == nil {
		err = os.WriteFile(*out, text.Bytes(), 0o644) //nolint:gosec // everybody may read it
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// part is the program, Go or a module, with its folder.
type part struct{ name, dir string }

// notice is a license with the files that contain it.
type notice struct {
	text  string
	files []string
}

// write writes the licenses of all parts, each text once.
func write(ctx context.Context, w io.Writer) error {
	parts, err := linked(ctx)
	if err != nil {
		return err
	}
	var all []notice
	for _, p := range parts {
		found, err := p.notices()
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return fmt.Errorf("%s has no license in %s", p.name, p.dir)
		}
		for _, n := range found {
			i := slices.IndexFunc(all, func(known notice) bool { return known.text == n.text })
			if i < 0 {
				all = append(all, n)
				continue
			}
			all[i].files = append(all[i].files, n.files...)
		}
	}
	line := strings.Repeat("=", 80)
	fmt.Fprintln(w, "Nonna is made of the following, each under its own license.")
	for _, n := range all {
		fmt.Fprintf(w, "\n%s\n%s\n%s\n\n%s\n", line, strings.Join(n.files, "\n"), line, n.text)
	}
	return nil
}

// linked returns the program, Go, and the modules that are linked on any of the systems,
// sorted by name. They do not depend on the architecture.
func linked(ctx context.Context) ([]part, error) {
	var modules []part
	for _, system := range []string{"linux", "darwin", "windows"} {
		const format = "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}"
		lines, err := runGo(ctx, system, "list", "-deps", "-f", format, program)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(lines) {
			name, dir, _ := strings.Cut(strings.TrimSpace(line), "\t")
			modules = append(modules, part{name, dir})
		}
	}
	slices.SortFunc(modules, func(a, b part) int { return strings.Compare(a.name, b.name) })
	root, err := runGo(ctx, "", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	own, err := runGo(ctx, "", "list", "-m", "-f", "{{.Dir}}")
	first := []part{{"Nonna", strings.TrimSpace(own)}, {"Go", strings.TrimSpace(root)}}
	return append(first, slices.Compact(modules)...), err
}

// runGo runs the go command for a system and returns its output. It ignores the flags of
// the current build.
func runGo(ctx context.Context, system string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=readonly", "CGO_ENABLED=0", "GOARCH=amd64", "GOOS="+system)
	out, err := cmd.Output()
	if failed := new(exec.ExitError); errors.As(err, &failed) {
		err = fmt.Errorf("%w\n%s", err, failed.Stderr)
	}
	if err != nil {
		return "", fmt.Errorf("go %s for %s: %w", strings.Join(args, " "), system, err)
	}
	return string(out), nil
}

// notices returns the licenses in a part's folder.
func (p part) notices() ([]notice, error) {
	var all []notice
	files := os.DirFS(p.dir)
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && p.skips(name):
			return fs.SkipDir
		case entry.IsDir():
			return nil
		}
		text, err := license(files, name)
		if text != "" {
			all = append(all, notice{text, []string{p.name + ": " + name}})
		}
		return err
	})
	return all, err
}

// skips reports whether nothing is linked from a folder.
func (p part) skips(folder string) bool {
	switch base := path.Base(folder); {
	case folder == ".":
		return false
	case p.name == "Nonna":
		return true
	case p.name == "Go": // only the library is linked
		return folder != "src" && folder != "src/vendor" && !strings.HasPrefix(folder, "src/vendor/")
	default:
		return base == "testdata" || base[0] == '.' || base[0] == '_'
	}
}

var (
	named  = regexp.MustCompile(`(?i)(^|/)((licen[cs]e|copying|notice|patents|copyright)[^/]*|licen[cs]es/[^/]*)$`)
	readme = regexp.MustCompile(`(?i)(^|/)readme[^/]*$`)
	// granted matches a README that contains a license, like that of the Go fonts.
	granted = regexp.MustCompile(`Redistribution and use in source|Permission is hereby granted`)
)

// license returns the text of a file that contains a license, "" for others.
func license(files fs.FS, name string) (string, error) {
	isReadme := readme.MatchString(name)
	if !isReadme && !named.MatchString(name) || path.Ext(name) == ".go" {
		return "", nil
	}
	data, err := fs.ReadFile(files, name)
	text := strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(string(data), "\uFFFD"), "\r\n", "\n"))
	if isReadme && !granted.MatchString(text) {
		return "", err
	}
	return text, err
}
