package all_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/commands/words"
)

// literals returns the string literals of the program.
func literals(t *testing.T) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir("../..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "discordtest") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if s, err := strconv.Unquote(lit.Value); err == nil {
					list = append(list, s)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// built returns the ids that the program puts together: those of specs.
func built(t *testing.T, b *words.Book) []string {
	t.Helper()
	var ids []string
	for _, s := range specs(t) {
		ids = append(ids, specIDs(b, s, "spec."+s.Name)...)
	}
	for _, g := range commandstest.Games() {
		ids = append(ids, g.Name+".name", g.Name+".help", g.Name+".next")
	}
	return ids
}

// specs returns the specs of all commands.
func specs(t *testing.T) []commands.Command {
	t.Helper()
	return commandstest.New(t).Router.Commands()
}

func specIDs(b *words.Book, s commands.Command, id string) []string {
	ids := []string{id + ".name"}
	if s.Kind != commands.MessageMenu {
		ids = append(ids, id+".about")
	}
	for _, sub := range s.Subs {
		ids = append(ids, specIDs(b, sub, id+"."+sub.Name)...)
	}
	for _, o := range s.Options {
		option := id + "." + o.Name
		if !slices.Contains(b.IDs(), option+".about") {
			option = "spec.every." + o.Name
		}
		ids = append(ids, option+".name", option+".about")
		for _, c := range o.Choices {
			if choice := option + ".choice." + c.Value; slices.Contains(b.IDs(), choice) {
				ids = append(ids, choice)
			} else {
				ids = append(ids, c.Value+".name") // a game
			}
		}
	}
	return ids
}

// TestEveryMessageIsUsed finds messages that nothing says. A literal that ends in a
// full stop, "game.", begins ids that are put together, and a unit, "snap.takes", is an
// id without its last part; the ids of specs and of games are known one by one.
func TestEveryMessageIsUsed(t *testing.T) {
	t.Parallel()
	b := commandstest.Book(t)
	used, known := literals(t), built(t, b)
	for _, id := range b.IDs() {
		first, _, _ := strings.Cut(id, ".")
		switch {
		case first == "spec":
			if !slices.Contains(known, id) {
				t.Errorf("nothing has the text %s", id)
			}
		case slices.Contains(used, id), slices.Contains(known, id), slices.Contains(used, id[:strings.LastIndexByte(id, '.')]):
		case !slices.ContainsFunc(used, func(s string) bool { return strings.HasSuffix(s, ".") && len(s) > 1 && strings.HasPrefix(id, s) }):
			t.Errorf("nothing says %s", id)
		}
	}
}

// TestEveryIDHasAMessage finds literals of which the part before the first full stop
// is that of messages, but which are neither an id nor a unit.
func TestEveryIDHasAMessage(t *testing.T) {
	t.Parallel()
	b := commandstest.Book(t)
	topics := make(map[string]bool)
	for _, id := range b.IDs() {
		topic, _, _ := strings.Cut(id, ".")
		topics[topic] = true
	}
	asked := built(t, b)
	shape := regexp.MustCompile(`^[a-z]+(\.[A-Za-z-]*[A-Za-z])+$`)
	for _, s := range literals(t) {
		if topic, _, _ := strings.Cut(s, "."); topics[topic] && shape.MatchString(s) {
			asked = append(asked, s)
		}
	}
	if len(asked) < 200 {
		t.Errorf("found only %d ids in the program", len(asked))
	}
	for _, id := range asked {
		if !slices.Contains(b.IDs(), id) && !slices.Contains(b.IDs(), id+".count") {
			t.Errorf("there is no message %s", id)
		}
	}
}
