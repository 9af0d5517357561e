package deal

import (
	"fmt"
	"strings"
)

// Plain shows the problems at a terminal: each with the text quoted and carets
// under the place, without markdown. It ends without a line feed.
func (p *Problems) Plain() string {
	var parts []string
	for _, one := range p.List {
		text := verbatim(one.Found)
		if one.Hint != "" {
			text += ": " + verbatim(one.Hint)
		}
		if one.Start >= 0 {
			quote, carets := p.quote(one)
			line, column := p.position(one.Start)
			text += fmt.Sprintf("\n    %s\n    %s line %d, column %d", quote, carets, line, column)
		}
		parts = append(parts, text)
	}
	if p.More > 0 {
		parts = append(parts, fmt.Sprintf("… and %d more like these", p.More))
	}
	return strings.Join(parts, "\n")
}
