package discordtest

import (
	"fmt"
	"mime"
	"path"
)

// Upload is a file that a user sends along.
type Upload struct {
	Name        string
	Data        []byte
	ContentType string
	// Size, when not 0, is what Discord claims the size to be.
	Size int
	// URL, when not "", is given instead of the CDN's: for bots that must not
	// fetch from just anywhere.
	URL string
}

// blob is a file on the CDN.
type blob struct {
	data        []byte
	contentType string
}

// store puts a file on the CDN. Callers hold mu.
func (s *Server) store(channel string, f File) Attachment {
	kind := f.ContentType
	if kind == "" || kind == "application/octet-stream" {
		if byName := mime.TypeByExtension(path.Ext(f.Name)); byName != "" {
			kind = byName
		}
	}
	id := s.snowflake()
	place := fmt.Sprintf("/attachments/%s/%s/%s", channel, id, f.Name)
	s.blobs.put(place, blob{f.Data, kind})
	// Links are signed and short-lived; a bot that takes the query off gets 404.
	query := "?ex=7fffffff&is=00000000&hm=" + id
	return Attachment{
		ID: id, Filename: f.Name, Description: f.Description, ContentType: kind, Size: len(f.Data),
		URL: "https://cdn.discordapp.com" + place + query, ProxyURL: "https://media.discordapp.net" + place + query,
	}
}

// upload puts a user's file on the CDN.
func (s *Server) upload(u Upload) Attachment {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.store(DefaultChannelID, File{Name: u.Name, ContentType: u.ContentType, Data: u.Data})
	if u.Size != 0 {
		a.Size = u.Size
	}
	if u.URL != "" {
		a.URL, a.ProxyURL = u.URL, u.URL
	}
	return a
}

func (s *Server) getFile(c *call) (any, error) {
	b, ok := s.blobs.get(c.http.URL.Path)
	if !ok || c.http.URL.Query().Get("hm") == "" {
		return nil, notFound(0, "This content is no longer available.")
	}
	return b, nil
}
