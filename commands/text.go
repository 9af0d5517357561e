package commands

import (
	"fmt"
	"strings"
)

// numbers writes whole numbers as words of a list.
func numbers(ns []int) []string {
	words := make([]string, len(ns))
	for i, n := range ns {
		words[i] = fmt.Sprint(n)
	}
	return words
}

// code shows text in a monospaced font, as it is: back-ticks cannot end it.
func code(text string) string {
	return "`" + strings.ReplaceAll(text, "`", "'") + "`"
}

// codeBlock is [code] for text of several lines.
func codeBlock(text string) string {
	return "```\n" + strings.ReplaceAll(text, "`", "'") + "\n```"
}

// shortened cuts a text after most bytes, and shows that it did.
func shortened(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && text[most]&0xC0 == 0x80 { // not in mid-character
		most--
	}
	return text[:most] + "…"
}
