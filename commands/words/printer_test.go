package words_test

import (
	"sync"
	"testing"

	"nonna/commands/words"
)

func load(t *testing.T) *words.Book {
	t.Helper()
	b, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestNumbersFollowTheLanguage(t *testing.T) {
	b := load(t)
	en, it := b.In("en-US"), b.In("it")
	for _, c := range []struct{ got, want string }{
		{en.Number(8344), "8,344"},
		{it.Number(8344), "8.344"},
		{en.Number(999), "999"},
		{it.Number(-1000), "-1.000"},
		{en.Number(0), "0"},
		{en.Digits("447247122283566119055"), "447,247,122,283,566,119,055"},
		{it.Digits("447247122283566119055"), "447.247.122.283.566.119.055"},
		{en.Count("count.cards", 1), "1 card"},
		{en.Count("count.cards", 0), "0 cards"},
		{en.Count("count.cards", 1_000_000), "1,000,000 cards"},
		{it.Count("count.cards", 1), "1 carta"},
		{it.Count("count.cards", 0), "0 carte"},
		{it.Count("count.cards", 1_000_000), "1.000.000 di carte"},
		{it.Count("count.cards", 1_000_001), "1.000.001 carte"},
		{en.List([]string{"A", "B", "C"}), "A, B and C"},
		{it.List([]string{"A", "B"}), "A e B"},
		{it.List([]string{"A"}), "A"},
		{it.List(nil), ""},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestLocalesFindTheirLanguage(t *testing.T) {
	b := load(t)
	for locale, want := range map[string]string{
		"it": "it", "it-IT": "it", "en-GB": "en", "en-US": "en", "": "en", "de": "en", "pt-BR": "en", "no locale at all": "en",
	} {
		if got := b.In(locale).Locale(); got != want {
			t.Errorf("%q is answered in %q, want %q", locale, got, want)
		}
	}
}

// TestPlacesAreFilledOnce checks that text which a user typed cannot name a place.
func TestPlacesAreFilledOnce(t *testing.T) {
	p := load(t).In("en")
	if got := p.Say("list.and", words.Args{"first": "{last}", "last": "{{.first}}"}); got != "{last} and {{.first}}" {
		t.Error(got)
	}
	if got := p.Say("no.such.message", nil); got != "no.such.message" || p.Has("no.such.message") {
		t.Errorf("an unknown message is %q", got)
	}
}

func TestPrintersServeManyAtOnce(t *testing.T) {
	b := load(t)
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			p := b.In([]string{"it", "en"}[i%2])
			want := []string{"7 carte", "7 cards"}[i%2]
			for range 20 {
				if got := p.Count("count.cards", 7); got != want {
					t.Errorf("%q, want %q", got, want)
				}
			}
		})
	}
	all.Wait()
}
