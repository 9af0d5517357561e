package commands

import (
	"fmt"
	"strconv"
	"strings"
)

// grouped writes a number with its thousands set off: 8,344.
func grouped(n int64) string { return groupDigits(strconv.FormatInt(n, 10)) }

// groupDigits sets off the thousands of a decimal number.
func groupDigits(digits string) string {
	sign := ""
	if rest, ok := strings.CutPrefix(digits, "-"); ok {
		sign, digits = "-", rest
	}
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return sign + b.String()
}

// counted is a number and what it counts: "1 card", "8,344 cards".
func counted(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return grouped(n) + " " + noun + "s"
}

// listed joins words as a sentence does: "1, 3 and 4".
func listed(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

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
