#!/bin/sh
# build.sh FILE [ARCHITECTURE [SYSTEM]]: builds the program as one file, static on Linux, for
# this machine's architecture and for linux unless others are given. The same commit and Go give the same bytes on any machine. Run it in the root of a clone; version
# and commit come from git, whatever `go env -w` says. The build tag embeds the time zones:
# an import of time/tzdata would be too late for modules that use the time in their init.
set -eu
CGO_ENABLED=0 GOOS=${3-linux} GOARCH=${2-$(go env GOARCH)} GOAMD64=v1 GOARM64=v8.0 GOFLAGS=-buildvcs=auto \
	exec go build -trimpath -tags=timetzdata -ldflags='-s -w' -o "$1" ./bot
