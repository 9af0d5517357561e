package play

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"nonna/commands"
	"nonna/commands/picture"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
)

// reply remembers the game and tells of it: the verdict, what is remarkable, what
// it did on the board, and the deal.
func (r result) reply(ctx context.Context) (commands.Reply, error) {
	recorded, standing, err := r.record(ctx)
	if err != nil {
		return commands.Reply{}, err
	}
	lines := append([]string{r.say.Phrase(r.play.Verdict())}, r.remarks()...)
	if standing != "" {
		lines = append(lines, standing)
	}
	reply := commands.Reply{
		Title: r.title(), Text: strings.Join(lines, "\n"), Verdict: true, Ephemeral: r.private,
		Fields: []commands.Field{{Name: r.say.Say("field.deal", nil), Value: commands.Code(commands.Shorten(r.shownDeal(), 900))}},
	}
	if reply.Footer, err = r.owner(ctx); err != nil {
		return commands.Reply{}, err
	}
	whole := true
	if r.trace != traceNone {
		if whole, err = r.addTrace(ctx, &reply, recorded.ID); err != nil {
			return commands.Reply{}, err
		}
	}
	reply.Rows = r.buttons(recorded, whole)
	reply.Picture = r.studio.Draw(ctx, r.req, r.picture)
	return reply, nil
}

func (r result) title() string { return r.say.GameTitle(r.game.Name) }

// picture draws the game, once for all who ask for it.
func (r result) picture(ctx context.Context, artist *picture.Artist) (*commands.File, error) {
	key := strings.Join([]string{r.say.Locale(), r.game.Name, r.deal.Options().String(), r.deal.String()}, "\x00")
	return r.gallery.get(ctx, key, func() (*commands.File, error) {
		return artist.Play(ctx, r.say.Printer, r.game, r.play)
	})
}

// shownDeal is the deal as the reader can paste it.
func (r result) shownDeal() string {
	return r.player.say.ShownDeal(r.req, r.say, r.game.Name, r.deal.String(), r.deal.Options().String())
}

// remarks are what else is to be said of the deal and how long it lasts.
func (r result) remarks() []string {
	lines := r.claim()
	for _, remark := range r.deal.Remarks() {
		lines = append(lines, r.say.Phrase(remark))
	}
	if known, swapped, ok := r.game.Published.Find(r.deal); ok {
		lines = append(lines, r.published(known, swapped))
	}
	if r.shuffled {
		seed := fmt.Sprint(r.seed) // to be typed again: without commas
		command := r.player.say.Typed(r.req, r.say, r.game.Name, append(r.game.Pairs(r.game.Shuffling(r.values)), r.opts.seed.Name, seed)...)
		lines = append(lines, r.say.Say("remark.seed", words.Args{"seed": seed, "command": command}))
	}
	return lines
}

// claim returns how rare the length is, nothing if that is not known.
func (r result) claim() []string {
	o := r.play.Outcome()
	if !o.Ending.Ends() {
		return nil
	}
	place, _ := r.lengths.Place(r.game.Name, r.deal.Division(), o.Length.Plays)
	if claim, ok := place.Claim(); ok {
		return []string{r.say.Phrase(claim)}
	}
	return nil
}

// published names a known record and its place among those published.
func (r result) published(known game.Record, swapped bool) string {
	rank, of := r.game.Published.Rank(known)
	id := "remark.record"
	switch {
	case known.Loop && swapped:
		id = "remark.endless-swapped"
	case known.Loop:
		id = "remark.endless-record"
	case swapped:
		id = "remark.record-swapped"
	}
	return r.say.Say(id, words.Args{
		"finder": known.FoundBy(), "year": fmt.Sprint(known.Year),
		"cards": r.say.Plays(r.game.Name, known.Length.Plays),
		"place": r.say.Say("remark.published-place", words.Args{words.Count: of, "rank": rank}),
	})
}

// owner says who brought the deal, in plain text; nothing at the console, where the
// prompt says it, and where their name is to stay hidden.
func (r result) owner(ctx context.Context) (string, error) {
	if r.req.Place == 0 || r.req.User.Name == "" {
		return "", nil
	}
	hidden, err := r.store.NameHidden(ctx, r.req.User.ID)
	if err != nil || hidden {
		return "", err
	}
	id := "dealt.by"
	switch {
	case r.shuffled:
		id = "dealt.shuffled"
	case r.req.Kind == commands.MessageMenu: // the message may be another's
		id = "dealt.brought"
	}
	return r.say.Say(id, words.Args{"who": r.req.User.ShortName()}), nil
}

// record remembers the game, and says what it did on the board. A full disk, and a
// database that is gone or cannot be written to, are told, and lose no answer.
func (r result) record(ctx context.Context) (store.Recorded, string, error) {
	recorded, err := r.store.Record(ctx, r.row())
	switch {
	case errors.Is(err, store.ErrFull):
		return store.Recorded{}, r.say.Say("standing.full", nil), nil
	case errors.Is(err, store.ErrMissing):
		return store.Recorded{}, r.say.Say("standing.gone", nil), nil
	case errors.Is(err, store.ErrReadOnly):
		return store.Recorded{}, r.say.Say("standing.read-only", nil), nil
	case err != nil:
		return store.Recorded{}, "", err
	}
	lines := append([]string{r.standing(recorded)}, r.challenges(recorded.Challenges)...)
	return recorded, strings.Join(lines, "\n"), nil
}

