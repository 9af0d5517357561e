package discordtest

import (
	"cmp"
	"fmt"
	"mime"
	"net/http"
	"path"
)

// File is a file that the bot or a user uploaded.
type File struct {
	Name, Description string
	Data              []byte
	// URL is where the CDN has it. A user's file may claim another: for bots
	// that must not fetch from just anywhere.
	URL string
	// Size is that of Data, unless Discord is to claim another.
	Size int

	id string
	// number is that of its part of the request: "0" of "files[0]".
	number string
}

// store puts a file on the CDN and returns it with what it is known by there.
// Callers hold mu.
func (s *Server) store(channel string, f File) File {
	f.id = s.snowflake()
	place := fmt.Sprintf("/attachments/%s/%s/%s", channel, f.id, f.Name)
	s.files[place] = f.Data
	// Links are signed and short-lived; a bot that takes the query off gets 404.
	f.URL = cmp.Or(f.URL, "https://cdn.discordapp.com"+place+"?ex=7fffffff&is=00000000&hm="+f.id)
	f.Size = cmp.Or(f.Size, len(f.Data))
	return f
}

// json is the file as a message or an interaction names it.
func (f File) json() object {
	return object{
		"id": f.id, "filename": f.Name, "description": f.Description, "size": f.Size,
		"content_type": mime.TypeByExtension(path.Ext(f.Name)), "url": f.URL, "proxy_url": f.URL,
	}
}

func (s *Server) getFile(c *call) (any, error) {
	data, ok := s.files[c.http.URL.Path]
	if !ok || c.http.URL.Query().Get("hm") == "" {
		return nil, refuse(http.StatusNotFound, 0, "This content is no longer available.")
	}
	return data, nil
}
