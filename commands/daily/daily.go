// Package daily holds /daily: one puzzle a day, the same for everybody.
//
// # Goals
//
// Members see the puzzle, what they tried and their streak alone. A shared result has no
// spoiler. A try counts for the day whose puzzle it answers, by the time at which Discord
// says it was made.
//
// # Non-goals
//
// Games make the puzzles, see [game.Puzzle]. There is no secret in them: anybody can play
// the position by the game's own command. The package sends nothing by itself: a job posts
// what [Result] returns.
package daily

import (
	"context"
	"slices"
	"strconv"
	"time"

	"nonna/commands"
	"nonna/commands/picture"
	"nonna/commands/verdict"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
	"nonna/store/daily"
)

// commandName is the name of the command.
const commandName = "daily"

// first is the day of puzzle number 1: 1 November 2026.
const first game.Day = 20758

// Commands returns /daily; nothing if no game has puzzles. A nil pictures draws no pictures;
// films are the replier's.
func Commands(l commands.Localizer, st *store.Store, pictures *picture.Renderer, replier *verdict.Replier) []commands.Command {
	g := l.Games.Puzzler()
	if g == nil {
		return nil
	}
	h := &handler{Localizer: l, game: g, days: daily.New(st), pictures: pictures, replier: replier}
	return []commands.Command{{
		Name: commandName, Kind: commands.Slash, Run: h.today,
		Actions: []commands.Action{
			commands.On(choiceControl, h.try), commands.On(tableControl, h.table),
			commands.On(filmControl, h.film, commands.Costly, commands.ForOne),
			commands.On(shareControl, h.share, commands.Costly, commands.ForAll),
		},
	}}
}

// The controls of /daily.
const (
	choiceControl commands.Control[DayState]      = "choice" // the menu of a puzzle's choices
	tableControl  commands.Control[commands.None] = "table"
	filmControl   commands.Control[FilmState]     = "film"
	shareControl  commands.Control[DayState]      = "share"
)

// DayState is the puzzle of a day.
type DayState struct{ Day int64 }

// handler answers /daily.
type handler struct {
	commands.Localizer
	game     *game.Game
	days     *daily.Days
	pictures *picture.Renderer
	replier  *verdict.Replier
}

// today shows the puzzle of the day to the user alone.
func (h *handler) today(ctx context.Context, req commands.Request) (commands.Reply, error) {
	day := game.DayAt(req.At.Unix())
	puzzle, err := h.game.Puzzle(ctx, day)
	if err != nil {
		return commands.Reply{}, err
	}
	done, err := h.days.Progress(ctx, req.User.ID, int64(day))
	if err != nil {
		return commands.Reply{}, err
	}
	v := h.view(req, puzzle, done)
	reply := v.reply(append(v.task(), v.tried()...))
	reply.Fields = v.p.ListField("remark.deal", []string{commands.Code(commands.Shorten(puzzle.Deal.Short(), 900))})
	reply.Footer = v.p.Say("daily.honour", words.Args{"command": v.p.Typed(h.game.Name)})
	reply.Picture = h.pictures.Draw(ctx, req, func(ctx context.Context) (*commands.File, error) {
		return h.pictures.Puzzle(ctx, v.p.Printer, h.game, puzzle, picture.Caption{Title: v.title(), Line: head(v.p, int64(day))})
	})
	return reply, nil
}

// position is the film of how the first player loses, beside those of the choices.
const position = -1

// view shows a puzzle to a user.
type view struct {
	*handler
	req    commands.Request
	p      commands.Printer
	puzzle game.Puzzle
	done   daily.Progress
}

func (h *handler) view(req commands.Request, puzzle game.Puzzle, done daily.Progress) view {
	return view{h, req, h.Private(req), puzzle, done}
}

// head names the puzzle of a day by its number.
func head(p commands.Printer, day int64) string {
	return p.Say("daily.head", words.Args{"number": p.Number(day - int64(first) + 1)})
}

// title says whom the puzzle is about.
func (v view) title() string {
	return v.p.Say("daily.title", words.Args{"who": v.who()})
}

// who names the player whom the puzzle is about.
func (v view) who() string { return v.p.Phrase(v.game.Seats.Phrase(0)) }

