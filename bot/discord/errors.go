package discord

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"
)

// The reasons for which [Session.Run] gives up. All but ErrDead are mistakes in how
// the bot is set up, which a restart cannot mend and would only repeat, at the
// cost of one of the 1,000 identifies a day.
var (
	// ErrBadToken: Discord does not know the token (HTTP 401, close code 4004).
	ErrBadToken = errors.New("discord does not accept the bot's token: copy it again from the developer portal, Bot → Reset Token")
	// ErrIntents: an intent was asked for that is unknown or not granted (close
	// codes 4013, 4014).
	ErrIntents = errors.New("discord refuses the bot's intents: only “Guilds” is asked for, which needs no permission; look at the application in the developer portal")
	// ErrSharding: the bot is in so many servers that it must be sharded (close
	// codes 4010, 4011).
	ErrSharding = errors.New("discord requires sharding: the bot is in too many servers for one connection")
	// ErrVersion: the gateway's version is no longer served (close code 4012).
	ErrVersion = errors.New("discord no longer serves this version of its gateway: a newer release is needed")
	// ErrDead: the session hangs or cannot be had again; a fresh process may
	// mend it.
	ErrDead = errors.New("the session with Discord is dead")
)

// Exit statuses of a program that ran a [Session].
const (
	// ExitConfig is EX_CONFIG of sysexits.h: do not restart.
	ExitConfig = 78
	// ExitDead is EX_TEMPFAIL of sysexits.h: restart.
	ExitDead = 75
)

// ExitCode returns the exit status for an error of [Session.Run]: 0 for nil,
// [ExitConfig] for what a restart cannot mend, [ExitDead] for a dead session,
// 1 for anything else.
func ExitCode(err error) int {
	switch {
	case err == nil:
		return 0
	case errors.Is(err, ErrBadToken), errors.Is(err, ErrIntents), errors.Is(err, ErrSharding), errors.Is(err, ErrVersion):
		return ExitConfig
	case errors.Is(err, ErrDead):
		return ExitDead
	}
	return 1
}

// closeCodeError returns the error that a gateway close code ends the program
// with, nil when it is worth coming back.
func closeCodeError(code int) error {
	switch code {
	case 4004:
		return ErrBadToken
	case 4010, 4011:
		return ErrSharding
	case 4012:
		return ErrVersion
	case 4013, 4014:
		return ErrIntents
	}
	return nil
}

// Error is a failed call of Discord's REST API, without its address:
// the addresses of interactions hold tokens.
type Error struct {
	call    string // what was being done
	status  int    // HTTP status, 0 when there was no answer
	code    int    // Discord's own code, 0 when there was none
	message string
	wait    time.Duration // how long Discord asks to wait, for 429
	err     error         // the network's error, when there was no answer
}

func (e *Error) Error() string {
	if e.status == 0 {
		return fmt.Sprintf("%s: no answer from Discord: %v", e.call, e.err)
	}
	return fmt.Sprintf("%s: Discord answered %d, code %d: %s", e.call, e.status, e.code, e.message)
}

func (e *Error) Unwrap() error {
	// An interaction's token that has expired is no fault of the bot's.
	if e.status == http.StatusUnauthorized && e.code != discordgo.ErrCodeInvalidWebhookTokenProvided {
		return ErrBadToken
	}
	return e.err
}

// Rejected reports whether Discord did not like what was sent, so that something
// else may still be taken. That the interaction was answered already, by
// another process with the same token perhaps, is not of that kind.
func (e *Error) Rejected() bool {
	return e.code != discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged &&
		(e.status == http.StatusBadRequest || e.status == http.StatusRequestEntityTooLarge)
}

// IsLostChannel reports whether an error says that a channel or its server is
// unknown, or that the bot has no access or no permission there. A 403 of another
// code is not about the channel: Discord's faults and its shield answer so, too.
func IsLostChannel(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && slices.Contains([]int{
		discordgo.ErrCodeUnknownChannel, discordgo.ErrCodeUnknownGuild,
		discordgo.ErrCodeMissingAccess, discordgo.ErrCodeMissingPermissions,
	}, e.code)
}

// newError turns an error of the library's into one that can be shown to
// operators: the library's texts hold addresses, and so tokens.
func newError(call string, err error) *Error {
	if limited, ok := errors.AsType[*discordgo.RateLimitError](err); ok {
		e := &Error{call: call, status: 429}
		if limited.RateLimit != nil && limited.TooManyRequests != nil {
			e.message, e.wait = limited.Message, limited.RetryAfter
		}
		return e
	}
	if rest, ok := errors.AsType[*discordgo.RESTError](err); ok {
		e := &Error{call: call, status: rest.Response.StatusCode, message: clip(string(rest.ResponseBody))}
		if rest.Message != nil {
			e.code = rest.Message.Code
		}
		return e
	}
	if errors.Is(err, discordgo.ErrUnauthorized) {
		return &Error{call: call, status: 401, message: "unauthorized"}
	}
	if network, ok := errors.AsType[*url.Error](err); ok {
		return &Error{call: call, err: network.Err}
	}
	// What is left: a 502, which the library has no type for, and answers cut
	// off in the middle. Neither text holds an address.
	return &Error{call: call, err: err}
}
