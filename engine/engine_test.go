package engine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"nonna/engine"
)

// mayName is the most strings that may name a game outside of its package and its words,
// in the fixtures of tests and where a name is also an English word.
const mayName = 4

// No other package names a game or imports its package, so that a new game changes
// nothing there.
func TestGamesAreNamedAtHome(t *testing.T) {
	t.Parallel()
	games := engine.Games()
	name := regexp.MustCompile(`(?i)\b(` + strings.Join(games.Names(), "|") + `)\b`)
	root := os.DirFS("..")
	var named []string
	files := 0
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && games.ByName(filepath.Base(path)) != nil && filepath.Dir(path) == "engine":
			return fs.SkipDir
		case !strings.HasSuffix(path, ".go"), strings.HasSuffix(path, "_test.go"), path == "engine/engine.go":
			return nil
		}
		files++
		text, err := fs.ReadFile(root, path)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, path, text, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING && name.MatchString(l.Value) {
				named = append(named, set.Position(l.Pos()).String()+": "+l.Value)
			}
			return true
		})
		for _, i := range f.Imports {
			imported, err := strconv.Unquote(i.Path.Value)
			if below, ok := strings.CutPrefix(imported, "nonna/engine/"); err != nil || ok && games.ByName(below) != nil {
				t.Errorf("%s imports %s, %v", path, i.Path.Value, err)
			}
		}
		return nil
	})
	if err != nil || files < 100 {
		t.Fatalf("%d files, %v", files, err)
	}
	if len(named) > mayName {
		t.Errorf("%d texts name a game, want at most %d:\n%s", len(named), mayName, strings.Join(named, "\n"))
	}
	t.Logf("named:\n%s", strings.Join(named, "\n"))
}
