package interactions

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"nonna/commands"
)

// Discord's limits, in characters as the package comment counts them.
const (
	maxContent     = 2000
	maxTitle       = 256
	maxDescription = 4096
	maxFields      = 25
	maxFieldName   = 256
	maxFieldValue  = 1024
	maxFooter      = 2048
	maxEmbedTotal  = 6000
	maxAlt         = 1024
)

// length returns the number of characters, as Discord counts them.
func length(s string) int { return utf8.RuneCountInString(s) }

// cut returns a text of at most limit characters, which ends in mark if it was longer. It
// cuts between graphemes and not behind a backslash, and closes a code block that it cuts.
func cut(s string, limit int, mark string) string {
	if length(s) <= limit {
		return s
	}
	room := limit - length(mark) - length(fence)
	if room <= 0 {
		return prefix(mark, limit)
	}
	kept := strings.TrimRight(prefix(s, room), " \n")
	if escapes := len(kept) - len(strings.TrimRight(kept, `\`)); escapes%2 == 1 {
		kept = kept[:len(kept)-1] // it would escape what follows
	}
	if strings.Count(kept, "```")%2 == 1 {
		kept += fence
	}
	return kept + mark
}

// fence closes a code block.
const fence = "\n```"

// prefix returns the longest prefix of at most limit characters that ends between
// graphemes.
func prefix(s string, limit int) string {
	end, count, state := 0, 0, -1
	for rest := s; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if count += length(cluster); count > limit {
			break
		}
		end += len(cluster)
	}
	return s[:end]
}

// filled returns s, or a dash in place of blank text, which Discord refuses.
func filled(s string) string {
	if strings.TrimSpace(s) == "" {
		return "–"
	}
	return s
}

// clip returns a foreign text, shortened for the log.
func clip(s string) string { return commands.Shorten(s, 1000) }
