package main

import (
	"bytes"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonna/bot/discordtest"
	"nonna/engine"
	"nonna/engine/game"
)

// The puzzle of the day in Discord: the menu is used three times, and offers each time what
// was not tried. Then the film is for the member alone, and what they share for all.
func TestADailyInDiscord(t *testing.T) {
	bubble(t, discordtest.Options{RequireNoMentions: true}, func(t *testing.T, srv *discordtest.Server) {
		ctx, stop := launch(t, srv, "NONNA_DB="+filepath.Join(t.TempDir(), "nonna.db"))
		answer := waiter(ctx, t)
		wait := func(what string, i *discordtest.Interaction) discordtest.Message { return answer(what, i).Message }
		asked := srv.Slash("daily")
		m := wait("the puzzle", asked)
		puzzle := puzzleOf(t, asked)
		menu := m.Components[0].Components[0]
		if !m.Ephemeral() || len(m.Files) != 1 || len(menu.Options) != len(puzzle.Choices) {
			t.Fatalf("the puzzle of %d choices is %+v", len(puzzle.Choices), m)
		}
		saving := slices.IndexFunc(puzzle.Choices, func(c game.Choice) bool { return c.Saves })
		left := len(puzzle.Choices)
		for _, n := range append(failing(puzzle)[:2], saving) {
			value := strconv.Itoa(n)
			menu := m.Components[0].Components[0]
			if !slices.ContainsFunc(menu.Options, func(c discordtest.Choice) bool { return c.Value == value }) || len(menu.Options) != left {
				t.Fatalf("choice %s is not among %+v, or these are not %d", value, menu, left)
			}
			m = wait("choice "+value, srv.Select(m, menu.CustomID, []string{value}))
			left--
		}
		said := m.Embeds[0].Description
		for _, want := range []string{"⬛", "🟩", "Streak: 1 day"} {
			if !strings.Contains(said, want) {
				t.Errorf("the third try says %q, want %q in it", said, want)
			}
		}
		buttons := m.Components[0].Components
		if len(m.Components) != 1 || len(buttons) != 3 {
			t.Fatalf("after the last try there are %+v", m.Components)
		}
		film := wait("the film", srv.Press(m, buttons[1].CustomID))
		if !film.Ephemeral() || len(film.Files) != 1 || !bytes.HasPrefix(film.Files[0].Data, []byte("GIF89a")) {
			t.Errorf("the film is %+v", film)
		}
		shared := wait("the line", srv.Press(m, buttons[0].CustomID))
		if line := shared.Content; shared.Ephemeral() || !strings.HasPrefix(line, "Nonna #") || !strings.Contains(line, " ⬛⬛🟩") || !strings.HasSuffix(line, " · 1 day") {
			t.Errorf("shared is %+v", shared)
		}
		if status, _, stderr := stop(); status != 0 {
			t.Errorf("status %d: %s", status, stderr)
		}
	})
}

// puzzleOf returns the puzzle of the day on which an interaction was made, by its id.
func puzzleOf(t *testing.T, i *discordtest.Interaction) game.Puzzle {
	t.Helper()
	id, err := strconv.ParseInt(i.ID, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	const epoch = 1420070400 // of Discord's ids
	games := engine.Games()
	puzzle, err := games.Puzzler().Puzzle(t.Context(), game.DayAt(id>>22/1000+epoch))
	if err != nil {
		t.Fatal(err)
	}
	return puzzle
}

// failing returns the choices of a puzzle that do not save the player.
func failing(p game.Puzzle) (all []int) {
	for n, c := range p.Choices {
		if !c.Saves {
			all = append(all, n)
		}
	}
	return all
}
