package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"

	"nonna/store/internal/errs"
	"nonna/store/internal/sqltx"
)

// Codes of errors, see https://www.postgresql.org/docs/current/errcodes-appendix.html.
const (
	undefinedTable       = "42P01"
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
	readOnlyTransaction  = "25006"
	tooManyConnections   = "53300"
	adminShutdown        = "57P01"
	crashShutdown        = "57P02"
	cannotConnectNow     = "57P03"
	// notInRepertoire is for a zero byte or invalid UTF-8.
	notInRepertoire = "22021"
	// protocolViolation is also what poolers say when they refuse a connection.
	protocolViolation = "08P01"
	// connectionException is the class of errors of connections.
	connectionException = "08"
)

// Classify wraps an error of the server, or of the way to it, in the error of its class, and
// returns all other errors unchanged.
func Classify(err error) error {
	if class := classOf(err); class != nil && !errors.Is(err, class) {
		return fmt.Errorf("%w: %w", class, err)
	}
	return err
}

// Classify is the function [Classify].
func (Dialect) Classify(err error) error { return Classify(err) }

// classOf returns the class of an error, or nil if it has none.
func classOf(err error) error {
	e, ok := errors.AsType[*pgconn.PgError](err)
	if !ok {
		if isAway(err) {
			return errs.ErrAway
		}
		return nil
	}
	switch e.Code {
	case "53100": // disk_full
		return errs.ErrFull
	case "58030": // io_error
		return errs.ErrWrite
	case readOnlyTransaction, "42501": // insufficient_privilege
		return errs.ErrReadOnly
	case "XX001", "XX002": // data_corrupted, index_corrupted
		return errs.ErrCorrupt
	case notInRepertoire: // in a query: what is stored was checked
		return errs.ErrInvalid
	case "3D000": // invalid_catalog_name
		return errs.ErrNotFound
	case "55P03", tooManyConnections: // lock_not_available
		return errs.ErrBusy
	}
	if retryOf(e.Code) == sqltx.Away {
		return errs.ErrAway
	}
	return nil
}

// Retry reports whether a transaction can succeed when it is done again: it lost against
// another, or the server went away, or has become a replica that another host took over from.
func (Dialect) Retry(err error) sqltx.Retry {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return retryOf(e.Code)
	}
	if isAway(err) {
		return sqltx.Away
	}
	return sqltx.Never
}

func retryOf(code string) sqltx.Retry {
	switch code {
	case serializationFailure, deadlockDetected:
		return sqltx.Soon
	case readOnlyTransaction, tooManyConnections, adminShutdown, crashShutdown, cannotConnectNow:
		return sqltx.Away
	}
	if strings.HasPrefix(code, connectionException) && code != protocolViolation {
		return sqltx.Away
	}
	return sqltx.Never
}

// isAway reports whether an error that is not the server's own means that it was not reached,
// or that its connection was lost. A TLS that is refused or a wrong certificate does not.
func isAway(err error) bool {
	_, connects := errors.AsType[*pgconn.ConnectError](err)
	if e, ok := errors.AsType[*net.OpError](err); ok && slices.Contains([]string{"dial", "read", "write"}, e.Op) && (connects || !e.Timeout()) {
		return true
	}
	if _, ok := errors.AsType[*net.DNSError](err); ok || connects && (errors.Is(err, context.DeadlineExceeded) || pgconn.Timeout(err)) {
		return true
	}
	for _, lost := range []error{errs.ErrAway, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, driver.ErrBadConn, syscall.ECONNRESET, syscall.EPIPE, syscall.ETIMEDOUT} {
		if errors.Is(err, lost) {
			return true
		}
	}
	return pgconn.SafeToRetry(err)
}
