package picture

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"nonna/bench"
	"nonna/commands"
	"nonna/engine/card"
	"nonna/engine/game"
	"nonna/engine/shuffle"
)

var update = flag.Bool("update", false, "rewrite the recorded descriptions in testdata")

// sample is a picture worth looking at. With NONNA_PICTURES set to a folder, the tests
// write all of them there.
type sample struct {
	name string
	draw func(p painter) (*commands.File, error)
}

func (d gameDeal) sample(t *testing.T, name string) sample {
	return sample{name, func(p painter) (*commands.File, error) {
		return p.Play(t.Context(), p.Printer, d.of, d.settle(t))
	}}
}

// sampleDeal is a deal whose picture is a sample.
type sampleDeal struct {
	name string
	gameDeal
}

func samples(t *testing.T) (list []sample) {
	for _, d := range deals(t) {
		list = append(list, d.sample(t, d.name))
	}
	return list
}

// deals returns the samples of single games.
func deals(t *testing.T) []sampleDeal {
	text := func(name, of, text string) sampleDeal { return sampleDeal{name, read(t, of, text)} }
	shuffled := func(name, of string, seed uint64, o game.Options) sampleDeal {
		return sampleDeal{name, random(t, of, seed, o)}
	}
	players := func(n string) game.Options { return game.Options{"players": n} }
	return []sampleDeal{
		text("record", "camicia", "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"),
		text("endless", "camicia", "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA"),
		text("endless in a few cards", "camicia", "J 2 3 / 4 J 5"),
		text("one trick", "camicia", "2 A 7 8 Q 10 / 3 4 5 6 K 9 J"),
		text("two cards", "camicia", "2 / 3"),
		shuffled("random", "camicia", 5, nil),
		shuffled("random Italian", "camicia", 6, game.Options{"deck": card.Italian.String()}),
		text("ten thousand number cards", "camicia", strings.Repeat("-", 5000)+"/"+strings.Repeat("-", 5000)),
		shuffled("two players", "beggar", 2, nil),
		shuffled("three players", "beggar", 5, players("3")),
		shuffled("four players", "beggar", 3, players("4")),
		text("seven players", "beggar", courts(7, 7, 512, 5)),
		shuffled("thirteen players", "beggar", 5, players("13")),
		text("256 players", "beggar", courts(1, 256, 1000, 5)),
		text("snap endless", "snap", "bdad acbc abba"),
		text("snap stuck", "snap", "ab cd"),
		text("snap nine players", "snap", "robinhooda ndlittlejo hnwalkingt hroughthef orestlaugh ingbackand forthatwha ttheothero nehastosay"),
		text("snap two players", "snap", randomPiles(0, 2, 20, 8)),
		text("snap long", "snap", randomPiles(2, 8, 20, 8)),
		text("snap very long", "snap", randomPiles(3, 3, 200, 8)),
		text("snap 256 players", "snap", randomPiles(4, 256, 4, 26)),
		shuffled("clock won", "clock", 9, nil),
		shuffled("clock lost", "clock", 0, nil),
		shuffled("clock lost by four rings", "clock", 27, nil),
	}
}

// Every sample is within the limits and is described as recorded. Every fourth, under
// -short every sixteenth, is drawn by another renderer at the same time, with the same
// result.
func TestSamples(t *testing.T) {
	t.Parallel()
	const file = "testdata/descriptions.txtar"
	list := append(samples(t), historySamples(t)...)
	first := newPainter()
	other := New(first.games, first.log, nil)
	second := painter{other, newBook().In("en")}
	one := often(4, 16)
	var pictures, again []*commands.File
	var all sync.WaitGroup
	all.Go(func() { pictures = drawEach(t, first, list, 1) })
	all.Go(func() { again = drawEach(t, second, list, one) })
	all.Wait()
	got := &txtar.Archive{Comment: []byte("What is said of pictures. go test -update rewrites it.\n\n")}
	for i, p := range pictures {
		checkPicture(t, list[i].name, p)
		if i%one == 0 && !bytes.Equal(p.Data, again[i/one].Data) {
			t.Errorf("%s is drawn in two ways", list[i].name)
		}
		text := p.Name + "\n" + strings.ReplaceAll(p.Alt, ". ", ".\n") + "\n"
		got.Files = append(got.Files, txtar.File{Name: list[i].name, Data: []byte(text)})
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(txtar.Format(want)), string(txtar.Format(got))); diff != "" {
		t.Errorf("descriptions (-recorded +now):\n%s", diff)
	}
}

// drawEach draws one in a number of samples.
func drawEach(t *testing.T, p painter, list []sample, one int) []*commands.File {
	var pictures []*commands.File
	for i := 0; i < len(list); i += one {
		drawn, err := list[i].draw(p)
		if err != nil {
			t.Errorf("%s: %v", list[i].name, err)
		}
		pictures = append(pictures, drawn)
	}
	return pictures
}

