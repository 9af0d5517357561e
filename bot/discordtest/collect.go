package discordtest

import "slices"

// ring remembers the last n things by key and in order.
type ring[T any] struct {
	limit int
	order []string
	byKey map[string]T
	// spare, when not nil, tells whether a thing may be forgotten yet.
	spare func(T) bool
}

func newRing[T any](limit int) *ring[T] {
	return &ring[T]{limit: limit, byKey: map[string]T{}}
}

// put adds a thing, or replaces it in its place, and forgets the oldest.
func (r *ring[T]) put(key string, v T) {
	if _, known := r.byKey[key]; !known {
		r.order = append(r.order, key)
	}
	r.byKey[key] = v
	for len(r.order) > r.limit && r.forget() {
	}
}

// maxSpared is how many times the limit may be kept because nothing may be
// forgotten yet.
const maxSpared = 16

// forget drops the oldest thing that may go.
func (r *ring[T]) forget() bool {
	i := 0
	if r.spare != nil && len(r.order) < maxSpared*r.limit {
		i = slices.IndexFunc(r.order, func(key string) bool { return r.spare(r.byKey[key]) })
	}
	if i < 0 {
		return false
	}
	delete(r.byKey, r.order[i])
	r.order = slices.Delete(r.order, i, i+1)
	return true
}

func (r *ring[T]) get(key string) (T, bool) {
	v, ok := r.byKey[key]
	return v, ok
}

func (r *ring[T]) drop(key string) {
	if _, ok := r.byKey[key]; !ok {
		return
	}
	delete(r.byKey, key)
	r.order = slices.DeleteFunc(r.order, func(k string) bool { return k == key })
}

func (r *ring[T]) all() []T {
	out := make([]T, 0, len(r.order))
	for _, k := range r.order {
		out = append(out, r.byKey[k])
	}
	return out
}

// broadcast wakes everybody who waits for something to change. It is guarded
// by whatever guards the thing that changes.
type broadcast struct{ c chan struct{} }

func newBroadcast() broadcast { return broadcast{make(chan struct{})} }

func (b *broadcast) wake() {
	close(b.c)
	b.c = make(chan struct{})
}
