package console

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"nonna/commands"
	"nonna/commands/words"
)

// Config holds what a console needs. Interactive, Color, Width, Announce, Now and NewID
// are optional.
type Config struct {
	Router *commands.Router
	// Lines is the source of lines.
	Lines Lines
	// Out is where answers are shown.
	Out io.Writer
	// Words has the console's own messages; commands answer in its language.
	Words *words.Printer
	// Interactive means that a person is typing, who can be greeted and asked to fill
	// forms.
	Interactive bool
	// Color allows ANSI sequences in the output.
	Color bool
	// Width returns the number of columns of the window, 0 for no limit; nil means no
	// limit.
	Width func() int
	// Traces is the folder for the files of replies. It is created for the first file.
	Traces string
	// Name is the name of the user.
	Name string
	// Announce calls show for each announcement. It is called before each prompt; nil
	// means no announcements.
	Announce func(ctx context.Context, show func(commands.Reply))
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// NewID returns the id of a new request, unique over all runs on one store; nil
	// means random ids.
	NewID func() string
}

// Locale returns the language of a POSIX locale such as "it_IT.UTF-8" without its
// character set, as words.Book.In takes it.
func Locale(posix string) string {
	if i := strings.IndexAny(posix, ".@"); i >= 0 {
		return posix[:i]
	}
	return posix
}

// errLeave ends the session. Run does not return it.
var errLeave = errors.New("console: leave")

// session is a running console. It belongs to the goroutine of [Run].
type session struct {
	Config
	out *printer
	// user is the member who is typing.
	user commands.User
	// controls can be pressed: those of the last reply.
	controls []control
	// members are the names that Tab offers: the admin's, and those of /as in this run.
	members []string
	// alt describes the last picture.
	alt string
	// unread is a line that was read too early and will be read again.
	unread *string
}

// Run reads and answers lines. It returns nil at "quit" or the end of the input, the
// error of ctx when ctx is done, and an error if a line cannot be read or an answer not
// be written. A read that is blocked when ctx is done goes on in the background until the
// caller closes the input.
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
			s.problem(s.say("console.too-long", words.Args{"size": maxInput >> 20, "lines": maxLines, "typed": maxTyped}))
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
		Config:  c,
		user:    commands.User{ID: adminID, Name: c.Name},
		members: []string{c.Name},
		out: &printer{
			w: bufio.NewWriter(c.Out), width: c.Width, markdown: markdown{color: c.Color, now: c.Now, names: map[string]string{strconv.Itoa(adminID): c.Name}},
		},
	}
}

// say returns one of the console's own messages.
func (s *session) say(id string, args words.Args) string { return s.Words.Say(id, args) }

// problem shows a message about the last line.
func (s *session) problem(text string) {
	s.out.line(text)
	s.out.line("")
}

// greet shows what this is and what to type.
func (s *session) greet() {
	s.out.styledLine(bold, s.say("console.greeting", nil))
	if names := s.specNames(s.Router.Commands()); len(names) > 0 {
		s.out.line(s.say("console.usage", words.Args{"command": "/" + names[0]}))
	}
	s.out.line("")
}

// leave ends the session at a prompt, with a line feed if that is on a terminal.
func (s *session) leave() error {
	if s.Interactive {
		s.out.line("")
	}
	return s.out.flush()
}

// builtins returns the commands of the console itself. Each goes by the words of the message
// console.typed.NAME.
func (s *session) builtins() map[string]func(context.Context, string) error {
	return map[string]func(context.Context, string) error{"as": s.as, "describe": s.describe, "press": s.press, "quit": s.quit}
}

// typedAs returns the words that a builtin goes by.
func (s *session) typedAs(builtin string) []string {
	return strings.Fields(s.say("console.typed."+builtin, nil))
}

// builtin returns the builtin that a word without its slash stands for, "" if it is not
// one.
func (s *session) builtin(word string) string {
	for name := range s.builtins() {
		if indexName(s.typedAs(name), word) >= 0 {
			return name
		}
	}
	return ""
}

func (*session) quit(context.Context, string) error { return errLeave }

// do answers one line.
func (s *session) do(ctx context.Context, line string) error {
	word, rest := firstWord(line)
	bare, slash := strings.CutPrefix(word, "/")
	switch name := s.builtin(bare); {
	case word == "":
		return nil
	case name != "" && (slash || name != "as"): // a deal may begin with As, the ace of spades
		return s.builtins()[name](ctx, rest)
	case rest == "" && !slash && s.asksForHelp(word):
		s.help(ctx)
		return nil
	case number().MatchString(line):
		return s.press(ctx, line)
	}
	req, err := s.parse(line)
	if err != nil {
		s.problem(err.Error())
		return nil
	}
	return s.answer(ctx, req)
}

// asksForHelp reports whether a word by itself is "?" or the name of the command for help.
func (s *session) asksForHelp(word string) bool {
	spec, _, found := s.findCommand(word)
	return word == "?" || found && spec.Name == commands.HelpName
}

// help shows the commands, and what else can be typed.
func (s *session) help(ctx context.Context) {
	s.show(s.Router.Handle(ctx, s.request(commands.Slash, commands.HelpName)))
	settle := ""
	for _, c := range s.Router.Commands() {
		if c.Kind == commands.MessageMenu {
			settle = "/" + strings.ToLower(s.shown(c.Name, c.NameIn))
		}
	}
	for line := range strings.Lines(s.say("console.help", words.Args{"settle": settle})) {
		s.out.styledLine(dim, strings.TrimSuffix(line, "\n"))
	}
	s.out.line("")
}

// answer shows the router's reply to a request. A form is filled in and submitted.
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

// request returns what all requests of the console have in common. command may be the
// whole id of a button or form.
func (s *session) request(kind commands.Kind, command string) commands.Request {
	return commands.Request{
		ID:      s.NewID(),
		Kind:    kind,
		Command: command,
		User:    s.user,
		GuildID: Guild, ChannelID: Channel,
		Locale:      s.Words.Locale(),
		ManageGuild: s.user.ID == adminID,
		At:          s.Now(),
	}
}
