package commands

import "strings"

// Code shows text in a monospaced font, as it is: back-ticks cannot end it.
func Code(text string) string {
	return "`" + strings.ReplaceAll(text, "`", "'") + "`"
}

// CodeBlock is [Code] for text of several lines.
func CodeBlock(text string) string {
	return "```\n" + strings.ReplaceAll(text, "`", "'") + "\n```"
}

// Shorten cuts a text after most bytes, and shows that it did.
func Shorten(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && text[most]&0xC0 == 0x80 { // not in mid-character
		most--
	}
	return text[:most] + "…"
}
