#!/bin/sh
# Each public header alone, twice included, in C17 and C++17, by gcc and clang. Last line: "N passed, N failed".
set -u
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. tests/try.sh
warnings="-Wall -Wextra -Wshadow -Wconversion -Werror -Iinclude -fsyntax-only"

for header in include/legwork/*.h; do
	name=legwork/$(basename "$header")
	printf '#include <%s>\n#include <%s>\nint main(void) { return 0; }\n' "$name" "$name" >"$work/alone.c"
	cp "$work/alone.c" "$work/alone.cpp"
	for cc in gcc clang; do
		cxx=$([ $cc = gcc ] && echo g++ || echo clang++)
		# shellcheck disable=SC2086
		try "$name in C17, $cc" $cc -std=c17 -Wpedantic $warnings "$work/alone.c"
		# shellcheck disable=SC2086
		try "$name in C++17, $cxx" $cxx -std=c++17 $warnings "$work/alone.cpp"
	done
done
try_done
