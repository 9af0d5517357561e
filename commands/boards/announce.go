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
	by, said := p.Announced(a, "announce.brought")
	board := store.Division{Game: a.Game, Division: a.Division, Kind: a.Kind}
	reply := p.Reply(p.Say("announce.title", words.Args{"board": p.BoardTitle(board)}), said...)
	b := commands.NewBoardState(a.Game, a.Division, a.Kind, by)
	b.Opens = true
	reply.Rows = commands.Buttons(p.Button(commands.BoardCommand, b, "button.board"))
	return reply
}
