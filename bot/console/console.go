package console

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"time"

	"nonna/commands"
)

// Router answers requests; [commands.Router] is one.
type Router interface {
	// Specs returns the shapes of all commands.
	Specs() []commands.Spec
	// Handle answers a request; it always returns something to show.
	Handle(ctx context.Context, req commands.Request) commands.Reply
}

// Config is what a console is made of. Router, Lines and Out are required.
type Config struct {
	Router Router
	// Lines is where lines are typed.
	Lines Lines
	// Out is where answers are shown.
	Out io.Writer
	// Interactive says that a person is typing: greet, prompt, ask forms.
	Interactive bool
	// Color allows ANSI sequences in what is shown.
	Color bool
	// Traces is the folder that files of a reply are written to, made when
	// there is something to write; "" means "traces".
	Traces string
	// User is who types.
	User commands.User
	// Locale is the typist's language as Discord names it, "" for English.
	Locale string
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// NewID makes the ids of requests, unique over all runs on one store; nil
	// means random ones.
	NewID func() string
}

// errLeave ends the session; it never leaves the package.
var errLeave = errors.New("console: leave")

// session is a running console. It belongs to the goroutine of [Run].
type session struct {
	Config
	out   *printer
	files saver
	// controls are what "press" can press: those of the last reply that had any.
	controls []control
	// pushed is a line that was read too far and comes next.
	pushed *string
}

// Run reads and answers lines until "quit" or the end of the input, which
// return nil, or until ctx ends, which returns its error. It fails when a line
// cannot be read or an answer cannot be written. A read that is under way when
// ctx ends cannot be broken off: it is left behind, and whoever owns the input
// ends it by closing that.
func Run(ctx context.Context, c Config) error {
	s := newSession(c)
	if s.Interactive {
		s.greet()
	}
	if t, ok := s.Lines.(completing); ok {
		t.SetCompleter(s.completer(ctx))
	}
	interrupted := false
	for {
		err := s.step(ctx)
		switch {
		case errors.Is(err, errLeave):
			return s.out.flush()
		case errors.Is(err, io.EOF), errors.Is(err, ErrInterrupted) && interrupted:
			return s.leave()
		case errors.Is(err, ErrInterrupted):
			s.out.line("(Ctrl-C again, Ctrl-D or quit leaves.)")
		case errors.Is(err, errTooLong):
			s.problem(fmt.Sprintf("This is more than %d MiB or %d lines, so I did not read it.", maxInput>>20, maxLines))
		case err != nil:
			return errors.Join(err, s.leave())
		}
		interrupted = errors.Is(err, ErrInterrupted)
		if err := s.out.flush(); err != nil {
			return err
		}
	}
}

// step reads one command and answers it.
func (s *session) step(ctx context.Context) error {
	line, err := s.readCommand(ctx)
	if err != nil {
		return err
	}
	return s.do(ctx, line)
}

func newSession(c Config) *session {
	if c.Traces == "" {
		c.Traces = "traces"
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.NewID == nil {
		c.NewID = func() string { return "console-" + rand.Text() }
	}
	return &session{
		Config: c,
		out:    newPrinter(c.Out, markdown{color: c.Color, now: c.Now}),
		files:  saver{dir: c.Traces},
	}
}

// greet says in two lines what this is and what to type.
func (s *session) greet() {
	s.out.bold("Nonna plays and settles card games that play themselves.")
	example := ""
	if first := slashNames(s.Router.Specs()); len(first) > 0 {
		example = ", such as /" + first[0]
	}
	s.out.line("Type commands as in Discord" + example + "; help lists them, quit leaves.")
	s.out.line("")
	_ = s.out.flush() // a failure is kept and returned by the next flush
}

// leave ends the session at a prompt; what the terminal shows next gets a line
// of its own.
func (s *session) leave() error {
	if s.Interactive {
		s.out.line("")
	}
	return s.out.flush()
}

// do answers one line.
func (s *session) do(ctx context.Context, line string) error {
	switch word, rest := firstWord(line); {
	case word == "":
		return nil
	case s.is(word, "quit", "exit"):
		return errLeave
	case s.is(word, "press"):
		return s.press(ctx, rest)
	case word == "help" || word == "?":
		s.help(ctx)
		return nil
	}
	req, err := s.parse(line)
	if err != nil {
		s.problem(err.Error())
		return nil
	}
	return s.answer(ctx, req)
}

// is tells whether word, with or without a slash, is one of the console's own
// words and not the name of a command.
func (s *session) is(word string, own ...string) bool {
	for _, w := range own {
		if word == w || word == "/"+w {
			_, taken := findSlash(s.Router.Specs(), w)
			return !taken
		}
	}
	return false
}

// answer asks the router and shows what it says; a form is asked for and sent.
func (s *session) answer(ctx context.Context, req commands.Request) error {
	reply := s.Router.Handle(ctx, req)
	if reply.Form == nil {
		s.show(reply)
		return nil
	}
	submit, err := s.ask(ctx, *reply.Form)
	if err != nil || submit == nil {
		return err
	}
	s.show(s.Router.Handle(ctx, *submit))
	return nil
}

// request is the part that all requests of this console have in common.
func (s *session) request(kind commands.Kind, command string) commands.Request {
	return commands.Request{
		ID:      s.NewID(),
		Kind:    kind,
		Command: command,
		User:    s.User,
		Locale:  s.Locale,
		// Whoever can open the database file can do to it what they like.
		ManageGuild: true,
		At:          s.Now(),
	}
}
