package sqltx

import (
	"context"
	"database/sql"
	"math"
	"time"
)

// Dialect is what transactions must know of what their database does its own way.
type Dialect interface {
	// Options returns the options of a transaction that writes, or only reads.
	Options(writes bool) *sql.TxOptions
	// Tune prepares a pool for what users wait for: if the database can fall silent, an attempt
	// ends after a time, and if its driver forgets statements, the pool keeps them.
	Tune(p *Pool, attempt time.Duration)
	// Reindex rebuilds the indexes, unless that would lock out the bot.
	Reindex(ctx context.Context, tx *Tx) error
	// Hold keeps all other transactions waiting that hold one of the same things, until the
	// transaction ends. No holds are everything. It is called before all statements.
	Hold(ctx context.Context, tx *sql.Tx, holds []Hold) error
	// CheckFile describes what is wrong with the file and its references, in at most about 20
	// problems, and apart from that what is wrong with indexes.
	CheckFile(ctx context.Context, tx *Tx) (damage, indexes []string, err error)
	// Objects returns the statement that selects the tables and the valid indexes of the database:
	// the name of each with whether it is an index, its statement if the database keeps that, and the
	// names of its columns with whether they are BOOLEAN, in as many rows.
	Objects() string
	// Classify wraps an error of the database in the error of its class, such as
	// [nonna/store/internal/errs.ErrFull], and returns all other errors unchanged.
	Classify(err error) error
	// Retry reports whether a transaction that failed can succeed when it is done again: it lost
	// against another, or the server cannot be reached.
	Retry(err error) bool
}

// Hold is something that only one transaction changes at a time.
type Hold int64

// Nothing is held by transactions that change only rows which no other reads first. They wait
// for none, not even for one that holds everything, but for a move of the database.
const Nothing Hold = math.MinInt64

// OneStatement is for one statement that reads, which needs no transaction: to begin and to end
// one are round trips to a server.
const OneStatement Hold = math.MaxInt64

const (
	// maxRetry is how long a transaction is done again.
	maxRetry = 45 * time.Second
	// The pauses before that, each up to twice as long as the one before.
	firstPause, maxPause = 10 * time.Millisecond, time.Second
)
