package jobs

import (
	"context"
	"log/slog"
	"time"

	"nonna/store"
)

// guardEvery is the time between two looks, which cost next to nothing.
const guardEvery = 2 * time.Second

// Guard works until ctx ends. It calls end, which is to see to that, when the
// database is gone from its place: what is played from then on would be lost.
func Guard(ctx context.Context, st *store.Store, end context.CancelCauseFunc, log *slog.Logger) {
	log = log.With(slog.String("job", "guard"))
	repeat(ctx, log, guardEvery, guardEvery, func(context.Context) error {
		err := st.InPlace()
		if err != nil {
			log.Error("nothing can be recorded any more: ending", slog.Any("err", err))
			end(err)
		}
		return err
	})
}
