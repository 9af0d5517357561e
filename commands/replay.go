package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonna/commands/words"
	"nonna/store"
)

// replayName is the command that the buttons of a replay belong to. Nobody can
// type it.
const replayName = "replay"

// replayLimit is the most moves of a game that can be replayed: looking at a
// moment plays the game again, which must stay unnoticeable.
const replayLimit = 200_000

// replayID is the id of a button that shows a moment of a stored game. what
// keeps ids of a message apart that lead to the same moment.
func replayID(game, move int64, what string) string {
	return fmt.Sprintf("%s:%s:%d:%d:%s", replayName, viewVersion, game, move, what)
}

// replayButton opens the replay of a stored game of some number of cards, if it
// can be replayed.
func replayButton(say *words.Printer, id, cards int64) (Button, bool) {
	b := Button{ID: replayID(id, 0, "open"), Label: say.Say("button.replay", nil), Style: Primary}
	return b, id > 0 && cards <= replayLimit
}

// replay shows a moment of a stored game to whoever pressed a button: for them
// alone, and in place of the moment before.
func (t *tables) replay(ctx context.Context, req Request) (Reply, error) {
	parts := strings.Split(req.State, ":")
	if len(parts) != 4 || parts[0] != viewVersion {
		return Reply{}, mistaken(t.private(req), "mistake.old-button", nil)
	}
	id, err1 := strconv.ParseInt(parts[1], 10, 64)
	move, err2 := strconv.ParseInt(parts[2], 10, 64)
	if err1 != nil || err2 != nil || move < 0 {
		return Reply{}, mistaken(t.private(req), "mistake.wrong-button", nil)
	}
	g, err := t.store.Lookup(ctx, req.GuildID, req.User.ID, id)
	if errors.Is(err, store.ErrNotFound) {
		return Reply{}, mistaken(t.private(req), "mistake.no-game", nil)
	}
	if err != nil {
		return Reply{}, err
	}
	p, err := t.recall(ctx, t.private(req), g)
	if err != nil {
		return Reply{}, err
	}
	if parts[3] == "trace" {
		return p.traceReply(ctx)
	}
	m, err := p.moments(ctx, move)
	if err != nil {
		return Reply{}, err
	}
	if m.text == "" { // a move past the end
		if m, err = p.moments(ctx, m.of); err != nil {
			return Reply{}, err
		}
	}
	return p.momentReply(id, m, parts[3] != "open"), nil
}

// momentReply draws a moment with the buttons to all others.
func (p played) momentReply(id int64, m moment, update bool) Reply {
	button := func(label, what string, to int64) Button {
		to = min(max(to, 0), m.of)
		return Button{ID: replayID(id, to, what), Label: label, Disabled: to == m.at}
	}
	text := codeBlock(m.text)
	if m.at == m.of { // the last move seldom shows what came of it
		text += "\n" + p.verdict
	}
	r := Reply{
		Title: p.title, Text: text,
		Footer: p.say.Say("replay.move", words.Args{"at": m.at, "of": m.of}),
		Rows: []Row{{Buttons: []Button{
			button("⏮", "first", 0), button("−10", "back10", m.at-10), button("−1", "back1", m.at-1),
			button("+1", "on1", m.at+1), button("+10", "on10", m.at+10),
		}}, {Buttons: []Button{
			button(p.takeLabel, "take", max(m.nextTake, m.at)), button("⏭", "last", m.of),
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
		row = append(row, Button{ID: p.game.Game + ":again:" + againState(req), Label: p.say.Say("button.again", nil)})
	}
	if r.Standing == store.Ranked {
		v := boardView{game: p.game.Game, division: p.game.Division, kind: p.game.Kind, by: store.ByPlays, span: store.AllTime}
		row = append(row, Button{ID: "leaderboard:" + seeBoard + v.state(), Label: p.say.Say("button.board", nil)})
	}
	if r.ID > 0 && req.Options.Text("trace") == "none" {
		row = append(row, Button{ID: replayID(r.ID, 0, "trace"), Label: p.say.Say("button.trace", nil)})
	}
	if len(row) == 0 {
		return nil
	}
	return []Row{{Buttons: row}}
}

// againState keeps what was asked for with a shuffled deal, but for its seed.
func againState(req Request) string {
	state := fmt.Sprintf("%s:%d:%d", req.Options.Text("deck"), req.Options.Int("players"), req.Options.Int("cards"))
	return fmt.Sprintf("%s:%t:%s", state, req.Options.Bool("private"), req.Options.Text("trace"))
}

// again makes the request of a pressed button Again that of a typed command
// without a seed. The router checks the options of typed commands only, so those
// of the command's spec are checked here.
func (t *tables) again(req Request, spec Spec) (Request, error) {
	parts := strings.Split(req.State, ":")
	if len(parts) == 4 { // older buttons kept less
		parts = append(parts, "false", "")
	}
	if len(parts) != 6 || parts[0] != "again" {
		return req, mistaken(t.private(req), "mistake.old-button", nil)
	}
	// The server's settings may have become stricter since.
	options := Options{"private": parts[4] == "true" || req.Options.Bool("private")}
	for name, value := range map[string]string{"deck": parts[1], "trace": parts[5]} {
		if value != "" {
			options[name] = value
		}
	}
	for i, name := range []string{"players", "cards"} {
		n, err := strconv.ParseInt(parts[2+i], 10, 64)
		if err != nil {
			return req, mistaken(t.private(req), "mistake.wrong-button", nil)
		}
		if n != 0 {
			options[name] = n
		}
	}
	asked := req
	asked.Options = options
	wrong := func(o Option) bool { fault, _ := checkOption(o, asked); return fault != "" }
	if slices.ContainsFunc(spec.Options, wrong) || len(unknownOptions(spec, options)) > 0 {
		return req, mistaken(t.private(req), "mistake.wrong-button", nil)
	}
	return asked, nil
}
