#!/bin/bash
# Every kind of file that the command line writes, read back by ourselves and by the Khronos glTF validator.
# tests/validate/run.sh [LEGWORK]. The validator comes from npm into build/validate. Last line: "N passed, N failed".
set -u
cd "$(dirname "$0")/../.."
legwork=${1:-build/release/legwork}
work=build/validate
data=../shared/data
mkdir -p "$work/files"
rm -f "$work/files"/*
. tests/try.sh

cp tests/validate/package.json "$work/package.json"
export NODE_PATH="$PWD/$work/node_modules"
if [ ! -d "$NODE_PATH/gltf-validator" ] &&
	! npm install --prefix "$work" --no-audit --no-fund --no-package-lock >"$work/npm.log" 2>&1; then
	echo "SKIPPED: the glTF validator cannot be fetched from npm (no network?); files are only read back"
fi

# check FILE [SOURCE]: nothing new to complain about. All are validated at the end, by one process.
pairs=()
check() {
	try "$1 is read back" "$legwork" info --json "$1"
	[ -d "$NODE_PATH/gltf-validator" ] && pairs+=("$@" "")
}

walk() { # SOURCE NAME arguments...
	local source=$1 file=$work/files/$2
	shift 2
	try "walk to $file" "$legwork" walk "$source" "$@" -q -o "$file"
	[ -f "$file" ] && check "$file" "$source"
}

for creature in $("$legwork" sample list | awk '$1 == "creature" { print $2 }'); do
	file=$work/files/$creature.glb
	try "sample $creature" "$legwork" sample creature "$creature" -q -o "$file"
	check "$file"
	walk "$file" "${creature}_walk.glb" --clip Walk --terrain-sample stairs --with-terrain
done
for terrain in $("$legwork" sample list | awk '$1 == "terrain" { print $2 }'); do
	file=$work/files/terrain_$terrain.glb
	try "sample $terrain" "$legwork" sample terrain "$terrain" -q -o "$file"
	check "$file"
done
if [ -d "$data" ]; then
	# Every file that the quality table walks, by the first of its clips; in turn with ground, with few keys, without helpers.
	kinds=("--with-terrain --terrain-sample hills" "--key-tolerance 0.1%L" "--strip-helpers" "")
	sources=0 last=
	while IFS='|' read -r source clip idle _; do
		read -r source <<<"$source"
		read -r clip <<<"$clip"
		read -r idle <<<"$idle"
		[ "$source" != "$last" ] || continue
		last=$source
		arguments=(--clip "$clip")
		[ "$idle" = - ] || arguments+=(--idle "$idle")
		# shellcheck disable=SC2206
		arguments+=(${kinds[sources % ${#kinds[@]}]})
		sources=$((sources + 1))
		walk "$data/$source" "$(tr -c 'a-zA-Z0-9\n' _ <<<"$source")_walk.glb" "${arguments[@]}"
	done < <(grep -E '^[a-z].*\|' tools/quality/cases.txt | grep -v '^sample:')
	try "all of the shared sources were walked" test "$sources" -ge 14
	try "strip" "$legwork" strip "$data/horse_quaternius.glb" -q -o "$work/files/horse_bare.glb"
	check "$work/files/horse_bare.glb" "$data/horse_quaternius.glb"
else
	echo "SKIPPED: ../shared/data is absent"
fi
if [ ${#pairs[@]} -gt 0 ]; then
	node tests/validate/validate.mjs "${pairs[@]}" >"$work/validated"
	grep -v '^valid ' "$work/validated"
	passed=$((passed + $(grep -c '^valid ' "$work/validated")))
	failed=$((failed + $(grep -c '^FAILED' "$work/validated")))
	asked=$(printf '%s\n' "${pairs[@]}" | grep -c '^$')
	try "all files were validated" test "$(grep -cE '^(valid |FAILED)' "$work/validated")" = "$asked"
fi
try_done
