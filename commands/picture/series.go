package picture

import (
	"slices"
)

// maxBuckets is into how many stretches a game is cut at most: about two pixels
// each.
const maxBuckets = 360

// point is a value at a moment.
type point struct {
	x int64
	y int
}

// bucket keeps what a stretch of moments can show in a pixel: its first, least,
// greatest and last point, in the order they came.
type bucket struct {
	first, low, high, last point
	lowFirst               bool
	filled                 bool
}

func (b *bucket) add(p point) {
	switch {
	case !b.filled:
		*b = bucket{first: p, low: p, high: p, filled: true}
	case p.y < b.low.y:
		b.low, b.lowFirst = p, false
	case p.y > b.high.y:
		b.high, b.lowFirst = p, true
	}
	b.last = p
}

// points are the bucket's points without those that repeat.
func (b *bucket) points() []point {
	if !b.filled {
		return nil
	}
	list := []point{b.first, b.high, b.low, b.last}
	if b.lowFirst {
		list[1], list[2] = b.low, b.high
	}
	return slices.Compact(list)
}

// series is one value over a game of a known length, thinned out as it comes.
type series struct {
	buckets []bucket
	length  int64
	last    int // the value that came last
}

func newSeries(length int64) *series {
	return &series{buckets: make([]bucket, min(length+1, maxBuckets)), length: length}
}

// add adds the value at a moment; moments never go back.
func (s *series) add(x int64, y int) {
	s.buckets[s.at(x)].add(point{x, y})
	s.last = y
}

func (s *series) at(x int64) int {
	x = min(max(x, 0), s.length)
	return int(x * int64(len(s.buckets)) / (s.length + 1))
}

// peak is the first of the greatest values.
func (s *series) peak() point {
	best := s.buckets[0].high
	for _, b := range s.buckets {
		if b.filled && b.high.y > best.y {
			best = b.high
		}
	}
	return best
}

// points is the line to draw: at most four points a bucket.
func (s *series) points() []point {
	var line []point
	for i := range s.buckets {
		line = append(line, s.buckets[i].points()...)
	}
	return line
}

// span gives the least and greatest value between two moments, including the
// nearest ones known outside them, which the line is drawn to and from.
func (s *series) span(from, to int64) (low, high int) {
	i, j := s.at(from), s.at(to)
	for i > 0 && (!s.buckets[i].filled || s.buckets[i].first.x > from) {
		i--
	}
	for j < len(s.buckets)-1 && (!s.buckets[j].filled || s.buckets[j].last.x < to) {
		j++
	}
	known := false
	for _, b := range s.buckets[i : j+1] {
		switch {
		case !b.filled:
		case !known:
			low, high, known = b.low.y, b.high.y, true
		default:
			low, high = min(low, b.low.y), max(high, b.high.y)
		}
	}
	return low, high
}
