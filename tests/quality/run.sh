#!/bin/bash
# The judging of known misses can fail: ceilings, causes, stale lines; the list is made anew downwards only.
# tests/quality/run.sh LEGWORK_QUALITY. Walks one creature on flat ground several times. Last line: "N passed, N failed".
set -u
cd "$(dirname "$0")/../.."
quality=${1:-build/release/legwork_quality}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. tests/try.sh

# Built-in creatures only. pop is missed by hip and thigh alike in a gallop (bar 1.3), skate is not (bar 0.3).
label="sample:quadruped Gallop"
run() { # options...
	"$quality" --subset --data "$work/absent" --filter "$label" --ground flat --work "$work" --known "$work/known" "$@" >"$work/out"
}
known() { printf '%s\n' "$@" >"$work/known"; }
says() { grep -q -- "$1" "$work/out" || { cat "$work/out"; return 1; }; }
holds_but() { # what must be said of a failure
	! run && says "$1"
}

known
try "an unknown miss fails" holds_but "FAILED: pop | $label | flat 1x: "
known "pop | $label | flat 1x | 50" "pop | $label | flat 1.3x | 50"
run --update-known --add-known all
cp "$work/known" "$work/whole"
try "a list made anew is held" run
try "misses are counted" says "[1-9][0-9]* bars are missed as known"
lowered() { awk -F'|' -v v="$label" '$1 ~ /^pop/ && $3 ~ / 1x/ { n++; if ($4 >= 50) exit 1 } END { exit n != 1 }' "$work/known"; }
try "ceilings go down" lowered
try "what is missing is added when asked for" grep -q "^pop .* flat 0.6x" "$work/known"

sed 's/^\(pop .* flat 1x\) .*/\1 | 1.31/' "$work/whole" >"$work/known"
try "worse than the ceiling fails" holds_but "FAILED: pop | $label | flat 1x: .*at most 1.31"
run --update-known --add-known all
try "a ceiling never goes up" grep -q "^pop | $label | flat 1x | 1.31$" "$work/known"
{ cat "$work/whole"; echo "skateMean | $label | flat 1x | 0.5"; } >"$work/known"
run
try "what holds is told" says "holds now.*skateMean | $label | flat 1x"
run --update-known
try "what holds is taken off" sh -c "! grep -q skateMean '$work/known'"
echo "pop | sample:biped Walk | stairs 1x | 9" >>"$work/known"
run --update-known
try "what was not walked stays" grep -q "^pop | sample:biped Walk | stairs 1x | 9$" "$work/known"

{ cat "$work/whole"; echo "popp | $label | flat 1x | 2"; } >"$work/known"
try "a line of no metric fails" holds_but "FAILED: popp"
{ cat "$work/whole"; echo "pop | $label | flat 1x"; } >"$work/known"
try "a malformed line fails" sh -c "! '$quality' --subset --data '$work/absent' --known '$work/known' --filter none"
{ cat "$work/whole"; echo "pop | $label | flat 1x | 9"; } >"$work/known"
try "a line twice fails" sh -c "! '$quality' --subset --data '$work/absent' --known '$work/known' --filter none"
cp "$work/whole" "$work/known"
echo "timingDuty | * | * | because" >"$work/reasons"
without_cause() { ! run --reasons "$work/reasons" && says "FAILED: pop .*without a cause"; }
try "a known miss without a cause fails" without_cause
try_done
