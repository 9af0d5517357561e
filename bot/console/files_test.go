package console_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonna/bot/console"
	"nonna/commands"
)

// A file never replaces a different one, and the same content is not written twice.
func TestFilesAreNeverOverwritten(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new", "traces")
	handle := func(_ context.Context, req commands.Request) (commands.Reply, error) {
		data := []byte(req.Options.Text("deal"))
		return commands.Reply{
			Picture: &commands.File{Name: "game.png", Data: data}, Files: []commands.File{{Name: "game.txt.gz", Data: data}},
		}, nil
	}
	out := run(t, console.Config{
		Router: routerTo(t, handle, game()), Traces: dir,
		Lines: console.Pipe(strings.NewReader("/camicia a\n/camicia b\n/camicia a\n/camicia cc\n/camicia b\n")),
	})
	want := ""
	for _, n := range []string{"", "-2", "", "-3", "-2"} {
		want += "picture: " + filepath.Join(dir, "game"+n+".png") + "\n" +
			"file: " + filepath.Join(dir, "game"+n+".txt.gz") + "\n\n"
	}
	if diff := cmp.Diff(want, out); diff != "" {
		t.Errorf("shown (-want +got):\n%s", diff)
	}
	for name, want := range map[string]string{"game": "a", "game-2": "b", "game-3": "cc"} {
		if data, err := os.ReadFile(filepath.Join(dir, name+".txt.gz")); err != nil || string(data) != want {
			t.Errorf("%s.txt.gz holds %q, %v", name, data, err)
		}
	}
}

func TestFileNamesAreMadeSafe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	outside := filepath.Join(dir, "outside.txt")
	traces := filepath.Join(dir, "traces")
	if err := os.MkdirAll(traces, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(traces, "link.txt")); err != nil {
		t.Fatal(err)
	}
	r := recorder{}
	for i, name := range []string{
		"../outside.txt", "/etc/passwd", "..", "", ".hidden", "a b\n.txt", "-rf", "link.txt", "__init__.py", "màzzo 7♠.txt", "...",
		strings.Repeat("x", 300) + ".txt", "x." + strings.Repeat("y", 300),
	} {
		r.reply.Files = append(r.reply.Files, commands.File{Name: name, Data: []byte(fmt.Sprint(i))})
	}
	run(t, console.Config{Router: newRouter(t, &r), Traces: traces, Lines: console.Pipe(strings.NewReader("/camicia"))})
	entries, err := os.ReadDir(traces)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	want := []string{
		"a-b-.txt", "etc-passwd", "file", "file-2", "file-3", "hidden", "init__.py", "link-2.txt", "link.txt", "m-zzo-7-.txt", "outside.txt", "rf",
		"x." + strings.Repeat("y", 98), strings.Repeat("x", 96) + ".txt",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if _, err := os.Lstat(outside); err == nil {
		t.Error("a file was written outside of the folder")
	}
}

func TestFolderThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "traces")
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r := recorder{reply: commands.Reply{Text: "B wins", Files: []commands.File{{Name: "game.txt"}}}}
	out := run(t, console.Config{Router: newRouter(t, &r), Traces: dir, Lines: console.Pipe(strings.NewReader("/camicia\n/camicia"))})
	if strings.Count(out, "B wins") != 2 || strings.Count(out, "The file game.txt could not be written: ") != 2 {
		t.Errorf("got %q, want both answers and that the file could not be written", out)
	}
}
