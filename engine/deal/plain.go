package deal

import (
	"fmt"
	"strings"
)

// Plain shows the problems at a terminal, in English: each with the text quoted and carets
// under the place, without markdown. It ends without a line feed.
func (p *Problems) Plain() string {
	var parts []string
	for _, one := range p.List {
		text := verbatim(fmt.Sprintf("%v: %v", one.Found(), one.Hint()))
		if one.Start >= 0 {
			quote, carets := p.Excerpt(one)
			line, column := p.Position(one.Start)
			text += fmt.Sprintf("\n    %s\n    %s line %d, column %d", quote, carets, line, column)
		}
		parts = append(parts, text)
	}
	if p.More > 0 {
		parts = append(parts, fmt.Sprintf("… and %d more like these", p.More))
	}
	return strings.Join(parts, "\n")
}