// isLost reports whether no try is left and none saved the player.
func (v view) isLost() bool { return daily.Over(v.done.PuzzleDay) && v.done.Plays == 0 }

// reply returns a private reply with a menu of the choices while there are tries left, and
// a button to share the result afterwards. Its films are how the position goes on before, that of
// the latest try, and at last the answer's.
func (v view) reply(lines []string) commands.Reply {
	if streak := v.p.Streak(v.done); streak != "" {
		lines = append(lines, streak)
	}
	reply := v.p.Reply(head(v.p, v.done.Day)+" · "+v.title(), lines...)
	var row []commands.Button
	if daily.Over(v.done.PuzzleDay) {
		row = append(row, v.p.Button(shareControl.ID(commandName, DayState{v.done.Day}), "daily.share").As(commands.Primary))
	} else {
		reply.Rows = append(reply.Rows, commands.Row{Menu: v.menu()})
		row = v.addFilm(row, position, v.p.Say("daily.how", words.Args{"who": v.who()}))
	}
	if n := len(v.done.Tries); n > 0 {
		row = v.addFilm(row, v.done.Tries[n-1], v.p.Say("button.film", nil))
	}
	if v.isLost() {
		row = v.addFilm(row, v.puzzle.Longest(), v.p.Say("daily.answer", nil))
	}
	if v.req.GuildID != 0 {
		row = append(row, v.p.Button(tableControl.ID(commandName, commands.None{}), "daily.show-table"))
	}
	if len(row) > 0 {
		reply.Rows = append(reply.Rows, commands.Row{Buttons: row})
	}
	return reply
}

// task says what is to be done, how it counts, and when it ends.
func (v view) task() []string {
	args := words.Args{
		"who":   v.who(),
		"tries": v.p.Count("daily.tries", daily.Tries), "end": commands.Stamp(time.Unix((game.Day(v.done.Day)+1).Unix(), 0), "R"),
	}
	return []string{v.p.Phrase(v.puzzle.Task), v.p.Say("daily.rules", args)}
}

// tried returns a line for each try, and then how many are left.
func (v view) tried() (lines []string) {
	if len(v.done.Tries) == 0 {
		return nil
	}
	for _, n := range v.done.Tries {
		if n < len(v.puzzle.Choices) {
			lines = append(lines, v.line(v.puzzle.Choices[n]))
		}
	}
	if left := daily.Tries - len(v.done.Tries); left > 0 && v.done.Plays == 0 {
		return append(lines, v.p.Count("daily.left", int64(left)))
	}
	if v.done.Plays == 0 {
		return append(lines, v.p.Say("daily.none-left", nil)+" "+v.best())
	}
	return append(lines, "**"+v.p.Count("daily.worth", int64(v.done.Points()))+".**")
}

// line says what a choice comes to.
func (v view) line(c game.Choice) string {
	id := "daily.failed"
	switch {
	case c.Saves && v.done.Star():
		id = "daily.saved-first"
	case c.Saves:
		id = "daily.saved"
	}
	return v.say(id, c)
}

// say says something about a choice and how long it lasts.
func (v view) say(id string, c game.Choice) string {
	return v.p.Say(id, words.Args{"choice": v.p.Phrase(c.Said), "length": v.p.Plays(v.game.Name, c.Outcome.Length.Plays)})
}

// best names the choice that lasts longest.
func (v view) best() string { return v.say("daily.best", v.puzzle.Choices[v.puzzle.Longest()]) }

// menu returns the menu of the choices that were not tried.
func (v view) menu() *commands.Menu {
	m := &commands.Menu{ID: choiceControl.ID(commandName, DayState{v.done.Day}), Placeholder: v.p.Say("daily.menu", nil)}
	for i, c := range v.puzzle.Choices {
		if !slices.Contains(v.done.Tries, i) {
			m.Choices = append(m.Choices, commands.Choice{Label: v.p.Plain(c.Said), Value: strconv.Itoa(i)})
		}
	}
	return m
}

