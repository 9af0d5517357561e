package picture_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	xdraw "golang.org/x/image/draw"

	"nonna/commands/picture"
	"nonna/engine/beggar"
	"nonna/engine/camicia"
	"nonna/engine/card"
	"nonna/engine/clock"
	"nonna/engine/deal"
	"nonna/engine/shuffle"
	"nonna/engine/snap"
)

func TestSamples(t *testing.T) {
	a, err := picture.New(picture.English())
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	save := func(name string, p picture.Picture, err error) {
		if err != nil {
			t.Fatal(name, err)
		}
		fmt.Printf("%s %s %d bytes\n  %s\n", name, p.Name, len(p.PNG), p.Alt)
		os.WriteFile(filepath.Join("/tmp/pictures", name+".png"), p.PNG, 0o644)
		img, _ := png.Decode(bytes.NewReader(p.PNG))
		small := image.NewRGBA(image.Rect(0, 0, 400, img.Bounds().Dy()/2))
		xdraw.CatmullRom.Scale(small, small.Bounds(), img, img.Bounds(), xdraw.Src, nil)
		var b bytes.Buffer
		png.Encode(&b, small)
		os.WriteFile(filepath.Join("/tmp/pictures", name+"-400.png"), b.Bytes(), 0o644)
	}
	cam := func(name string, d camicia.Deal) {
		o, _ := camicia.Settle(ctx, d, camicia.DefaultBudget)
		p, err := a.Camicia(ctx, d, o)
		save(name, p, err)
	}
	read := func(text string) camicia.Deal {
		d, err := deal.Camicia(text, card.French)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	cam("nessler", read("---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"))
	cam("casella", read("---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA"))
	cam("tinyloop", read("J 2 3 / 4 J 5"))
	cam("short", read("2 A 7 8 Q 10 / 3 4 5 6 K 9 J"))
	for s := range uint64(3) {
		cam(fmt.Sprintf("random%d", s), camicia.Random(shuffle.New(s+5), card.French))
	}
	beg := func(name string, d beggar.Deal) {
		o, _ := beggar.Settle(ctx, d, camicia.DefaultBudget)
		p, err := a.Beggar(ctx, d, o)
		save(name, p, err)
	}
	beg("beggar4", beggar.Random(shuffle.New(3), 4))
	beg("beggar4b", beggar.Random(shuffle.New(4), 4))
	beg("beggar3", beggar.Random(shuffle.New(5), 3))
	beg("beggar13", beggar.Random(shuffle.New(5), 13))
	sn := func(name, text string) {
		d, err := deal.Snap(text)
		if err != nil {
			t.Fatal(err)
		}
		o, _ := snap.Settle(ctx, d, snap.DefaultBudget)
		p, err := a.Snap(ctx, d, o)
		save(name, p, err)
	}
	sn("snap3", "bdad acbc abba")
	sn("robin", "robinhooda ndlittlejo hnwalkingt hroughthef orestlaugh ingbackand forthatwha ttheothero nehastosay")
	for s := range uint64(3) {
		d := snap.Random(shuffle.New(s), 2+int(s)*3, 20, 8)
		o, _ := snap.Settle(ctx, d, snap.DefaultBudget)
		p, err := a.Snap(ctx, d, o)
		save(fmt.Sprintf("snaprandom%d", s), p, err)
	}
	for s := range uint64(40) {
		d := clock.Random(shuffle.New(s))
		o, _ := clock.Settle(d)
		if s > 5 && !o.Won && len(o.Rings) < 3 {
			continue
		}
		p, err := a.Clock(ctx, d, o)
		save(fmt.Sprintf("clock%d", s), p, err)
	}
}
