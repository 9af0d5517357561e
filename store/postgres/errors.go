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
)

// Codes of errors, see https://www.postgresql.org/docs/current/errcodes-appendix.html.
const (
	undefinedTable = "42P01"
	// notInRepertoire is for a zero byte or invalid UTF-8.
	notInRepertoire = "22021"
	// protocolViolation is also what poolers say when they refuse a connection.
	protocolViolation = "08P01"
)

// judge returns whether a transaction that failed can succeed when it is done again, since it lost
// against another, or the server went away or has become a replica that another host took over
// from; and the class of the error, nil if it has none.
func judge(err error) (again bool, class error) {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return judgeCode(e.Code)
	}
	if isAway(err) {
		return true, errs.ErrUnreachable
	}
	return false, nil
}

func judgeCode(code string) (again bool, class error) {
	switch code {
	case "40001", "40P01": // serialization_failure, deadlock_detected
		return true, nil
	case "25006": // read_only_sql_transaction
		return true, errs.ErrReadOnly
	case "42501", "3F000": // insufficient_privilege, and no schema to create in
		return false, errs.ErrReadOnly
	case "28000", "28P01": // invalid_authorization_specification, invalid_password
		return false, errs.ErrRefused
	case "53300": // too_many_connections
		return true, errs.ErrBusy
	case "55P03": // lock_not_available
		return false, errs.ErrBusy
	case "53100": // disk_full
		return false, errs.ErrFull
	case "58030": // io_error
		return false, errs.ErrWrite
	case "XX001", "XX002", undefinedTable, "42703": // data_corrupted, index_corrupted, undefined_column
		return false, errs.ErrCorrupt
	case notInRepertoire: // in a query: what is stored was checked
		return false, errs.ErrInvalid
	case "3D000": // invalid_catalog_name
		return false, errs.ErrNotFound
	// admin_shutdown, crash_shutdown, cannot_connect_now, idle_in_transaction_session_timeout
	case "57P01", "57P02", "57P03", "25P03":
		return true, errs.ErrUnreachable
	}
	if strings.HasPrefix(code, "08") && code != protocolViolation { // connection_exception
		return true, errs.ErrUnreachable
	}
	return false, nil
}

// Classify wraps an error of the server, or of the way to it, in the error of its class, and
// returns all other errors unchanged.
func Classify(err error) error {
	if _, class := judge(err); class != nil && !errors.Is(err, class) {
		return fmt.Errorf("%w: %w", class, err)
	}
	return err
}

// Classify is the function [Classify].
func (Dialect) Classify(err error) error { return Classify(err) }

// Retry reports whether a transaction can succeed when it is done again.
func (Dialect) Retry(err error) bool {
	again, _ := judge(err)
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
	for _, lost := range []error{errs.ErrUnreachable, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, driver.ErrBadConn, syscall.ECONNRESET, syscall.EPIPE, syscall.ETIMEDOUT} {
		if errors.Is(err, lost) {
			return true
		}
	}
	return pgconn.SafeToRetry(err)
}
