package interactions

import (
	"context"

	"nonna/commands"
	"nonna/commands/words"
)

// Register registers the commands if they differ, and reports whether they did.
func (b *Bot) Register(ctx context.Context) (differ bool, err error) {
	app, err := b.rest.Application(ctx)
	if err != nil {
		return false, err
	}
	return b.register(ctx, app)
}

// SpecsForTest is a set of commands that uses everything a spec can say.
func SpecsForTest() []commands.Command { return specs() }

// BookForTest holds the messages.
func BookForTest() *words.Book {
	b, err := words.Load()
	if err != nil {
		panic(err)
	}
	return b
}
