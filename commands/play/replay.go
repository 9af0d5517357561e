package play

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
)

// replayCommand has the buttons of replays; nobody can type it.
func (p *player) replayCommand() commands.Command {
	return commands.Command{
		Spec:    commands.Spec{Name: commands.ReplayCommand, Kind: commands.Press},
		Actions: []commands.Action{commands.On(p.showMoment), commands.On(p.sendTrace)},
	}
}

// stored settles a stored game again.
func (p *player) stored(ctx context.Context, req commands.Request, id int64) (result, error) {
	row, err := p.store.Lookup(ctx, req.GuildID, req.User.ID, id)
	if errors.Is(err, store.ErrNotFound) {
		return result{}, commands.NewMistake(p.say.Private(req), "mistake.no-game", nil)
	}
	if err != nil {
		return result{}, err
	}
	g, d, err := p.say.Games.Read(row.Game, row.Options, row.Deal)
	if err != nil {
		return result{}, fmt.Errorf("stored game %d: %w", id, err)
	}
	return p.settle(ctx, req, g, d, asked{private: true, trace: traceText})
}

// showMoment shows a moment of a stored game to whoever pressed a button: for them
// alone, and in place of the moment before.
func (p *player) showMoment(ctx context.Context, req commands.Request, s commands.ReplayState) (commands.Reply, error) {
	r, err := p.stored(ctx, req, s.Game)
	if err != nil {
		return commands.Reply{}, err
	}
	m, err := r.moment(ctx, s.Plays)
	if err != nil {
		return commands.Reply{}, err
	}
	number := int64(0)
	button := func(label string, to int64) commands.Button {
		to = min(max(to, 0), m.of)
		number++
		id := commands.ID(commands.ReplayCommand, commands.ReplayState{Game: s.Game, Plays: to, Button: number})
		return commands.Button{ID: id, Label: label, Disabled: to == m.at}
	}
	text := commands.CodeBlock(m.text)
	if m.at == m.of { // the last card seldom shows what came of it
		text += "\n" + r.say.Phrase(r.play.Verdict())
	}
	return commands.Reply{
		Title: r.title(), Text: text,
		Footer: r.say.Say("replay.at", words.Args{"at": m.at, "plays": r.say.Plays(r.game.Name, m.of)}),
		Rows: []commands.Row{{Buttons: []commands.Button{
			button("⏮", 0), button("−10", m.at-10), button("−1", m.before), button("+1", m.at+1), button("+10", m.at+10),
		}}, {Buttons: []commands.Button{
			button(r.say.Say(r.game.Name+".next", nil), max(m.nextTake, m.at)), button("⏭", m.of),
		}}},
		Ephemeral: true, Update: s.Button != 0,
	}, nil
}

// moment is a game after some card and what followed from it.
type moment struct {
	// text draws the table for a monospaced font, and says what happened.
	text string
	// at is how many cards were played, 0 for the deal; of is how many there are.
	at, of int64
	// before is the moment just before, and nextTake the next one in which the pile is
	// taken, 0 if there is none.
	before, nextTake int64
}

// moment looks at the game when so many cards were played, or at its end where that
// comes first.
func (r result) moment(ctx context.Context, plays int64) (moment, error) {
	m := moment{at: -1}
	most := 0
	var table string
	var said []string
	err := r.play.Replay(ctx, r.play.Outcome().Length.Plays, func(s game.Step) {
		m.of = s.At.Plays
		switch {
		case m.at < 0 && m.of < plays:
			m.before = m.of
		case m.at < 0: // a move may play several cards
			m.at = m.of
		case s.Move == game.Took && m.of > m.at && m.nextTake == 0:
			m.nextTake = m.of
		}
		if s.Move == game.Dealt {
			most = largestHand(s.Table)
		}
		if m.of == m.at {
			table, said = drawTable(r.say, r.game, r.play, s.Table, most), append(said, r.say.Phrase(s.Said()))
		}
	})
	if err == nil && m.at < 0 {
		return r.moment(ctx, m.of)
	}
	m.text = table + "\n\n" + strings.Join(said, "\n")
	return m, err
}
