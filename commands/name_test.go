package commands_test

import (
	"strings"
	"testing"

	"nonna/commands"
)

func TestFileName(t *testing.T) {
	t.Parallel()
	for give, want := range map[string]string{
		"camicia-8344-cards.txt":                 "camicia-8344-cards.txt",
		"__init__.py":                            "init__.py",
		"../../etc/passwd":                       "etc-passwd",
		"màzzo 7♠.txt":                           "m-zzo-7-.txt",
		"":                                       "file",
		"...":                                    "file",
		strings.Repeat("a", 200) + ".txt":        strings.Repeat("a", 96) + ".txt",
		"x." + strings.Repeat("long-ending", 20): ("x." + strings.Repeat("long-ending", 20))[:100],
	} {
		if got := commands.FileName(give); got != want {
			t.Errorf("FileName(%q) = %q, want %q", give, got, want)
		}
	}
}
