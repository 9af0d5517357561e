package commands

import (
	"context"
	"slices"

	"nonna/store"
)

// TypedBoards returns the boards that a user may mean by a text: all that the query
// selects, or of very many those that the store finds by the text and the first of the
// others.
func TypedBoards(ctx context.Context, st *store.Store, q store.DivisionQuery, text string) ([]store.Division, error) {
	q.Limit = store.MaxPage
	first, err := st.Divisions(ctx, q)
	if err != nil || len(first) < store.MaxPage || text == "" {
		return first, err
	}
	q.Text = text
	found, err := st.Divisions(ctx, q)
	for _, d := range first {
		if !slices.Contains(found, d) {
			found = append(found, d)
		}
	}
	return found, err
}
