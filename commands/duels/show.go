package duels

import (
	"context"
	"fmt"
	"strings"
	"time"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store/match"
)

// board returns the message of a match: who plays, whose hand is in, and buttons while hands
// are prepared, in a private message those that its reader can use. It is plain text, since Discord
// tells members only of mentions in that.
func (d *duels) board(p commands.Printer, m match.Match, reader uint64) commands.Reply {
	lines := []string{"**" + d.title(p, m) + "**"}
	if !m.Open() {
		return p.Reply("", append(lines, p.Say("duel.over-"+string(m.End), nil))...)
	}
	lines = append(lines, d.invitation(p, m)...)
	if m.Begun() {
		lines = append(lines, score(p, m))
	}
	if g, err := d.game(m.Game); err == nil {
		lines = append(lines, p.Say("duel.how", words.Args{"cards": p.Phrase(g.SecretHands.Cards), "leader": d.leader(p, m)}))
	}
	for _, player := range m.Players {
		id := "duel.waiting"
		if player.Sealed() {
			id = "duel.sealed"
		}
		lines = append(lines, p.Say(id, words.Args{"who": who(p, player)}))
	}
	lines = append(lines, p.Say("duel.until", words.Args{"when": commands.Stamp(m.ActedAt.Add(match.Idle), "R")}))
	reply := p.Reply("", lines...)
	reply.Rows = commands.Buttons(boardButtons(p, m, reader)...)
	return reply
}

// maxTallies is the most members on the list of wins.
const maxTallies = 10

// page shows the user their matches with the buttons of each, who won most, and the button
// that invites everybody.
func (d *duels) page(ctx context.Context, req commands.Request, invite InviteState) (commands.Reply, error) {
	p := d.Private(req)
	mine, err := d.matches.Mine(ctx, req.GuildID, req.User.ID)
	if err != nil {
		return commands.Reply{}, err
	}
	tallies, err := d.matches.Tallies(ctx, req.GuildID, time.Time{}, req.At.Add(time.Millisecond), maxTallies)
	if err != nil {
		return commands.Reply{}, err
	}
	var texts []string
	var rows []commands.Row
	for i, m := range mine {
		board := d.board(p, m, req.User.ID)
		if len(mine) > 1 {
			number(&board, i+1)
		}
		texts, rows = append(texts, board.Text), append(rows, board.Rows...)
	}
	wanted := match.Match{Game: invite.Game, BestOf: int(invite.Best)}
	texts = append(texts, p.Say("duel.page", words.Args{"duel": d.title(p, wanted), "command": p.Typed(commandName, "member", "…")}))
	reply := p.Reply(p.Say("duel.mine-title", nil), strings.Join(texts, "\n\n"))
	reply.Fields = p.ListField("duel.list", p.DuelLines(tallies, maxTallies))
	buttons := []commands.Button{p.Button(inviteControl.ID(commandName, invite), "duel.invite").As(commands.Primary)}
	if d.trainer != nil {
		buttons = append(buttons, practiceButtons(p, memberLeads)[0])
	}
	rows = append(rows, commands.Row{Buttons: buttons})
	reply.Rows = rows
	return reply, nil
}

// number puts the number of a match before its text and the labels of its buttons, which stand below
// those of other matches.
func number(board *commands.Reply, n int) {
	board.Text = fmt.Sprintf("**%d.** %s", n, board.Text)
	for _, row := range board.Rows {
		for i := range row.Buttons {
			row.Buttons[i].Label = fmt.Sprintf("%d. %s", n, row.Buttons[i].Label)
		}
	}
}

// title returns the game of a match, and how many rounds decide.
func (d *duels) title(p commands.Printer, m match.Match) string {
	return p.Say("duel.match", words.Args{"game": p.GameTitle(m.Game), words.Count: m.BestOf})
}

// invitation says who is invited, until both seats are taken.
func (d *duels) invitation(p commands.Printer, m match.Match) []string {
	args := words.Args{"host": who(p, m.Players[0])}
	switch {
	case m.Invited() != 0:
		args["member"] = mention(m.Invited())
		return []string{p.Say("duel.invites", args)}
	case len(m.Players) < match.Seats:
		return []string{p.Say("duel.seeks", args)}
	}
	return nil
}

// leader returns who leads the round that is prepared.
func (d *duels) leader(p commands.Printer, m match.Match) string {
	if seat := m.Leader(m.Round()); seat < len(m.Players) {
		return who(p, m.Players[seat])
	}
	return p.SafeName("")
}

func mention(userID uint64) string { return fmt.Sprintf("<@%d>", userID) }

// who names a player in markdown: by a mention, which notifies nobody, until they join.
func who(p commands.Printer, player match.Player) string {
	if !player.Joined {
		return mention(player.UserID)
	}
	return p.SafeName(player.Name)
}

