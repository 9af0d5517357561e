package play

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"nonna/commands"
	"nonna/commands/picture"
	"nonna/commands/rarity"
	"nonna/commands/words"
	"nonna/engine/camicia"
	"nonna/engine/shuffle"
	"nonna/engine/trace"
	"nonna/store"
)

// tables is where games are played: what the commands of all games share.
type tables struct {
	commands.Localizer
	store     *store.Store
	seed      func() uint64
	published *camicia.Catalogue
	lengths   *rarity.Table
	artist    *picture.Artist
}

// played is a settled game of any kind, ready to be told and remembered.
type played struct {
	// say is the language in which it is told.
	say *words.Printer
	// title names the game, verdict says what came of it, first and bold.
	title, verdict string
	// remarks are what else should be said, a line each.
	remarks []string
	// deal is the deal in a form that can be pasted again.
	deal string
	// traceName names the trace without its ending; write writes it.
	traceName string
	write     func(ctx context.Context, w io.Writer, opts trace.Options) error
	// draw makes the picture.
	draw func(context.Context, *picture.Artist) (picture.Picture, error)
	// moments looks at the game move by move; takeLabel is the button to the next
	// move that takes the pile.
	moments   moments
	takeLabel string
	// game is what is remembered: counts, ending and board.
	game store.Game
	// counts name cards and tricks on this game's boards, as the messages below
	// "measure." do.
	counts [2]string
}

// source is where a deal comes from: what the user filled in.
type source struct {
	text     string // "" to shuffle
	seed     uint64
	shuffled bool
}

// source reads the deal's options: text under name, or a file, or a seed.
func (t *tables) source(req commands.Request, name string) (source, error) {
	s := source{text: req.Options.Text(name)}
	file, ok := req.Options.File("file")
	given := 0
	for _, filled := range []bool{strings.TrimSpace(s.text) != "", ok, req.Options.Has("seed")} {
		if filled {
			given++
		}
	}
	switch {
	case given > 1:
		return s, t.oneSource(req, name)
	case ok:
		s.text = string(file.Data)
		if strings.TrimSpace(s.text) == "" {
			return s, commands.NewMistake(t.Private(req), "mistake.empty-file", words.Args{"name": commands.Code(file.Name)})
		}
	case req.Options.Has("seed"):
		s.shuffled, s.seed = true, uint64(req.Options.Int("seed"))
	case given == 0:
		s.text, s.shuffled, s.seed = "", true, t.seed()
	}
	return s, nil
}

// dealer is how the command of one game comes to a deal, and plays it.
type dealer[D any] struct {
	// spec is the command's; its first option holds the deal.
	spec commands.Spec
	// shuffle and read make the deal of a request: that of the command, also
	// where the button Again was pressed.
	shuffle func(*shuffle.Source, commands.Request) D
	read    func(text string, req commands.Request) (D, error)
	play    func(context.Context, *words.Printer, D) (played, error)
}

// option is the name of the option that holds the deal.
func (g dealer[D]) option() string { return g.spec.Options[0].Name }

// command is the command of a game: with its suggestions, its buttons and its
// form.
func (g dealer[D]) command(t *tables) commands.Command {
	return commands.Command{
		Spec: g.spec,
		Run:  func(ctx context.Context, req commands.Request) (commands.Reply, error) { return settle(ctx, t, req, g) },
		Suggest: func(ctx context.Context, req commands.Request) (commands.Reply, error) {
			return t.suggestDeals(ctx, req, func(text string) bool {
				_, err := g.read(text, req)
				return err == nil
			})
		},
		Actions: []commands.Action{
			commands.On(func(_ context.Context, req commands.Request, s commands.FormState) (commands.Reply, error) {
				deck, ok := deckOfForm(s.Options)
				if !ok {
					return commands.Reply{}, commands.ErrOldButton
				}
				return commands.Reply{Form: dealForm(t.Private(req), req.Command, deck)}, nil
			}),
			commands.OnForm(func(ctx context.Context, req commands.Request, s commands.TypedState) (commands.Reply, error) {
				req, err := t.typedIn(req, s, g.option())
				if err != nil {
					return commands.Reply{}, err
				}
				return settle(ctx, t, req, g)
			}),
			commands.OnAnew(func(ctx context.Context, req commands.Request, s commands.AgainState) (commands.Reply, error) {
				req, ok := again(req, s, g.spec)
				if !ok {
					return commands.Reply{}, commands.ErrOldButton
				}
				return settle(ctx, t, req, g)
			}),
		},
	}
}

