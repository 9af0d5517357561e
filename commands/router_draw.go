package commands

import (
	"context"
	"errors"
	"log/slog"
)

// Draw returns a reply with its picture, under a deadline as a handler's. One that
// cannot be drawn is left out, and in the log: all else of the reply stands.
func (r *Router) Draw(ctx context.Context, req Request, reply Reply) (whole Reply) {
	draw := reply.Draw
	if draw == nil {
		return reply
	}
	reply.Draw = nil
	defer func() {
		if v := recover(); v != nil {
			r.logPanic(req, v)
			whole = reply
		}
	}()
	start := r.now()
	drawing, cancel := context.WithTimeout(ctx, r.deadline)
	defer cancel()
	picture, err := draw(drawing)
	if err != nil {
		level := slog.LevelError
		if errors.Is(ctx.Err(), context.Canceled) {
			level = slog.LevelInfo // whoever asked for it no longer waits
		}
		r.log.LogAttrs(ctx, level, "picture not drawn", append(attributes(req, r.reference()), slog.Any("err", err))...)
		return reply
	}
	reply.Picture = picture
	r.report(req, Drawn, r.now().Sub(start))
	return reply
}
