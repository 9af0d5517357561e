package all_test

import (
	"database/sql"
	"errors"
	"testing"

	"nonna/commands/commandstest"
	"nonna/store/storetest"
)

// A member is told whether a deletion that failed has begun. One that has not can be asked
// for again with the same button.
func TestADeletionThatFails(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "privacy-fails", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		fx.Ask(fx.Anna, "snap", o{"deal": "abca abba"})
		ask := fx.Ask(fx.Anna, "privacy delete", nil)
		if err := storetest.Unwritable(fx.Store.Path()); err != nil {
			fx.T.Fatal(err)
		}
		s.Add("on a disk that refuses to write", fx.Press(fx.Anna, ask, 0))
		if err := errors.Join(
			storetest.Writable(fx.Store.Path()),
			change(fx.Store.Path(), "CREATE TRIGGER stop BEFORE DELETE ON games BEGIN SELECT RAISE(ABORT, 'stop'); END"),
		); err != nil {
			fx.T.Fatal(err)
		}
		s.Add("with a disk that fails in between", fx.Press(fx.Anna, ask, 0))
		if err := change(fx.Store.Path(), "DROP TRIGGER stop"); err != nil {
			fx.T.Fatal(err)
		}
		s.Add("again", fx.Press(fx.Anna, ask, 0))
	})
}

// change runs a statement on a database that is open.
func change(path, text string) error {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err
	}
	_, err = db.Exec(text)
	return errors.Join(err, db.Close())
}
