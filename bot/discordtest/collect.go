package discordtest

// ring remembers the last n things by key and in order.
type ring[T any] struct {
	limit int
	order []string
	byKey map[string]T
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
	for len(r.order) > r.limit {
		delete(r.byKey, r.order[0])
		r.order = r.order[1:]
	}
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
	for i, k := range r.order {
		if k == key {
			r.order = append(r.order[:i:i], r.order[i+1:]...)
			return
		}
	}
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
