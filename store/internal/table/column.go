package table

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"nonna/store/internal/errs"
)

// Scope returns the scope where a game competes, as boards.scope stores it: the
// id of the server, or without a server the negated id of the user, for the user's
// own list.
func Scope(guildID, userID uint64) int64 {
	if guildID != 0 {
		return int64(guildID)
	}
	return -int64(userID)
}

// Month returns the month of t in UTC as yyyymm, as games.month stores it.
func Month(t time.Time) int64 {
	t = t.UTC()
	return int64(t.Year())*100 + int64(t.Month())
}

// Week returns the ISO week of t in UTC as yyyyww, as games.week stores it.
func Week(t time.Time) int64 {
	year, week := t.UTC().ISOWeek()
	return int64(year)*100 + int64(week)
}

// Day returns the day of t in UTC as yyyymmdd, as hunt_days.day stores it.
func Day(t time.Time) int64 {
	year, month, day := t.UTC().Date()
	return int64(year)*10_000 + int64(month)*100 + int64(day)
}

// Digest returns the form of a deal's key that fits into an index: 128 bits, so
// that the first accidental collision is expected after about 2^64 deals.
func Digest(key string) string {
	sum := sha256.Sum256([]byte(key))
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

// CheckText returns [errs.ErrInvalid] for a text of fewer than least or more than
// most bytes, or one that PostgreSQL would refuse: invalid UTF-8, or a zero byte.
func CheckText(name, s string, least, most int) error {
	if len(s) < least || len(s) > most {
		return fmt.Errorf("%w: %s of %d bytes, want %d to %d", errs.ErrInvalid, name, len(s), least, most)
	}
	if !utf8.ValidString(s) || strings.ContainsRune(s, 0) {
		return fmt.Errorf("%w: %s %q is not UTF-8 text", errs.ErrInvalid, name, s)
	}
	return nil
}

// maxName is the maximum length of a user's name, in bytes.
const maxName = 200

// Name returns a user's name as it can be stored: cut between characters, since an odd name is no
// reason to lose a game.
func Name(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "")
	if len(s) > maxName {
		s = strings.ToValidUTF8(s[:maxName], "")
	}
	return s
}
