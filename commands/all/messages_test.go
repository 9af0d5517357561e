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

// literals returns the string literals of a file or folder of the program.
func literals(t *testing.T, from string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, _ fs.DirEntry, err error) error {
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

// The program, and the part of it that uses the messages of games.
const program, engineFiles = "../..", "../../engine"

// built returns the ids that the program puts together: those of specs, of games and their
// units, and of the kinds of problems.
func built(t *testing.T, b *words.Book) []string {
	t.Helper()
	var ids []string
	for _, s := range specs(t) {
		ids = append(ids, specIDs(b, s, "spec."+s.Name)...)
	}
	for _, g := range commandstest.Games() {
		ids = append(ids, g.Name+".name", g.Name+".help", g.Name+".next")
		for _, unit := range g.Units {
			if unit != "" {
				ids = append(ids, unit.Count(1).ID, unit.Name().ID, unit.Moment(1).ID)
			}
		}
	}
	files, err := filepath.Glob(engineFiles + "/*/kind.go")
	if err != nil || len(files) < 4 {
		t.Fatalf("kinds in %q, %v", files, err)
	}
	for _, file := range files {
		for _, kind := range literals(t, file) {
			if !strings.Contains(kind, "/") { // an import
				ids = append(ids, "deal."+kind+".found", "deal."+kind+".hint")
			}
		}
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

// TestMessages finds messages that nothing says, and ids that have none. A literal that ends in a
// full stop, "game.", begins ids that are put together, and a unit, "snap.takes", is an
// id without its last part; the ids of specs and of games are known one by one. Of what the
// engine alone says, the other part of an id is a literal too. A literal has a message if the part
// before its first full stop is that of messages.
func TestMessages(t *testing.T) {
	t.Parallel()
	b := commandstest.Book(t)
	engines := append([]string{"penalty", "deal", "deck", "division", "seat", "list"}, commandstest.Games().Names()...)
	everywhere, inEngine, known := literals(t, program), literals(t, engineFiles), built(t, b)
	for _, id := range b.IDs() {
		first, _, _ := strings.Cut(id, ".")
		used := everywhere
		isBuilt := func(prefix string) bool {
			return strings.HasSuffix(prefix, ".") && len(prefix) > 1 && strings.HasPrefix(id, prefix) || prefix == id[:strings.LastIndexByte(id, '.')]
		}
		if slices.Contains(engines, first) {
			used, isBuilt = inEngine, func(prefix string) bool {
				rest, ok := strings.CutPrefix(id, prefix)
				return ok && len(prefix) > 1 && strings.ContainsAny(prefix[len(prefix)-1:], ".-") && slices.Contains(inEngine, rest)
			}
		}
		if !slices.Contains(known, id) && (first == "spec" || !slices.Contains(used, id) && !slices.ContainsFunc(used, isBuilt)) {
			t.Errorf("nothing says %s", id)
		}
	}

	topics, asked := make(map[string]bool), known
	for _, id := range b.IDs() {
		topic, _, _ := strings.Cut(id, ".")
		topics[topic] = true
	}
	shape := regexp.MustCompile(`^[a-z]+(\.[A-Za-z-]*[A-Za-z])+$`)
	for _, s := range everywhere {
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
