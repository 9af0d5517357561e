package main

import (
	"crypto/x509"
	"os"
	"os/exec"
	"testing"
)

// The program brings root certificates, for images that hold nothing else.
func TestRootsOfTrustComeAlong(t *testing.T) {
	t.Parallel()
	if os.Getenv("SSL_CERT_FILE") == "/none" {
		trustRoots()
		if pool, err := x509.SystemCertPool(); err != nil || pool.Equal(x509.NewCertPool()) {
			t.Errorf("no roots of trust: %v", err)
		}
		return
	}
	again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestRootsOfTrustComeAlong$")
	again.Env = append(os.Environ(), "SSL_CERT_FILE=/none", "SSL_CERT_DIR=/none")
	if out, err := again.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
