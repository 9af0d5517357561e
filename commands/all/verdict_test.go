package all_test

import (
	"database/sql"
	"fmt"
	"os"
	"strings"
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/store"
)

// The beginnings of the ids of buttons.
const (
	filmID   = "replay:film"
	longerID = "replay:longer"
	traceID  = "replay:trace"
)

// buttonOf returns the button of a reply whose id begins so, none if it has no such button.
func buttonOf(r commands.Reply, id string) commands.Button {
	for _, row := range r.Rows {
		for _, b := range row.Buttons {
			if strings.HasPrefix(b.ID, id) {
				return b
			}
		}
	}
	return commands.Button{}
}

// TestAGameThatIsNotRecorded removes the database's file before a game.
func TestAGameThatIsNotRecorded(t *testing.T) {
	t.Parallel()
	commandstest.EveryLanguage(t, func(t *testing.T, locale string) {
		fx := commandstest.With(t, commandstest.Config{Locale: locale})
		if err := os.Remove(fx.Store.Path()); err != nil {
			t.Fatal(err)
		}
		commandstest.Compare(t, locale, "not-recorded", commandstest.Show(fx.Ask(fx.Anna, "snap", o{"deal": "abca abba"})))
	})
}

// TestAGameThatNeedsOneBoardTooMany plays where there are as many boards as there can be.
func TestAGameThatNeedsOneBoardTooMany(t *testing.T) {
	t.Parallel()
	commandstest.EveryLanguage(t, func(t *testing.T, locale string) {
		fx := commandstest.With(t, commandstest.Config{Locale: locale})
		db, err := sql.Open("sqlite", fx.Store.Path())
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		_, err = db.ExecContext(t.Context(), `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
			INSERT INTO boards (id, scope, game, division, kind) SELECT i, 7, 'camicia', 'division ' || i, 'ends' FROM n`, store.MaxBoards)
		if err != nil {
			t.Fatal(err)
		}
		commandstest.Compare(t, locale, "crowded", commandstest.Show(fx.Ask(fx.Anna, "snap", o{"deal": "abca abba"})))
	})
}

// TestButtonsOfReplies presses Again, Board and Trace.
func TestButtonsOfReplies(t *testing.T) {
	t.Parallel()
	commandstest.EveryLanguage(t, buttonsOfReplies)
}

func buttonsOfReplies(t *testing.T, locale string) {
	fx := commandstest.With(t, commandstest.Config{Locale: locale, Pictures: true})
	var b strings.Builder
	r := fx.Ask(fx.Anna, "snap", o{"players": int64(2), "cards": int64(5)})
	fmt.Fprintf(&b, "%s\n", commandstest.Show(r))
	for _, btn := range r.Rows[0].Buttons[1:] {
		fmt.Fprintf(&b, "%s:\n%s\n", btn.Label, commandstest.Show(fx.PressID(fx.Anna, btn.ID)))
	}
	commandstest.Compare(t, locale, "buttons", b.String())
}