// boardButtons returns the buttons to prepare a hand, and before the first round to leave: in a
// private message those that its reader can use.
func boardButtons(p commands.Printer, m match.Match, reader uint64) []commands.Button {
	seat, maySeal := -1, true // of everybody
	if p.IsPrivate() {
		seat, maySeal = m.Seat(reader), m.MaySeal(reader, m.Round()) == nil
	}
	prepare := PrepareState{Alone: p.IsPrivate(), Match: m.ID, Round: int64(m.Round())}
	switch {
	case m.Begun() && maySeal:
		return prepareButtons(p, prepare, p.Say("duel.prepare", words.Args{"round": m.Round()}))
	case m.Begun():
		return nil
	}
	var list []commands.Button
	leave := "duel.withdraw"
	switch {
	case seat == 0:
	case m.Invited() != 0:
		list, leave = append(list, p.Button(prepareControl.ID(commandName, prepare), "duel.accept").As(commands.Primary)), "duel.decline"
	case len(m.Players) < match.Seats:
		list = append(list, p.Button(prepareControl.ID(commandName, prepare), "duel.join").As(commands.Primary))
	}
	if seat <= 0 && !m.Players[0].Sealed() {
		mine := prepare
		mine.Host = true
		list = append(list, p.Button(prepareControl.ID(commandName, mine), "duel.mine"))
	}
	if maySeal {
		lot := prepare
		lot.Dealt = true
		list = append(list, p.Button(prepareControl.ID(commandName, lot), "duel.lot"))
	}
	if seat <= 0 || m.Invited() != 0 {
		list = append(list, p.Button(leaveControl.ID(commandName, LeaveState{p.IsPrivate(), m.ID}), leave).As(commands.Danger))
	}
	return list
}

// prepareButtons returns the button that opens the form for a hand, and the one that fills it
// in by lot.
func prepareButtons(p commands.Printer, s PrepareState, label string) []commands.Button {
	lot := s
	lot.Dealt = true
	return []commands.Button{{ID: prepareControl.ID(commandName, s), Label: label, Style: commands.Primary}, p.Button(prepareControl.ID(commandName, lot), "duel.lot")}
}

// round returns the message of a round that was played: hands, picture, score, and what is next.
func (d *duels) round(ctx context.Context, req commands.Request, p commands.Printer, m match.Match, r match.Round) (commands.Reply, error) {
	film := FilmState{m.ID, int64(r.Number), r.GameID}
	if m.ID == 0 && m.Seat(req.User.ID) != 0 {
		film.Round = nonnaLeads
	}
	reply, err := d.replier.Show(ctx, req, p, r.GameID, filmControl.ID(commandName, film), shownNames(m, m.Leader(r.Number))...)
	if err != nil {
		return commands.Reply{}, err
	}
	g := p.Game(m.Game)
	lines := []string{reply.Text}
	for i, hand := range r.Hands {
		player := m.Players[(m.Leader(r.Number)+i)%match.Seats]
		lines = append(lines, p.Say("duel.hand", words.Args{
			"seat": p.Phrase(g.Seats.Phrase(i)), "who": who(p, player), "hand": commands.Code(hand),
		}))
	}
	if said := outcome(p, m, r); len(said) > 0 {
		lines = append(lines, strings.Join(said, " "))
	}
	reply.Title, reply.Text, reply.Verdict = d.roundTitle(p, m, r.Number), strings.Join(lines, "\n"), true
	next := []commands.Button{p.Button(rematchControl.ID(commandName, RematchState{m.ID}), "duel.rematch")}
	switch {
	case m.Open():
		next = boardButtons(p, m, req.User.ID)
	case m.ID == 0 && m.Seat(req.User.ID) == 0: // then the other one leads
		next = practiceButtons(p, nonnaLeads)
	case m.ID == 0:
		next = practiceButtons(p, memberLeads)
	}
	reply.Rows = append(commands.Buttons(next...), reply.Rows...)
	return reply, nil
}

func (d *duels) roundTitle(p commands.Printer, m match.Match, round int) string {
	title := d.title(p, m)
	if m.BestOf > 1 {
		title += ", " + p.Say("duel.round", words.Args{"round": round})
	}
	return title
}

// outcome says that nobody won a round, the score, and how the match goes on or ended. The verdict
// names the winner.
func outcome(p commands.Printer, m match.Match, r match.Round) (lines []string) {
	if r.Winner < 0 {
		lines = append(lines, p.Say("duel.nobody-wins", nil))
	}
	if m.BestOf > 1 {
		lines = append(lines, score(p, m))
	}
	switch {
	case m.End == match.Won && m.BestOf > 1:
		lines = append(lines, p.Say("duel.wins-match", words.Args{"who": who(p, m.Players[m.Winner()])}))
	case m.End == match.Drawn:
		lines = append(lines, p.Say("duel.over-drawn", nil))
	case m.Open():
		lines = append(lines, p.Say("duel.next", words.Args{"round": m.Round(), "who": who(p, m.Players[m.Leader(m.Round())])}))
	}
	return lines
}

// score returns the rounds that each player won.
func score(p commands.Printer, m match.Match) string {
	var parts []string
	for seat, player := range m.Players {
		parts = append(parts, who(p, player)+" "+p.Number(int64(m.Wins(seat))))
	}
	return p.Say("duel.score", words.Args{"score": strings.Join(parts, ", ")})
}

// FilmState is the button for the film of a round that was played, and its stored game.
type FilmState struct{ Match, Round, Game int64 }

// film shows the film of a round to the user alone, with the names of its players.
func (d *duels) film(ctx context.Context, req commands.Request, s FilmState) (commands.Reply, error) {
	m, err := d.match(ctx, req, s.Match, s.Round)
	if err != nil {
		return commands.Reply{}, d.mistaken(req, m, err)
	}
	leader := 0 // in practice
	if s.Match != 0 {
		leader = m.Leader(int(s.Round))
	}
	reply, err := d.replier.StoredFilm(ctx, req, s.Game, shownNames(m, leader)...)
	reply.Title = d.roundTitle(d.Private(req), m, int(s.Round))
	return reply, err
}

// shownNames returns the names of the players, the leader first.
func shownNames(m match.Match, leader int) (names []string) {
	for i := range m.Players {
		names = append(names, commands.ShownName(m.Players[(leader+i)%match.Seats].Name))
	}
	return names
}
