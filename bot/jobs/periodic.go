package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"nonna/commands"
	"nonna/commands/boards"
	"nonna/commands/daily"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
	puzzles "nonna/store/daily"
)

// compose returns the message about a period for a server, and reports whether there is
// anything to tell.
type compose func(context.Context, store.PostPlace) (reply commands.Reply, isNews bool, err error)

// periodic announces what happened in a period that is over, once on each server, when all of it
// is recorded. last returns the number of the last period that is over at a time, and what composes
// the message about it, nil for none.
func (c Config) periodic(kind store.Post, last func(at time.Time) (period int64, of compose)) tick {
	return c.announces(func(ctx context.Context, now time.Time, after int64) (announcement, error) {
		period, compose := last(now.Add(-store.LateGames))
		if compose == nil {
			return announcement{}, store.ErrNotFound
		}
		place, err := c.Store.NextPost(ctx, kind, uint64(after), period)
		return announcement{
			id: int64(place.GuildID), guild: place.GuildID, channel: place.ChannelID,
			message: func(ctx context.Context) (commands.Reply, bool, error) { return compose(ctx, place) },
			nonce:   fmt.Sprintf("%s-%s-%s", kind, strconv.FormatInt(period, 36), strconv.FormatUint(place.GuildID, 36)),
			done:    func(ctx context.Context) error { return c.Store.Posted(ctx, kind, place.GuildID, period) },
		}, err
	})
}

// tables posts the table of each day's puzzle, with a film, after the day is over, where
// somebody tried it. If the film cannot be made, the table comes without it.
func (c Config) tables() tick {
	days := puzzles.New(c.Store)
	shoot := func(ctx context.Context, p *words.Printer, g *game.Game, d game.Deal) *commands.File {
		file, err := c.Films.Film(ctx, p, g, d)
		if err != nil {
			c.Log.LogAttrs(ctx, slog.LevelWarn, "the film of the day could not be made", slog.Any("err", err))
		}
		return file
	}
	return c.periodic(store.DailyTable, func(at time.Time) (int64, compose) {
		day := puzzles.Last(at)
		return day, func(ctx context.Context, place store.PostPlace) (commands.Reply, bool, error) {
			table, err := days.Table(ctx, place.GuildID, day)
			if err != nil || table.Tried == 0 {
				return commands.Reply{}, false, err
			}
			reply, err := daily.Result(ctx, c.Say, place.Language, table, shoot)
			return reply, true, err
		}
	})
}

// months posts a note about each month after it is over, and passes over months without news.
func (c Config) months() tick {
	notes := boards.NewNotes(c.Say, c.Store)
	return c.periodic(store.MonthNote, func(at time.Time) (int64, compose) {
		month, isNews := boards.LastMonth(at)
		if !isNews {
			return 0, nil
		}
		return month.Number(), func(ctx context.Context, place store.PostPlace) (commands.Reply, bool, error) {
			return notes.Of(ctx, place.GuildID, place.Language, month)
		}
	})
}
