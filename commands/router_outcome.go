package commands

// Outcome says what came of a request, by its name in metrics.
type Outcome string

// The outcomes of a request.
const (
	// Answered is a handler's reply.
	Answered Outcome = "answered"
	// Mistaken is a [Mistake] of the user's.
	Mistaken Outcome = "mistaken"
	// Refused is a request that was not allowed: unknown, not permitted, not
	// here, or too soon.
	Refused Outcome = "refused"
	// TimedOut is a handler stopped by its deadline.
	TimedOut Outcome = "timed_out"
	// Failed is an error or a panic of ours.
	Failed Outcome = "failed"
)
