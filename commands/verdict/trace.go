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

// addTrace adds the trace to a reply and reports whether it is whole. For a long text
// the beginning and the end are added, which a phone can show, if the game was stored:
// a button then gives the rest.
func (r result) addTrace(ctx context.Context, reply *commands.Reply, stored int64) (whole bool, err error) {
	opts, name := trace.Options{}, r.Game.FileName(r.play.Outcome())+".txt"
	var text shortBuffer
	err = errLong
	if r.play.Outcome().Length.Plays < shortTrace { // else it is certainly long
		pprof.Do(ctx, pprof.Labels("stage", "trace"), func(ctx context.Context) { err = r.play.WriteTrace(ctx, &text, opts) })
	}
	switch {
	case !errors.Is(err, errLong):
		reply.Files = []commands.File{{Name: name, Data: text.Bytes()}}
		return true, err
	case stored == 0:
		opts.Limit = traceLimit
		opts.LeftOut = func(lines int64) {
			reply.Text += " " + r.p.Say("remark.left-out", words.Args{words.Count: lines, "limit": traceLimit >> 20})
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

// sendTrace returns the whole trace of a stored game, for the user alone.
func (s *Replier) sendTrace(ctx context.Context, req commands.Request, state GameState) (commands.Reply, error) {
	r, err := s.stored(ctx, req, state.Game)
	if err != nil {
		return commands.Reply{}, err
	}
	reply := r.verdict()
	_, err = r.addTrace(ctx, &reply, 0) // as if it were not stored, so that it is not cut
	return reply, err
}
