package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"nonna/commands/rarity"
	"nonna/engine/penalty"
)

func TestWritesATableOfBothDecks(t *testing.T) {
	out := filepath.Join(t.TempDir(), "deals.json")
	f := flags{Out: out, Deals: 2_000, Seed: 5, Workers: 2}
	if err := f.run(t.Context(), io.Discard); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var table rarity.Table
	if err := json.Unmarshal(b, &table); err != nil {
		t.Fatal(err)
	}
	for _, division := range []string{penalty.FrenchDivision, penalty.ItalianDivision} {
		s, ok := table.Sample("camicia", division)
		if !ok || s.Deals != f.Deals || s.Seed != f.Seed {
			t.Errorf("division %s: %d deals of seed %d, want %d of %d", division, s.Deals, s.Seed, f.Deals, f.Seed)
		}
	}
}

// TestKeepsTheOldTable if nothing was measured, or the table cannot be written.
func TestKeepsTheOldTable(t *testing.T) {
	out := filepath.Join(t.TempDir(), "deals.json")
	if err := os.WriteFile(out, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	f := flags{Out: out, Deals: 0, Workers: 1}
	if err := f.run(t.Context(), io.Discard); err == nil {
		t.Error("measured no deals without an error")
	}
	if got, err := os.ReadFile(out); err != nil || string(got) != "old" {
		t.Errorf("the table is %q, %v", got, err)
	}
	f = flags{Out: filepath.Join(out, "below"), Deals: 10, Workers: 1}
	if err := f.run(t.Context(), io.Discard); err == nil {
		t.Error("wrote below a file")
	}
}
