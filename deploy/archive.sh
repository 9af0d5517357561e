#!/bin/sh
# archive.sh PROGRAM FOLDER: packs a program and its documents, for Linux with its units,
# into FOLDER/nonna_VERSION_SYSTEM_ARCHITECTURE.tar.gz, or .zip for Windows.
set -eu
. deploy/facts.sh
facts "$1"
name=nonna_${version}_${system}_$arch
program=nonna
case $system in
darwin) name=nonna_${version}_macos_$arch ;;
windows) program=nonna.exe ;;
esac
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir "$stage/$name"
cp "$1" "$stage/$name/$program"
cp deploy/README.md "$stage/$name"
cp .env.example "$stage/$name/env.example"
cp bot/notices/notices.txt "$stage/$name/LICENSES.txt"
deploy/sbom.sh "$1" >"$stage/$name/sbom.json"
if [ "$system" = windows ]; then
	pack_zip "$stage" "$name" "$2/$name.zip"
	exit
fi
cp deploy/nonna.1 "$stage/$name"
cp -R deploy/completions "$stage/$name"
if [ "$system" = linux ]; then
	cp deploy/*.service deploy/*.timer "$stage/$name"
fi
pack "$stage" "$name" | gzip -n >"$2/$name.tar.gz"
