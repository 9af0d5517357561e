// Package all puts the commands of all rooms together: it is the only package
// that knows them all. Adapters and tests get their commands here.
package all

import (
	"nonna/commands"
	"nonna/commands/boards"
	"nonna/commands/picture"
	"nonna/commands/play"
	"nonna/commands/rarity"
	"nonna/commands/server"
	"nonna/commands/words"
	"nonna/engine/camicia"
	"nonna/store"
)

// Config is what the commands work with.
type Config struct {
	// Store remembers games. It may be nil where commands are only listed.
	Store *store.Store
	// Words are what is said, in each language.
	Words *words.Book
	// About is what /about says.
	About server.About
	// Seed gives the seed of a shuffle that nobody chose; nil for random ones.
	Seed func() uint64
	// WithoutPictures leaves them out of replies, since drawing takes longer than
	// everything else.
	WithoutPictures bool
}

// Commands returns every command there is. The error says that the published
// records, the table of lengths or the fonts, which come with the program, cannot
// be read.
func Commands(c Config) ([]commands.Command, error) {
	published, err := camicia.NewCatalogue()
	if err != nil {
		return nil, err
	}
	lengths, err := rarity.Load()
	if err != nil {
		return nil, err
	}
	var artist *picture.Artist
	var draw func(*words.Printer) *picture.Artist
	if !c.WithoutPictures {
		if artist, err = picture.New(picture.English()); err != nil {
			return nil, err
		}
		draw = func(p *words.Printer) *picture.Artist { return artist.In(play.PictureWords(p)) }
	}
	l := commands.Localizer{Book: c.Words}
	list := play.Commands(l, c.Store, c.Seed, artist, published, lengths)
	list = append(list, boards.Commands(l, c.Store, draw, published)...)
	list = append(list, server.Commands(l, c.Store, c.About)...)
	for i, command := range list {
		if command.Spec.Kind != commands.Press {
			list[i].Spec = l.Localize(command.Spec)
		}
	}
	return list, nil
}
