package commands

// Outcome is the outcome of a request, by its name in metrics.
type Outcome string

// The outcomes of a request.
const (
	// Answered is a request with a handler's reply.
	Answered Outcome = "answered"
	// Unrecorded is a request with a handler's reply, but its game could not be stored.
	Unrecorded Outcome = "unrecorded"
	// Mistaken is a request with a [Mistake].
	Mistaken Outcome = "mistaken"
	// Refused is a request that was not allowed: unknown, not permitted, not here, too
	// soon, or too long in the queue.
	Refused Outcome = "refused"
	// TimedOut is a request stopped by its deadline, or because its reply came too late to
	// be shown.
	TimedOut Outcome = "timed_out"
	// Elsewhere is a request that was stopped because another process answers it.
	Elsewhere Outcome = "elsewhere"
	// Failed is a request with another error, or a panic.
	Failed Outcome = "failed"
)
