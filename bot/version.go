package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
)

// release is the version that a packager builds, set by the linker:
// go build -ldflags "-X main.release=1.2.3".
//
//nolint:gochecknoglobals // the linker can set nothing else
var release string

type versionCmd struct{}

// Run prints the version, and what it was built with and for.
func (versionCmd) Run(_ context.Context, p *program) error {
	_, err := fmt.Fprintln(p.stdout, versionLine())
	return err
}

func versionLine() string {
	return fmt.Sprintf("nonna %s %s %s/%s", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// version is the release, or else the commit, as far as the build knows it.
func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	v, dirty := info.Main.Version, ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && (v == "" || v == "(devel)"):
			v = s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+changes"
		}
	}
	if v == "" {
		v = "(devel)"
	}
	return v + dirty
}
