# SPDX-License-Identifier: MIT
# Sourced by tests/*/run.sh: tries things and counts them. $work is a folder for the log of what is being tried.
# shellcheck shell=sh
passed=0 failed=0

try() { # what command...
	tried=$1
	shift
	if "$@" >"$work/log" 2>&1; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAILED: $tried"
		tail -n 15 "$work/log"
	fi
}

# The last line, and whether all went well. Nothing tried is a failure.
try_done() {
	echo "$passed passed, $failed failed"
	[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}
