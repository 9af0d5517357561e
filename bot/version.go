package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

type versionCmd struct{}

// Run prints the version, its commit, the Go version and the platform.
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

// version returns the version that Go recorded: the tag, or the commit, marked if there
// were uncommitted changes.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// commit returns the beginning of the commit's hash, "" if the build does not know it.
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
