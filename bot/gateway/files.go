package gateway

import (
	"nonna/bot/discord"
	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
)

// maxFileBytes is Discord's limit for a file.
const maxFileBytes = 10 << 20

// files returns the picture of a reply, if it has one, and its files, in that order, and the
// sentences about those that are too large to be sent.
func (r renderer) files(reply commands.Reply) (sent []discord.File, left []string) {
	all := reply.Files
	if reply.Picture != nil {
		all = append([]commands.File{*reply.Picture}, all...)
	}
	for _, f := range all {
		name := commands.FileName(f.Name)
		if len(f.Data) > maxFileBytes {
			left = append(left, r.say("adapter.file-left-out", words.Args{
				"name": "`" + name + "`", "size": mebibytes(len(f.Data)), "limit": mebibytes(maxFileBytes),
			}))
			continue
		}
		sent = append(sent, discord.File{Name: name, Alt: f.Alt, Data: f.Data})
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
