package commands

import (
	"cmp"
	"path"
	"strings"
	"unicode"
)

// OneLine is a name as others are shown it, on one line: a name could otherwise
// break a list in two, or turn the text behind it around (U+202E).
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

// FileName makes a name of those characters that Discord keeps and no system
// minds: at most 100 ASCII letters, digits, "-", "_" and ".", the first of them a
// letter or digit. An ending stays where it is short.
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
