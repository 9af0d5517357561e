package store

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"nonna/store/internal/table"
)

// The bounds of what a game may hold, in bytes.
const (
	maxRequestID = 200
	maxUserName  = 200
	maxWord      = 32
	maxDivision  = 64
	maxOptions   = 200
	maxNames     = 1000
	maxDeal      = 256 << 10
)

func (g Game) check() error {
	texts := []struct {
		name, value string
		least, most int
	}{
		{"request id", g.RequestID, 1, maxRequestID},
		{"game", g.Name, 1, maxWord},
		{"division", g.Division, 0, maxDivision},
		{"division names", g.DivisionNames, 0, maxNames},
		{"ending", g.Ending, 0, maxWord},
		{"deal", g.Deal, 0, maxDeal},
		{"options", g.Options, 0, maxOptions},
		{"key", g.Key, 0, maxDeal},
	}
	for _, t := range texts {
		if err := table.CheckText(t.name, t.value, t.least, t.most); err != nil {
			return err
		}
	}
	if g.Plays < 0 || g.Takes < 0 || g.CyclePlays < 0 || g.CycleTakes < 0 {
		return fmt.Errorf("%w: counts below 0: %d plays, %d takes, cycle of %d and %d",
			ErrInvalid, g.Plays, g.Takes, g.CyclePlays, g.CycleTakes)
	}
	if g.PlayedAt.IsZero() {
		return fmt.Errorf("%w: the game has no time", ErrInvalid)
	}
	return g.checkBoard()
}

func (g Game) checkBoard() error {
	switch g.Kind {
	case NoBoard:
		return nil
	case Ends, Loops:
		if g.Key == "" {
			return fmt.Errorf("%w: a game for the board %q needs the deal's key", ErrInvalid, g.Kind)
		}
		return nil
	}
	return fmt.Errorf("%w: board %q, want %q, %q or none", ErrInvalid, g.Kind, Ends, Loops)
}

// cleanName makes a name storable. Names come from outside and are no reason to
// lose a game.
func cleanName(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "")
	for len(s) > maxUserName {
		_, size := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-size]
	}
	return s
}
