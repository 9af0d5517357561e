package boards

import (
	"cmp"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
)

// Announcement returns the announcement of a record, in the language that the server
// chose. Its button shows the board to the user who presses it.
func Announcement(l commands.Localizer, a store.Announcement) commands.Reply {
	p := l.In(cmp.Or(a.Language, l.Unchosen))
	by, before := store.ByPlays, a.ByPlays.Before
	if !a.ByPlays.Record {
		by, before = store.ByTakes, a.ByTakes.Before
	}
	text := p.Say("announce.brought", words.Args{
		"who": p.SafeName(a.UserName), "cards": p.Plays(a.Game, a.Plays), "tricks": p.Takes(a.Game, a.Takes),
	})
	if before != nil {
		text += "\n" + p.Say("announce.before", words.Args{
			"length": p.LengthBy(a.Game, by, *before), "owner": p.SafeName(before.UserName),
		})
	}
	b := commands.NewBoardState(a.Game, a.Division, a.Kind, by)
	b.Opens = true
	return commands.Reply{
		Locale: p.Locale(),
		Title: p.Say("announce.title", words.Args{
			"board": p.BoardTitle(store.Division{Game: a.Game, Division: a.Division, Kind: a.Kind}),
		}),
		Text: text,
		Rows: []commands.Row{{Buttons: []commands.Button{{ID: commands.ID(commands.BoardCommand, b), Label: p.Say("button.board", nil)}}}},
	}
}
