package commands

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"nonna/commands/rarity"
	"nonna/engine/camicia"
	"nonna/engine/deal"
	"nonna/engine/shuffle"
	"nonna/engine/trace"
	"nonna/store"
)

// tables is where games are played: what the commands of all games share.
type tables struct {
	store     *store.Store
	seed      func() uint64
	published *camicia.Catalogue
	lengths   *rarity.Table
}

// played is a settled game of any kind, ready to be told and remembered.
type played struct {
	// title names the game, verdict says what came of it, first and bold.
	title, verdict string
	// remarks are what else should be said, a line each.
	remarks []string
	// deal is the deal in a form that can be pasted again.
	deal string
	// traceName names the trace without its ending; write writes it.
	traceName string
	write     func(ctx context.Context, w io.Writer, opts trace.Options) error
	// moments looks at the game move by move; takeLabel is the button to the next
	// move that takes the pile.
	moments   moments
	takeLabel string
	// game is what is remembered: counts, ending and board.
	game store.Game
	// counts name cards and tricks on this game's boards.
	counts [2]string
}

// source is where a deal comes from: what the user filled in.
type source struct {
	text     string // "" to shuffle
	seed     uint64
	shuffled bool
}

// source reads the deal's options: text under name, or a file, or a seed.
func (t *tables) source(req Request, name string) (source, error) {
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
		return s, Mistakef("A deal comes from `%s`, from `file` or from `seed`: give one of them, or none for a new shuffle.", name)
	case ok:
		s.text = string(file.Data)
		if strings.TrimSpace(s.text) == "" {
			return s, Mistakef("The file %s is empty.", code(file.Name))
		}
	case req.Options.Has("seed"):
		s.shuffled, s.seed = true, uint64(req.Options.Int("seed"))
	case given == 0:
		s.text, s.shuffled, s.seed = "", true, t.seed()
	}
	return s, nil
}

// shuffle is the random source of a shuffled deal.
func (s source) shuffle() *shuffle.Source { return shuffle.New(s.seed) }

// remark says how a shuffled deal can be had again.
func (s source) remark(command string, options ...string) []string {
	if !s.shuffled {
		return nil
	}
	again := strings.Join(append([]string{"/" + command}, options...), " ")
	return []string{fmt.Sprintf("Shuffled with seed **%d**: `%s seed: %d` deals the same cards again.", s.seed, again, s.seed)}
}

// dealError makes the reader's problems a mistake of the user's.
func dealError(err error) error {
	var p *deal.Problems
	if errors.As(err, &p) {
		return dealMistake{p}
	}
	return err
}

// dealMistake tells the user what is wrong with a deal.
type dealMistake struct{ *deal.Problems }

func (m dealMistake) UserText() string {
	return "That deal cannot be read; nothing was stored.\n" + m.Problems.UserText()
}

// finish remembers a settled game and tells of it.
func (t *tables) finish(ctx context.Context, req Request, s source, p played) (Reply, error) {
	reply := Reply{Title: p.title, Text: p.verdict, Ephemeral: req.Options.Bool("private")}
	lines := slices.Concat(p.remarks, s.remark(req.Command, p.again(req)...))
	recorded, standing, err := t.remember(ctx, req, s, p)
	if err != nil {
		return Reply{}, err
	}
	if standing != "" {
		lines = append(lines, standing)
	}
	reply.Rows = p.buttons(req, s, recorded)
	if len(lines) > 0 {
		reply.Text += "\n" + strings.Join(lines, "\n")
	}
	reply.Fields = append(reply.Fields, Field{Name: "Deal", Value: code(shortened(p.deal, 900))})
	file, err := p.trace(ctx, req.Options.Text("trace"))
	if err != nil {
		return Reply{}, err
	}
	if file != nil {
		reply.Files = append(reply.Files, *file)
	}
	return reply, nil
}

