#!/bin/sh
# clone.sh FOLDER TAG...: makes FOLDER a repository of the current files, with a commit for
# each tag.
set -eu
cd "$(dirname "$0")/../.."
mkdir -p "$1"
git ls-files --cached --others --exclude-standard | while read -r file; do
	[ ! -e "$file" ] || echo "$file"
done | tar --create --files-from=- | tar --extract --directory="$1"
cd "$1"
shift
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test@localhost GIT_AUTHOR_DATE=2026-11-22T12:00:00Z
export GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test@localhost GIT_COMMITTER_DATE=2026-11-22T12:00:00Z
git init --quiet
git add --all
for tag; do
	git commit --quiet --allow-empty --message "$tag"
	git tag "$tag"
done
