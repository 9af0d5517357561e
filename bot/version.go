package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
)

type versionCmd struct{}

// Run prints the version, the Go version and the platform.
func (versionCmd) Run(_ context.Context, p *program) error {
	_, err := fmt.Fprintln(p.stdout, versionLine())
	return err
}

func versionLine() string {
	return fmt.Sprintf("nonna %s %s %s/%s", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// version returns the version that Go recorded: the tag, or the commit, marked if there
// were uncommitted changes.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
