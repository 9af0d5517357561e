package discordtest

import "slices"

// ring remembers the last things put into it, by key and in order.
type ring[T any] struct {
	limit int
	order []string
	byKey map[string]T
	// keep, when not nil, tells what must not be forgotten yet.
	keep func(T) bool
}

func newRing[T any](limit int) *ring[T] {
	return &ring[T]{limit: limit, byKey: map[string]T{}}
}

// put adds a thing, and forgets the oldest that may be forgotten.
func (r *ring[T]) put(key string, v T) {
	r.order = append(r.order, key)
	r.byKey[key] = v
	if len(r.order) <= r.limit {
		return
	}
	i := slices.IndexFunc(r.order, func(key string) bool { return r.keep == nil || !r.keep(r.byKey[key]) })
	if i >= 0 {
		r.drop(r.order[i])
	}
}

func (r *ring[T]) get(key string) (T, bool) {
	v, ok := r.byKey[key]
	return v, ok
}

func (r *ring[T]) drop(key string) {
	delete(r.byKey, key)
	if i := slices.Index(r.order, key); i >= 0 {
		r.order = slices.Delete(r.order, i, i+1)
	}
}

func (r *ring[T]) all() []T {
	out := make([]T, 0, len(r.order))
	for _, key := range r.order {
		out = append(out, r.byKey[key])
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
