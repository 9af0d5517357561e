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
	undefinedTable = "42P01"
	// notInRepertoire is for a zero byte or invalid UTF-8.
	notInRepertoire = "22021"
	// protocolViolation is also what poolers say when they refuse a connection.
	protocolViolation = "08P01"
)

// judge returns the class of an error of the server, or of the way to it, nil if it has none, and
// whether a transaction can succeed when it is done again: it lost against another, or the server
// went away, or has become a replica that another host took over from.
func judge(err error) (class error, again sqltx.Retry) {
	e, ok := errors.AsType[*pgconn.PgError](err)
	switch {
	case !ok && isAway(err):
		return errs.ErrAway, sqltx.Away
	case !ok:
		return nil, sqltx.Never
	}
	switch e.Code {
	case "40001", "40P01": // serialization_failure, deadlock_detected
		return nil, sqltx.Soon
	case "25006": // read_only_sql_transaction
		return errs.ErrReadOnly, sqltx.Away
	case "42501": // insufficient_privilege
		return errs.ErrReadOnly, sqltx.Never
	case "53300": // too_many_connections
		return errs.ErrBusy, sqltx.Away
	case "55P03": // lock_not_available
		return errs.ErrBusy, sqltx.Never
	case "53100": // disk_full
		return errs.ErrFull, sqltx.Never
	case "58030": // io_error
		return errs.ErrWrite, sqltx.Never
	case "XX001", "XX002": // data_corrupted, index_corrupted
		return errs.ErrCorrupt, sqltx.Never
	case notInRepertoire: // in a query: what is stored was checked
		return errs.ErrInvalid, sqltx.Never
	case "3D000": // invalid_catalog_name
		return errs.ErrNotFound, sqltx.Never
	case "57P01", "57P02", "57P03": // admin_shutdown, crash_shutdown, cannot_connect_now
		return errs.ErrAway, sqltx.Away
	}
	if strings.HasPrefix(e.Code, "08") && e.Code != protocolViolation { // connection_exception
		return errs.ErrAway, sqltx.Away
	}
	return nil, sqltx.Never
}

// Classify wraps an error of the server, or of the way to it, in the error of its class, and
// returns all other errors unchanged.
func Classify(err error) error {
	if class, _ := judge(err); class != nil && !errors.Is(err, class) {
		return fmt.Errorf("%w: %w", class, err)
	}
	return err
}

// Classify is the function [Classify].
func (Dialect) Classify(err error) error { return Classify(err) }

// Retry reports whether a transaction can succeed when it is done again.
func (Dialect) Retry(err error) sqltx.Retry {
	_, again := judge(err)
	return again
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
