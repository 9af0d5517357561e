package commands

import "strings"

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
