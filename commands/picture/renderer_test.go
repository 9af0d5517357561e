package picture

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"nonna/commands"
)

// A picture that fails is logged, and its reply does not fail.
func TestAPictureThatFailsIsLeftOut(t *testing.T) {
	t.Parallel()
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for name, tt := range map[string]struct {
		ctx    context.Context
		draw   func(context.Context) (*commands.File, error)
		drawn  bool
		logged []string
	}{
		"drawn": {
			t.Context(), func(context.Context) (*commands.File, error) { return &commands.File{Name: "a.png"}, nil }, true, nil,
		},
		"failed": {
			t.Context(), func(context.Context) (*commands.File, error) {
				return &commands.File{}, errors.New("no ink")
			},
			false,
			[]string{"ERROR", "no ink", "camicia", "77"},
		},
		"panicked": {
			t.Context(), func(context.Context) (*commands.File, error) { panic("boom") }, false,
			[]string{"ERROR", "boom", "TestAPictureThatFailsIsLeftOut"},
		},
		"stopped": {
			over, func(ctx context.Context) (*commands.File, error) { return nil, ctx.Err() }, false,
			[]string{"INFO", "context canceled"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			timed := ""
			s := New(nil, slog.New(slog.NewTextHandler(&log, nil)), func(command string, _ time.Duration) { timed += command })
			file := s.Draw(tt.ctx, commands.Request{Command: "camicia", ID: "77"}, tt.draw)
			if (file != nil) != tt.drawn || (timed == "camicia") != tt.drawn {
				t.Errorf("the picture is %v, timed as %q", file, timed)
			}
			for _, want := range tt.logged {
				if !strings.Contains(log.String(), want) {
					t.Errorf("the log lacks %q: %s", want, &log)
				}
			}
			if tt.logged == nil && log.Len() > 0 {
				t.Errorf("log: %s", &log)
			}
		})
	}
}

func TestWithoutARendererNothingIsDrawn(t *testing.T) {
	t.Parallel()
	var s *Renderer
	file := s.Draw(t.Context(), commands.Request{}, func(context.Context) (*commands.File, error) {
		t.Error("it draws")
		return nil, nil
	})
	if file != nil {
		t.Errorf("the picture is %v", file)
	}
}
