package discordtest

import (
	"fmt"
	"mime"
	"net/http"
	"path"
	"strings"
)

// File is an uploaded file.
type File struct {
	Name, Description string
	Data              []byte
	// URL is where the CDN has it.
	URL string

	id string
	// number is that of its part of the request: "0" of "files[0]".
	number string
}

// Upload is a file that a user sends along.
type Upload struct {
	Name string
	Data []byte
	// Size, when not 0, is what Discord claims the size to be.
	Size int
	// URL, when not "", is given instead of the CDN's: for bots that must not
	// fetch from just anywhere.
	URL string
}

// store puts a file on the CDN and returns it with what it is known by there.
// Callers hold mu.
func (s *Server) store(channel string, f File) File {
	f.id = s.snowflake()
	place := fmt.Sprintf("/attachments/%s/%s/%s", channel, f.id, f.Name)
	s.files[place] = f.Data
	// Links are signed and short-lived; a bot that takes the query off gets 404.
	f.URL = "https://cdn.discordapp.com" + place + "?ex=7fffffff&is=00000000&hm=" + f.id
	return f
}

// json is the file as a message or an interaction names it.
func (f File) json() object {
	out := object{
		"id": f.id, "filename": f.Name, "content_type": mime.TypeByExtension(path.Ext(f.Name)), "size": len(f.Data),
		"url": f.URL, "proxy_url": strings.Replace(f.URL, "cdn.discordapp.com", "media.discordapp.net", 1),
	}
	if f.Description != "" {
		out["description"] = f.Description
	}
	return out
}

// upload puts a user's file on the CDN.
func (s *Server) upload(u Upload) (id string, attachment object) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.store(DefaultChannelID, File{Name: u.Name, Data: u.Data})
	attachment = f.json()
	if u.Size != 0 {
		attachment["size"] = u.Size
	}
	if u.URL != "" {
		attachment["url"], attachment["proxy_url"] = u.URL, u.URL
	}
	return f.id, attachment
}

func (s *Server) getFile(c *call) (any, error) {
	data, ok := s.files[c.http.URL.Path]
	if !ok || c.http.URL.Query().Get("hm") == "" {
		return nil, refuse(http.StatusNotFound, 0, "This content is no longer available.")
	}
	return data, nil
}
