package lanes

import (
	"golang.org/x/sys/cpu"
)

//go:generate go -C generate run . -out ../vector_amd64.s

// The layout of what the functions in vector_amd64.s get. The comments in generate explain it.
const (
	capacity    = 2048 // games of a queue
	groups      = 3    // vectors played side by side
	gameWords   = 11
	queuedWords = 6

	// most is the number of cards above which a game is left to [Position.Play].
	most = 4096
)

type (
	// queue has the words of positions that were turned upside down.
	queue [queuedWords][capacity]uint64
	// running has the words of the games under way.
	running [groups][gameWords][8]uint64
	// results has a word for each game that is over, in the order in which they ended. A
	// whole vector is written at the end.
	results [capacity + 8]uint64
	// progress says which games of the groups are under way, and how many games were put
	// into the queue, begun, and ended.
	progress struct {
		live                 [groups]uint64 //nolint:unused // the assembly uses it
		queued, taken, ended int64          //nolint:unused // the assembly uses taken
	}
)

// kernel is the functions in vector_amd64.s.
type kernel struct {
	load func(from *Position, to *queue, at, games, total int64)
	play func(games *running, from *queue, to *results, p *progress, total, rounds int64)
}

//go:noescape
func load(from *Position, queue *queue, at, games, total int64)

//go:noescape
func play(games *running, queue *queue, results *results, p *progress, total, rounds int64)

// hasVectors reports whether the processor has the instructions and the system keeps their
// registers.
func hasVectors() bool {
	x := &cpu.X86
	return x.HasAVX512F && x.HasAVX512DQ && x.HasAVX512CD && x.HasAVX512VPOPCNTDQ && x.HasPOPCNT && x.HasBMI2
}

// vectors plays batches of games with vector instructions.
type vectors struct {
	// games stand first, where a vector of them lies in one cache line.
	games    running
	queue    queue
	results  results
	progress progress
	kernel
}

func newVectors() *vectors { return &vectors{kernel: kernel{load, play}} }

// rounds is how long the kernel plays at a time, since it cannot be preempted: about 60 µs.
const rounds = 256

// settle plays games, at least one.
func (v *vectors) settle(from []Position, to []Result) {
	for len(from) > capacity {
		v.settle(from[:capacity], to[:capacity])
		from, to = from[capacity:], to[capacity:]
	}
	total := int64(from[0][0].Size() + from[0][1].Size())
	v.progress = progress{queued: v.enqueue(from, total)}
	for v.progress.ended < v.progress.queued {
		v.play(&v.games, &v.queue, &v.results, &v.progress, total, rounds)
	}
	for _, word := range v.results[:v.progress.ended] {
		i := word << 1 >> 41
		if i >= uint64(len(from)) {
			continue
		}
		if to[i] = result(word); !to[i].Known() {
			to[i] = from[i].Play(Limit)
		}
	}
}

// enqueue queues games, and empty ones up to a multiple of eight. It returns their number.
func (v *vectors) enqueue(from []Position, total int64) int64 {
	whole := len(from) &^ 7
	if whole > 0 {
		v.load(&from[0], &v.queue, 0, int64(whole), total)
	}
	if whole == len(from) {
		return int64(whole)
	}
	var last [8]Position
	copy(last[:], from[whole:])
	v.load(&last[0], &v.queue, int64(whole), 8, total)
	return int64(whole) + 8
}

// result returns what a word of the kernel says, [Unknown] for a game that it left.
func result(word uint64) Result {
	const part = 1<<20 - 1
	cards, tricks := word&part, word>>20&part
	if cards > most {
		return Result{Winner: Unknown}
	}
	// The top bit is set if the second hand has lost.
	return Result{int32(cards), int32(tricks), int32(^word >> 63)}
}
