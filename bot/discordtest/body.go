package discordtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"
)

// read takes in the body, JSON or multipart, into the call.
func (c *call) read(w http.ResponseWriter) error {
	data, err := readAll(w, c.http)
	if err != nil {
		return err
	}
	if len(data) == 0 {
		return nil
	}
	kind, params, _ := mime.ParseMediaType(c.http.Header.Get("Content-Type"))
	switch kind {
	case "application/json":
		c.rec.JSON = data
	case "multipart/form-data":
		if err := c.readMultipart(data, params["boundary"]); err != nil {
			return err
		}
	default:
		return &apiError{
			status: http.StatusBadRequest, code: CodeInvalidForm,
			message: "Expected \"Content-Type\" header to be one of {'application/json', 'multipart/form-data'}.",
		}
	}
	return c.parseObject()
}

// parseObject notes which fields a body has: an edit leaves alone what it does
// not name. A bulk overwrite of commands is a list and has none.
func (c *call) parseObject() error {
	if trimmed := bytes.TrimSpace(c.rec.JSON); len(trimmed) > 0 && trimmed[0] == '[' {
		return nil
	}
	if len(c.rec.JSON) == 0 {
		c.body = map[string]json.RawMessage{}
		return nil
	}
	if err := json.Unmarshal(c.rec.JSON, &c.body); err != nil {
		return badJSON(err)
	}
	return nil
}

func (c *call) readMultipart(data []byte, boundary string) error {
	parts := multipart.NewReader(bytes.NewReader(data), boundary)
	for {
		p, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return badJSON(err)
		}
		content, err := io.ReadAll(p)
		if err != nil {
			return badJSON(err)
		}
		c.takePart(p, content)
	}
}

func (c *call) takePart(p *multipart.Part, content []byte) {
	if p.FormName() == "payload_json" {
		c.rec.JSON = content
		return
	}
	if _, ok := fileIndex(p.FormName()); !ok {
		return
	}
	// Part.FileName takes off everything before the last slash; what was sent
	// is wanted here, so that a bad name shows.
	_, params, _ := mime.ParseMediaType(p.Header.Get("Content-Disposition"))
	c.rec.Files = append(c.rec.Files, File{
		Name: params["filename"], ContentType: p.Header.Get("Content-Type"), Data: content,
		field: p.FormName(),
	})
}

// fileIndex reads the number in "files[3]".
func fileIndex(field string) (string, bool) {
	n, ok := strings.CutPrefix(field, "files[")
	n, closed := strings.CutSuffix(n, "]")
	if !ok || !closed {
		return "", false
	}
	_, err := strconv.Atoi(n)
	return n, err == nil
}
