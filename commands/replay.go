package commands

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"nonna/commands/words"
	"nonna/store"
)

// replayLimit is the most moves of a game that can be replayed: looking at a
// moment plays the game again, which must stay unnoticeable.
const replayLimit = 200_000

// replayButton opens the replay of a stored game of some number of cards, if it
// can be replayed.
func replayButton(say *words.Printer, id, cards int64) (Button, bool) {
	b := Button{ID: ID(ReplayCommand, ReplayState{Game: id}), Label: say.Say("button.replay", nil), Style: Primary}
	return b, id > 0 && cards <= replayLimit
}

// replay is the command of the buttons of replays.
func (t *tables) replay() Command {
	return Command{
		Spec:    Spec{Name: ReplayCommand, Kind: Press},
		Actions: []Action{On(t.moment), On(t.traceOf)},
	}
}

// moment shows a moment of a stored game to whoever pressed a button: for them
// alone, and in place of the moment before.
func (t *tables) moment(ctx context.Context, req Request, s ReplayState) (Reply, error) {
	p, err := t.stored(ctx, req, s.Game)
	if err != nil {
		return Reply{}, err
	}
	m, err := p.moments(ctx, s.Move)
	if err != nil {
		return Reply{}, err
	}
	if m.text == "" { // a move past the end
		if m, err = p.moments(ctx, m.of); err != nil {
			return Reply{}, err
		}
	}
	return p.momentReply(s.Game, m, s.Button != 0), nil
}

// traceOf sends the record of a stored game to whoever pressed a button.
func (t *tables) traceOf(ctx context.Context, req Request, s TraceState) (Reply, error) {
	p, err := t.stored(ctx, req, s.Game)
	if err != nil {
		return Reply{}, err
	}
	return p.traceReply(ctx)
}

// stored plays a stored game again.
func (t *tables) stored(ctx context.Context, req Request, id int64) (played, error) {
	g, err := t.store.Lookup(ctx, req.GuildID, req.User.ID, id)
	if errors.Is(err, store.ErrNotFound) {
		return played{}, mistaken(t.private(req), "mistake.no-game", nil)
	}
	if err != nil {
		return played{}, err
	}
	return t.recall(ctx, t.private(req), g)
}

// momentReply draws a moment with the buttons to all others.
func (p played) momentReply(id int64, m moment, update bool) Reply {
	number := int64(0)
	button := func(label string, to int64) Button {
		to = min(max(to, 0), m.of)
		number++
		return Button{ID: ID(ReplayCommand, ReplayState{Game: id, Move: to, Button: number}), Label: label, Disabled: to == m.at}
	}
	text := codeBlock(m.text)
	if m.at == m.of { // the last move seldom shows what came of it
		text += "\n" + p.verdict
	}
	r := Reply{
		Title: p.title, Text: text,
		Footer: p.say.Say("replay.move", words.Args{"at": m.at, "of": m.of}),
		Rows: []Row{{Buttons: []Button{
			button("⏮", 0), button("−10", m.at-10), button("−1", m.at-1),
			button("+1", m.at+1), button("+10", m.at+10),
		}}, {Buttons: []Button{
			button(p.takeLabel, max(m.nextTake, m.at)), button("⏭", m.of),
		}}},
		Ephemeral: true, Update: update,
	}
	return r
}

// traceReply sends the record of a game to whoever asked for it.
func (p played) traceReply(ctx context.Context) (Reply, error) {
	file, err := p.trace(ctx, "text")
	if err != nil {
		return Reply{}, err
	}
	return Reply{Title: p.title, Text: p.verdict, Files: []File{*file}, Ephemeral: true}, nil
}

// buttons are those below a game's reply. id is that of the stored game, 0 when
// it is not stored.
func (p played) buttons(req Request, s source, r store.Recorded) []Row {
	var row []Button
	if replay, ok := replayButton(p.say, r.ID, p.game.Plays); ok {
		row = append(row, replay)
	}
	if s.shuffled {
		row = append(row, Button{ID: ID(p.game.Game, againState(req)), Label: p.say.Say("button.again", nil)})
	}
	if r.Standing == store.Ranked {
		b := NewBoardState(p.game.Game, p.game.Division, p.game.Board, store.ByCards)
		b.Opens = true
		row = append(row, Button{ID: ID(BoardCommand, b), Label: p.say.Say("button.board", nil)})
	}
	if r.ID > 0 && req.Options.Text("trace") == "none" {
		row = append(row, Button{ID: ID(ReplayCommand, TraceState{r.ID}), Label: p.say.Say("button.trace", nil)})
	}
	if len(row) == 0 {
		return nil
	}
	return []Row{{Buttons: row}}
}

// againState keeps what was asked for with a shuffled deal, but for its seed.
func againState(req Request) AgainState {
	return AgainState{
		Private: req.Options.Bool("private"), Trace: req.Options.Text("trace"), Options: optionsText(madeOf(req)),
	}
}

// again makes the request of a pressed button Again that of a typed command
// without a seed. The router checks the options of typed commands only, so those
// of the command's spec are checked here.
func again(req Request, s AgainState, spec Spec) (Request, bool) {
	options, ok := readOptions(s.Options, spec)
	// The server's settings may have become stricter since.
	options["private"] = s.Private || req.Options.Bool("private")
	if s.Trace != "" {
		options["trace"] = s.Trace
	}
	req.Options = options
	wrong := func(o Option) bool { fault, _ := checkOption(o, req); return fault != "" }
	return req, ok && !slices.ContainsFunc(spec.Options, wrong)
}

// optionsText writes pairs of option and value as states have them, in the order
// of the names: "cards=4 players=3".
func optionsText(filled []string) string {
	var list []string
	for i := 0; i+1 < len(filled); i += 2 {
		list = append(list, filled[i]+"="+filled[i+1])
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// readOptions reads what [optionsText] wrote, of a command's options.
func readOptions(text string, spec Spec) (Options, bool) {
	options := Options{}
	for _, pair := range strings.Fields(text) {
		name, value, _ := strings.Cut(pair, "=")
		i := slices.IndexFunc(spec.Options, func(o Option) bool { return o.Name == name })
		if i < 0 {
			return options, false
		}
		options[name] = value
		if spec.Options[i].Type == IntOption {
			n, err := strconv.ParseInt(value, 10, 64)
			if err != nil {
				return options, false
			}
			options[name] = n
		}
	}
	return options, true
}
