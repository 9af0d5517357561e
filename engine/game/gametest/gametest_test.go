package gametest_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"nonna/engine/game"
	"nonna/engine/game/gametest"
	"nonna/engine/shuffle"
	"nonna/engine/snap"
	"nonna/engine/trace"
)

// TestFaultsAreFound breaks a game in one place each.
func TestFaultsAreFound(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spoil func(*game.Game)
		want  string
	}{
		"no name":             {func(g *game.Game) { g.Name = "" }, `the name "" is to be 1 to 8 lower-case letters`},
		"a long name":         {func(g *game.Game) { g.Name = "solitaire" }, `the name "solitaire"`},
		"a name in two parts": {func(g *game.Game) { g.Name = "go-fish" }, `the name "go-fish"`},
		"an odd alias":        {func(g *game.Game) { g.Aliases = []string{"a b"} }, `the alias "a b"`},
		"no unit":             {func(g *game.Game) { g.Units = [2]game.Unit{} }, `the units ["" ""]`},
		"a bare unit":         {func(g *game.Game) { g.Units[1] = "takes" }, `the units ["snap.plays" "takes"]`},
		"a board of plays":    {func(g *game.Game) { g.Units[1] = "" }, `are to have a unit of takes`},
		"a chart by no takes": {func(g *game.Game) { g.Units[1], g.Ranked, g.Chart.ByTake = "", false, true }, `are to have a unit of takes`},
		"one unit":            {func(g *game.Game) { g.Units[1] = g.Units[0] }, `both units are "snap.plays"`},
		"a param for nothing": {func(g *game.Game) { g.Params[0].Shuffled = false }, `the param "players" is neither`},
		"an odd param":        {func(g *game.Game) { g.Params[0].Name = "Players" }, `the param "Players"`},
		"two params":          {func(g *game.Game) { g.Params[0].Name = "cards" }, `there are two params named "cards"`},
		"a default too high":  {func(g *game.Game) { g.Params[0].Default = 65 }, `the param "players" has the default 65, of 2 to 5`},
		"words and numbers":   {func(g *game.Game) { g.Params[0].Values = []string{"two"} }, `the param "players" is both words and a number`},
		"an odd value":        {func(g *game.Game) { g.Params[0] = words("two", "a b") }, `the value "a b" of players`},
		"a value twice":       {func(g *game.Game) { g.Params[0] = words("two", "two") }, `the value "two" of players`},
		"long options":        {func(g *game.Game) { g.Params[0] = words(strings.Repeat("x", 50)) }, `have more than 60 bytes`},
		"no Read":             {func(g *game.Game) { g.Read = nil }, "the field Read is nil"},
		"no Shuffle":          {func(g *game.Game) { g.Shuffle = nil }, "the field Shuffle is nil"},
		"no Boxes":            {func(g *game.Game) { g.Boxes = nil }, "the field Boxes is nil"},
		"no Division":         {func(g *game.Game) { g.Division = nil }, "the field Division is nil"},
		"no Examples":         {func(g *game.Game) { g.Examples = nil }, "the field Examples is nil"},
		"a sample of nothing": {func(g *game.Game) { g.Sample = brokenSample }, "the field Full is nil"},
		"a broken sample":     {func(g *game.Game) { g.Full, g.Sample = []string{"3x4"}, brokenSample }, "the sample of 3x4: broken"},
		"a full board of none": {
			func(g *game.Game) { g.Full = []string{"65x65"} }, `the full division "65x65" is described as`,
		},
		"an example that is no deal": {
			func(g *game.Game) { g.Examples[0].Text = "abc ab" }, `the example "abc ab" is read as`,
		},
		"no example of a deck": {
			func(g *game.Game) { g.Params[0] = words("two", "three"); g.Params[0].Read = true },
			`there is no example with the options "players=three"`,
		},
		"no boxes":  {func(g *game.Game) { g.Boxes = boxes(0) }, `the form for "" has 0 boxes`},
		"six boxes": {func(g *game.Game) { g.Boxes = boxes(6) }, `the form for "" has 6 boxes`},
		"a box without a label": {
			func(g *game.Game) { g.Boxes = func(game.Options) []game.Box { return []game.Box{{Required: true}} } },
			`a box of the form for "" has no label`,
		},
		"no division of a deal": {
			func(g *game.Game) { g.Division = func(string) (game.Division, bool) { return game.Division{}, false } },
			`the division "2x4" is described as`,
		},
		"shuffles of another division": {
			func(g *game.Game) {
				division := g.Division
				g.Division = func(name string) (game.Division, bool) {
					d, ok := division(name)
					d.Options = nil
					return d, ok
				}
			},
			`a shuffle for the division "2x4" is of "3x4"`,
		},
		"a long division": {deals(func(d *spoiled) { d.division = strings.Repeat("x", 51) }), "has more than 50 bytes"},
		"a long text":     {deals(func(d *spoiled) { d.short = strings.Repeat(" ", 9999) }), "is longer"},
		"a key that is not read": {
			deals(func(d *spoiled) { d.key = "other" }), "is read as a deal with key, short text",
		},
		"options that are not read": {
			deals(func(d *spoiled) { d.options = game.Options{"players": "2"} }), "are not all for reading",
		},
		"a shuffle without its seed": {
			func(g *game.Game) {
				src := shuffle.New(7)
				deal := g.Shuffle
				g.Shuffle = func(_ *shuffle.Source, o game.Options) game.Deal { return deal(src, o) }
			},
			"the seed 0 shuffles",
		},
		"an odd error of Find": {
			func(g *game.Game) { g.Find = func(string, bool) (game.Deal, error) { return nil, errBroken } }, "finding a deal in",
		},
		"nothing found": {
			func(g *game.Game) { g.Find = func(string, bool) (game.Deal, error) { return nil, nil } }, "finding a deal in",
		},
		"a deal that cannot be settled": {deals(func(d *spoiled) { d.err = errBroken }), "settling abca abba: broken"},
		"nobody won":                    {plays(func(p *spoiledPlay) { p.out.In = nil }), "is impossible"},
		"no ending":                     {plays(func(p *spoiledPlay) { p.out.Ending = "" }), "is impossible"},
		"a report of another game":      {plays(func(p *spoiledPlay) { p.report = map[string]string{"game": "other"} }), "is not an object with the game's name"},
		"a report that is a number":     {plays(func(p *spoiledPlay) { p.report = 7 }), "is not an object with the game's name"},
		"an empty trace":                {plays(func(p *spoiledPlay) { p.trace = func(io.Writer) error { return nil } }), "the traces have 0 and 0 bytes"},
		"a trace that is not JSON": {
			plays(func(p *spoiledPlay) {
				p.trace = func(w io.Writer) error { _, err := io.WriteString(w, "a b\n"); return err }
			}),
			`"a b\n" in the trace is not a JSON object`,
		},
		"a trace without an end": {
			plays(func(p *spoiledPlay) {
				p.trace = func(w io.Writer) error { _, err := io.WriteString(w, "{}\n"); return err }
			}),
			`the trace ends with "{}\n", want the report {"game":"snap"`,
		},
		"a replay that stops": {plays(func(p *spoiledPlay) { p.least = 1 }), "the replay ends at"},
		"a replay that ignores its limit": {
			plays(func(p *spoiledPlay) { p.most = game.DefaultBudget }), "the replay of 0 plays is",
		},
		"a card without a face": {plays(func(p *spoiledPlay) { p.faces = []string{} }), "has cards without a face"},
	} {
		g := snap.New()
		g.Params[0].Max, g.Params[1].Max = 5, 5 // larger tables take long and show no more
		g.Hunting = nil                         // as do hunts, which have a test of their own
		c.spoil(g)
		if err := gametest.TestGame(t.Context(), g); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", name, err, c.want)
		}
	}
}

