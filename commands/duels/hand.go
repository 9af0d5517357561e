package duels

import (
	"context"
	"errors"
	"strings"

	"nonna/commands"
	"nonna/commands/verdict"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/engine/shuffle"
	"nonna/store/match"
)

// settleBudget is the most cards of a round: some hundred times as many as nearly all games
// of prepared hands last. A longer game counts as endless.
const settleBudget = 20_000

// PrepareState is the button that opens the form for a hand, and that form. It does not count
// against the limits of commands: a hand that was typed must not be refused for being early.
type PrepareState struct {
	// Host keeps the ids of two such buttons of a message apart.
	Host bool
	// Alone says that the member alone sees the message with the button.
	Alone bool
	// Dealt says that the form has a hand drawn by lot.
	Dealt bool
	// Match is 0 for a round against Nonna.
	Match, Round int64
	// Text is the hand that the form has, if one was wrong.
	Text string
}

// prepare opens the form for a hand, and seals the hand of one that is sent.
func (d *duels) prepare(ctx context.Context, req commands.Request, s PrepareState) (commands.Reply, error) {
	m, g, err := d.playing(ctx, req, s.Match, s.Round)
	switch {
	case err != nil:
		return commands.Reply{}, err
	case req.Kind == commands.Submit:
		return d.seal(ctx, req, s, m, g)
	case s.Match != 0:
		if err := m.MaySeal(req.User.ID, int(s.Round)); err != nil {
			return d.refused(ctx, req, m, err)
		}
	}
	text := s.Text
	if s.Dealt {
		cards := strings.Split(g.SecretHands.Example, "")
		shuffle.Cards(shuffle.New(req.Seed), cards)
		text, _ = g.SecretHands.Check(strings.Join(cards, ""))
	}
	p := d.Private(req)
	return commands.Reply{Form: &commands.Form{
		ID: prepareControl.ID(commandName, PrepareState{Alone: s.Alone, Match: s.Match, Round: s.Round}), Title: formTitle(p, m, s.Round),
		Inputs: []commands.Input{{
			ID: handBox, Label: p.Phrase(g.SecretHands.Cards), Placeholder: g.SecretHands.Example, Value: text, Required: true,
		}},
	}}, nil
}

// playing returns the match of a round that is to be played, and its game.
func (d *duels) playing(ctx context.Context, req commands.Request, id, round int64) (match.Match, *game.Game, error) {
	m, err := d.match(ctx, req, id, round)
	if err != nil {
		return m, nil, d.mistaken(req, m, err)
	}
	g, err := d.game(m.Game)
	return m, g, err
}

// handBox is the input of the form.
const handBox = "hand"

func formTitle(p commands.Printer, m match.Match, round int64) string {
	switch {
	case m.ID != 0:
		return p.Say("duel.form", words.Args{"game": p.GameTitle(m.Game), "round": round})
	case round == memberLeads:
		return p.Say("duel.form-leads", nil)
	}
	return p.Say("duel.form-follows", nil)
}

// refused answers a hand that cannot be sealed. If its round was played, it shows the latest
// one to the user alone: its message may be lost.
func (d *duels) refused(ctx context.Context, req commands.Request, m match.Match, err error) (commands.Reply, error) {
	if !errors.Is(err, match.ErrPlayed) || !m.Begun() {
		return commands.Reply{}, d.mistaken(req, m, err)
	}
	p := d.Private(req)
	reply, err := d.round(ctx, req, p, m, m.Rounds[len(m.Rounds)-1])
	reply.Text, reply.Verdict = p.Say("duel.played", nil)+"\n"+reply.Text, false
	return reply, err
}

// seal seals the hand of a form. The last hand of a round is answered with the round.
func (d *duels) seal(ctx context.Context, req commands.Request, s PrepareState, m match.Match, g *game.Game) (commands.Reply, error) {
	hand, wrong := g.SecretHands.Check(req.Options.Text(handBox))
	if wrong != nil {
		return d.wrongHand(req, s, *wrong), nil
	}
	if s.Match == 0 {
		return d.practise(ctx, req, m, hand)
	}
	m, dealt, err := d.matches.Seal(ctx, req.Act(), s.Match, int(s.Round), hand, func(hands []string) (match.Dealt, error) {
		return deal(ctx, g, hands)
	})
	if err != nil {
		return d.refused(ctx, req, m, err)
	}
	if dealt != nil {
		return d.round(ctx, req, d.Public(req), m, *dealt)
	}
	reply := d.board(d.Public(req), m, req.User.ID)
	// Neither what its member alone sees nor a round becomes the match.
	reply.Update = !s.Alone && !m.Begun()
	return reply, nil
}

// errUndealt is the error of sealed hands that the game no longer takes.
var errUndealt = errors.New("hands that were sealed cannot be dealt")

// deal deals and plays prepared hands.
func deal(ctx context.Context, g *game.Game, hands []string) (match.Dealt, error) {
	dealt, err := g.Read(strings.Join(hands, " / "), nil)
	if err != nil {
		return match.Dealt{}, errUndealt // err quotes a hand, which is for no log
	}
	play, err := dealt.Settle(ctx, settleBudget)
	if err != nil {
		return match.Dealt{}, err
	}
	return match.Dealt{Game: verdict.StoredGame(g, dealt, play), Winner: play.Outcome().Winner()}, nil
}

// wrongHand says what is wrong with a hand, to the member alone, with a button that opens
// the form again.
func (d *duels) wrongHand(req commands.Request, s PrepareState, wrong game.Phrase) commands.Reply {
	p := d.Private(req)
	s.Alone, s.Text = true, commands.OneLine(req.Options.Text(handBox))
	if len(prepareControl.ID(commandName, s)) > commands.MaxID {
		s.Text = ""
	}
	reply := p.Reply("", p.Phrase(wrong))
	reply.Rows = commands.Buttons(p.Button(prepareControl.ID(commandName, s), "duel.try-again").As(commands.Primary))
	return reply
}
