package verdict

import (
	"fmt"
	"testing"

	"nonna/commands"
)

// Of the films only the latest are kept.
func TestAGalleryKeepsItsNumber(t *testing.T) {
	t.Parallel()
	g := gallery{most: maxFilms}
	for i := range 3 * maxFilms {
		if _, err := g.get(t.Context(), fmt.Sprint(i), func() (*commands.File, error) { return &commands.File{}, nil }); err != nil {
			t.Fatal(err)
		}
	}
	if len(g.latest) != maxFilms {
		t.Errorf("%d films are kept", len(g.latest))
	}
}
