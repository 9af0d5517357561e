package commands

import (
	"math/rand/v2"
	"time"

	"nonna/commands/picture"
	"nonna/commands/rarity"
	"nonna/commands/words"
	"nonna/engine/camicia"
	"nonna/store"
)

// Deps is what the commands work with.
type Deps struct {
	// Store remembers games. It may be nil where commands are only listed.
	Store *store.Store
	// Seed gives the seed of a shuffle that nobody chose; nil for random ones.
	Seed func() uint64
	// Words are what is said, in each language; nil for those that come with the
	// program.
	Words *words.Book
	// WithoutPictures leaves them out of replies, since drawing takes longer than
	// everything else.
	WithoutPictures bool
	// About is what /about says.
	About About
}

// All returns every command there is. The error says that the published
// records, the table of lengths, the messages or the fonts, which come with the
// program, cannot be read.
func All(d Deps) ([]Command, error) {
	catalogue, err := camicia.NewCatalogue()
	if err != nil {
		return nil, err
	}
	lengths, err := rarity.Load()
	if err != nil {
		return nil, err
	}
	if d.Seed == nil {
		// Short enough to be typed again, and more than anybody will use up.
		d.Seed = func() uint64 { return rand.Uint64N(maxSeed) + 1 }
	}
	if d.Words == nil {
		if d.Words, err = words.Load(); err != nil {
			return nil, err
		}
	}
	speech := tongue{d.Words}
	var artist *picture.Artist
	if !d.WithoutPictures {
		if artist, err = picture.New(picture.English()); err != nil {
			return nil, err
		}
	}
	t := &tables{tongue: speech, store: d.Store, seed: d.Seed, published: catalogue, lengths: lengths, artist: artist}
	boards := &boards{tongue: speech, store: d.Store}
	all := []Command{
		t.camicia(), t.snap(), t.clock(), t.beggar(), boards.command(), helper{speech}.command(),
		{Spec: settleSpec(), Run: t.settleMessage},
		t.replay(),
	}
	all = append(all, serverCommands(speech, d, catalogue, artist)...)
	for i, c := range all {
		if c.Spec.Kind != Press {
			all[i].Spec = speech.localized(c.Spec)
		}
	}
	return all, nil
}

// maxSeed is the largest seed of a shuffle: nine digits are easy to copy.
const maxSeed = 999_999_999

// settleTime is how long one game may be settled: the budget stops it long
// before, except on a very busy machine.
const settleTime = 20 * time.Second
