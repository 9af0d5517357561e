package boards

import (
	"cmp"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
)

// Announcement returns the announcement of a record, or of a find of a hunt that is the
// longest of its server, in the language that the server chose: with the record before, by
// the measure that was beaten. Its button shows the board to the user who presses it.
func Announcement(l commands.Localizer, a store.Announcement) commands.Reply {
	p := l.In(cmp.Or(a.Language, l.DefaultLocale))
	by, before := store.ByPlays, a.ByPlays.Before
	if !a.ByPlays.Record {
		by, before = store.ByTakes, a.ByTakes.Before
	}
	title, said, button := "announce.title", "announce.brought", "button.board"
	if a.Kind == store.Hunts {
		title, said, button = "hunt.announced", "hunt.brought", "hunt.finds"
	}
	lines := []string{p.Say(said, words.Args{
		"who": p.SafeName(a.Player.Name), "cards": p.Plays(a.Game, a.Plays), "tricks": p.Takes(a.Game, a.Takes),
	})}
	if a.Kind == store.Hunts {
		lines = append(lines, commands.Code(commands.Shorten(a.Deal, 200)))
	}
	if before != nil {
		lines = append(lines, p.Say("announce.before", words.Args{
			"length": p.LengthBy(a.Game, by, *before), "owner": p.SafeName(before.Player.Name),
		}))
	}
	board := store.Division{Game: a.Game, Division: a.Division, Kind: a.Kind}
	reply := p.Reply(p.Say(title, words.Args{"board": p.BoardTitle(board)}), lines...)
	shown := commands.BoardState{Kind: a.Kind, By: by, Game: a.Game, Division: a.Division}
	reply.Rows = commands.Buttons(p.Button(commands.BoardControl.ID(commands.BoardCommand, shown), button))
	return reply
}
