#!/bin/sh
# build.sh FILE [ARCHITECTURE]: builds the program for Linux: one file that needs
# no other, the same bytes from the same commit on any machine with the same Go.
# Run it in the root of a clone; version and commit are those of git, whatever
# `go env -w` says. The zones of time come along by the tag: an import of
# time/tzdata would be too late for modules that ask for the time at their start.
set -eu
CGO_ENABLED=0 GOOS=linux GOARCH=${2-$(go env GOARCH)} GOAMD64=v1 GOARM64=v8.0 GOFLAGS=-buildvcs=auto \
	exec go build -trimpath -tags=timetzdata -ldflags='-s -w' -o "$1" ./bot
