package discordtest

import (
	"fmt"
	"mime"
	"path"
	"strings"
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

// store puts a file on the CDN and returns it with what it is known by there.
// Callers hold mu.
func (s *Server) store(channel string, f File) File {
	if byName := mime.TypeByExtension(path.Ext(f.Name)); byName != "" &&
		(f.ContentType == "" || f.ContentType == "application/octet-stream") {
		f.ContentType = byName
	}
	f.ID = s.snowflake()
	place := fmt.Sprintf("/attachments/%s/%s/%s", channel, f.ID, f.Name)
	s.blobs.put(place, blob{f.Data, f.ContentType})
	// Links are signed and short-lived; a bot that takes the query off gets 404.
	f.URL = "https://cdn.discordapp.com" + place + "?ex=7fffffff&is=00000000&hm=" + f.ID
	return f
}

// attachmentJSON is a file as a message or an interaction names it.
func attachmentJSON(f File) map[string]any {
	out := map[string]any{
		"id": f.ID, "filename": f.Name, "content_type": f.ContentType, "size": len(f.Data), "url": f.URL,
		"proxy_url": strings.Replace(f.URL, "cdn.discordapp.com", "media.discordapp.net", 1),
	}
	if f.Description != "" {
		out["description"] = f.Description
	}
	return out
}

// upload puts a user's file on the CDN.
func (s *Server) upload(u Upload) (id string, attachment map[string]any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.store(DefaultChannelID, File{Name: u.Name, ContentType: u.ContentType, Data: u.Data})
	attachment = attachmentJSON(f)
	if u.Size != 0 {
		attachment["size"] = u.Size
	}
	if u.URL != "" {
		attachment["url"], attachment["proxy_url"] = u.URL, u.URL
	}
	return f.ID, attachment
}

func (s *Server) getFile(c *call) (any, error) {
	b, ok := s.blobs.get(c.http.URL.Path)
	if !ok || c.http.URL.Query().Get("hm") == "" {
		return nil, notFound(0, "This content is no longer available.")
	}
	return b, nil
}
