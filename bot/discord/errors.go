package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"
)

// The errors of a session. All but ErrDead are mistakes in the bot's setup: a
// restart cannot mend them and costs one of the 1,000 identifies a day.
var (
	// ErrBadToken means that Discord does not know the token (HTTP 401 with an error of
	// Discord's own, close code 4004).
	ErrBadToken = errors.New("discord does not accept the bot's token: copy it again from the developer portal, Bot → Reset Token")
	// ErrSharding means that there are too few sessions, or a number that Discord does not
	// take (close codes 4011, 4010).
	ErrSharding = errors.New("discord does not take this number of shards")
	// ErrVersion means that the gateway no longer serves this program: its version of the gateway, or
	// its intents, though it has no intents (close codes 4012 to 4014).
	ErrVersion = errors.New("discord's gateway no longer serves this program: a newer release is needed")
	// ErrDead means that the session hangs or cannot be opened; a fresh process may
	// mend that.
	ErrDead = errors.New("the session with Discord is dead")
)

// Exit statuses of a program that ran sessions.
const (
	// ExitConfig is EX_CONFIG of sysexits.h: do not restart.
	ExitConfig = 78
	// ExitDead is EX_TEMPFAIL of sysexits.h: restart.
	ExitDead = 75
)

// ExitCode returns the exit status for an error of a session: 0 for nil,
// [ExitConfig] for a mistake in the setup, [ExitDead] for a dead session, 1 for any
// other error.
func ExitCode(err error) int {
	switch {
	case err == nil:
		return 0
	case errors.Is(err, ErrBadToken), errors.Is(err, ErrSharding), errors.Is(err, ErrVersion):
		return ExitConfig
	case errors.Is(err, ErrDead):
		return ExitDead
	}
	return 1
}

// Error is a failed call of Discord's REST API. It does not hold the address, since the
// addresses of interactions hold tokens.
type Error struct {
	call    string // the name of the call
	status  int    // HTTP status, 0 when there was no answer
	code    int    // Discord's own code, 0 when there was none
	why     string // Discord's own words, "" when there were none
	message string // its whole answer, or what is known of one that is not its own
	// isForeign says that the answer is not Discord's own JSON, which has a code, but a proxy's page
	// perhaps, or only a part of an answer. Like a 5xx, it says nothing about the call, whatever its
	// status.
	isForeign bool
	wait      time.Duration // how long a 429 asks to wait
	// isGlobal says that a 429 is about all calls: Discord's global limit, or a proxy's.
	isGlobal bool
	// refusesToken says that it is Discord's own word that it does not accept the token.
	refusesToken bool
	// earlierUnknown says that an earlier attempt's outcome is unknown.
	earlierUnknown bool
	// err is the network's error when there was no answer, why the call was not sent or its answer
	// cannot be read, or ErrBadToken when Discord refused the token twice.
	err error
}

// Error returns the name of the call and what is known of its failure.
func (e *Error) Error() string {
	switch {
	case e.status == 0 && e.attemptUnknown():
		return fmt.Sprintf("%s: no answer from Discord: %v", e.call, e.err)
	case e.isForeign:
		return fmt.Sprintf("%s: an answer of status %d that is not Discord's own: %s", e.call, e.status, e.message)
	case e.err != nil:
		return fmt.Sprintf("%s: %v", e.call, e.err)
	}
	return fmt.Sprintf("%s: Discord answered %d, code %d: %s", e.call, e.status, e.code, e.message)
}

// Unwrap returns what is beneath the error, nil where there is only Discord's answer.
func (e *Error) Unwrap() error { return e.err }

// OutcomeUnknown reports whether Discord may have done what the call asked for, although no
// answer says so. An interaction that is unknown after a lost attempt was not answered by that:
// Discord would say so.
func (e *Error) OutcomeUnknown() bool {
	return e.earlierUnknown && e.code != discordgo.ErrCodeUnknownInteraction || e.attemptUnknown()
}

// attemptUnknown is OutcomeUnknown for the latest attempt alone.
func (e *Error) attemptUnknown() bool {
	return e.isForeign || e.status == 0 && !errors.Is(e.err, errNotSent) || e.status >= http.StatusInternalServerError
}

// Rejected reports whether Discord refused the content of the call, so that other
// content may be accepted. An interaction that was answered before, perhaps by another
// process with the same token, is not such a case, nor is a channel that takes no messages.
func (e *Error) Rejected() bool {
	return !e.isForeign && (e.status == http.StatusBadRequest || e.status == http.StatusRequestEntityTooLarge) &&
		!slices.Contains([]int{
			discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged,
			discordgo.ErrCodeCannotSendMessagesInVoiceChannel, discordgo.ErrCodePerformedOperationOnArchivedThread,
		}, e.code)
}

// Refusal returns why Discord refuses a call, in its own words, such as "Thread is archived
// (50083)". It returns "" for an error that says nothing of the call: no answer, an outage,
// a proxy's page, a token that is not accepted, or too many calls.
func (e *Error) Refusal() string {
	if e.isForeign || e.status/100 != 4 || e.status == http.StatusUnauthorized || e.status == http.StatusTooManyRequests {
		return ""
	}
	return fmt.Sprintf("%s (%d)", e.why, e.code)
}

// IsLostChannel reports whether an error means that a channel or its server is
// unknown, or that the bot has no access or no permission there. A 403 with another
// code does not: Discord's outages and its firewall also cause one.
func IsLostChannel(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && slices.Contains([]int{
		discordgo.ErrCodeUnknownChannel, discordgo.ErrCodeUnknownGuild,
		discordgo.ErrCodeMissingAccess, discordgo.ErrCodeMissingPermissions,
	}, e.code)
}

// IsAnswered reports whether an error means that an interaction was answered before, such as
// by another process that it was delivered to.
func IsAnswered(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.code == discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged
}

// IsLostMessage reports whether an error means that a message is unknown.
func IsLostMessage(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.code == discordgo.ErrCodeUnknownMessage
}

// newError returns the error for an answer, which err says cannot be read unless it is nil. A 429
// that is not Discord's own JSON is of the proxy before it, which did not pass the call on, and
// says how long to wait in its header alone.
func newError(call string, res *http.Response, body []byte, err error) *Error {
	var said struct {
		Code       *int     `json:"code"`
		Message    string   `json:"message"`
		RetryAfter *float64 `json:"retry_after"` // seconds
		Global     bool     `json:"global"`
	}
	isJSON := json.Unmarshal(body, &said) == nil
	// A page may name the address that was asked for, and a part of an answer what somebody wrote.
	e := &Error{call: call, status: res.StatusCode, message: fmt.Sprintf("%d bytes", len(body)), err: err}
	if err != nil {
		e.message = err.Error()
	}
	if err == nil && isJSON && said.Code != nil {
		e.code, e.why, e.message = *said.Code, said.Message, clip(string(body))
		// The expired token of an interaction has a code.
		e.refusesToken = e.status == http.StatusUnauthorized && e.code == 0
	} else {
		e.isForeign = e.status != http.StatusTooManyRequests
	}
	if e.status == http.StatusTooManyRequests {
		seconds, err := strconv.ParseFloat(res.Header.Get("Retry-After"), 64)
		if isJSON && said.RetryAfter != nil {
			seconds, err = *said.RetryAfter, nil
		}
		if sane := seconds >= 0 && seconds < 1e9; err != nil || !sane { // a date, or no number
			seconds = 1
		}
		e.wait = time.Duration(seconds * float64(time.Second))
		e.isGlobal = !isJSON || said.Global
	}
	return e
}
