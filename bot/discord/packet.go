package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// The gateway's opcodes.
const (
	opEvent        = 0
	opHeartbeat    = 1
	opIdentify     = 2
	opResume       = 6
	opReconnect    = 7
	opInvalid      = 9
	opHello        = 10
	opHeartbeatACK = 11
)

// packet is a message from the gateway.
type packet struct {
	Op   *int            `json:"op"`
	Data json.RawMessage `json:"d"`
	// Seq and Name belong to events.
	Seq  *int64 `json:"s"`
	Name string `json:"t"`
}

// order is a message to the gateway.
type order struct {
	Op   int `json:"op"`
	Data any `json:"d"`
}

// longestInterval is the longest time between heartbeats that is accepted: with a longer
// one, a dead connection would not be noticed.
const longestInterval = 10 * time.Minute

// heartbeatInterval returns the interval in the data of a Hello.
func heartbeatInterval(data []byte) (time.Duration, error) {
	var hello struct {
		Milliseconds int64 `json:"heartbeat_interval"`
	}
	err := json.Unmarshal(data, &hello)
	if err != nil || hello.Milliseconds <= 0 || hello.Milliseconds > longestInterval.Milliseconds() {
		return 0, errHello
	}
	return time.Duration(hello.Milliseconds) * time.Millisecond, nil
}

// The reasons for the end of a connection, other than a close frame.
var (
	errSilence     = errors.New("the gateway fell silent")
	errReconnect   = errors.New("the gateway asked to reconnect")
	errInvalid     = errors.New("the gateway no longer knows the session")
	errInvalidSoon = errors.New("the gateway cannot resume the session yet")
	errNoAck       = errors.New("the gateway acknowledges no heartbeats")
	errOpenTime    = errors.New("opening took too long")
	errBinary      = errors.New("the gateway sent a binary message, and none was asked for")
	errTooLong     = fmt.Errorf("the gateway sent a message of over %d bytes", maxMessage)
	errHandshake   = fmt.Errorf("the gateway answered the upgrade with over %d bytes", maxHandshake)
	errHello       = errors.New("the gateway sent a Hello without a usable heartbeat interval")
	errLost        = errors.New("the connection was lost")
	errReady       = errors.New("the gateway sent a READY without a session")
)

// closeError is the code of a close frame from the gateway.
type closeError int

func (c closeError) Error() string { return fmt.Sprintf("the gateway closed with code %d", int(c)) }
