package verdict

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nonna/commands"
	"nonna/commands/picture"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
)

// replayCommand is the command that replay and trace buttons belong to.
const replayCommand = "replay"

// Command returns the command that answers the buttons for replays, films and traces. Users
// cannot type it.
func (s *Replier) Command() commands.Command {
	return commands.Command{
		Name: replayCommand, Kind: commands.Press,
		Actions: []commands.Action{
			commands.On(replayControl, s.showMoment),
			commands.On(seekControl, s.seek, commands.OpensForm),
			commands.On(traceControl, s.sendTrace, commands.ForOne),
			commands.On(filmControl, s.sendFilm, commands.Costly, commands.ForOne),
			commands.On(longerControl, s.longer, commands.Costly, commands.ForOneIf(longerFor)),
		},
	}
}

// The controls of a stored game.
const (
	filmControl   commands.Control[GameState]   = "film"
	longerControl commands.Control[LongerState] = "longer"
	replayControl commands.Control[ReplayState] = "replay"
	seekControl   commands.Control[GameState]   = "seek" // a form for the number of a card in the replay
	traceControl  commands.Control[GameState]   = "trace"
)

// GameState is a stored game.
type GameState struct{ Game int64 }

// ReplayState is a moment of a stored game.
type ReplayState struct {
	Game int64
	// Plays is the number of cards played before the moment, 0 for the deal.
	Plays int64
	// Button is 0 where the replay is opened. It keeps the ids of buttons apart that
	// lead to the same moment.
	Button int64
}

// maxPlays is the most plays that can be typed.
const maxPlays = 1_000_000_000

// ReplayButton returns the button that opens the replay of a stored game. It reports false
// for a game that was not stored, or has more plays than films: showing a moment plays the
// game again, which must not take noticeable time.
func ReplayButton(p commands.Printer, id, plays int64) (commands.Button, bool) {
	b := p.Button(replayControl.ID(replayCommand, ReplayState{Game: id}), "button.replay").As(commands.Primary)
	return b, id > 0 && plays <= picture.MaxPlays
}

// stored settles a stored game again. Its players have names, "" for one that is not known.
func (s *Replier) stored(ctx context.Context, req commands.Request, id int64, names ...string) (result, error) {
	row, err := s.store.Lookup(ctx, req.GuildID, req.User.ID, id)
	if errors.Is(err, store.ErrNotFound) {
		return result{}, s.localizer.Private(req).Mistake("mistake.no-game", nil)
	}
	if err != nil {
		return result{}, err
	}
	g, d, err := s.localizer.Games.Read(row.Game, row.Options, row.Deal)
	if err != nil {
		return result{}, fmt.Errorf("stored game %d: %w", id, err)
	}
	named := *g
	named.Seats.Names = names
	return s.play(ctx, req, Case{Game: &named, Deal: d, Private: true})
}

// Show returns the reply about a stored game, for a printer's reader: its verdict, picture
// and buttons. filmID is the id of the button for the film, and names are the players'.
func (s *Replier) Show(
	ctx context.Context, req commands.Request, p commands.Printer, id int64, filmID string, names ...string,
) (commands.Reply, error) {
	r, err := s.stored(ctx, req, id, names...)
	if err != nil {
		return commands.Reply{}, err
	}
	r.p, r.film = p, filmID
	reply := r.verdict()
	reply.Rows, reply.Picture = r.buttons(store.Recorded{ID: id}, false), s.pictures.Draw(ctx, req, r.picture)
	return reply, nil
}

// showMoment shows a moment of a stored game, to the user alone and in place of the moment before.
func (s *Replier) showMoment(ctx context.Context, req commands.Request, state ReplayState) (commands.Reply, error) {
	r, err := s.stored(ctx, req, state.Game)
	if err != nil {
		return commands.Reply{}, err
	}
	reply, err := r.momentReply(ctx, state.Game, state.Plays)
	reply.Update = state.Button != 0
	return reply, err
}

// momentReply returns a moment of a stored game, with buttons that lead to others.
func (r result) momentReply(ctx context.Context, id, plays int64) (commands.Reply, error) {
	m, err := r.moment(ctx, plays)
	if err != nil {
		return commands.Reply{}, err
	}
	text := commands.CodeBlock(m.text)
	if m.at == m.of { // the last card seldom shows the outcome
		text += "\n" + r.p.Phrase(r.play.Verdict())
	}
	reply := r.p.Reply(r.title(), text)
	reply.Footer = r.p.Say("replay.at", words.Args{"at": m.at, "plays": r.p.Plays(r.Game.Name, m.of)})
	reply.Rows = r.momentButtons(id, m)
	return reply, nil
}

