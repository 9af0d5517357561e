// Command generate collects the licenses of package notices: those of the program, of Go
// and its library, and of every module that is linked on Linux, macOS or Windows. They are in
// the folders of the linked packages, or in those above.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"go/build"
	"io"
	"os"
	"os/exec"
	"path/filepath"
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

// folder is one of the program, of Go or of a module, with that one's name and root.
type folder struct{ part, root, path string }

// write writes the licenses of all parts, each text once.
func write(ctx context.Context, w io.Writer) error {
	folders, err := linked(ctx)
	if err != nil {
		return err
	}
	missing, order, files := map[string]bool{}, []string(nil), map[string][]string{}
	for _, f := range folders {
		found, err := f.licenses()
		if err != nil {
			return err
		}
		if f.path == f.root {
			missing[f.part] = len(found) == 0
		}
		for _, name := range found {
			text, err := license(name)
			if err != nil {
				return err
			}
			if files[text] == nil {
				order = append(order, text)
			}
			files[text] = append(files[text], f.part+": "+filepath.ToSlash(strings.TrimPrefix(name, f.root+string(filepath.Separator))))
		}
	}
	for part, isMissing := range missing {
		if isMissing {
			return fmt.Errorf("%s has no license", part)
		}
	}
	line := strings.Repeat("=", 80)
	fmt.Fprintln(w, "Nonna is made of the following, each under its own license.")
	for _, text := range order {
		fmt.Fprintf(w, "\n%s\n%s\n%s\n\n%s\n", line, strings.Join(files[text], "\n"), line, text)
	}
	return nil
}

// linked returns the folders of the packages that are linked on any of the systems, and those above
// them, sorted. They do not depend on the architecture.
func linked(ctx context.Context) (all []folder, err error) {
	format := "{{with .Module}}{{if .Main}}Nonna\t{{.Dir}}\t{{.Dir}}{{else}}{{.Path}} {{.Version}}\t{{.Dir}}\t{{$.Dir}}{{end}}" +
		"{{else}}Go\t" + build.Default.GOROOT + "\t{{.Dir}}{{end}}"
	for _, system := range []string{"linux", "darwin", "windows"} {
		cmd := exec.CommandContext(ctx, "go", "list", "-deps", "-f", format, program)
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=readonly", "CGO_ENABLED=0", "GOARCH=amd64", "GOOS="+system) // not those of the current build
		lines, err := cmd.Output()
		if failed, ok := errors.AsType[*exec.ExitError](err); ok {
			err = fmt.Errorf("%w\n%s", err, failed.Stderr)
		}
		if err != nil {
			return nil, fmt.Errorf("go list for %s: %w", system, err)
		}
		for line := range strings.Lines(string(lines)) {
			fields := strings.Split(strings.TrimSpace(line), "\t")
			for f := (folder{fields[0], fields[1], fields[2]}); ; f.path = filepath.Dir(f.path) {
				if all = append(all, f); f.path == f.root {
					break
				}
				if f.path == filepath.Dir(f.path) {
					return nil, fmt.Errorf("%s is not below the folder %q of %s", fields[2], f.root, f.part)
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b folder) int { return strings.Compare(a.part+a.path, b.part+b.path) })
	return slices.Compact(all), nil
}

// named matches the names of files that hold licenses.
var named = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|copyright)[^/]*$`)

// licenses returns the files with licenses in a folder. That of Go's fonts is in a README beside them.
func (f folder) licenses() (files []string, err error) {
	entries, err := os.ReadDir(f.path)
	for _, e := range entries {
		switch name := filepath.Join(f.path, e.Name()); {
		case e.Name() == "ttfs":
			files = append(files, filepath.Join(name, "README"))
		case e.Type().IsRegular() && named.MatchString(e.Name()) && filepath.Ext(name) != ".go":
			files = append(files, name)
		}
	}
	return files, err
}

// license returns the text of a license.
func license(name string) (string, error) {
	text, err := os.ReadFile(name)
	return strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(string(text), "\uFFFD"), "\r\n", "\n")), err
}
