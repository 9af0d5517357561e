// Package challenges holds /challenge: record challenges, which members of a server
// compete in for some days.
//
// # Goals
//
// A challenge opens with a message that everyone sees, and ends with its result in a
// channel. A player who hides their name is named in neither.
//
// # Non-goals
//
// Package verdict says in the reply to a game what it did in challenges;
// challenges are closed, and results sent, by package jobs of the bot.
package challenges

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
)

// Command returns /challenge, which is refused outside servers.
func Command(l commands.Localizer, st *store.Store) commands.Command {
	c := &challenges{Localizer: l, store: st, opts: newOptions(l.Games)}
	o := c.opts
	return commands.Command{
		Name: commandName, Kind: commands.Slash, GuildOnly: true,
		Subs: []commands.Command{
			{Name: "open", Options: []commands.Option{o.Game, o.Division, o.By, o.days, o.shuffled}, Run: c.open, Suggest: c.suggestOpen},
			{Name: "show", Run: c.show},
			{Name: "end", Options: []commands.Option{o.challenge}, Run: c.askEnd, Suggest: c.suggestEnd},
		},
		Actions: []commands.Action{commands.On(pickControl, c.pick), commands.On(standingsControl, c.page), commands.On(endControl, c.end)},
	}
}

// commandName is the name of the command.
const commandName = "challenge"

// The controls of /challenge.
const (
	pickControl      commands.Control[commands.None]  = "pick" // the menu of challenges
	standingsControl commands.Control[StandingsState] = "standings"
	endControl       commands.Control[EndState]       = "end"
)

// challenges opens, shows and ends the challenges of servers.
type challenges struct {
	commands.Localizer
	store *store.Store
	opts  options
}

// options are those of /challenge.
type options struct {
	commands.BoardOptions
	challenge, days commands.Option
	// shuffled says whether shuffled deals take part.
	shuffled commands.Option
}

func newOptions(games game.List) options {
	return options{
		BoardOptions: commands.NewBoardOptions(games.Ranked(), store.Ends, store.Loops),
		challenge:    commands.Option{Name: "challenge", Suggest: true, Max: commands.MaxSuggested},
		shuffled:     commands.Option{Name: "shuffled", Type: commands.BoolOption},
		days:         commands.Option{Name: "days", Type: commands.IntOption, Min: 1, Max: int64(store.MaxChallengeTime / (24 * time.Hour))},
	}
}

// defaultDays is how many days a challenge is open by default.
const defaultDays = 7

// open opens a challenge, in a message that everyone sees.
func (c *challenges) open(ctx context.Context, req commands.Request) (commands.Reply, error) {
	p := c.Private(req)
	if err := c.mayOpen(req); err != nil {
		return commands.Reply{}, err
	}
	wanted, err := c.wanted(ctx, req)
	if err != nil {
		return commands.Reply{}, err
	}
	opened, err := c.store.OpenChallenge(ctx, req.Act(), wanted)
	switch {
	case errors.Is(err, store.ErrExists):
		return commands.Reply{}, p.Mistake("challenge.exists", words.Args{"command": p.Typed(commandName + " show")})
	case errors.Is(err, store.ErrTooMany):
		return commands.Reply{}, p.Mistake("challenge.too-many", words.Args{
			words.Count: store.MaxChallenges, "command": p.Typed(commandName + " end"),
		})
	case err != nil:
		return commands.Reply{}, err
	}
	return c.opened(req, opened), nil
}

// mayOpen returns an error for users who may not open challenges on the server.
func (c *challenges) mayOpen(req commands.Request) error {
	if req.ManageGuild || req.Settings.MemberChallenges {
		return nil
	}
	p := c.Private(req)
	members := p.Typed("config set", "challenges", "members")
	return p.Mistake("challenge.may-not-open", words.Args{"command": members})
}

