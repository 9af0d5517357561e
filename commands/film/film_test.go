package film

import (
	"bytes"
	"context"
	"fmt"
	"image/gif"
	"os"
	"slices"
	"strings"
	"testing"

	"nonna/commands/picture"
	"nonna/commands/words"
	"nonna/engine"
	"nonna/engine/game"
	"nonna/engine/shuffle"
)

// sample is a settled deal.
type sample struct {
	name string
	of   *game.Game
	play game.Play
}

// samples returns deals of every game: known ones, and random ones of a number of seeds.
func samples(t *testing.T, seeds uint64) []sample {
	t.Helper()
	games, err := engine.Games()
	if err != nil {
		t.Fatal(err)
	}
	var list []sample
	add := func(name string, g *game.Game, d game.Deal) {
		play, err := d.Settle(t.Context(), game.DefaultBudget)
		if err != nil {
			t.Fatal(err)
		}
		if Has(play.Outcome()) {
			list = append(list, sample{name, g, play})
		}
	}
	for _, known := range [][2]string{
		{"camicia", "2 A 7 8 Q 10 / 3 4 5 6 K 9 J"},
		{"camicia", "#472460898658889399111"},
		{"camicia", "J 2 3 / 4 J 5"},
		{"camicia", "---------AKQJ/K-A---Q--J---"},
		{"snap", "bdad acbc abba"},
		{"camicia", strings.Repeat("2 3 A ", 40) + "/" + strings.Repeat("J 4 5 ", 40)},
	} {
		g := games.Find(known[0])
		d, err := g.Read(known[1], nil)
		if err != nil {
			t.Fatal(err)
		}
		add(known[1], g, d)
	}
	for _, g := range games {
		for seed := range seeds {
			o := game.Options{}
			if p, ok := g.Param("players"); ok && p.Shuffled {
				o[p.Name] = fmt.Sprint(p.Min + int(seed)%min(p.Max-p.Min+1, 9))
			}
			add(fmt.Sprintf("%s %d", g.Name, seed), g, g.Shuffle(shuffle.New(seed), o))
		}
	}
	return list
}

func newMaker(t *testing.T) (*Maker, *words.Book) {
	t.Helper()
	games, err := engine.Games()
	if err != nil {
		t.Fatal(err)
	}
	book, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return New(picture.New(games)), book
}

// Every film can be decoded, is neither long nor large, and is described.
func TestFilmsOfAllGames(t *testing.T) {
	t.Parallel()
	m, book := newMaker(t)
	list := samples(t, 1)
	if os.Getenv("NONNA_LONG") != "" {
		list = samples(t, 80)
	} else { // some, since the race detector makes drawing slow
		list = append(list[:2], list[5:]...)
	}
	for i, s := range list {
		file, err := m.Film(t.Context(), book.In(words.Languages()[i%2]), s.of, s.play)
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		all, err := gif.DecodeAll(bytes.NewReader(file.Data))
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		length := 0
		for _, delay := range all.Delay {
			length += delay
		}
		if all.LoopCount != 0 || length < 300 || length > 2000 || len(file.Data) > 1<<20 {
			t.Errorf("%s: %d hundredths of a second in %d bytes, loop count %d", s.name, length, len(file.Data), all.LoopCount)
		}
		if file.Alt == "" || len([]rune(file.Alt)) > picture.MaxAlt || strings.Contains(file.Alt, "{") || !strings.HasSuffix(file.Name, ".gif") {
			t.Errorf("%s: %s, described as %q", s.name, file.Name, file.Alt)
		}
	}
}

