package console_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"nonna/bot/console"
	"nonna/commands"
)

func TestLinesThatBelongTogether(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		lines string
		want  []string
	}{
		"fence":                {"/camicia deal: ```\n2 A\n\n3 4\n``` seed: 1\n/camicia x", []string{"```\n2 A\n\n3 4\n```", "x"}},
		"fence left open":      {"/camicia deal: ```\n2 A\n/camicia x", []string{"```\n2 A", "x"}},
		"fence to the end":     {"/camicia deal: ```\n2 A\n3 4", []string{"```\n2 A\n3 4"}},
		"line ends of Windows": {"\uFEFF/camicia a b\r\n/camicia x\r\n", []string{"a b", "x"}},
		"nothing":              {"\n \n/camicia x\n\n", []string{"x"}},
		"after quit":           {"/camicia x\nquit\n/camicia y\n", []string{"x"}},
		"own command ends":     {"/camicia deal: ```\n2 A\n/as Bob\n/camicia x", []string{"```\n2 A", "x"}},
		"after exit":           {"/camicia x\n/exit\n/camicia y\n", []string{"x"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var r recorder
			out := typed(t, &r, test.lines)
			var got []string
			for _, req := range r.got {
				got = append(got, req.Options.Text("deal"))
			}
			if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", test.want) {
				t.Errorf("deals %q, want %q; the console said:\n%s", got, test.want, out)
			}
		})
	}
}

func TestTooLong(t *testing.T) {
	t.Parallel()
	const want = "This is more than 4 MiB or 1,000 lines, or 4,096 characters that were not pasted, so I did not read it."
	for name, lines := range map[string]string{
		"one line":   "/camicia " + strings.Repeat("A", 4<<20),
		"many lines": "/camicia ```\n" + strings.Repeat("A\n", 1000),
	} {
		var r recorder
		out := typed(t, &r, lines, "quiet", "/camicia x")
		if !strings.Contains(out, want) {
			t.Errorf("%s: got %.200q, want %q", name, out, want)
		}
		if n := len(r.got); n != 1 || r.got[0].Options.Text("deal") != "x" {
			t.Errorf("%s: the line after it was not answered: %d requests", name, n)
		}
	}
	// Input up to the limit reaches the command, which may refuse it.
	var r recorder
	typed(t, &r, "/camicia "+strings.Repeat("A", 1<<20))
	if len(r.got) != 1 || len(r.got[0].Options.Text("deal")) != 1<<20 {
		t.Errorf("1 MiB of text did not reach the command")
	}
}

// broken is an output or input that fails when a test wants it to.
type broken struct{ err error }

func (b broken) Read([]byte) (int, error)  { return 0, b.err }
func (b broken) Write([]byte) (int, error) { return 0, b.err }

func TestFailingInputAndOutput(t *testing.T) {
	t.Parallel()
	wanted := errors.New("the wire was cut")
	var r recorder
	c := console.Config{Router: newRouter(t, &r), Words: book(t).In(""), Lines: console.Pipe(broken{wanted}), Out: io.Discard}
	if err := console.Run(t.Context(), c); !errors.Is(err, wanted) {
		t.Errorf("broken input: got %v, want %v", err, wanted)
	}
	c.Lines, c.Out = console.Pipe(strings.NewReader("/zzz\n/camicia\n")), broken{wanted}
	if err := console.Run(t.Context(), c); !errors.Is(err, wanted) {
		t.Errorf("broken output: got %v, want %v", err, wanted)
	}
	if len(r.got) != 0 {
		t.Errorf("went on after the output was gone: %d requests", len(r.got))
	}
}

func TestEndOfContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	in, typing := io.Pipe()
	defer in.Close()
	handled := func(context.Context, commands.Request) (commands.Reply, error) {
		cancel()
		return commands.Reply{Text: "answered all the same"}, nil
	}
	english := book(t).In("")
	router := routerTo(t, handled, game())
	go func() { _, _ = io.WriteString(typing, "/camicia\n") }()
	var out strings.Builder
	err := console.Run(ctx, console.Config{Router: router, Words: english, Lines: console.Pipe(in), Out: &out})
	if !errors.Is(err, context.Canceled) || !strings.Contains(out.String(), "answered all the same") {
		t.Errorf("got %v and %q, want the answer and that the context was cancelled", err, &out)
	}
	// The end of ctx also ends the wait for a line.
	ctx, cancel = context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		done <- console.Run(ctx, console.Config{Router: router, Words: english, Lines: console.Pipe(in), Out: io.Discard})
	}()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("while waiting: got %v, want that the context was cancelled", err)
	}
}

// The language is that of the environment, or English if there is no translation.
func TestLocale(t *testing.T) {
	t.Parallel()
	for posix, want := range map[string]string{
		"": "en", "C": "en", "C.UTF-8": "en", "POSIX": "en", "it_IT.UTF-8": "it", "it_CH@euro": "it", "it": "it",
		"en_US.UTF-8": "en", "en": "en", "de_AT@euro": "en", "pt_BR": "en",
	} {
		if got := book(t).In(console.Locale(posix)).Locale(); got != want {
			t.Errorf("%q speaks %q, want %q", posix, got, want)
		}
	}
}
