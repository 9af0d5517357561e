package commands

import (
	"nonna/commands/words"
	"nonna/store"
)

// Announcement words the announcement of a record, in the language that the
// server chose. Its button shows the board to whoever presses it.
func Announcement(book *words.Book, a store.Announcement) Reply {
	p := book.In(a.Language)
	board := store.Division{Game: a.Game, Division: a.Division, Kind: a.Kind}
	text := p.Say("announce.brought", words.Args{
		"who": someone(p, a.UserName), "cards": cardsOf(p, a.Game, a.Plays), "tricks": tricksOf(p, a.Game, a.Takes),
	})
	by, before, length := store.ByPlays, a.ByPlays.Before, cardsOf
	if !a.ByPlays.Record {
		by, before, length = store.ByTakes, a.ByTakes.Before, tricksOf
	}
	if before != nil {
		n := before.Plays
		if by == store.ByTakes {
			n = before.Takes
		}
		text += "\n" + p.Say("announce.before", words.Args{"length": length(p, a.Game, n), "owner": someone(p, before.UserName)})
	}
	b := NewBoardState(a.Game, a.Division, a.Kind, by)
	b.Opens = true
	return Reply{
		Title: p.Say("announce.title", words.Args{"board": boardTitle(p, board)}), Text: text,
		Rows: []Row{{Buttons: []Button{{ID: ID(BoardCommand, b), Label: p.Say("button.board", nil)}}}},
	}
}
