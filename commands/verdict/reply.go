package verdict

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
)

// reply stores the game and returns the whole reply.
func (r result) reply(ctx context.Context) (commands.Reply, error) {
	recorded, standing, failure := r.record(ctx)
	if failure != nil {
		id := unrecorded(failure)
		if id == "" {
			return commands.Reply{}, failure
		}
		standing = r.p.Say(id, nil)
		var err error
		if recorded.NameHidden, err = r.replier.store.NameHidden(ctx, r.req.User.ID); err != nil {
			return commands.Reply{}, err
		}
	}
	reply := r.verdict(strings.Join(r.remarks(), " "), standing)
	reply.Unrecorded, reply.Footer = failure, r.owner(recorded.NameHidden)
	reply.Fields = []commands.Field{{Name: r.p.Say("remark.deal", nil), Value: r.ways()}}
	whole, err := r.addTrace(ctx, &reply, recorded.ID)
	if err != nil {
		return commands.Reply{}, err
	}
	reply.Rows = r.buttons(recorded, whole)
	reply.Picture = r.replier.pictures.Draw(ctx, r.req, r.picture)
	return reply, nil
}

// ways returns what can be pasted to play the deal again: its number, the command that shuffles it,
// and its cards. A reader of the message takes the first that is a deal, so a seed stands before it.
func (r result) ways() string {
	var all []string
	if d, ok := r.Deal.(game.Numbered); ok && d.NumberText() != "" {
		all = append(all, commands.Code(d.NumberText()))
	}
	if r.Shuffled {
		seed := fmt.Sprint(r.Seed) // to be typed again: without commas
		all = append(all, commands.Code(r.p.Typed(r.Game.Name, append(r.Game.OptionPairs(r.Game.ShuffleOptions(r.Options)), SeedOption, seed)...)))
	}
	return strings.Join(append(all, r.shown(r.Deal)), " · ")
}

// shown returns a deal of the game as it can be pasted.
func (r result) shown(d game.Deal) string {
	return commands.Code(commands.Shorten(r.p.ShownDeal(r.Game.Name, d.String(), d.Options().String()), 900))
}

func (r result) title() string { return r.p.GameTitle(r.Game.Name) }

// verdict returns a reply that says how the game went, how rare that is, and further lines without
// the empty ones. It calls the winner by their name if the game has it.
func (r result) verdict(more ...string) commands.Reply {
	said, winner := r.play.Verdict(), r.play.Outcome().Winner()
	if winner >= 0 && winner < len(r.Game.Seats.Names) {
		said.Args["who"] = commands.Escape(r.p.Phrase(r.Game.Seats.Phrase(winner)))
	}
	lines := slices.Insert(more, 0, r.p.Phrase(said)+r.claim())
	reply := r.p.Reply(r.title(), slices.DeleteFunc(lines, func(s string) bool { return s == "" })...)
	reply.Verdict = true
	return reply
}

// picture returns the picture of the game.
func (r result) picture(ctx context.Context) (*commands.File, error) {
	return r.replier.pictures.Play(ctx, r.p.Printer, r.Game, r.play)
}

// remarks returns what is remarkable about the deal, a sentence or two each.
func (r result) remarks() (lines []string) {
	if r.Unread {
		lines = append(lines, r.p.Say("remark.unread", nil))
	}
	if r.UnreadFiles {
		lines = append(lines, r.p.Say("remark.unread-files", nil))
	}
	if r.From != nil {
		lines = append(lines, r.p.Say("remark.walked", words.Args{
			"deal": r.shown(r.From.Deal), "cards": r.p.Plays(r.Game.Name, r.From.Plays),
		}))
	}
	if !r.Shuffled { // the user asked for as many players
		for _, remark := range r.Deal.Remarks() {
			lines = append(lines, r.p.Phrase(remark))
		}
	}
	if known, swapped, ok := r.Game.Published.Lookup(r.Deal); ok {
		lines = append(lines, r.published(known, swapped))
		if division, _ := r.Game.Division(r.Deal.Division()); division.Solved {
			lines = append(lines, r.p.Phrase(division.Note))
		}
	} else if beyond := r.beyondPublished(); beyond != "" {
		lines = append(lines, beyond)
	}
	return lines
}

