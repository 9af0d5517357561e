package console

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"strings"
	"time"

	"nonna/commands"
	"nonna/commands/words"
)

// Config is what a console is made of. All but the flags, Width, Announce, Now and
// NewID is required.
type Config struct {
	Router *commands.Router
	// Lines is where lines are typed.
	Lines Lines
	// Out is where answers are shown.
	Out io.Writer
	// Words is what the console itself says; commands answer in its language.
	Words *words.Printer
	// Interactive says that a person is typing: greet, and ask forms.
	Interactive bool
	// Color allows ANSI sequences in what is shown.
	Color bool
	// Width is how many columns the window has now, 0 for any; nil means any.
	Width func() int
	// Traces is the folder that files of a reply are written to, made when
	// there is something to write.
	Traces string
	// Name is that of who opened the console.
	Name string
	// Announce hands over what is to be announced at the console, before each
	// prompt; nil for nothing.
	Announce func(ctx context.Context, show func(commands.Reply))
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// NewID makes the ids of requests, unique over all runs on one store; nil
	// means random ones.
	NewID func() string
}

// Locale returns the language that a POSIX environment names, "it_IT.UTF-8",
// without the character set, as words.Book.In takes it.
func Locale(posix string) string {
	if i := strings.IndexAny(posix, ".@"); i >= 0 {
		return posix[:i]
	}
	return posix
}

// errLeave ends the session; it never leaves the package.
var errLeave = errors.New("console: leave")

// session is a running console. It belongs to the goroutine of [Run].
type session struct {
	Config
	out *printer
	// user is who types now.
	user commands.User
	// controls are what can be pressed: those of the last reply that had any.
	controls []control
	// alt describes the last picture.
	alt string
	// unread is a line that was read too far and comes next.
	unread *string
}

// Run reads and answers lines until "quit" or the end of the input, which
// return nil, or until ctx ends, which returns its error. It fails when a line
// cannot be read or an answer cannot be written. A read that is under way when
// ctx ends cannot be broken off: it is left behind, and whoever owns the input
// ends it by closing that.
func Run(ctx context.Context, c Config) error {
	s := newSession(c)
	s.Lines.SetCompleter(func(line string, pos int) (string, []commands.Choice, string) { return s.completeAt(ctx, line, pos) })
	if s.Interactive {
		s.greet()
	}
	interrupted := false
	for {
		if c.Announce != nil {
			c.Announce(ctx, s.announce)
		}
		if err := s.out.flush(); err != nil {
			return err
		}
		line, err := s.readCommand(ctx)
		if err == nil {
			err = s.do(ctx, line)
		}
		switch {
		case errors.Is(err, errLeave):
			return s.out.flush()
		case errors.Is(err, io.EOF), errors.Is(err, ErrInterrupted) && interrupted && line == "":
			return s.leave()
		case errors.Is(err, ErrInterrupted):
			s.out.line(s.say("console.interrupted", nil))
		case errors.Is(err, errTooLong):
			s.problem(s.say("console.too-long", words.Args{"size": maxInput >> 20, "lines": maxLines}))
		case err != nil:
			return errors.Join(err, s.leave())
		}
		interrupted = errors.Is(err, ErrInterrupted)
	}
}

func newSession(c Config) *session {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.NewID == nil {
		c.NewID = func() string { return "console-" + rand.Text() }
	}
	if c.Width == nil {
		c.Width = func() int { return 0 }
	}
	return &session{
		Config: c,
		user:   commands.User{ID: opener, Name: c.Name},
		out: &printer{
			w: bufio.NewWriter(c.Out), width: c.Width, markdown: markdown{color: c.Color, words: c.Words, now: c.Now},
		},
	}
}

// say returns one of the console's own messages.
func (s *session) say(id string, args words.Args) string { return s.Words.Say(id, args) }

// problem shows what was wrong with a line.
func (s *session) problem(text string) {
	s.out.line(text)
	s.out.line("")
}

// greet says in two lines what this is and what to type.
func (s *session) greet() {
	s.out.styledLine(bold, s.say("console.greeting", nil))
	if names := specNames(s.Router.Specs()); len(names) > 0 {
		s.out.line(s.say("console.usage", words.Args{"command": "/" + names[0]}))
	}
	s.out.line("")
}

// leave ends the session at a prompt; what the terminal shows next gets a line
// of its own.
func (s *session) leave() error {
	if s.Interactive {
		s.out.line("")
	}
	return s.out.flush()
}

// own are the commands of the console itself.
//
//nolint:gochecknoglobals // a table that is never written
var own = map[string]func(*session, context.Context, string) error{
	"as": (*session).as, "describe": (*session).describe, "exit": (*session).quit, "press": (*session).press, "quit": (*session).quit,
}

func (*session) quit(context.Context, string) error { return errLeave }

// do answers one line.
func (s *session) do(ctx context.Context, line string) error {
	word, rest := firstWord(line)
	name, slash := strings.CutPrefix(strings.ToLower(word), "/")
	switch run := own[name]; {
	case word == "":
		return nil
	case run != nil && (slash || name != "as"): // a deal may begin with As, the ace of spades
		return run(s, ctx, rest)
	case rest == "" && !slash && (word == "?" || name == commands.HelpName):
		s.help(ctx)
		return nil
	case number.MatchString(line):
		return s.press(ctx, line)
	}
	req, err := s.parse(line)
	if err != nil {
		s.problem(err.Error())
		return nil
	}
	return s.answer(ctx, req)
}

// help lists the commands, and says what else can be typed.
func (s *session) help(ctx context.Context) {
	s.show(s.Router.Handle(ctx, s.request(commands.Slash, commands.HelpName)))
	s.out.styledLine(dim, s.say("console.help", nil))
	s.out.line("")
}

// answer asks the router and shows what it says; a form is asked for and sent.
func (s *session) answer(ctx context.Context, req commands.Request) error {
	reply := s.Router.Handle(ctx, req)
	if reply.Form == nil {
		s.show(reply)
		return nil
	}
	submit, err := s.fillForm(ctx, *reply.Form)
	if err != nil || submit == nil {
		return err
	}
	s.show(s.Router.Handle(ctx, *submit))
	return nil
}

// request is the part that all requests of this console have in common.
// Command may be the whole id of a button or form.
func (s *session) request(kind commands.Kind, command string) commands.Request {
	return commands.Request{
		ID:      s.NewID(),
		Kind:    kind,
		Command: command,
		User:    s.user,
		GuildID: Guild, ChannelID: Channel,
		Locale:      s.Words.Locale(),
		ManageGuild: s.user.ID == opener,
		At:          s.Now(),
	}
}