// wanted returns the challenge to open.
func (c *challenges) wanted(ctx context.Context, req commands.Request) (store.Challenge, error) {
	days := cmp.Or(c.opts.days.Int(req), defaultDays)
	w := store.Challenge{
		ChannelID: req.ChannelID, Game: c.opts.Game.Text(req), Random: c.opts.shuffled.Bool(req),
		EndsAt: req.At.Add(time.Duration(days) * 24 * time.Hour),
	}
	order, err := c.opts.Order(req, c.Localizer)
	if err != nil {
		return w, err
	}
	w.Kind, w.By = order.Kind, order.By
	w.Division, err = c.division(ctx, req, w.Game)
	return w, err
}

// division returns the code of the division to compete in, by default that of the full
// deck. It is a code that deals have: text that users type is not stored.
func (c *challenges) division(ctx context.Context, req commands.Request, name string) (string, error) {
	p, typed := c.Private(req), commands.OneLine(c.opts.Division.Text(req))
	g := p.Game(name)
	if typed == "" && len(g.Full) > 0 {
		return g.Full[0], nil
	}
	played, err := c.boards(ctx, req, name)
	if err != nil {
		return "", err
	}
	typed = c.Division(name, typed, played)
	if _, ok := g.Division(typed); !ok || len(typed) > game.MaxDivision {
		return "", p.Mistake("challenge.no-division", words.Args{
			"option": p.OptionName(commandName+" open", c.opts.Division.Name), "example": p.ExampleDivision(name),
		})
	}
	return typed, nil
}

// boards returns the boards of a game that the typed division may mean.
func (c *challenges) boards(ctx context.Context, req commands.Request, game string) ([]store.Division, error) {
	q := store.DivisionQuery{GuildID: req.GuildID, UserID: req.User.ID, Game: game}
	return commands.TypedBoards(ctx, c.store, q, commands.OneLine(c.opts.Division.Text(req)))
}

// opened returns the message that opens a challenge.
func (c *challenges) opened(req commands.Request, challenge store.Challenge) commands.Reply {
	p := c.Public(req)
	reply := p.Reply(p.Say("challenge.opened", words.Args{"challenge": p.ChallengeTitle(challenge)}),
		aimLine(p, challenge), untilLine(p, challenge), countsLine(p, challenge), p.Say("challenge.how", words.Args{"command": enterCommand(p, challenge)}))
	if g := p.Game(challenge.Game); g.Hunting != nil && !challenge.Random && slices.Contains(g.Hunting.Divisions, challenge.Division) {
		reply.Footer = p.Say("challenge.race", words.Args{
			"division": p.OptionName(commandName+" open", c.opts.Division.Name), "shuffled": p.OptionName(commandName+" open", c.opts.shuffled.Name),
		})
	}
	reply.Rows = standingsButton(p, challenge.ID)
	return reply
}

// enterCommand returns the command with which members bring a deal.
func enterCommand(p commands.Printer, c store.Challenge) string {
	g := p.Game(c.Game)
	d, _ := g.Division(c.Division)
	return p.Typed(c.Game, append(g.OptionPairs(g.ReadOptions(d.Options)), "deal", "…")...)
}

// aimLine says what a challenge asks for.
func aimLine(p commands.Printer, c store.Challenge) string {
	measure := words.Args{"measure": p.MeasureName(c.Game, c.By)}
	if c.Kind == store.Loops {
		return p.Say("challenge.asks-loops", measure)
	}
	return p.Say("challenge.asks", measure)
}

// untilLine says when an open challenge ends.
func untilLine(p commands.Printer, c store.Challenge) string {
	return p.Say("challenge.until", words.Args{"when": commands.Stamp(c.EndsAt, "F"), "left": commands.Stamp(c.EndsAt, "R")})
}

// countsLine says which games count.
func countsLine(p commands.Printer, c store.Challenge) string {
	return p.Say("challenge.counts", nil) + " " + shuffledLine(p, c)
}

// shuffledLine says whether shuffled deals count.
func shuffledLine(p commands.Printer, c store.Challenge) string {
	if c.Random {
		return p.Say("challenge.with-shuffled", nil)
	}
	return p.Say("challenge.without-shuffled", nil)
}

// EndState ends a challenge.
type EndState struct{ Challenge int64 }

