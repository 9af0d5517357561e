#!/bin/sh
# build.sh FILE [ARCHITECTURE]: builds the program for Linux: one file that needs
# no other, the same bytes from the same commit on any machine with the same Go.
# Run it in the root of a clone; version and commit are those of git.
set -eu
CGO_ENABLED=0 GOOS=linux GOARCH=${2-$(go env GOARCH)} GOFLAGS= \
	exec go build -trimpath -ldflags='-s -w' -o "$1" ./bot
