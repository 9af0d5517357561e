package discord

import (
	"fmt"
	"net/http"
)

// Refusal returns why Discord refuses a call, in its own words, such as "Thread is archived
// (50083)". It returns "" for an error that says nothing of the call: no answer, an outage,
// a proxy's page, a token that is not accepted, or too many calls.
func (e *Error) Refusal() string {
	if e.isForeign || e.status/100 != 4 || e.status == http.StatusUnauthorized || e.status == http.StatusTooManyRequests {
		return ""
	}
	return fmt.Sprintf("%s (%d)", e.why, e.code)
}
