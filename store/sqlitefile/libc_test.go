package sqlitefile

import (
	"encoding/json"
	"os/exec"
	"testing"
)

// TestLibcHasTheVersionThatSQLiteRequires compares the module versions in use with those that
// modernc.org/sqlite requires. Its C library is translated code whose layouts the
// translated SQLite relies on: another version may compile and then corrupt memory
// (https://gitlab.com/cznic/sqlite/-/issues/177).
func TestLibcHasTheVersionThatSQLiteRequires(t *testing.T) {
	t.Parallel()
	var sqlite, libc struct{ Version, GoMod string }
	goCommand(t, &sqlite, "list", "-m", "-json", "modernc.org/sqlite")
	goCommand(t, &libc, "list", "-m", "-json", "modernc.org/libc")
	var wants struct {
		Require []struct{ Path, Version string }
	}
	goCommand(t, &wants, "mod", "edit", "-json", sqlite.GoMod)
	for _, r := range wants.Require {
		if r.Path != "modernc.org/libc" {
			continue
		}
		if r.Version != libc.Version {
			t.Errorf("go.mod has modernc.org/libc %s; modernc.org/sqlite %s needs exactly %s:"+
				" go get modernc.org/libc@%s", libc.Version, sqlite.Version, r.Version, r.Version)
		}
		return
	}
	t.Errorf("%s does not ask for modernc.org/libc any more; this test is of no use then", sqlite.GoMod)
}

// goCommand runs the go command, which needs only the module cache, and decodes its
// output.
func goCommand(t *testing.T, into any, args ...string) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", args...).Output()
	if err != nil {
		t.Fatalf("go %v: %v", args, err)
	}
	must(t, json.Unmarshal(out, into))
}
