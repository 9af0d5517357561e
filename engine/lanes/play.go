package lanes

// Player plays batches of games. The zero value is ready. It is not safe for concurrent use.
type Player struct{}

// Play plays every game within [Limit] cards, and puts the result of from[i] into to[i]. It
// is fastest for some thousand games of the same number of cards. It panics if to is shorter
// than from.
func (*Player) Play(from []Position, to []Result) {
	to = to[:len(from)]
	for i, p := range from {
		to[i] = p.Play(Limit)
	}
}
