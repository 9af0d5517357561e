# shellcheck shell=sh disable=SC2034
# facts.sh is sourced by other scripts. `facts FILE` sets version, system, arch, commit and
# time from what build.sh recorded in a program, and maintainer, the author of the commit.
# time is that of the commit; everything in a release has it.
facts() {
	about=$(go version -m "$1") || return
	version=$(printf '%s\n' "$about" | awk '$1 == "mod" { print substr($3, 2) }')
	system=$(printf '%s\n' "$about" | sed -n 's/^\tbuild\tGOOS=//p')
	arch=$(printf '%s\n' "$about" | sed -n 's/^\tbuild\tGOARCH=//p')
	commit=$(printf '%s\n' "$about" | sed -n 's/^\tbuild\tvcs.revision=//p')
	time=$(printf '%s\n' "$about" | sed -n 's/^\tbuild\tvcs.time=//p')
	if [ -z "$time" ]; then
		echo "$1 does not know its commit: build it with deploy/build.sh in a clone, where git is installed" >&2
		return 1
	fi
	maintainer=$(git -c log.showSignature=false show --no-patch --format='%an <%ae>' "$commit") || return
	SOURCE_DATE_EPOCH=$(date --date="$time" +%s)
	export SOURCE_DATE_EPOCH
}

# pack FOLDER NAME: writes a tar archive of NAME in a folder. The same files give the same
# bytes.
pack() {
	tar --create --directory="$1" --format=ustar --sort=name --mtime="@$SOURCE_DATE_EPOCH" \
		--owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX "$2"
}

# pack_zip FOLDER NAME FILE: writes a zip archive of NAME in a folder to FILE, for Windows.
# The same files give the same bytes.
pack_zip() (
	to=$(realpath "$3")
	cd "$1"
	chmod -R u=rwX,go=rX "$2"
	find "$2" -exec touch --date="@$SOURCE_DATE_EPOCH" {} +
	find "$2" -type f | LC_ALL=C sort | TZ=UTC zip --quiet -X -@ "$to"
)
