package gateway

import (
	"fmt"
	"path"
	"strings"

	"nonna/bot/discord"
	"nonna/commands"
	"nonna/engine/game"
)

// Discord's limits for files, in bytes.
const (
	maxFiles     = 10
	maxFileBytes = 10 << 20
	// maxAllBytes limits all files of a call together: 25 MiB, less the size of the rest
	// of the call.
	maxAllBytes = 25<<20 - 64<<10
)

// omission is a file that could not be sent, and why.
type omission struct {
	name   string
	reason game.Phrase
}

// pickFiles splits the picture, which may be nil, and the files, in that order, into
// those that can be sent and those that cannot.
func pickFiles(picture *commands.File, files []commands.File) (sent []discord.File, left []omission) {
	all := files
	if picture != nil {
		all = append([]commands.File{*picture}, files...)
	}
	taken := make(map[string]bool)
	total := 0
	for _, f := range all {
		name := uniqueName(commands.FileName(f.Name), taken)
		switch {
		case len(sent) == maxFiles:
			left = append(left, omission{name, game.Phrase{ID: "adapter.too-many-files", Args: game.Args{"files": maxFiles}}})
		case len(f.Data) > maxFileBytes:
			left = append(left, omission{name, game.Phrase{ID: "adapter.file-too-large", Args: game.Args{
				"size": mebibytes(len(f.Data)), "limit": mebibytes(maxFileBytes),
			}}})
		case total+len(f.Data) > maxAllBytes:
			left = append(left, omission{name, game.Phrase{ID: "adapter.files-too-large"}})
		default:
			total += len(f.Data)
			taken[name] = true
			sent = append(sent, discord.File{Name: name, Alt: f.Alt, Data: f.Data})
		}
	}
	return sent, left
}

// bytesOf returns the number of bytes of all files.
func bytesOf(files []discord.File) (n int) {
	for _, f := range files {
		n += len(f.Data)
	}
	return n
}

func mebibytes(n int) game.Decimal { return game.Decimal{Value: float64(n) / (1 << 20), Places: 1} }

// uniqueName adds a number before the extension of a name that is taken:
// "attachment://name" must refer to one file.
func uniqueName(name string, taken map[string]bool) string {
	ext := path.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	for n := 2; taken[name]; n++ {
		name = fmt.Sprintf("%s-%d%s", stem, n, ext)
	}
	return name
}
