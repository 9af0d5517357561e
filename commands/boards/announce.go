package boards

import (
	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
)

// Announcement words the announcement of a record, in the language that the
// server chose. Its button shows the board to whoever presses it.
func Announcement(book *words.Book, a store.Announcement) commands.Reply {
	p := book.In(a.Language)
	board := store.Division{Game: a.Game, Division: a.Division, Kind: a.Kind}
	text := p.Say("announce.brought", words.Args{
		"who": p.SafeName(a.UserName), "cards": p.Plays(a.Game, a.Cards), "tricks": p.Takes(a.Game, a.Tricks),
	})
	by, before, length := store.ByPlays, a.ByPlays.Before, commands.CardsOf
	if !a.ByPlays.Record() {
		by, before, length = store.ByTakes, a.ByTakes.Before, commands.TricksOf
	}
	if before != nil {
		n := before.Cards
		if by == store.ByTakes {
			n = before.Tricks
		}
		text += "\n" + p.Say("announce.before", words.Args{"length": length(p, a.Game, n), "owner": p.SafeName(before.UserName)})
	}
	b := commands.NewBoardState(a.Game, a.Division, a.Kind, by)
	b.Opens = true
	return commands.Reply{
		Title: p.Say("announce.title", words.Args{"board": p.BoardTitle(board)}), Text: text,
		Rows: []commands.Row{{Buttons: []commands.Button{{ID: commands.ID(commands.BoardCommand, b), Label: p.Say("button.board", nil)}}}},
	}
}
