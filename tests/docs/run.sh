#!/bin/bash
# The documents are true: C programs in them build and run, links lead somewhere, man page and completion are current.
# tests/docs/run.sh [BUILD]; needs that build. Last line: "N passed, N failed".
set -u
cd "$(dirname "$0")/../.."
build=${1:-build/release}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. tests/try.sh

# Every ```c block is a whole program. Those that include tool headers are linked with the tools.
build_program() {
	local libs="$build/liblegwork.a"
	if grep -qE 'legwork/(import|export|autorig|analyse|bake|reduce|measure|terrain|sample|world_scene|report)\.h' "$1"; then
		libs="$build/liblegwork_tools.a $libs $(pkg-config --libs jansson assimp) -lm"
	fi
	# shellcheck disable=SC2086
	cc -std=c17 -Wall -Wextra -Werror -Iinclude "$1" -o "${1%.c}" $libs
}

for page in README.md docs/*.md docs/rooms/*.md; do
	awk -v stem="$work/$(basename "$page" .md)" '/^```c$/ { n++; on = 1; next } /^```/ { on = 0 } on { print > (stem "_" n ".c") }' "$page"
done
programs=0
for source in "$work"/*.c; do
	[ -f "$source" ] || continue
	programs=$((programs + 1))
	try "$(basename "$source"): build" build_program "$source"
	try "$(basename "$source"): run" sh -c "cd '$work' && '${source%.c}'"
done
try "there are programs in the documents" test "$programs" -gt 0

# Links to files of the repository.
links=0
for page in README.md CONTRIBUTING.md CHANGELOG.md API_CHANGES.md docs/*.md docs/rooms/*.md; do
	for link in $(grep -oE '\]\([^)#:]+' "$page" | sed 's/^](//'); do
		links=$((links + 1))
		try "$page: link to $link" test -e "$(dirname "$page")/$link"
	done
done
try "there are links in the documents" test "$links" -gt 0

# Every public header is in the README's table, every word of the command line in the man page.
for header in include/legwork/*.h; do
	try "README.md names $(basename "$header")" grep -q "$(basename "$header")" README.md
done
scripts/make_man "$build/legwork" >"$work/legwork.1"
try "docs/legwork.1 is current (scripts/make_man $build/legwork >docs/legwork.1)" cmp "$work/legwork.1" docs/legwork.1

complete_line() { # words...: what bash completes for the last of them
	bash -c '. scripts/completion/legwork.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _legwork 2>/dev/null; echo "${COMPREPLY[*]}"' - "$@"
}
completes() { # expected words...
	local expected=$1
	shift
	[[ " $(complete_line "$@") " == *" $expected "* ]]
}
try "completion: words" completes walk "$build/legwork" wa
try "completion: options" completes --terrain-scale "$build/legwork" walk --terr
try "completion: words after help" completes measure "$build/legwork" help m
try "completion: samples" completes spider "$build/legwork" sample creature sp
try "completion: terrains" completes stairs "$build/legwork" walk --terrain-sample st
try_done
