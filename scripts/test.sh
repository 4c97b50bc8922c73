#!/usr/bin/env bash
# Installs what is needed, builds everything and runs the tests.
#
#   scripts/test.sh              release build, all tests but soak
#   scripts/test.sh --sanitize   the same under ASan+UBSan, then the tests without a window under TSan
#   scripts/test.sh -L unit      any ctest options
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1:-}" = --help ] || [ "${1:-}" = -h ]; then
  sed -n '2,6s/^# \{0,1\}//p' "$0"
  exit 0
fi
sanitize=
if [ "${1:-}" = --sanitize ]; then
  sanitize=1
  shift
fi

scripts/setup.sh

# One cache of compiled shaders for all tests: a cold one costs about a second a material and program.
export MESA_SHADER_CACHE_DIR=${MESA_SHADER_CACHE_DIR:-$PWD/build/shader-cache}
mkdir -p "$MESA_SHADER_CACHE_DIR"

run() {
  local preset=$1
  shift
  scripts/build.sh "$preset"
  ctest --preset "$preset" -LE soak "$@"
}

if [ -z "$sanitize" ]; then
  run release "$@"
  exit
fi
suppressions=$PWD/tests/sanitizers
export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1${ASAN_OPTIONS:+:$ASAN_OPTIONS}
export LSAN_OPTIONS=suppressions=$suppressions/lsan.supp:print_suppressions=0
export UBSAN_OPTIONS=print_stacktrace=1
# Debian's gRPC is not instrumented: what happens inside it alone is not ours to judge.
export TSAN_OPTIONS=ignore_noninstrumented_modules=1:suppressions=$suppressions/tsan.supp:second_deadlock_stack=1
run asan "$@"
run tsan "$@"
