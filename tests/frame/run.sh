#!/bin/bash
# The checks can fail: what must be caught is caught. Also the frame's own promises. Last line: "N passed, N failed".
set -u
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. tests/try.sh

# check_layers on a tree with one bad include: must fail and name it.
catches() { # file include-line expected-words
	rm -rf "$work/tree"
	mkdir -p "$work/tree/src" "$work/tree/include" "$work/tree/$(dirname "$1")"
	printf '%s\n' "$2" >"$work/tree/$1"
	! scripts/check_layers "$work/tree" >"$work/layers" && grep -q "$3" "$work/layers"
}
try "layers: a run-time room may not include a tool" catches src/anim/a.c '#include "legwork/import.h"' 'tools room'
try "layers: no room above" catches src/world/a.c '#include "step/a.h"' 'level 2'
try "layers: no neighbour's inside" catches src/step/a.c '#include "move/a.h"' 'neighbour'
try "layers: the run time knows the C library alone" catches src/rig/a.c '#include <jansson.h>' 'C library'
try "layers: a room without a level" catches src/odd/a.c '#include "legwork/base.h"' 'no room'
try "layers: a header without a room" catches src/import/a.c '#include "legwork/odd.h"' 'no room'
try "layers: no umbrella inside" catches src/step/a.c '#include "legwork/legwork.h"' 'umbrella'
try "layers: public headers have levels too" catches include/legwork/math.h '#include "legwork/rig.h"' 'level 2'
mkdir -p "$work/empty/src" "$work/empty/include"
try "layers: nothing looked at is a failure" sh -c "! scripts/check_layers '$work/empty'"

# Installing when everything is there does nothing and asks for nothing.
silent() { [ -z "$(PATH="$PATH" "$@" 2>&1)" ]; }
try "packages: nothing to do when all is there" silent scripts/install_packages

scripts_are_whole() {
	for script in scripts/* .ci/run tests/*/run.sh; do
		case $script in *.txt | scripts/completion) continue ;; esac
		head -n 1 "$script" | grep -q '^#!' && bash -n "$script" && test -x "$script" || { echo "$script"; return 1; }
	done
}
try "every script is executable and parses" scripts_are_whole
machine_paths() {
	! grep -rnE --exclude-dir=build --exclude-dir=out --exclude-dir=.git --exclude=.git --exclude-dir=node_modules \
		'(^|[^a-zA-Z.~_-])/(work|home|root|tmp/bash)[/_]' . | grep -v '^./tests/frame/run.sh:' | grep .
}
try "no path of a machine in the repository" machine_paths
version_of_cmake=$(sed -n 's/^project(legwork VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
version_of_header=$(awk '/define LW_VERSION_/ { printf "%s%s", (n++ ? "." : ""), $3 }' include/legwork/base.h)
try "one version: $version_of_cmake, $version_of_header" test "$version_of_cmake" = "$version_of_header"
try "the change log begins with that version" sh -c "grep -m1 '^## ' CHANGELOG.md | grep -qF '$version_of_cmake'"
try_done
