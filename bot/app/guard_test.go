package app_test

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"net"
	"testing"
	"time"

	"nonna/bot/app"
	"nonna/bot/discordtest"
	"nonna/engine"
	"nonna/store"
	"nonna/store/postgres/postgrestest"
)

// A bot whose database on a server is upgraded by a newer program, or moved, ends and says so.
func TestABotEndsWhenItsDatabaseIsUpgradedOrMoved(t *testing.T) {
	t.Parallel()
	for change, want := range map[string]error{
		`INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, TRUE)`: store.ErrNewer,
		`INSERT INTO moved (address) VALUES ('elsewhere')`:                          store.ErrMoved,
	} {
		url := postgrestest.New(t)
		srv := discordtest.NewServer(discordtest.Options{Patient: true})
		a, err := app.Open(t.Context(), app.Config{DB: url, Games: engine.Games(), Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		db, err := sql.Open("pgx", url)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.ExecContext(t.Context(), change); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		if err := a.Serve(ctx, overHTTP(srv, l)); !errors.Is(err, want) {
			t.Errorf("%s: it ended with %v, want %v", change, err, want)
		}
		stop()
		srv.Close()
		if err := errors.Join(db.Close(), a.Close()); err != nil {
			t.Error(err)
		}
	}
}
