package main

import (
	"bytes"
	"os"
	"testing"
)

// The licenses in the program are those of what is linked.
func TestNotices(t *testing.T) {
	if testing.Short() {
		t.Skip("lists the modules of three systems")
	}
	t.Parallel()
	if _, err := os.ReadFile("../../../go.mod"); err != nil { // so that the test is not cached when go.mod changes
		t.Fatal(err)
	}
	got, err := os.ReadFile("../notices.txt")
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := write(t.Context(), &want); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Error("bot/notices/notices.txt is not what is linked now: go generate ./bot/notices")
	}
}
