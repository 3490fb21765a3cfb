#!/bin/bash
# Runs every libFuzzer target of a build folder, sharing the seconds: tests/fuzz/run.sh [BUILD [SECONDS]].
# Seeds: tests/fuzz/corpus/<target>, tests/formats, built-in samples. Last line: "N passed, N failed".
set -u
cd "$(dirname "$0")/../.."
build=${1:-build/fuzz}
seconds=${2:-60}
passed=0 failed=0
mapfile -t targets < <(find "$build" -maxdepth 2 -type f -perm -u+x -name 'fuzz*' ! -name '*.*' | sort)
if [ ${#targets[@]} = 0 ]; then
	echo "no fuzz target in $build"
	echo "0 passed, 1 failed"
	exit 1
fi
for target in "${targets[@]}"; do
	name=$(basename "$target")
	grown=build/fuzz_corpus/$name
	mkdir -p "$grown"
	seeds=("$grown")
	for folder in "tests/fuzz/corpus/$name" tests/fuzz/corpus tests/formats; do
		[ -d "$folder" ] && seeds+=("$folder")
	done
	if [ ${#seeds[@]} = 1 ] && [ -x "$build/legwork" ]; then
		"$build/legwork" sample creature hexapod --detail 0.4 --no-clips -q -o "$grown/seed_creature.glb"
		"$build/legwork" sample terrain stairs -q -o "$grown/seed_terrain.glb"
	fi
	if "$target" -max_total_time=$((seconds / ${#targets[@]})) -timeout=10 -rss_limit_mb=2048 -artifact_prefix="$grown/bad_" \
		"${seeds[@]}" >"$grown.log" 2>&1; then
		passed=$((passed + 1))
		tail -n 2 "$grown.log"
	else
		failed=$((failed + 1))
		echo "FAILED: $name; input in $grown"
		tail -n 30 "$grown.log"
	fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