// mostAlt is the most characters of a description: Discord gets no more.
const mostAlt = 1024

func checkPicture(t *testing.T, name string, p *commands.File) {
	t.Helper()
	if len(p.Data) > maxBytes {
		t.Errorf("%s: %d bytes, want at most %d", name, len(p.Data), maxBytes)
	}
	img, err := png.DecodeConfig(bytes.NewReader(p.Data))
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	least, most := pageHeight, pageHeight
	switch {
	case strings.HasPrefix(p.Name, "clock-"):
		least, most = 800, 800
	case strings.Contains(p.Alt, "The deal is below."):
		least, most = pageHeight+stripDepth, pageHeight+(maxStrips+1)*stripDepth
	}
	if img.Width != pageWidth || img.Height < least || img.Height > most {
		t.Errorf("%s: %d by %d pixels, want %d by %d to %d", name, img.Width, img.Height, pageWidth, least, most)
	}
	if n := utf8.RuneCountInString(p.Alt); n == 0 || n > mostAlt || strings.ContainsAny(p.Alt, "{}%*`") || strings.Contains(p.Alt, "picture.") {
		t.Errorf("%s: a description of %d characters: %q", name, n, p.Alt)
	}
	if folder := os.Getenv("NONNA_PICTURES"); folder != "" {
		path := filepath.Join(folder, strings.ReplaceAll(name, " ", "-")+".png")
		if err := os.WriteFile(path, p.Data, 0o600); err != nil {
			t.Error(err)
		}
	}
}

// often returns a number of tries: one for whole runs, or one for -short.
func often(whole, short int) int {
	if testing.Short() {
		return short
	}
	return whole
}

// Random games of every kind are within the limits.
func TestRandomGamesKeepTheLimits(t *testing.T) {
	t.Parallel()
	p := newPainter()
	largest, where := 0, ""
	for seed := range uint64(often(2, 1)) {
		src := shuffle.New(seed)
		players := 2 + int(src.Below(9))
		for name, d := range map[string]gameDeal{
			"camicia":      random(t, "camicia", seed, nil),
			"beggar":       random(t, "beggar", seed, game.Options{"players": fmt.Sprint(players)}),
			"many cards":   read(t, "beggar", courts(seed, players, 400, 5)),
			"many players": read(t, "beggar", courts(seed, 20*players, 1200, 5)),
			"snap":         read(t, "snap", randomPiles(seed, players, 20, 4+src.Below(20))),
			"snap of many": read(t, "snap", randomPiles(seed, 10*players, 5, 20)),
			"clock":        random(t, "clock", seed, nil),
		} {
			drawn, err := d.sample(t, name).draw(p)
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, name, err)
			}
			if len(drawn.Data) > largest {
				largest, where = len(drawn.Data), name
			}
			checkPicture(t, fmt.Sprintf("%s %d", name, seed), drawn)
		}
	}
	t.Logf("the largest takes %d bytes: %s", largest, where)
}

// A picture ends with its context, and there is none of games of luck alone.
func TestPicturesThatAreNotDrawn(t *testing.T) {
	t.Parallel()
	p := newPainter()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, name := range []string{"beggar", "clock"} {
		d := random(t, name, 1, nil)
		if _, err := p.Play(ctx, p.Printer, d.of, d.settle(t)); !errors.Is(err, context.Canceled) {
			t.Errorf("a cancelled picture of %s: %v", name, err)
		}
	}
	if none, err := p.History(t.Context(), p.Printer, History{Games: []Past{past(t, "clock", game.Won, 52)}}); none != nil || err != nil {
		t.Errorf("a picture of a game of luck: %v, %v", none, err)
	}
	if _, err := p.History(ctx, p.Printer, History{Games: []Past{past(t, "camicia", game.Won, 52)}}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled history: %v", err)
	}
	long := read(t, "beggar", courts(1, 2, 2000, 5))
	long.budget = 100_000
	if _, err := p.record(ctx, settle(t, long, 0)); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled chart: %v", err)
	}
}

// BenchmarkPictures reports how many pictures of random deals of the full deck
// are drawn in a second.
func BenchmarkPictures(b *testing.B) {
	p, g := newPainter(), find(b, "camicia")
	src := shuffle.New(1)
	report := bench.Start(b)
	for b.Loop() {
		d := gameDeal{g, g.Shuffle(src, nil), game.DefaultBudget}
		if _, err := p.Play(b.Context(), p.Printer, g, d.settle(b)); err != nil {
			b.Fatal(err)
		}
	}
	report(int64(b.N), "pictures")
}
