package lanes

// Player plays batches of games. The zero value is ready. It is not safe for concurrent use.
type Player struct {
	kernels []kernel
	vectors *vectors // made when it is first needed
}

// Play plays every game within [Limit] cards, and puts the result of from[i] into to[i]. It
// is fastest for some thousand games of the same number of cards. It panics if to is shorter
// than from.
func (p *Player) Play(from []Position, to []Result) {
	const worthwhile = 16 // games from which vectors are faster
	to = to[:len(from)]
	if len(from) >= worthwhile {
		if p.vectors == nil {
			p.kernels, p.vectors = kernels(), newVectors()
		}
		for _, k := range p.kernels {
			if from[0].cards() <= k.maxCards {
				p.vectors.settle(k, from, to)
				return
			}
		}
	}
	playEach(from, to)
}

func playEach(from []Position, to []Result) {
	for i, p := range from {
		to[i] = p.Play(Limit)
	}
}
