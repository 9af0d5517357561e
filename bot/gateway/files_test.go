package gateway

import (
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
				sentNames = append(sentNames, f.Name)
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