// settle plays the deal of a request and tells of it.
func settle[D any](ctx context.Context, t *tables, req commands.Request, g dealer[D]) (commands.Reply, error) {
	s, err := t.source(req, g.option())
	if err != nil {
		return commands.Reply{}, err
	}
	var d D
	if s.shuffled {
		d = g.shuffle(shuffle.New(s.seed), req)
	} else if d, err = g.read(s.text, req); err != nil {
		err = t.dealError(req, err)
		if req.Kind == commands.Submit {
			err = keepTyped(err, s.text)
		}
		return commands.Reply{}, err
	}
	p, err := g.play(ctx, t.reader(req), d)
	if err != nil {
		return commands.Reply{}, err
	}
	return t.finish(ctx, req, s, p)
}

// oneSource says that a deal was given twice.
func (t *tables) oneSource(req commands.Request, name string) error {
	p := t.Private(req)
	return commands.NewMistake(p, "mistake.one-source", words.Args{
		"option": t.OptionName(req, p, req.Command, name),
		"file":   t.OptionName(req, p, req.Command, "file"),
		"seed":   t.OptionName(req, p, req.Command, "seed"),
	})
}

// seedRemark says how a shuffled deal can be had again.
func (t *tables) seedRemark(req commands.Request, s source, p played) []string {
	if !s.shuffled {
		return nil
	}
	seed := fmt.Sprint(s.seed) // to be typed again: without commas
	command := t.Typed(req, p.say, req.Command, append(madeOf(req), "seed", seed)...)
	return []string{p.say.Say("remark.seed", words.Args{"seed": seed, "command": command})}
}

// reader is the language of whoever reads the reply to a game.
func (t *tables) reader(req commands.Request) *words.Printer {
	return t.Printer(req, req.Options.Bool("private"))
}

// finish remembers a settled game and tells of it.
func (t *tables) finish(ctx context.Context, req commands.Request, s source, p played) (commands.Reply, error) {
	reply := commands.Reply{Title: p.title, Text: p.verdict, Ephemeral: req.Options.Bool("private")}
	lines := slices.Concat(p.remarks, t.seedRemark(req, s, p))
	recorded, standing, err := t.remember(ctx, req, s, p)
	if err != nil {
		return commands.Reply{}, err
	}
	if standing != "" {
		lines = append(lines, standing)
	}
	reply.Rows = p.buttons(req, s, recorded)
	if len(lines) > 0 {
		reply.Text += "\n" + strings.Join(lines, "\n")
	}
	reply.Fields = append(reply.Fields, commands.Field{
		Name: p.say.Say("field.deal", nil), Value: commands.Code(commands.Shorten(t.ShownDeal(req, p.say, p.game.Game, p.deal), 900)),
	})
	if reply.Footer, err = t.dealt(ctx, req, s, p.say); err != nil {
		return commands.Reply{}, err
	}
	file, err := p.trace(ctx, req.Options.Text("trace"))
	if err != nil {
		return commands.Reply{}, err
	}
	if file != nil {
		reply.Files = append(reply.Files, *file)
	}
	if t.artist == nil {
		return reply, nil
	}
	pic, err := p.draw(ctx, t.artist.In(PictureWords(p.say)))
	if err != nil {
		return commands.Reply{}, err
	}
	reply.Picture = &commands.File{Name: pic.Name, Data: pic.PNG, Alt: pic.Alt}
	return reply, nil
}

// dealt says who brought the deal, in plain text; nothing where they are at the
// console, by themselves, and where their name is to stay hidden.
func (t *tables) dealt(ctx context.Context, req commands.Request, s source, say *words.Printer) (string, error) {
	if req.User.ID == 0 || req.User.Name == "" {
		return "", nil
	}
	hidden, err := t.store.NameHidden(ctx, req.User.ID)
	if err != nil || hidden {
		return "", err
	}
	id := "dealt.by"
	switch {
	case s.shuffled:
		id = "dealt.shuffled"
	case req.Kind == commands.MessageMenu: // the message may be another's
		id = "dealt.brought"
	}
	return say.Say(id, words.Args{"who": commands.Shorten(req.User.Name, 100)}), nil
}

// madeOf lists the options that a shuffled deal depends on beside its seed, each
// with its value.
func madeOf(req commands.Request) []string {
	var list []string
	for _, name := range []string{"deck", "players", "cards"} {
		switch v := req.Options[name].(type) {
		case string:
			list = append(list, name, v)
		case int64:
			list = append(list, name, fmt.Sprint(v))
		}
	}
	return list
}

