package discord

import (
	"bytes"
	"mime"
	"path"

	"github.com/bwmarrin/discordgo"
)

// File is a file to send with a call. Only Name and Data are sent: the payload of the
// call may repeat Alt, which describes the file to people who cannot see it.
type File struct {
	Name, Alt string
	Data      []byte
}

// encode returns the body of a request with a payload, which may be nil, and files.
func encode(payload any, files []File) (contentType string, body []byte, err error) {
	switch {
	case payload == nil:
		return "", nil, nil
	case len(files) == 0:
		body, err = discordgo.Marshal(payload)
		return "application/json", body, err
	}
	parts := make([]*discordgo.File, 0, len(files))
	for _, f := range files {
		parts = append(parts, &discordgo.File{Name: f.Name, ContentType: mime.TypeByExtension(path.Ext(f.Name)), Reader: bytes.NewReader(f.Data)})
	}
	return discordgo.MultipartBodyWithJSON(payload, parts)
}
