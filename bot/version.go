package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// release is the version that a packager builds, set by the linker:
// go build -ldflags "-X main.release=1.2.3".
//
//nolint:gochecknoglobals // the linker can set nothing else
var release string

type versionCmd struct{}

// Run prints the version, its commit, and what it was built with and for.
func (versionCmd) Run(_ context.Context, p *program) error {
	_, err := fmt.Fprintln(p.stdout, versionLine())
	return err
}

func versionLine() string {
	v := version()
	if c := commit(); !strings.Contains(v, c) {
		v += " (" + c + ")"
	}
	return fmt.Sprintf("nonna %s %s %s/%s", v, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// version is the release, or else what Go knows of it: the tag, or the commit with a
// word when there are changes to it.
func version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// commit is the beginning of the commit's hash, as far as the build knows it.
func commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value[:min(len(s.Value), 12)]
		}
	}
	return ""
}