// TestNamesClash gives games one name, or one the alias of another.
func TestNamesClash(t *testing.T) {
	t.Parallel()
	first, second, other := snap.New(), snap.New(), snap.New()
	other.Name, other.Aliases = "other", []string{"snap"}
	for want, games := range map[string]game.List{
		`snap: the name "snap" is taken by snap`:   {first, second},
		`other: the name "snap" is taken by snap`:  {first, other},
		`snap: the name "snap" is taken by other`:  {other, first},
		`other: the name "snap" is taken by other`: {{Name: "other", Aliases: []string{"snap", "snap"}}},
	} {
		if err := gametest.TestList(t.Context(), games); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want an error with %q", err, want)
		}
	}
}

var errBroken = errors.New("broken")

func brokenSample(context.Context, *shuffle.Source, game.Options, int64, func(game.Outcome)) error {
	return errBroken
}

// words returns a param of words in place of a number.
func words(values ...string) game.Param {
	return game.Param{Name: "players", Shuffled: true, Values: values}
}

// boxes returns forms with a number of boxes.
func boxes(n int) func(game.Options) []game.Box {
	return func(game.Options) []game.Box { return game.Seats{}.Boxes("form.pile", make([]string, n)...) }
}

// spoiled is a deal that breaks its promises.
type spoiled struct {
	game.Deal
	division, short, key string
	options              game.Options
	err                  error
	spoil                func(*spoiledPlay)
}

