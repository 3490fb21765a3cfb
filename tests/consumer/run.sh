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
passed=0 failed=0

try() { # what command...
	what=$1
	shift
	if "$@" >"$work/log" 2>&1; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAILED: $what"
		tail -n 20 "$work/log"
	fi
}

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
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
