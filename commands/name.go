package commands

import (
	"cmp"
	"path"
	"strings"
	"unicode"
)

// OneLine returns a name on one line, without control characters: else it could break a
// list in two, or reverse the text behind it (U+202E).
func OneLine(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, name)
	return strings.Join(strings.Fields(name), " ")
}

// FileName returns a name that Discord keeps and every system accepts: at most 100 ASCII
// letters, digits, "-", "_" and ".", the first a letter or digit. A short ending is
// kept.
func FileName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '-', r == '_', r == '.':
			return r
		}
		return '-'
	}, name)
	name = strings.TrimLeft(name, "_.-")
	if most := 100; len(name) > most {
		ext := path.Ext(name)
		if len(ext) > 10 {
			ext = ""
		}
		name = name[:most-len(ext)] + ext
	}
	return cmp.Or(name, "file")
}
