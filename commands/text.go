package commands

import (
	"cmp"
	"path"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/bidi"
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

// maxMarks is the most marks on a letter of a name: what has more hides the lines around it.
const maxMarks = 3

// CleanName returns a member's name as it is stored: on one line, without marks that nobody
// needs, and "" if there is nothing to see in it.
func CleanName(name string) string {
	marks, isSeen := 0, false
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.M, r):
			if marks++; marks > maxMarks {
				return -1
			}
		case !isInvisible(r):
			marks, isSeen = 0, true
		}
		return r
	}, OneLine(name))
	if !isSeen {
		return ""
	}
	return name
}

// isInvisible reports whether nothing is drawn for a character: blanks, and what only changes how
// its neighbours look.
func isInvisible(r rune) bool {
	const blankBraille = '\u2800'
	return unicode.IsSpace(r) || unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point) || r == blankBraille
}

// ShownName returns a stored name to be put into a text, "" if there is nothing to see in it. One
// that is written from right to left is isolated: else it would change places with a number
// behind it.
func ShownName(name string) string {
	const isolate, end = "\u2068", "\u2069"
	name = CleanName(name)
	for _, r := range name {
		switch p, _ := bidi.LookupRune(r); p.Class() {
		case bidi.R, bidi.AL, bidi.AN:
			return isolate + name + end
		default:
		}
	}
	return name
}
