package verdict

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"runtime/pprof"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/trace"
)

// The forms of an attached trace.
const (
	TextTrace  = "text"
	JSONLTrace = "jsonl"
	NoTrace    = "none"
)

// Traces returns the forms of an attached trace, the default first.
func Traces() []string { return []string{TextTrace, JSONLTrace, NoTrace} }

// TraceState is the button for the trace of a stored game.
type TraceState struct {
	// Whole asks for the whole trace, however long it is.
	Whole bool
	Game  int64
}

// Letter implements [commands.State].
func (TraceState) Letter() byte { return 't' }

const (
	// shortTrace is the most bytes of a trace that is attached whole.
	shortTrace = 64 << 10
	// shownEnds is the number of lines shown of a longer one at its beginning and at its
	// end, in at most shownBytes.
	shownEnds  = 200
	shownBytes = 1 << 20
	// traceLimit is the most bytes of a whole trace before compressing; the middle of a
	// longer one is left out. Discord accepts any file of that size.
	traceLimit = 8 << 20
)

// addTrace adds the trace to a reply and reports whether it is whole. Of a long text
// the beginning and the end are added, which a phone can show, if the game was stored:
// a button then gives the rest.
func (r result) addTrace(ctx context.Context, reply *commands.Reply, stored int64) (whole bool, err error) {
	opts, ending := trace.Options{}, ".txt"
	if r.Trace == JSONLTrace {
		opts.Format, ending = trace.JSONLines, ".jsonl"
	}
	name := r.Game.FileName(r.play.Outcome()) + ending
	var text shortBuffer
	err = errLong
	if r.play.Outcome().Length.Plays < shortTrace { // else it is certainly long
		pprof.Do(ctx, pprof.Labels("stage", "trace"), func(ctx context.Context) { err = r.play.WriteTrace(ctx, &text, opts) })
	}
	switch {
	case !errors.Is(err, errLong):
		reply.Files = []commands.File{{Name: name, Data: text.Bytes()}}
		return true, err
	case r.Trace == JSONLTrace || stored == 0:
		opts.Limit = traceLimit
		opts.LeftOut = func(lines int64) {
			reply.Text += "\n" + r.p.Say("trace.left-out", words.Args{words.Count: lines, "limit": traceLimit >> 20})
		}
		file, err := r.zippedTrace(ctx, name, opts)
		reply.Files = []commands.File{file}
		return true, err
	}
	var ends bytes.Buffer
	opts.Ends, opts.Limit = shownEnds, shownBytes
	whole, opts.LeftOut = true, func(int64) { whole = false }
	err = r.play.WriteTrace(ctx, &ends, opts)
	reply.Files = []commands.File{{Name: name, Data: ends.Bytes()}}
	return whole, err
}

// shortBuffer holds a short trace; writing a long one to it fails.
type shortBuffer struct{ bytes.Buffer }

var errLong = errors.New("the trace is long")

// Write implements [io.Writer].
func (b *shortBuffer) Write(p []byte) (int, error) {
	if b.Len()+len(p) > shortTrace {
		return 0, errLong
	}
	return b.Buffer.Write(p)
}

// zippedTrace returns the trace as a compressed file.
func (r result) zippedTrace(ctx context.Context, name string, opts trace.Options) (commands.File, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if err := errors.Join(r.play.WriteTrace(ctx, z, opts), z.Close()); err != nil {
		return commands.File{}, err
	}
	return commands.File{Name: name + ".gz", Data: b.Bytes()}, nil
}

func (r result) traceButton(label string, s TraceState) commands.Button {
	return commands.Button{ID: commands.ID(replayCommand, s), Label: r.p.Say(label, nil)}
}

// sendTrace returns the trace of a stored game, for the user alone.
func (s *Settler) sendTrace(ctx context.Context, req commands.Request, state TraceState) (commands.Reply, error) {
	r, err := s.stored(ctx, req, state.Game)
	if err != nil {
		return commands.Reply{}, err
	}
	reply := commands.Reply{Title: r.title(), Text: r.p.Phrase(r.play.Verdict()), Verdict: true, Ephemeral: true}
	stored := state.Game
	if state.Whole {
		stored = 0 // so that it is not cut
	}
	whole, err := r.addTrace(ctx, &reply, stored)
	if !whole {
		again := r.traceButton("button.whole-trace", TraceState{Whole: true, Game: state.Game})
		reply.Rows = []commands.Row{{Buttons: []commands.Button{again}}}
	}
	return reply, err
}
