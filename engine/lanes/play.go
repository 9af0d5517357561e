package lanes

// Player plays batches of games. The zero value is ready. It is not safe for concurrent use.
type Player struct {
	vectors *vectors // made when it is first needed, as is the next
	fours   *fours
}

// Play plays every game within [Limit] cards, and puts the result of from[i] into to[i]. It
// is fastest for some thousand games of the same number of cards. It panics if to is shorter
// than from.
func (p *Player) Play(from []Position, to []Result) {
	to = to[:len(from)]
	switch {
	case len(from) < worthwhile:
		playEach(from, to)
	case hasVectors():
		if p.vectors == nil {
			p.vectors = newVectors()
		}
		p.vectors.settle(from, to)
	case hasFours() && from[0].cards() <= foursCards:
		if p.fours == nil {
			p.fours = new(fours)
		}
		p.fours.settle(from, to)
	default:
		playEach(from, to)
	}
}

// worthwhile is the number of games from which vectors are faster.
const worthwhile = 16

func playEach(from []Position, to []Result) {
	for i, p := range from {
		to[i] = p.Play(Limit)
	}
}
