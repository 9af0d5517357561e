package play

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"

	"nonna/commands"
	"nonna/engine/trace"
)

// The forms of a trace.
const (
	traceText  = "text"
	traceJSONL = "jsonl"
	traceNone  = "none"
)

const (
	// shortTrace is the most bytes of a trace that is attached whole.
	shortTrace = 64 << 10
	// shownEnds is how many lines of a longer one are shown at its beginning and at
	// its end, as far as they come to no more than shownBytes.
	shownEnds  = 200
	shownBytes = 1 << 20
	// traceLimit is the most that is kept of a whole trace before compressing, the
	// head and the tail of a longer one: Discord takes any file of that size.
	traceLimit = 8 << 20
)

// traceFiles are the trace in the form that was asked for, whole or, of a long text,
// its ends, which a phone can show. The button for the rest needs a stored game.
func (r result) traceFiles(ctx context.Context, stored int64) (files []commands.File, whole bool, err error) {
	opts, ending := trace.Options{}, ".txt"
	if r.trace == traceJSONL {
		opts.Format, ending = trace.JSONLines, ".jsonl"
	}
	name := r.game.FileName(r.play.Outcome()) + ending
	var text shortBuffer
	err = errLong
	if r.play.Outcome().Length.Plays < shortTrace { // or it is long in any case
		err = r.play.WriteTrace(ctx, &text, opts)
	}
	switch {
	case !errors.Is(err, errLong):
		return []commands.File{{Name: name, Data: text.Bytes()}}, true, err
	case r.trace == traceJSONL || stored == 0:
		opts.Limit = traceLimit
		file, err := r.zippedTrace(ctx, name, opts)
		return []commands.File{file}, true, err
	}
	var ends bytes.Buffer
	opts.Ends, opts.Limit = shownEnds, shownBytes
	whole, opts.LeftOut = true, func(int64) { whole = false }
	err = r.play.WriteTrace(ctx, &ends, opts)
	return []commands.File{{Name: name, Data: ends.Bytes()}}, whole, err
}

// shortBuffer takes a short trace, and no more of a long one.
type shortBuffer struct{ bytes.Buffer }

var errLong = errors.New("the trace is long")

// Write implements [io.Writer].
func (b *shortBuffer) Write(p []byte) (int, error) {
	if b.Len()+len(p) > shortTrace {
		return 0, errLong
	}
	return b.Buffer.Write(p)
}

// zippedTrace is the trace as a compressed file.
func (r result) zippedTrace(ctx context.Context, name string, opts trace.Options) (commands.File, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if err := errors.Join(r.play.WriteTrace(ctx, z, opts), z.Close()); err != nil {
		return commands.File{}, err
	}
	return commands.File{Name: name + ".gz", Data: b.Bytes()}, nil
}

func (r result) traceButton(label string, s commands.TraceState) commands.Button {
	return commands.Button{ID: commands.ID(commands.ReplayCommand, s), Label: r.say.Say(label, nil)}
}

// sendTrace sends the trace of a stored game to whoever pressed a button.
func (p *player) sendTrace(ctx context.Context, req commands.Request, s commands.TraceState) (commands.Reply, error) {
	r, err := p.stored(ctx, req, s.Game)
	if err != nil {
		return commands.Reply{}, err
	}
	reply := commands.Reply{Title: r.title(), Text: r.say.Phrase(r.play.Verdict()), Verdict: true, Ephemeral: true}
	stored := s.Game
	if s.Whole {
		stored = 0 // which leaves no button to press
	}
	files, whole, err := r.traceFiles(ctx, stored)
	reply.Files = files
	if !whole {
		again := r.traceButton("button.whole-trace", commands.TraceState{Whole: true, Game: s.Game})
		reply.Rows = []commands.Row{{Buttons: []commands.Button{again}}}
	}
	return reply, err
}
