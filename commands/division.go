package commands

import (
	"context"
	"slices"

	"nonna/store"
)

// Boards lists the boards of a game: see [store.Store.Divisions].
type Boards func(context.Context, store.DivisionQuery) ([]store.Division, error)

// Typed returns the boards that a user may mean by a text: all that the query selects, or
// of very many those that the store finds by the text and the first of the others.
func (list Boards) Typed(ctx context.Context, q store.DivisionQuery, text string) ([]store.Division, error) {
	q.Limit = store.MaxPage
	first, err := list(ctx, q)
	if err != nil || len(first) < store.MaxPage || text == "" {
		return first, err
	}
	q.Text = text
	found, err := list(ctx, q)
	for _, d := range first {
		if !slices.Contains(found, d) {
			found = append(found, d)
		}
	}
	return found, err
}
