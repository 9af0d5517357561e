package commands

// Outcome says what came of a request. The zero value is none.
type Outcome int

// The outcomes of a request.
const (
	// Answered is a handler's reply.
	Answered Outcome = iota + 1
	// Mistaken is a [Mistake] of the user's.
	Mistaken
	// Refused is a request that was not allowed: unknown, not permitted, not
	// here, or too soon.
	Refused
	// TimedOut is a handler stopped by its deadline.
	TimedOut
	// Failed is an error or a panic of ours.
	Failed
	// Drawn is a picture of an answer.
	Drawn
)

// String returns the outcome's name, as it stands in metrics.
func (o Outcome) String() string {
	switch o {
	case Answered:
		return "answered"
	case Mistaken:
		return "mistaken"
	case Refused:
		return "refused"
	case TimedOut:
		return "timed_out"
	case Failed:
		return "failed"
	case Drawn:
		return "drawn"
	}
	return "none"
}
