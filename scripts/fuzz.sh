#!/usr/bin/env bash
# Fuzzes what reads bytes from outside: files, datagrams and messages (libFuzzer, ASan, UBSan; clang-14).
#
#   scripts/fuzz.sh [MINUTES] [TARGET...]    10 minutes by default, shared by the targets: model motions
#                                            datagrams snapshots inputs messages; the corpus grows in
#                                            build/fuzz/corpus
#
# What crashes, hangs (over 60 s) or takes too much memory is kept in build/fuzz/found: make it a test.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ "${1:-}" = --help ] || [ "${1:-}" = -h ]; then
  sed -n '2,8s/^# \{0,1\}//p' "$0"
  exit 0
fi
minutes=${1:-10}
shift || true
all=(model motions datagrams snapshots inputs messages)
targets=("$@")
[ $# -gt 0 ] || targets=("${all[@]}")
for what in "${targets[@]}"; do
  [[ " ${all[*]} " == *" $what "* ]] || { echo "fuzz.sh: there is no target $what; there are: ${all[*]}" >&2; exit 2; }
done
build=${LEAD_FUZZ_BUILD:-build/fuzz}

if ! command -v clang++-14 >/dev/null; then
  echo "fuzz.sh needs clang-14: sudo apt-get install clang-14" >&2
  exit 1
fi
[ -f "$build/build.ninja" ] || cmake --preset fuzz -B "$build"
ninja -C "$build" fuzz_seeds fuzz_wire_seeds "${targets[@]/#/fuzz_}"

for what in "${all[@]}"; do mkdir -p "$build/corpus/$what" "$build/seeds/$what"; done
mkdir -p "$build/found"
"$build/bin/fuzz_seeds" "$build/seeds/model"
"$build/bin/fuzz_wire_seeds" "$build/seeds"
models=../shared/models
if [ -d "$models" ]; then
  find "$models" -name '*.vrm' -size -700k -exec cp -u {} "$build/seeds/model" \;
  find "$models" \( -name '*.vrma' -o -name '*.glb' -o -name '*.gltf' \) -size -700k -exec cp -u {} "$build/seeds/motions" \;
fi
cp -u "$build/seeds/model/mannequin.vrm" "$build/seeds/motions"

# Longest input, and most memory of one allocation in MB.
limits() {
  case $1 in
    model | motions) echo 1000000 600 ;;
    messages) echo 20000 300 ;;
    *) echo 8192 300 ;;
  esac
}

export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=0 UBSAN_OPTIONS=print_stacktrace=1
for what in "${targets[@]}"; do
  read -r longest memory < <(limits "$what")
  nice -n 19 "$build/bin/fuzz_$what" "$build/corpus/$what" "$build/seeds/$what" \
    -max_total_time=$((minutes * 60 / ${#targets[@]})) -timeout=60 -malloc_limit_mb="$memory" -rss_limit_mb=3000 \
    -max_len="$longest" -artifact_prefix="$build/found/$what-" -print_final_stats=1 -verbosity=0 ||
    { echo "fuzz_$what found something: see $build/found" >&2; exit 1; }
done
