package picture

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"runtime/pprof"
	"time"

	"nonna/commands"
)

// Studio draws the pictures of replies. A nil Studio draws none. It is safe for
// concurrent use.
type Studio struct {
	artist *Artist
	log    *slog.Logger
	drawn  func(command string, took time.Duration)
}

// NewStudio returns a studio of an artist. log gets the pictures that fail, and
// drawn, when not nil, is called after each of the others with how long it took.
func NewStudio(artist *Artist, log *slog.Logger, drawn func(command string, took time.Duration)) *Studio {
	if drawn == nil {
		drawn = func(string, time.Duration) {}
	}
	return &Studio{artist: artist, log: log, drawn: drawn}
}

// Draw returns the picture that draw makes for the reply to a request, or nil if it fails:
// the failure is logged, and the reply is sent without a picture.
func (s *Studio) Draw(ctx context.Context, req commands.Request, draw func(context.Context, *Artist) (*commands.File, error)) (file *commands.File) {
	if s == nil {
		return nil
	}
	log := s.log.With(slog.String("command", req.Command), slog.String("request", req.ID))
	defer func() {
		if v := recover(); v != nil {
			log.LogAttrs(ctx, slog.LevelError, "drawing a picture panicked", slog.Any("panic", v), slog.String("stack", string(debug.Stack())))
		}
	}()
	var err error
	start := time.Now()
	pprof.Do(ctx, pprof.Labels("stage", "picture"), func(ctx context.Context) { file, err = draw(ctx, s.artist) })
	if err != nil {
		level := slog.LevelError
		if errors.Is(ctx.Err(), context.Canceled) {
			level = slog.LevelInfo // the program ends, or nobody waits for the reply
		}
		log.LogAttrs(ctx, level, "picture not drawn", slog.Any("err", err))
		return nil
	}
	s.drawn(req.Command, time.Since(start))
	return file
}