// started returns a film whose frames can be drawn one by one.
func started(t *testing.T, m *Maker, p *words.Printer, s sample) *film {
	t.Helper()
	areas, err := m.artist.Areas(t.Context(), p, s.of, s.play, hues())
	if err != nil {
		t.Fatal(err)
	}
	f := &film{Maker: m, Printer: p, game: s.of, play: s.play, out: s.play.Outcome(), areas: areas}
	if err := f.watch(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.plan()
	f.stage = newStage(f)
	f.reel = newReel(width, height, m.pool.Palette())
	f.page, f.chart = m.pool.New(width, height), m.pool.New(width, height)
	f.drawChart()
	return f
}

// The moment after a loop's last is its first: every pixel is the same but for the count.
func TestLoopsCloseExactly(t *testing.T) {
	t.Parallel()
	m, book := newMaker(t)
	loops := 0
	for _, s := range samples(t, 1) {
		if s.of.Chart.Dial || s.play.Outcome().Ending != game.Loop {
			continue
		}
		loops++
		f := started(t, m, book.In(words.English), s)
		if n := len(f.shots); f.shots[0].move != f.first || f.shots[n-1].move >= f.moves {
			t.Errorf("%s: shots from %d to %d of a cycle from %d to %d", s.name, f.shots[0].move, f.shots[n-1].move, f.first, f.moves)
		}
		if err := f.round(t.Context()); err != nil {
			t.Fatal(err)
		}
		frames := f.reel.frames
		first := f.frameOf(t, f.first, f.end)
		last := f.frameOf(t, f.moves, nil)
		const header = width * int(headDepth)
		if !bytes.Equal(first[header:], last[header:]) && f.out.Cycle().Plays > 0 {
			t.Errorf("%s: the cycle does not close", s.name)
		}
		if frames == 0 {
			t.Errorf("%s: no frames", s.name)
		}
	}
	if loops < 3 {
		t.Errorf("%d loops were tried", loops)
	}
}

// frameOf returns the pixels of a moment, with what lies where replaced unless nil.
func (f *film) frameOf(t *testing.T, at int64, lie *lying) (pix []byte) {
	t.Helper()
	l, move := newLying(), int64(-1)
	err := f.play.Replay(t.Context(), f.out.Length.Plays, func(s game.Step) {
		l.see(s)
		if move++; move == at {
			now := l
			if lie != nil {
				now = lie.clone()
			}
			f.draw(moment{quiet(s), now, shot{move: at}, 1})
			pix = slices.Clone(f.page.Pixels())
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return pix
}

// quiet returns a step that is no deal: the arrow for who leads is drawn only there.
func quiet(s game.Step) game.Step {
	if s.Move == game.Dealt {
		s.Move = game.Took
	}
	return s
}

// No film shows the chart beyond the moment.
func TestTheFutureIsCovered(t *testing.T) {
	t.Parallel()
	m, book := newMaker(t)
	for _, s := range samples(t, 2) {
		if s.of.Chart.Dial || s.play.Outcome().Ending == game.Loop {
			continue
		}
		f := started(t, m, book.In(words.English), s)
		if f.stage.chart == 0 {
			continue
		}
		move := int64(-1)
		l := newLying()
		_ = f.play.Replay(t.Context(), f.out.Length.Plays, func(step game.Step) {
			l.see(step)
			if move++; move%(f.moves/8+1) != 0 || move == f.moves {
				return
			}
			f.draw(moment{step, l, shot{move: move}, 1})
			x := int(f.areas.X(f.room, step.At)) + 4
			for _, y := range []int{int(headDepth) + 3, int(headDepth+f.stage.chart) / 2, int(headDepth+f.stage.chart) - 3} {
				row := f.page.Pixels()[y*width:][:width-int(margin)]
				if x < len(row) && len(slices.Compact(slices.Clone(row[x:]))) > 1 {
					t.Errorf("%s: move %d shows what comes", s.name, move)
				}
			}
		})
	}
}

// What lies on the stage is what is on the table, whoever played it.
func TestTheStageHasTheCardsOfTheTable(t *testing.T) {
	t.Parallel()
	for _, s := range samples(t, 2) {
		if s.of.Chart.Dial {
			continue
		}
		l := newLying()
		err := s.play.Replay(context.Background(), min(s.play.Outcome().Length.Plays, 1000), func(step game.Step) {
			l.see(step)
			if len(l.owners) != len(step.Table.Pile()) {
				t.Fatalf("%s: %d owners of %d cards of the pile", s.name, len(l.owners), len(step.Table.Pile()))
			}
			for seat := range step.Table.Players() {
				hand, slots := step.Table.Hand(seat), l.slots[seat]
				if len(hand) > len(slots) || !slices.Equal(hand, slots[len(slots)-len(hand):]) {
					t.Fatalf("%s: seat %d holds %v, drawn from %v", s.name, seat, hand, slots)
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// A film ends with its request, and with no other.
func TestAFilmEndsWithItsRequest(t *testing.T) {
	t.Parallel()
	m, book := newMaker(t)
	s := samples(t, 1)[0]
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Film(ctx, book.In(words.English), s.of, s.play); err == nil {
		t.Error("a film was made for nobody")
	}
	if _, err := m.Film(t.Context(), book.In(words.English), s.of, s.play); err != nil {
		t.Error(err)
	}
}
