#!/bin/sh
# Builds a small program against the library the three ways users do. Needs a built build/<preset> (default release).
# Last line: "N passed, N failed".
set -u
cd "$(dirname "$0")/../.."
root=$(pwd)
build=${1:-build/release}
work=$root/build/consumer
rm -rf "$work"
mkdir -p "$work"
. tests/try.sh

try "install" cmake --install "$build" --prefix "$work/prefix"
# A moved installation must still work.
mv "$work/prefix" "$work/moved"
pc=$(find "$work/moved" -name legwork.pc | head -n 1)
libdir=$(dirname "$(dirname "$pc")")
export PKG_CONFIG_PATH="$(dirname "$pc")"

try "find_package: configure" cmake -S tests/consumer/find_package -B "$work/find" -G Ninja -DCMAKE_PREFIX_PATH="$work/moved"
try "find_package: build" cmake --build "$work/find"
try "find_package: run, static" "$work/find/with_static"
try "find_package: run, shared" "$work/find/with_shared"
try "find_package: run, tools" "$work/find/with_tools"
try "add_subdirectory: configure" cmake -S tests/consumer/add_subdirectory -B "$work/add" -G Ninja -DCMAKE_BUILD_TYPE=Release
try "add_subdirectory: build" cmake --build "$work/add" -j 2
try "add_subdirectory: run" "$work/add/with_subdirectory"
# shellcheck disable=SC2046
try "pkg-config: build, shared" cc -std=c17 tests/consumer/main.c -o "$work/pc_shared" $(pkg-config --cflags --libs legwork)
try "pkg-config: run, shared" env LD_LIBRARY_PATH="$libdir" "$work/pc_shared"
# shellcheck disable=SC2046
try "pkg-config: build, static" cc -std=c17 tests/consumer/main.c -o "$work/pc_static" $(pkg-config --cflags legwork) "$libdir/liblegwork.a"
try "pkg-config: run, static" "$work/pc_static"
try "installed command line" "$work/moved/bin/legwork" --version
try "installed man page" test -s "$work/moved/share/man/man1/legwork.1"
try "installed completion" test -s "$work/moved/share/bash-completion/completions/legwork"

# What the library brings into a user's program: names that begin with lw, each once; and what it asks for: a little of the
# C library, never the maths library.
only_lw() { nm -D --defined-only "$1" | awk '{ n++ } $NF !~ /^lw/ { print $NF; bad = 1 } END { exit bad || !n }'; }
each_once() { nm -g --defined-only "$@" | awk 'NF == 3 { print $3 }' | sort >"$work/names"; [ -s "$work/names" ] && ! uniq -d "$work/names" | grep .; }
wanted="malloc calloc realloc free memchr memcmp memcpy memmove memset strlen strcmp strncmp snprintf vsnprintf fprintf stderr"
asks_little() {
	nm -D --undefined-only "$1" | awk -v wanted="$wanted" 'BEGIN { n = split(wanted, w, " "); for (i = 1; i <= n; i++) ok[w[i]] = 1 }
		{ name = $NF; sub(/@.*/, "", name) } $1 == "w" || name == "__stack_chk_fail" || name in ok { seen++; next }
		{ print name; bad = 1 } END { exit bad || !seen }'
}
try "exported names begin with lw" only_lw "$libdir/liblegwork.so"
try "no name twice" each_once "$libdir/liblegwork.a" "$libdir/liblegwork_tools.a"
try "the run time asks for no more than: $wanted" asks_little "$libdir/liblegwork.so"
try_done
