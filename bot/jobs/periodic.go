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
	"nonna/commands/film"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
	puzzles "nonna/store/daily"
	"nonna/store/posts"
)

// periodic are the messages about a period that is over, with the servers' ids: one a server
// and period, while the clock is right.
type periodic struct {
	kind  posts.Kind
	posts *posts.Posts
	clock *Clock
	// last returns the number of the last period that is over at a time, and what tells of it,
	// nil for nothing.
	last func(at time.Time) (period int64, tell telling)
	// period is that of the message that next returned: the next may end before it is sent.
	period int64
}

// telling returns the message about a period for a server, and reports whether there is
// anything to tell.
type telling func(context.Context, posts.Place) (reply commands.Reply, isNews bool, err error)

func (p *periodic) next(ctx context.Context, after int64) (announcement, error) {
	now, right := p.clock.read(ctx)
	if !right {
		return announcement{}, store.ErrNotFound
	}
	var tell telling
	if p.period, tell = p.last(now); tell == nil {
		return announcement{}, store.ErrNotFound
	}
	place, err := p.posts.Next(ctx, p.kind, uint64(after), p.period)
	if err != nil {
		return announcement{id: int64(place.GuildID)}, err
	}
	return announcement{
		id: int64(place.GuildID), guild: place.GuildID, channel: place.ChannelID,
		message: func(ctx context.Context) (commands.Reply, bool, error) { return tell(ctx, place) },
		nonce:   fmt.Sprintf("%s-%s-%s", p.kind, strconv.FormatInt(p.period, 36), strconv.FormatUint(place.GuildID, 36)),
	}, nil
}

func (p *periodic) sent(ctx context.Context, id int64) error {
	return p.posts.Done(ctx, p.kind, uint64(id), p.period)
}

// NewDailyAnnouncer returns the job that posts the table of each day's puzzle in the words of
// l, with a film, after the day is over. If the film cannot be made, the table comes without it.
func NewDailyAnnouncer(st *store.Store, l commands.Localizer, films *film.Studio, send Send, clock *Clock, log *slog.Logger) *Announcer {
	log = log.With(slog.String("job", "daily"))
	days := puzzles.New(st)
	shoot := func(ctx context.Context, p *words.Printer, g *game.Game, d game.Deal) *commands.File {
		file, err := films.OfDeal(ctx, p, g, d)
		if err != nil {
			log.LogAttrs(ctx, slog.LevelWarn, "the film of the day could not be made", slog.Any("err", err))
		}
		return file
	}
	last := func(at time.Time) (int64, telling) {
		day := puzzles.Last(at)
		return day, func(ctx context.Context, place posts.Place) (commands.Reply, bool, error) {
			table, err := days.Table(ctx, place.GuildID, day)
			if err != nil {
				return commands.Reply{}, false, err
			}
			reply, err := daily.Result(ctx, l, place.Language, table, shoot)
			return reply, true, err
		}
	}
	return &Announcer{&periodic{kind: posts.DailyTable(), posts: posts.New(st), clock: clock, last: last}, st, send, log}
}

// NewMonthAnnouncer returns the job that posts a note about each month in the words of l,
// after the month is over. A month of which nothing is told is passed over.
func NewMonthAnnouncer(st *store.Store, l commands.Localizer, send Send, clock *Clock, log *slog.Logger) *Announcer {
	notes := boards.NewNotes(l, st)
	last := func(at time.Time) (int64, telling) {
		month, isNews := boards.LastMonth(at)
		if !isNews {
			return 0, nil
		}
		return month.Number(), func(ctx context.Context, place posts.Place) (commands.Reply, bool, error) {
			return notes.Of(ctx, place.GuildID, place.Language, month)
		}
	}
	return &Announcer{
		&periodic{kind: posts.MonthNote(), posts: posts.New(st), clock: clock, last: last}, st, send, log.With(slog.String("job", "months")),
	}
}
