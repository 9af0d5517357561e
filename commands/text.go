package commands

import (
	"cmp"
	"path"
	"strings"
	"unicode"
)

// Code returns text as a code span, which back-ticks in it cannot end.
func Code(text string) string {
	return "`" + strings.ReplaceAll(text, "`", "'") + "`"
}

// CodeBlock returns text of several lines as a code block.
func CodeBlock(text string) string {
	return "```\n" + strings.ReplaceAll(text, "`", "'") + "\n```"
}

// Shorten cuts a text after a number of bytes and marks the cut.
func Shorten(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && text[most]&0xC0 == 0x80 { // not within a character
		most--
	}
	return text[:most] + "…"
}

// OneLine returns a text on one line, without control characters: else it could break a
// list in two, or reverse the text behind it (U+202E).
func OneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
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
