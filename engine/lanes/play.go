package lanes

// Player plays batches of games. The zero value is ready. It is not safe for concurrent use.
type Player struct {
	vectors *vectors // made when it is first needed
}

// Play plays every game within [Limit] cards, and puts the result of from[i] into to[i]. It
// is fastest for some thousand games of the same number of cards. It panics if to is shorter
// than from.
func (p *Player) Play(from []Position, to []Result) {
	to = to[:len(from)]
	if !hasVectors() || len(from) < worthwhile {
		playEach(from, to)
		return
	}
	if p.vectors == nil {
		p.vectors = newVectors()
	}
	for len(from) > 0 {
		n := min(len(from), capacity)
		p.vectors.settle(from[:n], to[:n])
		from, to = from[n:], to[n:]
	}
}

// worthwhile is the number of games from which vectors are faster.
const worthwhile = 16

func playEach(from []Position, to []Result) {
	for i, p := range from {
		to[i] = p.Play(Limit)
	}
}
