package words

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

// files are the messages, one folder a language, one file a topic.
//
//go:embed */*.toml
var files embed.FS

// English is the tag of the language that replaces missing translations.
const English = "en"

// Languages returns the tags of all languages, English first.
func Languages() []string { return []string{English, "it"} }

// Book holds the messages of all languages. It is safe for concurrent use.
type Book struct {
	matcher  language.Matcher
	printers []*Printer // in the order of Languages
	ids      []string
}

// own are the messages of the package alone.
//
//nolint:gochecknoglobals // read once in a process, and never changed
var own = sync.OnceValues(func() (*Book, error) { return load() })

// Load returns the messages of the package, and those of further folders with the same
// layout, it/topic.toml, where languages can be missing. An error names the broken
// file.
func Load(extra ...fs.FS) (*Book, error) {
	if len(extra) == 0 {
		return own()
	}
	return load(extra...)
}

func load(extra ...fs.FS) (*Book, error) {
	var tags []language.Tag
	b := new(Book)
	bundle := i18n.NewBundle(language.English)
	for _, name := range Languages() {
		tags = append(tags, language.Make(name))
		ids, err := loadLanguage(bundle, files, name)
		if err != nil {
			return nil, err
		}
		for _, folder := range extra {
			more, err := loadLanguage(bundle, folder, name)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
			ids = append(ids, more...)
		}
		if name == English {
			slices.Sort(ids)
			b.ids = slices.Compact(ids)
		}
	}
	b.matcher = language.NewMatcher(tags)
	for i, name := range Languages() {
		b.printers = append(b.printers, newPrinter(bundle, name, tags[i]))
	}
	return b, nil
}

// IDs returns the ids of all English messages, sorted. All other languages have them too.
func (b *Book) IDs() []string { return slices.Clone(b.ids) }

// loadLanguage adds all files of a language to a bundle, and returns the ids of its messages.
func loadLanguage(bundle *i18n.Bundle, folder fs.FS, name string) (ids []string, err error) {
	entries, err := fs.ReadDir(folder, name)
	if err != nil {
		return nil, fmt.Errorf("messages of language %q: %w", name, err)
	}
	for _, e := range entries {
		m, err := loadFile(folder, name, e.Name())
		if err != nil {
			return nil, err
		}
		if err := bundle.AddMessages(m.Tag, m.Messages...); err != nil {
			return nil, fmt.Errorf("messages %s: %w", m.Path, err)
		}
		for _, message := range m.Messages {
			ids = append(ids, message.ID)
		}
	}
	return ids, nil
}

// loadFile reads one topic of a language.
func loadFile(folder fs.FS, lang, topic string) (*i18n.MessageFile, error) {
	name := path.Join(lang, topic)
	text, err := fs.ReadFile(folder, name)
	if err != nil {
		return nil, fmt.Errorf("messages %s: %w", name, err)
	}
	// The library takes the language from the last part of a file's name.
	m, err := i18n.ParseMessageFileBytes(text, lang+".toml", map[string]i18n.UnmarshalFunc{"toml": toml.Unmarshal})
	if err != nil {
		return nil, fmt.Errorf("messages %s: %w", name, err)
	}
	m.Path = name
	if lang == English {
		m.Messages = append(m.Messages, specNames(m.Messages)...)
	}
	return m, nil
}

// specNames returns the English names of all commands and options that a file says
// something about: those by which the program knows them, the last part of the id.
func specNames(all []*i18n.Message) (names []*i18n.Message) {
	for _, m := range all {
		if spec, ok := strings.CutSuffix(m.ID, ".about"); ok && strings.HasPrefix(spec, "spec.") {
			names = append(names, &i18n.Message{ID: spec + ".name", Other: spec[strings.LastIndexByte(spec, '.')+1:]})
		}
	}
	return names
}

// In returns the printer for a locale as Discord names it ("it", "en-US"), in the
// nearest language; in English for "" and for unknown locales.
func (b *Book) In(locale string) *Printer {
	tag, err := language.Parse(locale)
	if err != nil {
		return b.printers[0]
	}
	if _, i, sure := b.matcher.Match(tag); sure >= language.High {
		return b.printers[i]
	}
	return b.printers[0]
}

// newPrinter returns the printer of one language.
func newPrinter(bundle *i18n.Bundle, name string, tag language.Tag) *Printer {
	// x/text writes 1,000 with the language's own separator.
	thousand := []rune(message.NewPrinter(tag).Sprint(number.Decimal(1000)))
	decimal := []rune(message.NewPrinter(tag).Sprint(number.Decimal(0.5, number.Scale(1))))
	return &Printer{
		locale:    name,
		localizer: i18n.NewLocalizer(bundle, name),
		thousands: string(thousand[1]),
		decimal:   string(decimal[1]),
	}
}
