package play

import (
	"context"
	"errors"
	"fmt"

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
	g, d, err := p.games.Read(row.Game, row.Options, row.Deal)
	if err != nil {
		return result{}, fmt.Errorf("stored game %d: %w", id, err)
	}
	return p.settle(ctx, req, g, d, asked{private: true, trace: traceText})
}

// sendTrace sends the trace of a stored game to whoever pressed a button.
func (p *player) sendTrace(ctx context.Context, req commands.Request, s commands.TraceState) (commands.Reply, error) {
	r, err := p.stored(ctx, req, s.Game)
	if err != nil {
		return commands.Reply{}, err
	}
	file, err := r.traceFile(ctx)
	return commands.Reply{
		Title: r.title(), Text: r.say.Phrase(r.play.Verdict()), Files: []commands.File{file}, Ephemeral: true,
	}, err
}

// showMoment shows a moment of a stored game to whoever pressed a button: for them
// alone, and in place of the moment before.
func (p *player) showMoment(ctx context.Context, req commands.Request, s commands.ReplayState) (commands.Reply, error) {
	r, err := p.stored(ctx, req, s.Game)
	if err != nil {
		return commands.Reply{}, err
	}
	m, err := r.moment(ctx, s.Move)
	if err != nil {
		return commands.Reply{}, err
	}
	number := int64(0)
	button := func(label string, to int64) commands.Button {
		to = min(max(to, 0), m.of)
		number++
		id := commands.ID(commands.ReplayCommand, commands.ReplayState{Game: s.Game, Move: to, Button: number})
		return commands.Button{ID: id, Label: label, Disabled: to == m.at}
	}
	text := commands.CodeBlock(m.text)
	if m.at == m.of { // the last move seldom shows what came of it
		text += "\n" + r.say.Phrase(r.play.Verdict())
	}
	return commands.Reply{
		Title: r.title(), Text: text,
		Footer: r.say.Say("replay.move", words.Args{"at": m.at, "of": m.of}),
		Rows: []commands.Row{{Buttons: []commands.Button{
			button("⏮", 0), button("−10", m.at-10), button("−1", m.at-1), button("+1", m.at+1), button("+10", m.at+10),
		}}, {Buttons: []commands.Button{
			button(r.say.Say(r.game.Name+".next", nil), max(m.nextTake, m.at)), button("⏭", m.of),
		}}},
		Ephemeral: true, Update: s.Button != 0,
	}, nil
}

// moment is a game after some move.
type moment struct {
	// text draws the table for a monospaced font.
	text string
	// at is the number of the move, 0 for the deal; of is how many there are.
	at, of int64
	// nextTake is the next move that takes the pile, 0 if none does.
	nextTake int64
}

// moment looks at the game after a move, or after the last one where that comes
// first.
func (r result) moment(ctx context.Context, move int64) (moment, error) {
	m := moment{of: -1}
	look := func(at int64) error {
		m.at, m.of, m.nextTake = at, -1, 0
		most := 0
		return r.play.Replay(ctx, r.play.Outcome().Length.Plays, func(s game.Step) {
			if m.of++; m.of == 0 {
				most = largestHand(s.Table)
			}
			if m.of == at {
				m.text = drawTable(r.say, r.game, r.play, s, most)
			}
			if s.Move == game.Took && m.of > at && m.nextTake == 0 {
				m.nextTake = m.of
			}
		})
	}
	if err := look(move); err != nil || m.of >= move {
		return m, err
	}
	return m, look(m.of)
}
