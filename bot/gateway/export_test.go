package gateway

import (
	"sync"

	"nonna/commands"
	"nonna/commands/words"
)

// SpecsForTest is a set of commands that uses everything a spec can say.
func SpecsForTest() []commands.Spec { return specs() }

// BookForTest holds the messages.
func BookForTest() *words.Book {
	b, err := loadWords()
	if err != nil {
		panic(err)
	}
	return b
}

var loadWords = sync.OnceValues(func() (*words.Book, error) { return words.Load() })
