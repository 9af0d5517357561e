#!/bin/sh
# package.sh PROGRAM FOLDER: makes the Debian package FOLDER/nonna_VERSION_ARCHITECTURE.deb.
set -eu
. deploy/facts.sh
facts "$1"
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
chmod 755 "$stage" # the package's /
put() { # MODE DESTINATION FILE...
	mode=$1 to=$stage/$2
	shift 2
	install -d -m 755 "$to"
	install -m "$mode" -t "$to" "$@"
}
umask 022
install -D -m 755 "$1" "$stage/usr/bin/nonna"
put 644 usr/lib/systemd/system deploy/*.service deploy/*.timer
put 644 usr/share/man/man1 deploy/nonna.1
gzip -9n "$stage/usr/share/man/man1/nonna.1"
put 644 usr/share/bash-completion/completions deploy/completions/nonna
put 644 usr/share/zsh/vendor-completions deploy/completions/_nonna
put 644 usr/share/fish/vendor_completions.d deploy/completions/nonna.fish
put 644 usr/share/doc/nonna deploy/README.md CHANGELOG.md
install -m 644 bot/notices/notices.txt "$stage/usr/share/doc/nonna/copyright"
install -m 644 .env.example "$stage/usr/share/doc/nonna/env.example"
deploy/sbom.sh "$1" >"$stage/usr/share/doc/nonna/sbom.json"
VERSION=$version ARCH=$arch MAINTAINER=$maintainer STAGE=$stage GOFLAGS='' go tool -modfile=deploy/tools/go.mod \
	nfpm package --config deploy/deb/nfpm.yaml --packager deb --target "$2/nonna_${version}_$arch.deb" >/dev/null
