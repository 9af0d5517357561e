#!/bin/sh
# archive.sh PROGRAM FOLDER: packs a program, its units and documents into
# FOLDER/nonna_VERSION_linux_ARCHITECTURE.tar.gz.
set -eu
. deploy/facts.sh
facts "$1"
name=nonna_${version}_linux_$arch
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir -p "$stage/$name/completions"
cp "$1" "$stage/$name/nonna"
cp deploy/*.service deploy/*.timer deploy/nonna.1 deploy/README.md "$stage/$name"
cp deploy/completions/* "$stage/$name/completions"
cp .env.example "$stage/$name/env.example"
cp bot/notices/notices.txt "$stage/$name/LICENSES.txt"
deploy/sbom.sh "$1" >"$stage/$name/sbom.json"
pack "$stage" "$name" | gzip -n >"$2/$name.tar.gz"
