package verdict

import (
	"context"
	"errors"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
)

// record stores the game, and returns what it did on boards and in challenges.
func (r result) record(ctx context.Context) (store.Recorded, string, error) {
	recorded, err := r.replier.store.Record(ctx, r.row())
	if err != nil {
		return store.Recorded{}, "", err
	}
	lines := r.challenges(recorded.Challenges)
	if standing := r.sayStanding(recorded); standing != "" {
		lines = append([]string{standing}, lines...)
	}
	return recorded, strings.Join(lines, " "), nil
}

// unrecorded returns the id of the message about a game that could not be stored, with
// which the verdict is answered all the same; "" if the error is of another kind.
func unrecorded(err error) string {
	switch {
	case store.Unwritable(err), errors.Is(err, store.ErrVanished):
		return "standing.read-only"
	case errors.Is(err, store.ErrBusy), errors.Is(err, store.ErrUnreachable):
		return "standing.busy"
	}
	return ""
}

// row returns the game as it is stored.
func (r result) row() store.Game {
	g := StoredGame(r.Game, r.Deal, r.play)
	g.RequestID, g.GuildID, g.PlayedAt = r.req.ID, r.req.GuildID, r.req.At
	g.UserID, g.UserName = r.req.User.ID, r.req.User.ShortName()
	g.Walked = r.From != nil
	g.Random, g.Private = r.Shuffled, r.PrivateAsked
	return g
}

// sayStanding says what a stored game did on its board.
func (r result) sayStanding(recorded store.Recorded) string {
	switch recorded.Standing {
	case store.Crowded:
		return r.p.Say("standing.crowded", words.Args{"boards": store.MaxBoards})
	case store.Walked:
		return r.p.Say("standing.walked", nil)
	case store.Found:
		return r.sayFoundBy(recorded)
	case store.Taken:
		owner := recorded.Owner
		switch {
		case owner == nil:
			return r.p.Say("standing.taken", nil)
		case owner.Mine && (r.Private || !owner.Player.Hidden): // else everyone would learn whose it is
			return r.sayRankNow(recorded.ByPlays)
		}
		if brought := owner.Deal; brought != r.Deal.String() {
			return r.p.Say("standing.owned-as", words.Args{"owner": r.p.Owner(*owner), "deal": commands.Code(commands.Shorten(brought, 60))})
		}
		return r.p.Say("standing.owned", words.Args{"owner": r.p.Owner(*owner)})
	case store.Ranked:
		return r.sayRank(recorded)
	}
	return ""
}

// sayRankNow says which place a game has that the user brought before, or that it was hidden.
func (r result) sayRankNow(p store.Place) string {
	switch {
	case p.Rank == 0:
		return r.p.Say("standing.hidden", nil)
	case p.Of < fewPlaces:
		return ""
	}
	return r.p.Say("standing.then", r.rankArgs(p, store.ByPlays))
}

// fewPlaces is the least number of games among which a place says something.
const fewPlaces = 3

// sayFoundBy says who found the deal, and how.
func (r result) sayFoundBy(recorded store.Recorded) string {
	owner, id := r.p.SafeName(""), "standing.found"
	if recorded.Owner != nil {
		owner = r.p.Owner(*recorded.Owner)
	}
	if recorded.Find.Kind == store.Walked {
		id = "standing.found-walking"
	}
	return r.p.Say(id, words.Args{"owner": owner, "when": commands.Stamp(recorded.Find.At, "D")})
}

// sayRank says which place a ranked game took, by the measure where it did better.
func (r result) sayRank(recorded store.Recorded) string {
	best, by := recorded.ByPlays, store.ByPlays
	if recorded.ByTakes.Record && !recorded.ByPlays.Record {
		best, by = recorded.ByTakes, store.ByTakes
	}
	args := r.rankArgs(best, by)
	switch {
	case best.Rank == 0: // it was hidden since
		return ""
	case best.Record && best.Before != nil:
	case best.Of < fewPlaces:
		return ""
	default:
		return r.p.Say("standing.place", args)
	}
	args["before"], args["owner"] = by.Of(best.Before.Plays, best.Before.Takes), r.p.Owner(*best.Before)
	return r.p.Say("standing.record", args)
}

// rankArgs returns the words for a place.
func (r result) rankArgs(p store.Place, by store.Measure) words.Args {
	board := "standing.server"
	if r.req.GuildID == 0 {
		board = "standing.own"
	}
	return words.Args{
		"rank": p.Rank, "of": p.Of, "board": r.p.Say(board, nil), "measure": r.p.MeasureName(r.Game.Name, by),
	}
}

// challenges says what the game did in challenges, a line each.
func (r result) challenges(all []store.ChallengePlace) []string {
	var lines []string
	for _, c := range all {
		args := words.Args{
			"measure": r.p.MeasureName(r.Game.Name, c.By), "when": commands.Stamp(c.EndsAt, "f"), "rank": c.Rank, "of": c.Of,
		}
		if c.Ahead != nil {
			args["length"], args["owner"] = r.p.LengthBy(r.Game.Name, c.By, *c.Ahead), r.p.SafeName(c.Ahead.Player.Name)
		}
		lines = append(lines, r.p.Say(challengeMessage(c), args))
	}
	return lines
}

// challengeMessage returns the id of the message about what a game did in a challenge.
func challengeMessage(c store.ChallengePlace) string {
	switch {
	case c.Ahead != nil && !c.Best:
		return "challenge.stays"
	case c.Ahead != nil:
		return "challenge.behind"
	case c.Best && c.Rank == 1:
		return "challenge.leads"
	}
	return "challenge.place" // the game ahead has been deleted
}
