package discord

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEncodeSendsTypesAndBytes(t *testing.T) {
	t.Parallel()
	files := []File{
		{Name: "a.txt", Data: []byte("one\r\ntwo\x00")},
		{Name: "b.png", Data: []byte("\x89PNG")},
		{Name: "c.json", Data: []byte("{}")},
		{Name: "d"},
	}
	contentType, body, err := encode(map[string]int{"x": 1}, files)
	if err != nil {
		t.Fatal(err)
	}
	_, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for r := multipart.NewReader(bytes.NewReader(body), params["boundary"]); ; {
		p, err := r.NextRawPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(p)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, p.FormName()+"|"+p.FileName()+"|"+p.Header.Get("Content-Type")+"|"+string(data))
	}
	want := []string{
		`payload_json||application/json|{"x":1}`,
		"files[0]|a.txt|text/plain; charset=utf-8|one\r\ntwo\x00",
		"files[1]|b.png|image/png|\x89PNG",
		"files[2]|c.json|application/json|{}",
		"files[3]|d|application/octet-stream|",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
