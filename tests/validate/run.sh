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

# check FILE [SOURCE]: nothing new to complain about.
check() {
	try "$1 is read back" "$legwork" info --json "$1"
	[ -d "$NODE_PATH/gltf-validator" ] && try "$1 is valid" node tests/validate/validate.mjs "$@"
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
	walk "$data/fox_khronos.glb" fox_walk.glb --clip Walk
	walk "$data/horse_quaternius.glb" horse_walk.glb --clip Walk --idle Idle
	walk "$data/cesium_man.gltf" cesium_walk.glb
	walk "$data/spider_m2m.glb" spider_walk.glb --clip Walk --with-terrain --terrain-sample hills
else
	echo "SKIPPED: ../shared/data is absent"
fi
try_done
