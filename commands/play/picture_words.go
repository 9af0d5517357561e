package play

import (
	"reflect"
	"strings"
	"unicode"

	"nonna/commands/picture"
	"nonna/commands/words"
)

// PictureWords returns the words of pictures and their descriptions in a
// printer's language: the message of each text has the text's name,
// picture.won-line for WonLine. So a text that the package gains cannot be
// forgotten: it stands there as its id, and a test says so.
func PictureWords(say *words.Printer) picture.Words {
	w := picture.Words{
		Number: say.Number, List: say.List, Times: times(say),
		Cards: counter(say, "count.cards"), Tricks: counter(say, "count.tricks"),
		Plays: counter(say, "count.plays"), Takes: counter(say, "count.takes"),
		Players: counter(say, "count.players"), Others: counter(say, "count.others"),
		Games: counter(say, "count.games"), Victories: counter(say, "me.wins"),
		Decimal: func(v float64) string { return say.Decimal(v, 1) },
	}
	fillTexts(reflect.ValueOf(&w).Elem(), say, "picture.")
	return w
}

// fillTexts puts the messages below a prefix into the texts of a struct and of
// those within it.
func fillTexts(v reflect.Value, say *words.Printer, prefix string) {
	for i := range v.NumField() {
		id := prefix + dashed(v.Type().Field(i).Name)
		switch f := v.Field(i); f.Kind() {
		case reflect.String:
			f.SetString(say.Say(id, nil))
		case reflect.Struct:
			fillTexts(f, say, id+".")
		default: // a function
		}
	}
}

// dashed turns the name of a field into that of a message: WonLine, won-line.
func dashed(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

func counter(say *words.Printer, id string) func(int64) string {
	return func(n int64) string { return say.Count(id, n) }
}

// times counts times: some languages have a word for two of them.
func times(say *words.Printer) func(int64) string {
	return func(n int64) string {
		if n == 2 {
			return say.Say("count.twice", nil)
		}
		return say.Count("count.times", n)
	}
}
