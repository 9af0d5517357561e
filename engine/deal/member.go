package deal

import "strings"

// openMember returns a reader of the text in the member "deal" of a JSON object, as the
// lines of answers and finds have it, and reports whether the cleaned text is such an
// object with one. Other members are ignored. Places are those in the whole text, unless
// the member has escapes: then Text is the member.
func (r *Reader) openMember() (*Reader, bool) {
	if r.Failed() || !strings.HasPrefix(strings.TrimLeft(r.Clean, " \n\t"), "{") {
		return nil, false
	}
	whole := &Reader{Text: r.Text, Clean: r.Clean}
	n, ok := whole.JSON()
	if !ok {
		return nil, false
	}
	member, ok := n.dealText()
	if !ok {
		return nil, false
	}
	inner := open(member.Text)
	start, end := member.Start+len(`"`), member.End-len(`"`)
	if start <= end && r.Clean[start:end] == member.Text {
		inner.moveInto(r.Text, start)
	}
	return inner, true
}

// dealText returns the only member "deal" of an object, if that is a string.
func (n Node) dealText() (member Node, ok bool) {
	for _, item := range n.Items {
		if !strings.EqualFold(item.Label, "deal") {
			continue
		}
		if ok || !item.quoted {
			return Node{}, false
		}
		member, ok = item, true
	}
	return member, ok
}

// moveInto makes the reader's text a part of a larger one, which begins at start there.
func (r *Reader) moveInto(text string, start int) {
	end := start + len(r.Clean)
	r.Text = text
	r.Clean = strings.Repeat(" ", start) + r.Clean + strings.Repeat(" ", len(text)-end)
	for i := range r.problems {
		p := &r.problems[i]
		if p.Start < 0 {
			continue
		}
		p.Start, p.End = p.Start+start, p.End+start
		for j := range p.Others {
			p.Others[j].Start, p.Others[j].End = p.Others[j].Start+start, p.Others[j].End+start
		}
	}
}
