package words

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

// topics returns all messages of a language, by topic and id. It fails the test if an id
// is in two files, of which the library takes the last.
func topics(t *testing.T, lang string) map[string]map[string]*i18n.Message {
	t.Helper()
	entries, err := files.ReadDir(lang)
	if err != nil {
		t.Fatal(err)
	}
	all, seen := make(map[string]map[string]*i18n.Message), make(map[string]string)
	for _, e := range entries {
		m, err := loadFile(files, lang, e.Name())
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = make(map[string]*i18n.Message)
		for _, message := range m.Messages {
			if other, twice := seen[message.ID]; twice {
				t.Errorf("%s: %s is in %s and in %s", lang, message.ID, other, e.Name())
			}
			seen[message.ID], all[e.Name()][message.ID] = e.Name(), message
		}
	}
	return all
}

func forms(m *i18n.Message) []string {
	return slices.DeleteFunc([]string{m.Zero, m.One, m.Two, m.Few, m.Many, m.Other}, func(s string) bool { return s == "" })
}

var place = regexp.MustCompile(`\{[^{}]*\}`)

// places returns the places of a message in all its forms: a form for a single number can
// leave the number out. A place with a capital letter, which begins a sentence, counts as
// that without.
func places(m *i18n.Message) []string {
	var list []string
	for _, f := range forms(m) {
		for _, p := range place.FindAllString(f, -1) {
			list = append(list, "{"+strings.ToLower(p[1:2])+p[2:])
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// TestLanguagesSayTheSame checks that all languages have the same files and messages, with
// the same places.
func TestLanguagesSayTheSame(t *testing.T) {
	asked := func(lang string) map[string]map[string][]string {
		all := make(map[string]map[string][]string)
		for topic, messages := range topics(t, lang) {
			all[topic] = make(map[string][]string)
			for id, m := range messages {
				all[topic][id] = places(m)
			}
		}
		return all
	}
	want := asked(English)
	for _, lang := range Languages()[1:] {
		if diff := cmp.Diff(want, asked(lang)); diff != "" {
			t.Errorf("messages and their places (-%s +%s):\n%s", English, lang, diff)
		}
	}
}

// TestPluralsAreComplete checks that every number finds the plural form that its language
// wants.
func TestPluralsAreComplete(t *testing.T) {
	for _, lang := range Languages() {
		bundle := i18n.NewBundle(language.English)
		if _, err := loadLanguage(bundle, files, lang); err != nil {
			t.Fatal(err)
		}
		localizer := i18n.NewLocalizer(bundle, lang)
		for _, messages := range topics(t, lang) {
			for id, m := range messages {
				if m.Other == "" {
					t.Errorf("%s: %s has no form %q", lang, id, "other")
				}
				if len(forms(m)) < 2 {
					continue
				}
				for _, n := range []int64{0, 1, 2, 3, 5, 11, 21, 100, 1000, 1_000_000, 2_000_000, 1_000_001} {
					if n >= 1_000_000 && m.Many == "" {
						continue // a text of what is never as many
					}
					_, err := localizer.Localize(&i18n.LocalizeConfig{MessageID: id, PluralCount: n, TemplateParser: braces{}})
					if err != nil {
						t.Errorf("%s: %s of %d: %v", lang, id, n, err)
					}
				}
			}
		}
	}
}

// TestPluralsAgree checks that a message with plural forms in one language has them in
// all, since the program gives a number to choose by.
func TestPluralsAgree(t *testing.T) {
	plural := func(lang string) (ids []string) {
		for _, messages := range topics(t, lang) {
			for id, m := range messages {
				if len(forms(m)) > 1 {
					ids = append(ids, id)
				}
			}
		}
		slices.Sort(ids)
		return ids
	}
	for _, lang := range Languages()[1:] {
		if diff := cmp.Diff(plural(English), plural(lang)); diff != "" {
			t.Errorf("messages with plural forms (-%s +%s):\n%s", English, lang, diff)
		}
	}
}

// TestOtherGrammarsAreFound checks that the tests above find the places and forms of
// messages.
func TestOtherGrammarsAreFound(t *testing.T) {
	m := &i18n.Message{One: "one {who}", Other: "{Owner} {count} {who} {{x}"}
	if got := fmt.Sprint(places(m), len(forms(m))); got != "[{count} {owner} {who} {x}] 2" {
		t.Error(got)
	}
}
