package console

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/lazy"
)

// printer writes harmless text. flush returns the error of the first write that failed.
type printer struct {
	markdown
	w     *bufio.Writer
	width func() int
}

func (p *printer) line(text string) { p.print(clean(text)) }

func (p *printer) styledLine(s style, text string) { p.print(p.styled(s, cleanLine(text))) }

// print writes text that is already harmless.
func (p *printer) print(text string) { fmt.Fprintln(p.w, wrap(text, p.width())) }

func (p *printer) flush() error {
	if err := p.w.Flush(); err != nil {
		return fmt.Errorf("writing the answer: %w", err)
	}
	return nil
}

// show shows a reply: its texts, the paths of its files, and what can be pressed.
func (s *session) show(r commands.Reply) {
	reader := commands.Request{Locale: cmp.Or(r.Locale, s.Words.Locale())}
	s.out.say = func(id string, args words.Args) string { return s.Router.Say(reader, id, args) }
	title := func(here bool) {
		if here && r.Title != "" {
			s.out.styledLine(bold, r.Title)
		}
	}
	title(!r.Verdict)
	if text := s.out.render(r.Text); text != "" {
		s.out.print(text)
	}
	title(r.Verdict)
	for _, f := range r.Fields {
		s.showField(f)
	}
	if r.Footer != "" {
		s.out.styledLine(dim, r.Footer)
	}
	if r.Picture != nil {
		s.save("console.picture", *r.Picture)
	}
	for _, f := range r.Files {
		s.save("console.file", f)
	}
	s.showControls(r.Rows)
	s.out.line("")
}

// announce shows an announcement, without its buttons: the numbers stay those of the last
// answer.
func (s *session) announce(r commands.Reply) {
	kept := s.controls
	r.Rows = nil
	s.show(r)
	s.controls = kept
}

// showField shows a field on one line or, if its value has several, below its name.
func (s *session) showField(f commands.Field) {
	name, value := s.out.render(f.Name), s.out.render(f.Value)
	between := " "
	if strings.Contains(value, "\n") {
		between = "\n"
	}
	s.out.print(s.out.styled(bold, name+":") + between + value)
}

// save writes a file of a reply and shows its path, or that it cannot be written.
func (s *session) save(id string, f commands.File) {
	path, err := saveFile(s.Traces, f)
	if err != nil {
		s.out.line(s.say("console.not-written", words.Args{"name": cleanLine(f.Name), "reason": err.Error()}))
		return
	}
	s.out.line(s.say(id, words.Args{"path": path}))
	if f.Alt != "" {
		s.alt = f.Alt
	}
}

// describe shows the description of the last picture.
func (s *session) describe(context.Context, string) error {
	s.problem(cmp.Or(s.alt, s.say("console.nothing-to-describe", nil)))
	return nil
}

// control is something that can be pressed: a button, or a choice of a menu, which has a
// value.
type control struct {
	id, label string
	picked    []string
}

// showControls lists links, and what can be pressed, numbered over all rows. The numbers
// are valid until the next reply, or the next with controls if they are pressed.
func (s *session) showControls(rows []commands.Row) {
	var found []control
	add := func(c control, detail string) {
		found = append(found, c)
		s.out.line("  " + s.say("console.control", words.Args{"number": len(found), "label": cleanLine(c.label + detail)}))
	}
	for _, row := range rows {
		for _, b := range row.Buttons {
			switch {
			case b.URL != "":
				s.out.line("  " + cleanLine(b.Label+": "+b.URL))
			case !b.Disabled:
				add(control{id: b.ID, label: b.Label}, "")
			}
		}
		if row.Menu == nil {
			continue
		}
		if row.Menu.Placeholder != "" {
			s.out.styledLine(dim, "  "+row.Menu.Placeholder)
		}
		for _, c := range row.Menu.Choices {
			detail := ""
			if c.Detail != "" {
				detail = " (" + c.Detail + ")"
			}
			add(control{id: row.Menu.ID, label: c.Label, picked: []string{c.Value}}, detail)
		}
	}
	s.controls = found
}

// number matches a line that can only be the number of a control.
var number = lazy.Regexp(`^\d{1,3}$`)

// press presses a control, given by its number.
func (s *session) press(ctx context.Context, which string) error {
	n, _ := strconv.Atoi(which) // 0 for what is no number
	if n < 1 || n > len(s.controls) {
		s.problem(s.pressHint(which))
		return nil
	}
	c := s.controls[n-1]
	req, kept := s.request(commands.Press, c.id), s.controls
	req.Picked = c.picked
	err := s.answer(ctx, req)
	if len(s.controls) == 0 { // a film or a trace: the message with the buttons is still there
		s.controls = kept
	}
	return err
}

func (s *session) pressHint(which string) string {
	args := words.Args{"last": len(s.controls), "found": clip(which)}
	switch {
	case len(s.controls) == 0:
		return s.say("console.nothing-to-press", nil)
	case which == "":
		return s.say("console.press-takes", args)
	default:
		return s.say("console.press-takes-not", args)
	}
}
