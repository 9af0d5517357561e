package jobs

import (
	"context"
	"log/slog"
	"time"

	"nonna/store"
)

// guardEvery is the time between two checks, which cost almost nothing.
const guardEvery = 2 * time.Second

// Guard calls end, which must cancel ctx, when the database file or its write-ahead log
// disappears or is found damaged, or when a database on a server was moved or upgraded by a newer
// program: later games would be lost. It works until ctx is done.
func Guard(ctx context.Context, st *store.Store, end context.CancelCauseFunc, log *slog.Logger) {
	log = log.With(slog.String("job", "guard"))
	repeat(ctx, log, guardEvery, guardEvery, func(ctx context.Context) error {
		err := st.InPlace(ctx)
		if err != nil {
			log.Error("nothing can be recorded any more, so the bot ends", slog.Any("err", err))
			end(err)
		}
		return err
	})
}
