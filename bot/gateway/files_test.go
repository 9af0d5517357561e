package gateway

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonna/commands"
)

func TestPickFilesKeepsDiscordsLimits(t *testing.T) {
	t.Parallel()
	file := func(name string, size int) commands.File {
		return commands.File{Name: name, Data: make([]byte, size)}
	}
	many := make([]commands.File, 12)
	for i := range many {
		many[i] = file("trace.txt", 1)
	}
	picture := file("chart.png", 1)
	for _, tt := range []struct {
		name    string
		picture *commands.File
		files   []commands.File
		sent    []string
		left    []string
	}{
		{"ten at most, each by its own name", nil, many, []string{
			"trace.txt", "trace-2.txt", "trace-3.txt", "trace-4.txt", "trace-5.txt",
			"trace-6.txt", "trace-7.txt", "trace-8.txt", "trace-9.txt", "trace-10.txt",
		}, []string{"trace-11.txt", "trace-11.txt"}},
		{
			"10 MiB each", &picture,
			[]commands.File{file("big", maxFileBytes), file("bigger", maxFileBytes+1)},
			[]string{"chart.png", "big"},
			[]string{"bigger"},
		},
		{
			"25 MiB together", nil,
			[]commands.File{file("a", maxFileBytes), file("b", maxFileBytes), file("c", maxFileBytes), file("d", 4<<20)},
			[]string{"a", "b", "d"},
			[]string{"c"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sent, left := pickFiles(tt.picture, tt.files)
			var sentNames, leftNames []string
			for _, f := range sent {
				sentNames = append(sentNames, f.name)
			}
			for _, f := range left {
				leftNames = append(leftNames, f.name)
				if f.reason.ID == "" {
					t.Errorf("%s was left out without a reason", f.name)
				}
			}
			if d := cmp.Diff(tt.sent, sentNames); d != "" {
				t.Error("sent:", d)
			}
			if d := cmp.Diff(tt.left, leftNames); d != "" {
				t.Error("left:", d)
			}
		})
	}
}

func TestEncodeSendsTypesAndBytes(t *testing.T) {
	t.Parallel()
	files := []upload{
		{"a.txt", commands.File{Data: []byte("one\r\ntwo\x00")}},
		{"b.png", commands.File{Data: []byte("\x89PNG")}},
		{"c.jsonl", commands.File{Data: []byte("{}\n")}},
		{"d.txt.gz", commands.File{Data: []byte{0x1f, 0x8b}}},
		{"e.json", commands.File{Data: []byte("{}")}},
		{"f", commands.File{}},
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
		"files[2]|c.jsonl|application/x-ndjson|{}\n",
		"files[3]|d.txt.gz|application/gzip|\x1f\x8b",
		"files[4]|e.json|application/json|{}",
		"files[5]|f|application/octet-stream|",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