// row is the game as the store keeps it.
func (r result) row() store.Game {
	g := commands.Settled(r.game, r.deal, r.play)
	g.RequestID, g.GuildID, g.PlayedAt = r.req.ID, r.req.GuildID, r.req.At
	g.UserID, g.UserName = r.req.User.ID, r.req.User.ShortName()
	g.Random, g.Private, g.WithoutRandom = r.shuffled, r.byWish, r.req.Settings.WithoutRandom
	return g
}

// standing says what a recorded game did on the board.
func (r result) standing(recorded store.Recorded) string {
	switch recorded.Standing {
	case store.Unranked:
		if r.row().Kind != store.NoBoard {
			return r.say.Say("server.random-off", nil)
		}
	case store.Taken:
		owner := recorded.Owner
		switch {
		case owner == nil:
			return r.say.Say("standing.taken", nil)
		case owner.Mine && (r.private || !owner.NameHidden): // or all would know whose it is
			return r.say.Say("standing.mine", nil) + " " + r.say.Say("standing.then", r.placed(recorded.ByPlays, store.ByPlays))
		}
		if brought := owner.Deal; brought != r.deal.String() {
			return r.say.Say("standing.owned-as", words.Args{"owner": r.say.Owner(*owner), "deal": commands.Code(commands.Shorten(brought, 60))})
		}
		return r.say.Say("standing.owned", words.Args{"owner": r.say.Owner(*owner)})
	case store.Ranked:
		return r.place(recorded)
	}
	return ""
}

// place tells of a ranked game's place, by what it did best in.
func (r result) place(recorded store.Recorded) string {
	best, by := recorded.ByPlays, store.ByPlays
	if recorded.ByTakes.Record && !recorded.ByPlays.Record {
		best, by = recorded.ByTakes, store.ByTakes
	}
	args := r.placed(best, by)
	switch {
	case !best.Record:
		return r.say.Say("standing.place", args)
	case best.Before == nil:
		return r.say.Say("standing.first", args)
	}
	args["before"], args["owner"] = by.Of(best.Before.Plays, best.Before.Takes), r.say.Owner(*best.Before)
	return r.say.Say("standing.record", args)
}

// placed are the words for a place.
func (r result) placed(p store.Place, by store.Measure) words.Args {
	board := "standing.server"
	if r.req.GuildID == 0 {
		board = "standing.own"
	}
	return words.Args{
		"rank": p.Rank, "of": p.Of, "board": r.say.Say(board, nil), "measure": r.say.MeasureName(r.game.Name, by),
	}
}

// challenges say what the game did in challenges, a line each.
func (r result) challenges(all []store.ChallengePlace) []string {
	var lines []string
	for _, c := range all {
		args := words.Args{
			"measure": r.say.MeasureName(r.game.Name, c.By), "when": commands.Stamp(c.EndsAt, "f"), "rank": c.Rank, "of": c.Of,
		}
		if c.Ahead != nil {
			args["length"], args["owner"] = r.say.LengthBy(r.game.Name, c.By, *c.Ahead), r.say.SafeName(c.Ahead.UserName)
		}
		lines = append(lines, r.say.Say(didIn(c), args))
	}
	return lines
}

// didIn is the message about what a game did in a challenge.
func didIn(c store.ChallengePlace) string {
	switch {
	case c.Ahead != nil && !c.Best:
		return "challenge.stays"
	case c.Ahead != nil:
		return "challenge.behind"
	case c.Best && c.Rank == 1:
		return "challenge.leads"
	}
	return "challenge.place" // the game ahead was deleted since
}

// buttons are those below the reply, one of them for the trace where the whole of it
// is not attached.
func (r result) buttons(recorded store.Recorded, whole bool) []commands.Row {
	var row []commands.Button
	if replay, ok := commands.ReplayButton(r.say, recorded.ID, r.play.Outcome().Length.Plays); ok {
		row = append(row, replay)
	}
	if r.shuffled {
		again := commands.AgainState{Private: r.byWish, Trace: r.trace, Options: r.game.Shuffling(r.values).String()}
		row = append(row, commands.Button{ID: commands.ID(r.game.Name, again), Label: r.say.Say("button.again", nil)})
	}
	if recorded.Standing == store.Ranked {
		board := commands.NewBoardState(r.game.Name, r.deal.Division(), commands.BoardOf(r.play.Outcome().Ending), store.ByPlays)
		board.Opens = true
		row = append(row, commands.Button{ID: commands.ID(commands.BoardCommand, board), Label: r.say.Say("button.board", nil)})
	}
	switch {
	case !whole:
		row = append(row, r.traceButton("button.whole-trace", commands.TraceState{Whole: true, Game: recorded.ID}))
	case recorded.ID > 0 && r.trace == traceNone:
		row = append(row, r.traceButton("button.trace", commands.TraceState{Game: recorded.ID}))
	}
	if len(row) == 0 {
		return nil
	}
	return []commands.Row{{Buttons: row}}
}