// askEnd shows the challenge to end, and asks for confirmation.
func (c *challenges) askEnd(ctx context.Context, req commands.Request) (commands.Reply, error) {
	p := c.Private(req)
	id, err := c.opts.challenge.PickedID(ctx, req, p, c.suggestEnd)
	if err != nil {
		return commands.Reply{}, err
	}
	s, err := c.endable(ctx, req, id)
	if err != nil {
		return commands.Reply{}, err
	}
	args := words.Args{"challenge": p.ChallengeTitle(s.Challenge), "players": p.Count("count.players", s.Total)}
	reply := p.Reply(p.Say("admin.sure", nil), p.Say("challenge.ask-end", args))
	reply.Rows = commands.Buttons(p.Button(endControl.ID(commandName, EndState{id}), "challenge.do-end").As(commands.Danger))
	return reply, nil
}

// endable returns an open challenge of this server, if the user may end it: its opener may, and
// those who may manage the server.
func (c *challenges) endable(ctx context.Context, req commands.Request, id int64) (store.Standings, error) {
	p := c.Private(req)
	s, err := c.standings(ctx, req, id, store.PageQuery{})
	switch {
	case errors.Is(err, store.ErrNotFound) || err == nil && s.IsClosed(req.At):
		return s, p.Mistake("challenge.none-such", nil)
	case err != nil:
		return s, err
	case !req.ManageGuild && (s.Opener.ID == 0 || s.Opener.ID != req.User.ID):
		return s, p.Mistake("challenge.may-not-end", nil)
	}
	return s, nil
}

// end ends a challenge and names the channel of its result.
func (c *challenges) end(ctx context.Context, req commands.Request, state EndState) (commands.Reply, error) {
	p := c.Private(req)
	s, err := c.endable(ctx, req, state.Challenge)
	if err != nil {
		return commands.Reply{}, err
	}
	channel := fmt.Sprintf("<#%d>", cmp.Or(req.Settings.Announces(), s.ChannelID))
	reply := p.Reply("", p.Say("challenge.did-end", words.Args{"channel": channel}))
	reply.Update = true
	err = c.store.EndChallenge(ctx, req.Act(), state.Challenge)
	if errors.Is(err, store.ErrNotFound) { // it ended meanwhile
		err = p.Mistake("challenge.none-such", nil)
	}
	return reply, err
}

// suggestOpen suggests what counts, or the divisions of full decks, those with entries on
// this server, that of a shuffle, and what is typed if it is the code of a division.
func (c *challenges) suggestOpen(ctx context.Context, req commands.Request) (commands.Reply, error) {
	if req.Focused == c.opts.By.Name {
		return c.opts.SuggestOrder(req, c.Localizer)
	}
	p, name := c.Private(req), c.opts.Game.Text(req)
	g := c.Games.ByName(name)
	if g == nil || g.Division == nil {
		return commands.Reply{}, nil
	}
	all := slices.Clone(g.Full)
	played, err := c.boards(ctx, req, name)
	for _, d := range played {
		all = append(all, d.Division)
	}
	all = append(all, commands.ShuffledDivision(g, ""))
	typed := strings.TrimSpace(c.opts.Division.Text(req))
	if _, ok := g.Division(typed); ok && len(typed) <= game.MaxDivision {
		all = append(all, typed)
	}
	var choices []commands.Choice
	for _, division := range all {
		choices = append(choices, commands.Choice{Label: p.DivisionName(name, division), Value: division})
	}
	return commands.Matching(req, choices, err)
}

// suggestEnd suggests the open challenges: whoever may not end the one they choose is told so.
func (c *challenges) suggestEnd(ctx context.Context, req commands.Request) (commands.Reply, error) {
	p := c.Private(req)
	open, err := c.store.Challenges(ctx, req.GuildID, req.User.ID, req.At)
	var choices []commands.Choice
	for _, challenge := range open {
		label := fmt.Sprintf("#%d %s", challenge.ID, p.ChallengeTitle(challenge))
		choices = append(choices, commands.Choice{Label: commands.Shorten(label, 90), Value: fmt.Sprint(challenge.ID)})
	}
	return commands.Matching(req, choices, err)
}
