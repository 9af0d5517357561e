package picture

import (
	"bytes"
	"context"
	"fmt"
	"image/gif"
	"slices"
	"strings"
	"testing"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/engine/shuffle"
)

// filmed is a settled deal.
type filmed struct {
	name string
	of   *game.Game
	deal game.Deal
	play game.Play
}

// filmOf settles a deal from a text.
func filmOf(t *testing.T, name, text string) filmed {
	t.Helper()
	g := find(t, name)
	d, err := g.Read(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	return filmSettled(t, name+" "+text, g, d)
}

// filmShuffled settles a random deal of a number of players, 0 for the game's own.
func filmShuffled(t *testing.T, name string, seed uint64, players int) filmed {
	t.Helper()
	g, o := find(t, name), game.Options{}
	if players > 0 {
		o["players"] = fmt.Sprint(players)
	}
	return filmSettled(t, fmt.Sprintf("%s, seed %d, %d players", name, seed, players), g, g.Shuffle(shuffle.New(seed), o))
}

func filmSettled(t *testing.T, name string, g *game.Game, d game.Deal) filmed {
	t.Helper()
	play, err := d.Settle(t.Context(), game.DefaultBudget)
	if err != nil {
		t.Fatal(err)
	}
	return filmed{name, g, d, play}
}

const (
	example = "2 A 7 8 Q 10 / 3 4 5 6 K 9 J"
	record  = "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"
)

// chartAlone is a deal of so many cards that only the chart is shown.
var chartAlone = strings.Repeat("2 3 A ", 40) + "/" + strings.Repeat("J 4 5 ", 40)

// loops returns endless deals: a short cycle, a long one, of three players, and one of so
// many cards that only its ring is shown.
func loops(t *testing.T) []filmed {
	t.Helper()
	return []filmed{
		filmOf(t, "camicia", "J 2 3 / 4 J 5"),
		filmOf(t, "camicia", "#472460898658889399111"),
		filmOf(t, "snap", "bdad acbc abba"),
	}
}

// various returns deals of all kinds of films but loops.
func various(t *testing.T) []filmed {
	t.Helper()
	return []filmed{
		filmOf(t, "camicia", example),
		filmOf(t, "camicia", chartAlone),
		filmShuffled(t, "camicia", 5, 0),
		filmShuffled(t, "beggar", 3, 2),
		filmShuffled(t, "beggar", 4, 3),
		filmShuffled(t, "beggar", 5, 6),
		filmShuffled(t, "beggar", 5, 9),
		filmShuffled(t, "snap", 2, 3),
		filmShuffled(t, "clock", 591, 0),
	}
}

// film makes the film of a filmed.
func (s filmed) film(t *testing.T, m *Renderer, p *words.Printer) *commands.File {
	t.Helper()
	file, err := m.Film(t.Context(), p, s.of, s.deal)
	if err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	return file
}

// check checks a film as what a message shows, and returns its length in hundredths of a
// second.
func (s filmed) check(t *testing.T, file *commands.File) (length int) {
	t.Helper()
	all, err := gif.DecodeAll(bytes.NewReader(file.Data))
	if err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	for _, delay := range all.Delay {
		length += delay
	}
	if all.LoopCount != 0 || length < 300 || length > 2000 || len(file.Data) > 1<<20 {
		t.Errorf("%s: %d hundredths of a second in %d bytes, loop count %d", s.name, length, len(file.Data), all.LoopCount)
	}
	if file.Alt == "" || strings.Contains(file.Alt, "{") || !strings.HasSuffix(file.Name, ".gif") {
		t.Errorf("%s: %s, described as %q", s.name, file.Name, file.Alt)
	}
	return length
}

// Every film can be decoded, is neither long nor large, and is described as what it shows.
func TestFilmsOfAllGames(t *testing.T) {
	t.Parallel()
	m, book := load()
	for _, tt := range []struct {
		filmed
		lang, alt string
	}{
		{filmOf(t, "camicia", "2 A 7 / 3 4 5"), words.English, "Film of a game of Camicia. A and B start with 3 cards each."},
		{filmOf(t, "beggar", "2 J / 4 A / 7 8"), "it", "Filmato di una partita di Beggar-thy-neighbour. 3 giocatori cominciano con 2 carte a testa."},
		{filmOf(t, "camicia", "J 2 3 / 4 J 5"), words.English, "Film of a game of Camicia. "},
		{filmOf(t, "camicia", strings.Repeat("2 ", 70)+"/"+strings.Repeat("3 ", 66)), "it", "Filmato di una partita di Camicia. "},
		{filmShuffled(t, "camicia", 140, 0), words.English, "Film of a game of Camicia. "},
		{filmOf(t, "snap", "ab ba"), "it", "Filmato di una partita di Snap. "},
		{filmShuffled(t, "clock", 591, 0), words.English, "Film of a game of Clock patience. Clock patience: a clock face with piles 1 to 12 around and pile 0 in the middle."},
	} {
		file := tt.film(t, m, book.In(tt.lang))
		if tt.check(t, file); !strings.HasPrefix(file.Alt, tt.alt) {
			t.Errorf("%s is described as %q, want %q first", tt.name, file.Alt, tt.alt)
		}
	}
}

// started returns a film whose frames can be drawn one by one.
func started(t *testing.T, s filmed) *film {
	t.Helper()
	p := newPainter()
	f, err := p.begin(t.Context(), p.named(*s.of), s.play)
	if err != nil {
		t.Fatal(err)
	}
	page, chart := p.pool.New(pageWidth, f.height), p.pool.New(pageWidth, f.height)
	f.page, f.chart = page, chart
	t.Cleanup(func() { page.Free(); chart.Free() }) // those of a rendered film are free by then
	f.drawChart()
	return f
}

// steps plays a film's game and calls see with every moment.
func (f *film) steps(t *testing.T, see func(moment)) {
	t.Helper()
	l, move := newLayout(), int64(-1)
	err := f.play.Replay(context.Background(), f.Length.Plays, func(s game.Step) {
		l.update(s)
		move++
		see(moment{s, l, frame{move: move}, 1})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The moment after a loop's last is its first: every pixel is the same but for the count.
func TestLoopsCloseExactly(t *testing.T) {
	t.Parallel()
	for _, s := range loops(t) {
		f := started(t, s)
		if n := len(f.frames); f.frames[0].move != f.first || f.frames[n-1].move >= f.moves {
			t.Errorf("%s: frames from %d to %d of a cycle from %d to %d", s.name, f.frames[0].move, f.frames[n-1].move, f.first, f.moves)
		}
		first := f.frameOf(t, f.first, f.closing)
		last := f.frameOf(t, f.moves, nil)
		const header = pageWidth * int(filmHead)
		if !bytes.Equal(first[header:], last[header:]) {
			t.Errorf("%s: the cycle does not close", s.name)
		}
	}
}

// A short cycle is repeated as a whole.
func TestAShortLoopIsRepeated(t *testing.T) {
	t.Parallel()
	f := started(t, loops(t)[0])
	if err := f.render(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := len(f.frames); len(f.gif.Image) <= n || len(f.gif.Image)%n != 0 || f.gif.length < loopLength {
		t.Errorf("%d frames of a cycle of %d, in %d hundredths of a second", len(f.gif.Image), n, f.gif.length)
	}
}

// frameOf returns the pixels of a moment, with what lies where replaced unless nil.
func (f *film) frameOf(t *testing.T, at int64, lie *layout) (pix []byte) {
	t.Helper()
	f.steps(t, func(m moment) {
		if m.move != at {
			return
		}
		if lie != nil {
			m.layout = lie.clone()
		}
		m.Step = quiet(m.Step)
		f.draw(m)
		pix = slices.Clone(f.page.Pixels())
	})
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
	for _, s := range various(t) {
		if s.of.Patience() {
			continue
		}
		f := started(t, s)
		if f.shelves.chart == 0 {
			continue
		}
		f.steps(t, func(m moment) {
			if m.move%(f.moves/4+1) != 0 || m.move == f.moves {
				return
			}
			f.draw(m)
			x := int(f.drawn.x(f.room, f.place(m.At))) + 4
			for _, y := range []int{int(filmHead) + 3, int(filmHead+f.shelves.chart) / 2, int(filmHead+f.shelves.chart) - 3} {
				row := f.page.Pixels()[y*pageWidth:][:pageWidth-int(margin)]
				if x < len(row) && len(slices.Compact(slices.Clone(row[x:]))) > 1 {
					t.Errorf("%s: move %d shows what comes", s.name, m.move)
				}
			}
		})
	}
}

// What lies on the shelves is what is on the table, whoever played it.
func TestTheShelvesHaveTheCardsOfTheTable(t *testing.T) {
	t.Parallel()
	for _, s := range append(various(t), loops(t)...) {
		if s.of.Patience() {
			continue
		}
		l := newLayout()
		err := s.play.Replay(context.Background(), min(s.play.Outcome().Length.Plays, 1000), func(step game.Step) {
			l.update(step)
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

// No film is begun for a request that has ended. Who asks for one that was made gets it.
func TestAFilmIsMadeForARequest(t *testing.T) {
	t.Parallel()
	m, book := newRenderer(), newBook() // keeps the films of this test alone
	s, p := filmOf(t, "camicia", "2 / 3"), book.In(words.English)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Film(ctx, p, s.of, s.deal); err == nil {
		t.Error("a film was made for nobody")
	}
	first, err := m.Film(t.Context(), p, s.of, s.deal)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := m.Film(t.Context(), p, s.of, s.deal); err != nil || again != first {
		t.Errorf("the second film is %p, %v, want the first, %p", again, err, first)
	}
	if inItalian, err := m.Film(t.Context(), book.In("it"), s.of, s.deal); err != nil || inItalian.Alt == first.Alt {
		t.Errorf("in Italian it is %q, %v", inItalian.Alt, err)
	}
	for i := range maxFilms {
		other := filmOf(t, "camicia", strings.Repeat("2 ", i+2)+"/ 3")
		if _, err := m.Film(t.Context(), p, other.of, other.deal); err != nil {
			t.Fatal(err)
		}
	}
	if again, err := m.Film(t.Context(), p, s.of, s.deal); err != nil || again == first || len(m.films.latest) != maxFilms {
		t.Errorf("the oldest film is kept with %d others, %v", len(m.films.latest)-1, err)
	}
}

// The films of a game of all games are refused that is undecided, or too long.
func TestNoFilmOfALongGame(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		game.Outcome
		want bool
	}{
		{game.Outcome{Ending: game.Won, Length: game.Length{Plays: MaxPlays}}, true},
		{game.Outcome{Ending: game.Won, Length: game.Length{Plays: MaxPlays + 1}}, false},
		{game.Outcome{Ending: game.Undecided, Length: game.Length{Plays: 10}}, false},
	} {
		if HasFilm(tt.Outcome) != tt.want {
			t.Errorf("a game that is %s after %d plays has a film: %v", tt.Ending, tt.Length.Plays, !tt.want)
		}
	}
}

// Number cards and the letters on all cards can be seen: graphics need a contrast of 3:1,
// letters 4.5:1, large ones 3:1 (WCAG 2.2).
func TestContrastOfCards(t *testing.T) {
	t.Parallel()
	for seat, dim := range dims()[:maxHands] {
		if c := contrast(dim, ground); c < 3 {
			t.Errorf("player %d: number cards have a contrast of %.2f to the ground", seat, c)
		}
		if c := contrast(dim, hues()[seat]); c < 1.4 {
			t.Errorf("player %d: number cards have a contrast of %.2f to court cards", seat, c)
		}
		if c := contrast(dim, inkOn(dim)); c < 4 {
			t.Errorf("player %d: letters on number cards have a contrast of %.2f", seat, c)
		}
	}
}
