package play

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
)

// replay is the command of the buttons of replays.
func (t *tables) replay() commands.Command {
	return commands.Command{
		Spec:    commands.Spec{Name: commands.ReplayCommand, Kind: commands.Press},
		Actions: []commands.Action{commands.On(t.moment), commands.On(t.traceOf)},
	}
}

// moment shows a moment of a stored game to whoever pressed a button: for them
// alone, and in place of the moment before.
func (t *tables) moment(ctx context.Context, req commands.Request, s commands.ReplayState) (commands.Reply, error) {
	p, err := t.stored(ctx, req, s.Game)
	if err != nil {
		return commands.Reply{}, err
	}
	m, err := p.moments(ctx, s.Move)
	if err != nil {
		return commands.Reply{}, err
	}
	if m.text == "" { // a move past the end
		if m, err = p.moments(ctx, m.of); err != nil {
			return commands.Reply{}, err
		}
	}
	return p.momentReply(s.Game, m, s.Button != 0), nil
}

// traceOf sends the record of a stored game to whoever pressed a button.
func (t *tables) traceOf(ctx context.Context, req commands.Request, s commands.TraceState) (commands.Reply, error) {
	p, err := t.stored(ctx, req, s.Game)
	if err != nil {
		return commands.Reply{}, err
	}
	return p.traceReply(ctx)
}

// stored plays a stored game again.
func (t *tables) stored(ctx context.Context, req commands.Request, id int64) (played, error) {
	g, err := t.store.Lookup(ctx, req.GuildID, req.User.ID, id)
	if errors.Is(err, store.ErrNotFound) {
		return played{}, commands.NewMistake(t.Private(req), "mistake.no-game", nil)
	}
	if err != nil {
		return played{}, err
	}
	return t.recall(ctx, t.Private(req), g)
}

// momentReply draws a moment with the buttons to all others.
func (p played) momentReply(id int64, m moment, update bool) commands.Reply {
	number := int64(0)
	button := func(label string, to int64) commands.Button {
		to = min(max(to, 0), m.of)
		number++
		return commands.Button{ID: commands.ID(commands.ReplayCommand, commands.ReplayState{Game: id, Move: to, Button: number}), Label: label, Disabled: to == m.at}
	}
	text := commands.CodeBlock(m.text)
	if m.at == m.of { // the last move seldom shows what came of it
		text += "\n" + p.verdict
	}
	r := commands.Reply{
		Title: p.title, Text: text,
		Footer: p.say.Say("replay.move", words.Args{"at": m.at, "of": m.of}),
		Rows: []commands.Row{{Buttons: []commands.Button{
			button("⏮", 0), button("−10", m.at-10), button("−1", m.at-1),
			button("+1", m.at+1), button("+10", m.at+10),
		}}, {Buttons: []commands.Button{
			button(p.takeLabel, max(m.nextTake, m.at)), button("⏭", m.of),
		}}},
		Ephemeral: true, Update: update,
	}
	return r
}

// traceReply sends the record of a game to whoever asked for it.
func (p played) traceReply(ctx context.Context) (commands.Reply, error) {
	file, err := p.trace(ctx, "text")
	if err != nil {
		return commands.Reply{}, err
	}
	return commands.Reply{Title: p.title, Text: p.verdict, Files: []commands.File{*file}, Ephemeral: true}, nil
}

// buttons are those below a game's reply. id is that of the stored game, 0 when
// it is not stored.
func (p played) buttons(req commands.Request, s source, r store.Recorded) []commands.Row {
	var row []commands.Button
	if replay, ok := commands.ReplayButton(p.say, r.ID, p.game.Cards); ok {
		row = append(row, replay)
	}
	if s.shuffled {
		row = append(row, commands.Button{ID: commands.ID(p.game.Game, againState(req)), Label: p.say.Say("button.again", nil)})
	}
	if r.Standing == store.Ranked {
		b := commands.NewBoardState(p.game.Game, p.game.Division, p.game.Board, store.ByCards)
		b.Opens = true
		row = append(row, commands.Button{ID: commands.ID(commands.BoardCommand, b), Label: p.say.Say("button.board", nil)})
	}
	if r.ID > 0 && req.Options.Text("trace") == "none" {
		row = append(row, commands.Button{ID: commands.ID(commands.ReplayCommand, commands.TraceState{r.ID}), Label: p.say.Say("button.trace", nil)})
	}
	if len(row) == 0 {
		return nil
	}
	return []commands.Row{{Buttons: row}}
}

// againState keeps what was asked for with a shuffled deal, but for its seed.
func againState(req commands.Request) commands.AgainState {
	return commands.AgainState{
		Private: req.Options.Bool("private"), Trace: req.Options.Text("trace"), Options: commands.OptionsText(madeOf(req)),
	}
}

// again makes the request of a pressed button Again that of a typed command
// without a seed. The router checks the options of typed commands only, so those
// of the command's spec are checked here.
func again(req commands.Request, s commands.AgainState, spec commands.Spec) (commands.Request, bool) {
	options, ok := readOptions(s.Options, spec)
	// The server's settings may have become stricter since.
	options["private"] = s.Private || req.Options.Bool("private")
	if s.Trace != "" {
		options["trace"] = s.Trace
	}
	req.Options = options
	wrong := func(o commands.Option) bool { fault, _ := commands.CheckOption(o, req); return fault != "" }
	return req, ok && !slices.ContainsFunc(spec.Options, wrong)
}

// readOptions reads what [optionsText] wrote, of a command's options.
func readOptions(text string, spec commands.Spec) (commands.Options, bool) {
	options := commands.Options{}
	for _, pair := range strings.Fields(text) {
		name, value, _ := strings.Cut(pair, "=")
		i := slices.IndexFunc(spec.Options, func(o commands.Option) bool { return o.Name == name })
		if i < 0 {
			return options, false
		}
		options[name] = value
		if spec.Options[i].Type == commands.IntOption {
			n, err := strconv.ParseInt(value, 10, 64)
			if err != nil {
				return options, false
			}
			options[name] = n
		}
	}
	return options, true
}
