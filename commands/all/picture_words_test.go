package all_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonna/commands/picture"
	"nonna/commands/play"
	"nonna/commands/words"
)

// texts lists the texts of a picture's words in the order of their fields.
func texts(v reflect.Value) []string {
	var list []string
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.String:
			list = append(list, f.String())
		case reflect.Struct:
			list = append(list, texts(f)...)
		default:
		}
	}
	return list
}

// TestEnglishPicturesAreThePackages: pictures say in English what the package
// that draws them says without a book.
func TestEnglishPicturesAreThePackages(t *testing.T) {
	t.Parallel()
	got, want := play.PictureWords(book(t).In("")), picture.English()
	if diff := cmp.Diff(texts(reflect.ValueOf(want)), texts(reflect.ValueOf(got))); diff != "" {
		t.Errorf("(-package +messages):\n%s", diff)
	}
	for _, n := range []int64{0, 1, 2, 3, 8344} {
		for i, pair := range [][2]string{
			{want.Number(n), got.Number(n)},
			{want.Cards(n), got.Cards(n)},
			{want.Tricks(n), got.Tricks(n)},
			{want.Plays(n), got.Plays(n)},
			{want.Takes(n), got.Takes(n)},
			{want.Players(n), got.Players(n)},
			{want.Others(n), got.Others(n)},
			{want.Times(n), got.Times(n)},
			{want.Games(n), got.Games(n)},
			{want.Victories(n), got.Victories(n)},
			{want.Decimal(float64(n) / 13), got.Decimal(float64(n) / 13)},
		} {
			if pair[0] != pair[1] {
				t.Errorf("%d of count %d: the package says %q, the messages %q", n, i, pair[0], pair[1])
			}
		}
	}
	if names := []string{"a", "b", "c"}; want.List(names) != got.List(names) {
		t.Errorf("%q, want %q", got.List(names), want.List(names))
	}
}

// TestPicturesAreWholeInEveryLanguage finds texts without a message.
func TestPicturesAreWholeInEveryLanguage(t *testing.T) {
	t.Parallel()
	for _, lang := range words.Languages() {
		for _, text := range texts(reflect.ValueOf(play.PictureWords(book(t).In(lang)))) {
			if strings.HasPrefix(text, "picture.") {
				t.Errorf("%s: no message %s", lang, text)
			}
		}
	}
}