// deals returns a game's spoiler that spoils every deal.
func deals(spoil func(*spoiled)) func(*game.Game) {
	return func(g *game.Game) {
		wrap := func(d game.Deal) game.Deal {
			s := &spoiled{Deal: d, division: d.Division(), short: d.Short(), key: d.Key(), options: d.Options()}
			spoil(s)
			return s
		}
		read, shuffled := g.Read, g.Shuffle
		g.Read = func(text string, o game.Options) (game.Deal, error) {
			d, err := read(text, o)
			if err != nil {
				return nil, err
			}
			if s, ok := wrap(d).(*spoiled); ok && s.key == d.Key() {
				return s, nil
			}
			return d, nil
		}
		g.Shuffle = func(src *shuffle.Source, o game.Options) game.Deal { return wrap(shuffled(src, o)) }
	}
}

func (s *spoiled) Division() string      { return s.division }
func (s *spoiled) Short() string         { return s.short }
func (s *spoiled) Key() string           { return s.key }
func (s *spoiled) Options() game.Options { return s.options }

func (s *spoiled) Settle(ctx context.Context, budget int64) (game.Play, error) {
	p, err := s.Deal.Settle(ctx, budget)
	if err != nil || s.err != nil {
		return nil, errors.Join(err, s.err)
	}
	sp := &spoiledPlay{Play: p, out: p.Outcome(), report: p.Report(), faces: p.Faces(), most: -1, least: -1}
	if s.spoil != nil {
		s.spoil(sp)
	}
	return sp, nil
}

// spoiledPlay is a play that breaks its promises.
type spoiledPlay struct {
	game.Play
	out    game.Outcome
	report any
	faces  []string
	trace  func(io.Writer) error
	// most and least, unless negative, replace limits of replays that are lower or
	// higher.
	most, least int64
}

// plays returns a game's spoiler that spoils every play.
func plays(spoil func(*spoiledPlay)) func(*game.Game) {
	return deals(func(d *spoiled) { d.spoil = spoil })
}

func (p *spoiledPlay) Outcome() game.Outcome { return p.out }
func (p *spoiledPlay) Report() any           { return p.report }
func (p *spoiledPlay) Faces() []string       { return p.faces }

func (p *spoiledPlay) WriteTrace(ctx context.Context, w io.Writer, opts trace.Options) error {
	if p.trace != nil {
		return p.trace(w)
	}
	return p.Play.WriteTrace(ctx, w, opts)
}

func (p *spoiledPlay) Replay(ctx context.Context, limit int64, see func(game.Step)) error {
	if p.most >= 0 {
		limit = p.most
	}
	if p.least >= 0 {
		limit = min(limit, p.least)
	}
	return p.Play.Replay(ctx, limit, see)
}