// momentButtons returns the buttons that lead from a moment of a stored game to others.
func (r result) momentButtons(id int64, m moment) []commands.Row {
	number := int64(0)
	button := func(label string, to int64) commands.Button {
		to = min(max(to, 0), m.of)
		number++
		state := ReplayState{Game: id, Plays: to, Button: number}
		return commands.Button{ID: replayControl.ID(replayCommand, state), Label: label, Disabled: to == m.at}
	}
	jumps := []commands.Button{button(r.p.Say(r.Game.Name+".next", nil), max(m.nextTake, m.at))}
	if r.canTurn() {
		jumps = append(jumps, button(r.p.Say("replay.turn", nil), max(m.nextTurn, m.at)))
	}
	seek := r.p.Button(seekControl.ID(replayCommand, GameState{id}), "replay.seek")
	return []commands.Row{
		{Buttons: []commands.Button{button("⏮", 0), button("−10", m.at-10), button("−1", m.before)}},
		{Buttons: []commands.Button{button("+1", m.at+1), button("+10", m.at+10), button("⏭", m.of)}},
		{Buttons: append(jumps, seek)},
	}
}

// moment is a game after a number of plays.
type moment struct {
	// text is the table for a monospaced font, and what happened.
	text string
	// at is the number of cards played, 0 for the deal, and of that of the whole game.
	at, of int64
	// before is the previous moment.
	before int64
	// nextTake is the next moment when the pile is taken, and nextTurn the next turning
	// point. Each may be 0.
	nextTake, nextTurn int64
}

// moment returns the game after a number of plays, or its end if it is shorter.
func (r result) moment(ctx context.Context, plays int64) (moment, error) {
	m := moment{at: -1}
	most := 0
	turns := turningPoints{result: r}
	var table string
	var said []string
	err := r.play.Replay(ctx, r.play.Outcome().Length.Plays, func(s game.Step) {
		turned := turns.see(s)
		m.pass(s, turned != nil, plays)
		if s.Move == game.Dealt {
			most = largestHand(s.Table)
		}
		if m.of == m.at {
			table, said = drawTable(r.p, r.Game, r.play, s.Table, most), append(said, r.p.Phrase(s.Said()))
			for _, phrase := range turned {
				said = append(said, r.p.Phrase(phrase))
			}
		}
	})
	if err == nil && m.at < 0 {
		return r.moment(ctx, m.of)
	}
	m.text = table + "\n\n" + strings.Join(said, "\n")
	return m, err
}

// pass takes note of the next step, on the way to the moment after a number of plays and
// beyond it.
func (m *moment) pass(s game.Step, turned bool, plays int64) {
	m.of = s.At.Plays
	switch {
	case m.at < 0 && m.of < plays:
		m.before = m.of
	case m.at < 0: // one move may play several cards
		m.at = m.of
	case m.of > m.at:
		if s.Move == game.Took && m.nextTake == 0 {
			m.nextTake = m.of
		}
		if turned && m.nextTurn == 0 {
			m.nextTurn = m.of
		}
	}
}

// seekBox is the input of the form.
const seekBox = "card"

// seek opens the form, and shows the moment that was typed into it.
func (s *Replier) seek(ctx context.Context, req commands.Request, state GameState) (commands.Reply, error) {
	r, err := s.stored(ctx, req, state.Game)
	if err != nil {
		return commands.Reply{}, err
	}
	all := words.Args{"plays": r.p.Plays(r.Game.Name, r.play.Outcome().Length.Plays)}
	if req.Kind == commands.Press {
		return commands.Reply{Form: &commands.Form{
			ID: seekControl.ID(replayCommand, state), Title: r.p.Say("replay.form", nil),
			Inputs: []commands.Input{{ID: seekBox, Label: r.p.Say("replay.which", all), Required: true}},
		}}, nil
	}
	plays, ok := typedNumber(req.Options.Text(seekBox))
	if !ok {
		return commands.Reply{}, r.p.Mistake("replay.no-number", all)
	}
	reply, err := r.momentReply(ctx, state.Game, plays)
	reply.Update = true
	return reply, err
}

// typedNumber reads a number up to maxPlays, with or without separators between the
// thousands. Larger ones are maxPlays.
func typedNumber(text string) (n int64, ok bool) {
	digits := strings.NewReplacer(",", "", ".", "", " ", "", "\u00a0", "", "'", "").Replace(text)
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil { // it is out of range
		return maxPlays, true
	}
	return min(n, maxPlays), true
}

// turningPoints finds the moments when a game turns: another player holds the most
// cards once the pile is taken, a player is out, or the loop begins.
type turningPoints struct {
	result
	race picture.Race
	// looped says that the loop has begun.
	looped bool
}

// canTurn reports whether the game has turning points: in a game of piles nobody leads.
func (r result) canTurn() bool { return !r.Game.Patience() }

// see looks at the next step of the game. It returns what turned and is not said of every
// such step, and nil if the step is not a turning point.
func (t *turningPoints) see(s game.Step) []game.Phrase {
	if !t.canTurn() {
		return nil
	}
	var said []game.Phrase
	out, leads := t.race.See(s)
	if len(out) > 0 {
		said = []game.Phrase{}
	}
	if leads {
		said = append(said, game.Phrase{ID: "replay.leads", Args: game.Args{"who": t.Game.Seats.Phrase(t.race.Leader)}})
	}
	if o := t.play.Outcome(); o.Ending == game.Loop && s.At == o.Lead && !t.looped {
		t.looped = true
		said = append(said, game.Phrase{ID: "replay.loop"})
	}
	return said
}