// again lists the options that a shuffled deal depends on beside its seed.
func (p played) again(req Request) []string {
	var list []string
	for _, name := range []string{"deck", "players", "cards"} {
		switch v := req.Options[name].(type) {
		case string:
			list = append(list, name+": "+v)
		case int64:
			list = append(list, fmt.Sprintf("%s: %d", name, v))
		}
	}
	return list
}

// remember records the game, and says what it did on the board. A full disk is
// told and loses no answer.
func (t *tables) remember(ctx context.Context, req Request, s source, p played) (store.Recorded, string, error) {
	g := p.game
	g.RequestID, g.GuildID, g.UserID, g.UserName = req.ID, req.GuildID, req.User.ID, shortened(req.User.Name, 100)
	g.Deal, g.Random, g.PlayedAt = p.deal, s.shuffled, req.At
	r, err := t.store.Record(ctx, g)
	switch {
	case errors.Is(err, store.ErrFull):
		return store.Recorded{}, "⚠️ The game is settled, but there is no room to record it: tell whoever runs me.", nil
	case err != nil:
		return store.Recorded{}, "", err
	}
	return r, standing(req, r, p.counts), nil
}

// standing says what a recorded game did on the board.
func standing(req Request, r store.Recorded, counts [2]string) string {
	board := "this server's board"
	if req.GuildID == 0 {
		board = "your own list"
	}
	switch r.Standing {
	case store.Taken:
		switch {
		case r.Owner == nil:
			return "This deal was brought before, so it does not count again."
		case r.Owner.Mine:
			return "You brought this deal before, so it does not count again."
		}
		return fmt.Sprintf("This deal is %s's, who brought it first: it does not count again.", owner(*r.Owner))
	case store.Ranked:
		best, count := r.ByCards, counts[0]
		if r.ByTricks.Record() && !r.ByCards.Record() {
			best, count = r.ByTricks, counts[1]
		}
		if !best.Record() {
			return fmt.Sprintf("Place %s of %s by %s on %s.", grouped(best.Rank), grouped(best.Of), count, board)
		}
		return firstPlace(best, count, counts, board)
	}
	return ""
}

// firstPlace tells of a game that went to the top.
func firstPlace(p store.Place, count string, counts [2]string, board string) string {
	if p.Before == nil {
		return "The first of its kind on " + board + "."
	}
	before := p.Before.Cards
	if count == counts[1] {
		before = p.Before.Tricks
	}
	return fmt.Sprintf("🏆 **New record by %s on %s!** Before: %s by %s.", count, board, grouped(before), owner(*p.Before))
}

// owner names who played a game.
func owner(e store.Entry) string {
	if e.UserName == "" {
		return "somebody"
	}
	return Escape(e.UserName)
}

const (
	// zipFrom is the size from which a trace is sent compressed.
	zipFrom = 1 << 20
	// traceLimit is the most that is kept of a trace before compressing: the
	// head and the tail of a longer one.
	traceLimit = 8 << 20
)

// trace writes the trace in a form: "text" (also ""), "jsonl", or "none", which
// gives nil.
func (p played) trace(ctx context.Context, form string) (*File, error) {
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
	f := &File{Name: p.traceName + ending, Data: b.Bytes()}
	if b.Len() <= zipFrom {
		return f, nil
	}
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	if _, err := w.Write(b.Bytes()); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	f.Name, f.Data = f.Name+".gz", z.Bytes()
	return f, nil
}

// sharedOptions are those that every game's command ends with.
func sharedOptions() []Option {
	return []Option{
		{Name: "seed", Description: "Shuffle with this seed instead", Type: IntOption, Min: 1, Max: maxSeed},
		{Name: "file", Description: "Take the deal from a .txt or .json file of up to 64 KiB", Type: FileOption},
		{Name: "trace", Description: "The form of the attached record of the game", Type: TextOption, Choices: []Choice{
			{Label: "Text", Value: "text"}, {Label: "JSON Lines", Value: "jsonl"}, {Label: "None", Value: "none"},
		}},
		{Name: "private", Description: "Show the answer to me alone", Type: BoolOption},
	}
}

// maxDealOption is the most characters of a text option, Discord's limit.
const maxDealOption = 6000