// remember records the game, and says what it did on the board. A full disk is
// told and loses no answer.
func (t *tables) remember(ctx context.Context, req commands.Request, s source, p played) (store.Recorded, string, error) {
	g := p.game
	g.RequestID, g.GuildID, g.UserID, g.UserName = req.ID, req.GuildID, req.User.ID, commands.Shorten(req.User.Name, 100)
	g.Deal, g.Random, g.WithoutRandom, g.PlayedAt = p.deal, s.shuffled, req.Settings.WithoutRandom, req.At
	r, err := t.store.Record(ctx, g)
	switch {
	case errors.Is(err, store.ErrFull):
		return store.Recorded{}, p.say.Say("standing.full", nil), nil
	case err != nil:
		return store.Recorded{}, "", err
	}
	lines := append([]string{standing(req, p, r)}, challengeLines(p.say, g.Game, r.Challenges)...)
	return r, strings.Join(lines, "\n"), nil
}

// standing says what a recorded game did on the board.
func standing(req commands.Request, p played, r store.Recorded) string {
	switch r.Standing {
	case store.Unranked:
		if p.game.Board != store.NoBoard {
			return p.say.Say("server.random-off", nil)
		}
	case store.Taken:
		switch {
		case r.Owner == nil:
			return p.say.Say("standing.taken", nil)
		case r.Owner.Mine && !r.Owner.NameHidden: // or all would know whose it is
			return p.say.Say("standing.mine", nil)
		}
		return p.say.Say("standing.owned", words.Args{"owner": commands.Owner(p.say, *r.Owner)})
	case store.Ranked:
		return ranked(p, r, onBoard(req, p.say))
	}
	return ""
}

// onBoard is where a game stands: "on this server's board".
func onBoard(req commands.Request, say *words.Printer) string {
	if req.GuildID == 0 {
		return say.Say("standing.own", nil)
	}
	return say.Say("standing.server", nil)
}

// ranked tells of a game's place, by what it did best in.
func ranked(p played, r store.Recorded, board string) string {
	best, count := r.ByCards, 0
	if r.ByTricks.Record() && !r.ByCards.Record() {
		best, count = r.ByTricks, 1
	}
	args := words.Args{
		"rank": best.Rank, "of": best.Of, "board": board, "measure": p.say.Say("measure."+p.counts[count], nil),
	}
	switch {
	case !best.Record():
		return p.say.Say("standing.place", args)
	case best.Before == nil:
		return p.say.Say("standing.first", args)
	}
	args["before"], args["owner"] = [2]int64{best.Before.Cards, best.Before.Tricks}[count], commands.Owner(p.say, *best.Before)
	return p.say.Say("standing.record", args)
}

// traceLimit is the most that is kept of a trace before compressing: the head and
// the tail of a longer one.
const traceLimit = 8 << 20

// trace writes the trace in a form: "text" (also ""), "jsonl", or "none", which
// gives nil.
func (p played) trace(ctx context.Context, form string) (*commands.File, error) {
	opts, ending := trace.Options{Limit: traceLimit}, ".txt"
	switch form {
	case "none":
		return nil, nil
	case "jsonl":
		opts.Format, ending = trace.JSONLines, ".jsonl"
	}
	var b bytes.Buffer
	if err := p.write(ctx, &b, opts); err != nil {
		return nil, err
	}
	f, err := commands.Zip(commands.File{Name: p.traceName + ending, Data: b.Bytes()})
	return &f, err
}

// sharedOptions are those that every game's command ends with.
func sharedOptions() []commands.Option {
	return []commands.Option{
		{Name: "seed", Type: commands.IntOption, Min: 1, Max: maxSeed},
		{Name: "file", Type: commands.FileOption},
		{Name: "trace", Type: commands.TextOption, Choices: []commands.Choice{{Value: "text"}, {Value: "jsonl"}, {Value: "none"}}},
		{Name: "private", Type: commands.BoolOption},
	}
}

// maxDealOption is the most characters of a text option, Discord's limit.
const maxDealOption = 6000

// maxSeed is the largest seed of a shuffle: nine digits are easy to copy.
const maxSeed = 999_999_999

// settleTime is how long one game may be settled: the budget stops it long
// before, except on a very busy machine.
const settleTime = 20 * time.Second
