package picture_test

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

	"nonna/commands/picture"
	"nonna/engine/beggar"
	"nonna/engine/camicia"
	"nonna/engine/card"
	"nonna/engine/clock"
	"nonna/engine/deal"
	"nonna/engine/shuffle"
	"nonna/engine/snap"
)

var update = flag.Bool("update", false, "rewrite the recorded descriptions in testdata")

// sample is a game worth looking at. Set NONNA_PICTURES to a folder to have
// them all written there.
type sample struct {
	name string
	draw func(ctx context.Context, a *picture.Artist) (picture.Picture, error)
}

func camiciaSample(name string, d camicia.Deal) sample {
	return sample{name, func(ctx context.Context, a *picture.Artist) (picture.Picture, error) {
		o, err := camicia.Settle(ctx, d, camicia.DefaultBudget)
		if err != nil {
			return picture.Picture{}, err
		}
		return a.Camicia(ctx, d, o)
	}}
}

func camiciaText(name, text string) sample {
	d, err := deal.Camicia(text, card.French)
	if err != nil {
		panic(err)
	}
	return camiciaSample(name, d)
}

func beggarSample(name string, d beggar.Deal) sample {
	return sample{name, func(ctx context.Context, a *picture.Artist) (picture.Picture, error) {
		o, err := beggar.Settle(ctx, d, camicia.DefaultBudget)
		if err != nil {
			return picture.Picture{}, err
		}
		return a.Beggar(ctx, d, o)
	}}
}

func snapSample(name string, d snap.Deal) sample {
	return sample{name, func(ctx context.Context, a *picture.Artist) (picture.Picture, error) {
		o, err := snap.Settle(ctx, d, snap.DefaultBudget)
		if err != nil {
			return picture.Picture{}, err
		}
		return a.Snap(ctx, d, o)
	}}
}

func snapText(name, text string) sample {
	d, err := deal.Snap(text)
	if err != nil {
		panic(err)
	}
	return snapSample(name, d)
}

func clockSample(name string, seed uint64) sample {
	return sample{name, func(ctx context.Context, a *picture.Artist) (picture.Picture, error) {
		d := clock.Random(shuffle.New(seed))
		o, err := clock.Settle(d)
		if err != nil {
			return picture.Picture{}, err
		}
		return a.Clock(ctx, d, o)
	}}
}

// hands deals so many cards, one in five of them a court card.
func hands(seed uint64, players, cards int) beggar.Deal {
	src := shuffle.New(seed)
	d := beggar.Deal{Hands: make([][]card.Card, players)}
	for i := range cards {
		r := card.Two
		if src.Below(5) == 0 {
			r = card.Jack + card.Rank(src.Below(4))
		}
		d.Hands[i%players] = append(d.Hands[i%players], card.Card{Rank: r})
	}
	return d
}

// numbers is a deal without court cards.
func numbers(cards int) camicia.Deal {
	var d camicia.Deal
	for p := range d.Hands {
		for range cards {
			d.Hands[p] = append(d.Hands[p], card.Card{Rank: card.Number})
		}
	}
	return d
}

func samples() []sample {
	return []sample{
		camiciaText("record", "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"),
		camiciaText("endless", "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA"),
		camiciaText("endless in a few cards", "J 2 3 / 4 J 5"),
		camiciaText("one trick", "2 A 7 8 Q 10 / 3 4 5 6 K 9 J"),
		camiciaText("two cards", "2 / 3"),
		camiciaSample("random", camicia.Random(shuffle.New(5), card.French)),
		camiciaSample("random Italian", camicia.Random(shuffle.New(6), card.Italian)),
		camiciaSample("ten thousand number cards", numbers(5000)),
		beggarSample("two players", beggar.Random(shuffle.New(2), 2)),
		beggarSample("three players", beggar.Random(shuffle.New(5), 3)),
		beggarSample("four players", beggar.Random(shuffle.New(3), 4)),
		beggarSample("seven players", hands(7, 7, 512)),
		beggarSample("thirteen players", beggar.Random(shuffle.New(5), 13)),
		beggarSample("256 players", hands(1, 256, 1000)),
		snapText("snap endless", "bdad acbc abba"),
		snapText("snap stuck", "ab cd"),
		snapText("snap nine players", "robinhooda ndlittlejo hnwalkingt hroughthef orestlaugh ingbackand forthatwha ttheothero nehastosay"),
		snapSample("snap two players", snap.Random(shuffle.New(0), 2, 20, 8)),
		snapSample("snap long", snap.Random(shuffle.New(2), 8, 20, 8)),
		snapSample("snap very long", snap.Random(shuffle.New(3), 3, 200, 8)),
		snapSample("snap 256 players", snap.Random(shuffle.New(4), 256, 4, 26)),
		clockSample("clock won", 9),
		clockSample("clock lost", 0),
		clockSample("clock lost by four rings", 27),
	}
}