// try counts a choice, and says what it comes to.
func (h *handler) try(ctx context.Context, req commands.Request, s DayState) (commands.Reply, error) {
	p := h.Private(req)
	if !daily.Open(s.Day, req.At) {
		return commands.Reply{}, p.Mistake("daily.over", words.Args{"command": p.Typed(commandName)})
	}
	puzzle, err := h.game.Puzzle(ctx, game.Day(s.Day))
	if err != nil {
		return commands.Reply{}, err
	}
	n, ok := req.PickedNumber()
	if !ok || n < 0 || n >= int64(len(puzzle.Choices)) {
		return commands.Reply{}, commands.ErrOldButton
	}
	c := puzzle.Choices[n]
	one := daily.Try{Day: s.Day, Choice: int(n)}
	if c.Saves {
		one.Plays = c.Outcome.Length.Plays
	}
	counted, err := h.days.Try(ctx, daily.Player{UserID: req.User.ID, Name: req.User.ShortName(), GuildID: req.GuildID}, one)
	if err != nil {
		return commands.Reply{}, err
	}
	done, err := h.days.Progress(ctx, req.User.ID, s.Day)
	if err != nil {
		return commands.Reply{}, err
	}
	done.PuzzleDay = counted
	v := h.view(req, puzzle, done)
	reply, shown := v.reply(v.tried()), int(n)
	if v.isLost() {
		shown = puzzle.Longest()
	}
	reply.Picture = v.picture(ctx, shown)
	return reply, nil
}

// share posts the user's result for everybody to see, without a spoiler.
func (h *handler) share(ctx context.Context, req commands.Request, s DayState) (commands.Reply, error) {
	done, err := h.days.Progress(ctx, req.User.ID, s.Day)
	if err != nil {
		return commands.Reply{}, err
	}
	if !daily.Over(done.PuzzleDay) {
		return commands.Reply{}, commands.ErrOldButton
	}
	p := h.Public(req)
	line := head(p, s.Day) + " " + h.marks(p, done.PuzzleDay)
	if done.Plays > 0 {
		line += " · " + p.Count("count.days", int64(done.Streak))
	}
	return p.Reply("", line), nil
}

// FilmState is a choice of a day's puzzle, or its position.
type FilmState struct{ Day, Choice int64 }

// filmed returns the game of a film. It reports false for a choice that the puzzle lacks, and for a
// game that has no film.
func (v view) filmed(choice int) (game.Deal, bool) {
	switch {
	case choice == position:
		return v.puzzle.Deal, v.replier.HasFilm(v.puzzle.Play.Outcome())
	case choice < 0 || choice >= len(v.puzzle.Choices):
		return nil, false
	}
	c := v.puzzle.Choices[choice]
	return c.Deal, v.replier.HasFilm(c.Outcome)
}

// addFilm appends the button for a film, with a label, if the game has one.
func (v view) addFilm(row []commands.Button, choice int, label string) []commands.Button {
	if _, ok := v.filmed(choice); !ok {
		return row
	}
	b := filmButton(v.p, v.done.Day, choice)
	b.Label = label
	return append(row, b)
}

func filmButton(p commands.Printer, day int64, choice int) commands.Button {
	return p.Button(filmControl.ID(commandName, FilmState{day, int64(choice)}), "button.film")
}

// picture returns the film of a choice that a reply shows at once, nil if it has none.
func (v view) picture(ctx context.Context, choice int) *commands.File {
	d, ok := v.filmed(choice)
	if !ok {
		return nil
	}
	return v.pictures.Draw(ctx, v.req, func(ctx context.Context) (*commands.File, error) {
		reply, err := v.replier.ShowFilm(ctx, v.req, v.game, d)
		return reply.Picture, err
	})
}

// film shows the film of the position, and that of a choice to a user who tried it or has no tries
// left, and to all when the day is over.
func (h *handler) film(ctx context.Context, req commands.Request, s FilmState) (commands.Reply, error) {
	done, err := h.days.Progress(ctx, req.User.ID, s.Day)
	if err != nil {
		return commands.Reply{}, err
	}
	puzzle, err := h.game.Puzzle(ctx, game.Day(s.Day))
	if err != nil {
		return commands.Reply{}, err
	}
	d, ok := h.view(req, puzzle, done).filmed(int(s.Choice))
	isOver := daily.Over(done.PuzzleDay) || !daily.Open(s.Day, req.At)
	if !ok || s.Choice != position && !isOver && !slices.Contains(done.Tries, int(s.Choice)) {
		return commands.Reply{}, commands.ErrOldButton
	}
	return h.replier.ShowFilm(ctx, req, h.game, d)
}
