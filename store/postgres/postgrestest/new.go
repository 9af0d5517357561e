package postgrestest

import (
	"os"
	"testing"
)

// New returns the URL of an empty database, which is dropped with the test. It skips the test
// where there is no server.
func New(t testing.TB) string {
	t.Helper()
	server, err := Connect()
	if err != nil {
		t.Fatal(err)
	}
	if server == nil {
		t.Skip(Variable + " is not set")
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	url, err := server.Take(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return url
}

// Long is [New] for a test that takes long. It skips the test unless NONNA_LONG is set.
func Long(t testing.TB) string {
	t.Helper()
	if os.Getenv("NONNA_LONG") == "" {
		t.Skip("NONNA_LONG is not set")
	}
	return New(t)
}
