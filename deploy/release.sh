#!/bin/sh
# release.sh FOLDER [ARCHITECTURE...]: makes a release of the checked-out commit: for each
# architecture (amd64 and arm64) archives for Linux, macOS and Windows, a Debian package and
# an image, and the checksums of all files.
set -eu
out=$1
shift
[ $# -gt 0 ] || set -- amd64 arm64
mkdir -p "$out"
if [ -n "$(ls -A "$out")" ]; then
	echo "$out is not empty: give a new folder" >&2
	exit 1
fi
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
for arch; do
	deploy/build.sh "$built/$arch" "$arch"
	for make in archive package image; do
		deploy/$make.sh "$built/$arch" "$out"
	done
	for system in darwin windows; do
		deploy/build.sh "$built/$system-$arch" "$arch" "$system"
		deploy/archive.sh "$built/$system-$arch" "$out"
	done
done
cp deploy/compose.yaml "$out"
cp .env.example "$out/nonna.env"
cd "$out"
sums=$(sha256sum -- *)
printf '%s\n' "$sums" >SHA256SUMS
