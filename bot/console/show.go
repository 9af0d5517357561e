package console

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"nonna/commands"
)

// printer writes what is shown. The first failed write is kept and returned by
// flush.
type printer struct {
	w  *bufio.Writer
	md markdown
}

func newPrinter(w io.Writer, md markdown) *printer {
	return &printer{w: bufio.NewWriter(w), md: md}
}

// line prints text as it is, made harmless.
func (p *printer) line(text string) { fmt.Fprintln(p.w, clean(text)) }

func (p *printer) bold(text string) { fmt.Fprintln(p.w, p.md.styled(bold, clean(text))) }
func (p *printer) dim(text string)  { fmt.Fprintln(p.w, p.md.styled(dim, clean(text))) }

// markdown prints a text in markdown.
func (p *printer) markdown(text string) { fmt.Fprintln(p.w, p.md.render(text)) }

func (p *printer) flush() error {
	if err := p.w.Flush(); err != nil {
		return fmt.Errorf("writing the answer: %w", err)
	}
	return nil
}

// problem shows what was wrong with a line.
func (s *session) problem(text string) {
	s.out.line(text)
	s.out.line("")
}

// show shows a reply: its texts, where its files went, and what can be pressed.
func (s *session) show(r commands.Reply) {
	if r.Title != "" {
		s.out.bold(cleanLine(r.Title))
	}
	if r.Text != "" {
		s.out.markdown(r.Text)
	}
	for _, f := range r.Fields {
		s.field(f)
	}
	if r.Footer != "" {
		s.out.dim(cleanLine(r.Footer))
	}
	if r.Picture != nil {
		s.save("picture", *r.Picture)
	}
	for _, f := range r.Files {
		s.save("file", f)
	}
	s.offer(r.Rows)
	s.out.line("")
}

// field shows a named fact, on its own line or, when it has several, below.
func (s *session) field(f commands.Field) {
	name, value := s.out.md.render(f.Name), s.out.md.render(f.Value)
	between := " "
	if strings.Contains(value, "\n") {
		between = "\n"
	}
	fmt.Fprintln(s.out.w, s.out.md.styled(bold, name+":")+between+value)
}

// save writes a file of a reply and says where it is. That it cannot be
// written is said and is no reason to stop.
func (s *session) save(what string, f commands.File) {
	path, err := s.files.save(f)
	if err != nil {
		s.out.line(fmt.Sprintf("The %s %s could not be written: %v", what, cleanLine(f.Name), err))
		return
	}
	s.out.line(what + ": " + path)
	if f.Alt != "" {
		s.out.dim("  " + cleanLine(f.Alt))
	}
}

// help shows what there is, and what this prompt has of its own.
func (s *session) help(ctx context.Context) {
	if _, ok := findSlash(s.Router.Specs(), "help"); ok {
		s.show(s.Router.Handle(ctx, s.request(commands.Slash, "help")))
	} else {
		for _, spec := range s.Router.Specs() {
			s.out.line("/" + spec.Name + "  " + spec.Description)
		}
	}
	s.out.dim("At this prompt: Tab completes, the arrows repeat earlier lines, press 1 presses the first button, quit leaves.")
	s.out.line("")
}
