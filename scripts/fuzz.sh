#!/usr/bin/env bash
# Fuzzes the readers of .vrm and .vrma files (libFuzzer, ASan, UBSan; clang-14).
#
#   scripts/fuzz.sh [MINUTES]    10 by default, half of them each; the corpus grows in build/fuzz/corpus
#
# A file that crashes, hangs (over 60 s) or takes too much memory is kept in build/fuzz/found: make it a test.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ "${1:-}" = --help ] || [ "${1:-}" = -h ]; then
  sed -n '2,6s/^# \{0,1\}//p' "$0"
  exit 0
fi
minutes=${1:-10}
build=${LEAD_FUZZ_BUILD:-build/fuzz}

if ! command -v clang++-14 >/dev/null; then
  echo "fuzz.sh needs clang-14: sudo apt-get install clang-14" >&2
  exit 1
fi
[ -f "$build/build.ninja" ] || cmake --preset fuzz -B "$build"
ninja -C "$build" fuzz_model fuzz_motions fuzz_seeds

mkdir -p "$build"/corpus/{model,motions} "$build"/seeds/{model,motions} "$build"/found
"$build/bin/fuzz_seeds" "$build/seeds/model"
models=../shared/models
if [ -d "$models" ]; then
  find "$models" -name '*.vrm' -size -700k -exec cp -u {} "$build/seeds/model" \;
  find "$models" \( -name '*.vrma' -o -name '*.glb' -o -name '*.gltf' \) -size -700k -exec cp -u {} "$build/seeds/motions" \;
fi
cp -u "$build/seeds/model/mannequin.vrm" "$build/seeds/motions"

export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=0 UBSAN_OPTIONS=print_stacktrace=1
for what in model motions; do
  nice -n 19 "$build/bin/fuzz_$what" "$build/corpus/$what" "$build/seeds/$what" \
    -max_total_time=$((minutes * 30)) -timeout=60 -malloc_limit_mb=600 -rss_limit_mb=3000 -max_len=1000000 \
    -artifact_prefix="$build/found/$what-" -print_final_stats=1 -verbosity=0 ||
    { echo "fuzz_$what found something: see $build/found" >&2; exit 1; }
done
