package main

import (
	"crypto/x509"
	"fmt"
	"sync"

	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// trustRoots makes the root certificates that the program brings those of a system that has none,
// such as an image that holds nothing but the program. It takes some milliseconds, so only what
// makes connections calls it.
//
//nolint:gochecknoglobals // the roots of a process can be set once
var trustRoots = sync.OnceFunc(func() {
	roots := x509.NewCertPool()
	for root := range bundle.Roots() {
		certificate, err := x509.ParseCertificate(root.Certificate)
		switch {
		case err != nil:
			panic(fmt.Sprintf("a root certificate of the program cannot be read: %v", err))
		case root.Constraint != nil:
			roots.AddCertWithConstraint(certificate, root.Constraint)
		default:
			roots.AddCert(certificate)
		}
	}
	x509.SetFallbackRoots(roots)
})