// claim returns a sentence, behind a blank, about how rare the length is, "" if that is not known.
func (r result) claim() string {
	o := r.play.Outcome()
	claim, ok := r.replier.lengths.Claim(r.Game.Name, r.Deal.Division(), o.Length.Plays)
	if !ok || !o.Ending.Ends() {
		return ""
	}
	return " " + r.p.Phrase(claim)
}

// beyondPublished says that the game is longer than all published ones of its division, ""
// if it is not.
func (r result) beyondPublished() string {
	o, longest := r.play.Outcome(), r.Game.Published.Longest(r.Deal.Division(), false)
	if !o.Ending.Ends() || len(longest) == 0 || o.Length.Plays <= longest[0].Length.Plays {
		return ""
	}
	return r.p.Say("remark.beyond-published", words.Args{
		"finder": longest[0].FoundBy(), "year": fmt.Sprint(longest[0].Year),
		"cards": r.p.Plays(r.Game.Name, longest[0].Length.Plays),
	})
}

// published names a published record and its place among the published ones.
func (r result) published(known game.Record, swapped bool) string {
	rank, of := r.Game.Published.Rank(known)
	id := "remark.record"
	switch {
	case known.Loop && swapped:
		id = "remark.endless-swapped"
	case known.Loop:
		id = "remark.endless-record"
	case swapped:
		id = "remark.record-swapped"
	}
	return r.p.Say(id, words.Args{
		"finder": known.FoundBy(), "year": fmt.Sprint(known.Year),
		"cards": r.p.Plays(r.Game.Name, known.Length.Plays),
		"place": r.p.Say("remark.published-place", words.Args{words.Count: of, "rank": rank}),
	})
}

// owner says who brought the deal, in plain text. It returns "" at the console, whose
// prompt says it, and for a user who hides their name.
func (r result) owner(hidden bool) string {
	if r.req.Place == 0 || r.req.User.Name == "" || hidden {
		return ""
	}
	id := "dealt.by"
	switch {
	case r.Shuffled:
		id = "dealt.shuffled"
	case r.From != nil:
		id = "dealt.walked"
	case r.req.Kind == commands.MessageMenu: // somebody else may have written the message
		id = "dealt.brought"
	}
	return r.p.Say(id, words.Args{"who": commands.ShownName(r.req.User.ShortName())})
}

// buttons returns the buttons below the reply. One of them is for the trace, unless the
// whole trace is attached.
func (r result) buttons(recorded store.Recorded, whole bool) []commands.Row {
	var row []commands.Button
	if replay, ok := ReplayButton(r.p, recorded.ID, r.play.Outcome().Length.Plays); ok {
		row = append(row, replay)
	}
	if recorded.ID > 0 && r.replier.HasFilm(r.play.Outcome()) {
		film := cmp.Or(r.film, filmControl.ID(replayCommand, GameState{recorded.ID}))
		row = append(row, commands.Button{ID: film, Label: r.p.Say("button.film", nil)})
	}
	if r.Shuffled {
		again := AgainState{Private: r.PrivateAsked, Options: r.Game.ShuffleOptions(r.Options).String()}
		row = append(row, r.p.Button(AgainControl.ID(r.Game.Name, again), "button.again"))
	}
	if recorded.Standing == store.Ranked {
		board := commands.BoardState{
			Kind: commands.BoardOf(r.play.Outcome().Ending), By: store.ByPlays, Game: r.Game.Name, Division: r.Deal.Division(),
		}
		row = append(row, r.p.Button(commands.BoardControl.ID(commands.BoardCommand, board), "button.board"))
	}
	if !whole {
		row = append(row, r.p.Button(traceControl.ID(replayCommand, GameState{recorded.ID}), "button.whole-trace"))
	}
	if longer, ok := r.longerButton(recorded.ID); ok {
		row = append(row, longer)
	}
	var rows []commands.Row
	for part := range slices.Chunk(row, 5) { // as many as a row has room for
		rows = append(rows, commands.Row{Buttons: part})
	}
	return rows
}

// AgainControl plays another shuffled deal of a game; the room that plays games handles it.
const AgainControl commands.Control[AgainState] = "again"

// AgainState is what the other deal is shuffled with.
type AgainState struct {
	Private bool
	// Options are those that make the deal, "cards=4 players=3".
	Options string
}