func newArtist(tb testing.TB) *picture.Artist {
	tb.Helper()
	a, err := picture.New(picture.English())
	if err != nil {
		tb.Fatal(err)
	}
	return a
}

// Every sample keeps the limits, is drawn alike by another artist at the same
// time, and is described as recorded.
func TestSamples(t *testing.T) {
	const file = "testdata/descriptions.txtar"
	list := append(samples(), historySamples()...)
	pictures, again := make([]picture.Picture, len(list)), make([]picture.Picture, len(list))
	first, second := newArtist(t), newArtist(t).In(picture.English())
	var all sync.WaitGroup
	all.Go(func() { drawAll(t, first, list, pictures) })
	all.Go(func() { drawAll(t, second, list, again) })
	all.Wait()
	got := &txtar.Archive{Comment: []byte("What is said of pictures. go test -update rewrites it.\n\n")}
	for i, p := range pictures {
		checkPicture(t, list[i].name, p)
		if !bytes.Equal(p.PNG, again[i].PNG) {
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

func drawAll(t *testing.T, a *picture.Artist, list []sample, into []picture.Picture) {
	for i, s := range list {
		p, err := s.draw(t.Context(), a)
		if err != nil {
			t.Errorf("%s: %v", s.name, err)
		}
		into[i] = p
	}
}

func checkPicture(t *testing.T, name string, p picture.Picture) {
	t.Helper()
	if len(p.PNG) > picture.MaxBytes {
		t.Errorf("%s: %d bytes, want at most %d", name, len(p.PNG), picture.MaxBytes)
	}
	img, err := png.Decode(bytes.NewReader(p.PNG))
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	height := picture.Height
	switch {
	case strings.HasPrefix(p.Name, "clock-"):
		height = picture.ClockHeight
	case strings.Count(p.Alt, "Chart of") == 2:
		height = picture.HistoryHeight
	}
	if size := img.Bounds().Size(); size.X != picture.Width || size.Y != height {
		t.Errorf("%s: %v pixels, want %d by %d", name, size, picture.Width, height)
	}
	if n := utf8.RuneCountInString(p.Alt); n == 0 || n > picture.MaxAlt || strings.ContainsAny(p.Alt, "{}%") {
		t.Errorf("%s: a description of %d characters: %q", name, n, p.Alt)
	}
	if folder := os.Getenv("NONNA_PICTURES"); folder != "" {
		path := filepath.Join(folder, strings.ReplaceAll(name, " ", "-")+".png")
		if err := os.WriteFile(path, p.PNG, 0o600); err != nil {
			t.Error(err)
		}
	}
}

// Random games of every kind keep the limits.
func TestRandomGamesKeepTheLimits(t *testing.T) {
	a := newArtist(t)
	largest, where := 0, ""
	for seed := range uint64(2) {
		src := shuffle.New(seed)
		players := 2 + int(src.Below(9))
		for _, s := range []sample{
			camiciaSample("camicia", camicia.Random(src, card.French)),
			beggarSample("beggar", beggar.Random(src, players)),
			beggarSample("many cards", hands(seed, players, 400)),
			beggarSample("many players", hands(seed, 20*players, 1200)),
			snapSample("snap", snap.Random(src, players, 20, 4+int(src.Below(20)))),
			snapSample("snap of many", snap.Random(src, 10*players, 5, 20)),
			clockSample("clock", seed),
		} {
			p, err := s.draw(t.Context(), a)
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, s.name, err)
			}
			if len(p.PNG) > largest {
				largest, where = len(p.PNG), s.name
			}
			checkPicture(t, fmt.Sprintf("%s %d", s.name, seed), p)
		}
	}
	t.Logf("the largest takes %d bytes: %s", largest, where)
}

func TestErrors(t *testing.T) {
	a := newArtist(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	long := hands(1, 2, 2000)
	if _, err := a.Beggar(ctx, long, beggar.Outcome{Ending: 3, Last: beggar.Nobody, Cards: 100_000}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled picture: %v", err)
	}
	d := clock.Random(shuffle.New(1))
	if _, err := a.Clock(ctx, d, clock.Outcome{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled clock face: %v", err)
	}
	d[0][0]++
	if _, err := a.Clock(t.Context(), d, clock.Outcome{}); err == nil {
		t.Error("a clock face of no deal was drawn")
	}
	two := snap.Random(shuffle.New(1), 2, 3, 3)
	for name, o := range map[string]snap.Outcome{
		"nothing": {}, "nobody winning": {Ending: snap.Win}, "a third winner": {Ending: snap.Win, Players: []int{3}},
	} {
		if _, err := a.Snap(t.Context(), two, o); err == nil {
			t.Errorf("a game of Snap for two with %s was drawn", name)
		}
	}
	if _, err := a.Snap(t.Context(), snap.Deal{}, snap.Outcome{Ending: snap.Stuck}); err == nil {
		t.Error("a game of Snap without players was drawn")
	}
}
