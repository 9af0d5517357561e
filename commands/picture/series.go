package picture

import (
	"slices"
)

// maxBuckets is the most stretches that a game is divided into, of about two pixels each.
const maxBuckets = 360

// point is a value at a moment.
type point struct {
	x int64
	y int
}

// bucket keeps the points of a stretch of moments that pixels can show: the first, least,
// greatest and last.
type bucket struct {
	first, low, high, last point
	lowFirst               bool
	filled                 bool
}

// add adds the next point.
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

// points returns the points in order, without repeated ones.
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

// series is one value over a game of a known length, reduced while it is recorded.
type series struct {
	buckets []bucket
	length  int64
	last    int // the last value
}

// newSeries returns an empty series for moments from 0 to length.
func newSeries(length int64) *series {
	return &series{buckets: make([]bucket, min(length+1, maxBuckets)), length: length}
}

// add adds the value at a moment, which is never before the last one.
func (s *series) add(x int64, y int) {
	s.buckets[s.at(x)].add(point{x, y})
	s.last = y
}

// at returns the index of the bucket of a moment.
func (s *series) at(x int64) int {
	x = min(max(x, 0), s.length)
	return int(x * int64(len(s.buckets)) / (s.length + 1))
}

// peak returns the first point with the greatest value.
func (s *series) peak() point {
	best := s.buckets[0].high
	for _, b := range s.buckets {
		if b.filled && b.high.y > best.y {
			best = b.high
		}
	}
	return best
}

// points returns the line to draw: at most four points for each bucket.
func (s *series) points() []point {
	var line []point
	for i := range s.buckets {
		line = append(line, s.buckets[i].points()...)
	}
	return line
}

// span returns the least and greatest value between two moments, including the nearest
// known values outside, between which the line is drawn.
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
