package all_test

import (
	"math"
	"strings"
	"testing"

	"nonna/commands"
	"nonna/commands/challenges"
	"nonna/commands/commandstest"
	"nonna/commands/daily"
	"nonna/commands/duels"
	"nonna/commands/hunts"
	"nonna/commands/server"
	"nonna/commands/verdict"
	"nonna/engine/game"
)

// TestIDsHoldTheirStates encodes the largest states of each kind, and decodes them.
func TestIDsHoldTheirStates(t *testing.T) {
	t.Parallel()
	const number, plays = 1<<40 - 1, 1_000_000_000
	name, division, options := strings.Repeat("g", game.MaxName), strings.Repeat("d", game.MaxDivision), strings.Repeat("o", game.MaxOptions)
	seen := map[string]bool{}
	type control struct {
		command string
		state   commands.State
	}
	controls := []control{
		{"replay", verdict.ReplayState{Game: number, Plays: plays, Button: 15}},
		{"replay", verdict.SeekState{Game: number}},
		{"replay", verdict.TraceState{Game: number}},
		{"replay", verdict.LongerState{Private: true, Game: number}},
		{"replay", verdict.FilmState{Game: number}},
		{"leaderboard", commands.EntriesState{}},
		{"leaderboard", commands.BoardState{
			Opens: true, Hunts: true, Tricks: true, Month: true, Alone: true,
			Game: name, Edge: number, Division: division,
		}},
		{"leaderboard", commands.BoardState{
			Loops: true, Tricks: true, Week: true, Back: true, Alone: true,
			Game: name, Member: math.MaxInt64, Edge: number, Division: division,
		}},
		{"challenge", challenges.PickState{}},
		{"challenge", challenges.StandingsState{Turned: true, Back: true, Challenge: number, Edge: number}},
		{"challenge", challenges.EndState{Challenge: number}},
		{"daily", daily.ChoiceState{Day: 20788}},
		{"daily", daily.ShareState{Day: 20788}},
		{"daily", daily.FilmState{Day: 20788, Choice: 14}},
		{"hunt", hunts.StopState{Hunt: number}},
		{"daily", daily.TableState{}},
		{"duel", duels.PrepareState{Host: true, Alone: true, Dealt: true, Match: number, Round: 99}},
		{"duel", duels.PrepareState{Alone: true, Match: number, Round: 99, Text: strings.Repeat("h", 80)}},
		{"duel", duels.LeaveState{Page: true, Match: number}},
		{"duel", duels.RematchState{Match: number}},
		{"duel", duels.InviteState{Best: 5, Game: name}},
		{"duel", duels.FilmState{Match: number, Round: 99, Game: number}},
		{"config", server.AuditState{Edge: number, Back: true}},
		{"config", server.EntryState{Restore: true, Entry: number}},
		{"privacy", server.DeleteState{User: math.MaxInt64}},
		{"privacy", server.InviteState{Uninvite: true}},
		{"help", server.HelpState{Page: name}},
	}
	for _, g := range commandstest.Games().Names() {
		controls = append(controls, control{g, verdict.AgainState{Private: true, Options: options}}, control{g, commands.FormState{Options: options}})
	}
	if id := commands.ID(name, verdict.AgainState{Private: true, Options: options}); len(id) > commands.MaxID {
		t.Errorf("%q has %d bytes", id, len(id))
	}
	for _, c := range controls {
		id := commands.ID(c.command, c.state)
		if len(id) > commands.MaxID {
			t.Errorf("%q has %d bytes", id, len(id))
		}
		a := commandstest.ActionOf(id)
		seen[c.command+a.Letter] = true
		_, state := commands.SplitID(id)
		if got, ok := a.Read(state); !ok || got != c.state {
			t.Errorf("%s reads %+v, want %+v", id, got, c.state)
		}
	}
	for _, c := range commandstest.List(t) {
		for _, a := range c.Actions {
			if !seen[c.Name+a.Letter] {
				t.Errorf("no state of %s %s was tried", c.Name, a.Letter)
			}
		}
	}
}
