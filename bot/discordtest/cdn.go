package discordtest

import (
	"fmt"
	"mime"
	"net/http"
	"path"
	"strconv"
)

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
	// Links have been signed and short-lived since 2024; a bot that takes the
	// query off gets a 404.
	query := "?ex=7fffffff&is=00000000&hm=" + id
	return Attachment{
		ID: id, Filename: f.Name, Description: f.Description, ContentType: kind, Size: len(f.Data),
		URL: "https://cdn.discordapp.com" + place + query, ProxyURL: "https://media.discordapp.net" + place + query,
	}
}

func (s *Server) serveCDN(w http.ResponseWriter, r *http.Request) {
	rec := Request{
		Route: RouteCDN, Method: r.Method, Path: requestPath(r), Header: r.Header.Clone(), At: s.opts.Now(),
	}
	fault := s.takeFault(RouteCDN)
	if fault.before(w, r) {
		s.record(rec, 0, true)
		return
	}
	if status, body, ordered := fault.instead(w); ordered {
		s.record(rec, status, true)
		writeJSON(w, status, body)
		return
	}
	s.mu.Lock()
	b, ok := s.blobs.get(r.URL.Path)
	s.mu.Unlock()
	if !ok || r.URL.Query().Get("hm") == "" || r.Method != http.MethodGet {
		s.record(rec, http.StatusNotFound, fault != nil)
		http.Error(w, "This content is no longer available.", http.StatusNotFound)
		return
	}
	s.record(rec, http.StatusOK, fault != nil)
	w.Header().Set("Content-Type", b.contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(b.data)))
	_, _ = w.Write(b.data)
}
