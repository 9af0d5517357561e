package boards_test

import (
	"fmt"
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/store"
)

// BenchmarkManyBoards asks for a leaderboard, and turns its pages, on a server with
// 1,100 boards of one game.
func BenchmarkManyBoards(b *testing.B) {
	fx := commandstest.New(b)
	for n := range int64(1100) {
		fx.Record(fx.Anna, store.Game{
			GuildID: 7, Name: "snap", Division: fmt.Sprintf("%dx%d", 2+n%11, 1+n/11), Deal: "abca abba", Ending: "won",
			Plays: 10, Takes: 2, Kind: store.Ends,
		})
	}
	for range boardEntries {
		fx.Record(fx.Anna, store.Game{
			GuildID: 7, Name: "snap", Division: "2x4", Deal: "abca abba", Ending: "won", Plays: 20, Takes: 2, Kind: store.Ends,
		})
	}
	var board commands.Reply
	b.Run("typed", func(b *testing.B) {
		for b.Loop() {
			board = fx.Ask(fx.Anna, "leaderboard", o{"game": "snap"})
		}
	})
	b.Run("turned", func(b *testing.B) {
		for b.Loop() {
			fx.PressID(fx.Anna, board.Rows[1].Buttons[1].ID)
		}
	})
	b.Run("empty", func(b *testing.B) {
		for b.Loop() {
			fx.Ask(fx.Anna, "leaderboard", o{"game": "snap", "division": "2x9999"})
		}
	})
}

// boardEntries is the number of entries on more than two pages.
const boardEntries = 25
