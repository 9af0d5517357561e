package main

import (
	"bytes"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestPasted runs the program with every text of testdata/pasted.tsv.
func TestPasted(t *testing.T) {
	t.Parallel()
	for row := range strings.Lines(string(readFile(t, "testdata/pasted.tsv"))) {
		if strings.HasPrefix(row, "#") {
			continue
		}
		c := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		game, text, want := c[0], c[1], c[2]
		if quoted, err := strconv.Unquote(text); err == nil {
			text = quoted
		}
		var out, errs bytes.Buffer
		args, typed := append(append([]string{"settle", "--json"}, strings.Fields(game)...), "--", text), ""
		if game == "console" {
			dir := t.TempDir()
			args, typed = []string{"console", "--traces", dir, "--db", filepath.Join(dir, "nonna.db")}, text
		}
		run(t.Context(), args, process{stdin: strings.NewReader(typed), stdout: &out, stderr: &errs})
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s: %s\nis answered %s%swant %s", game, text, &out, &errs, want)
		}
	}
}
