#!/usr/bin/env bash
# How many times faster one led avatar's step + evaluate is than the same in three.js: both in one run, in turns, on one
# core. Figures differ from machine to machine, and with what else it does; the ratio hardly.
#   tests/bench/compare.sh [BUILD_FOLDER] [TURNS]
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${1:-build/release}
turns=${2:-5}
bench=$build/bin/lead-bench
three=tests/bench/three

if ! command -v node >/dev/null; then
  echo "compare: node is missing; this comparison needs Node.js 18 or newer with npm (apt-get install nodejs npm)" >&2
  exit 1
fi
if [ ! -x "$bench" ]; then
  echo "compare: $bench is missing: cmake --preset release && cmake --build --preset release --target lead_bench" >&2
  exit 1
fi
if [ ! -d $three/node_modules/three ]; then
  if ! command -v npm >/dev/null || ! npm ci --silent --no-audit --no-fund --prefix $three; then
    echo "compare: three.js is missing and could not be fetched: cd $three && npm ci" >&2
    exit 1
  fi
fi

pin=()
if command -v taskset >/dev/null; then
  pin=(taskset -c "$(taskset -cp $$ | sed 's/.*[:,-] *//')")  # the last core that we may use
fi

# Standard input: numbers, one a line.
median() {
  sort -g | awk '{ a[NR] = $1 } END { print NR % 2 ? a[(NR + 1) / 2] : (a[NR / 2] + a[NR / 2 + 1]) / 2 }'
}

lead_once() {
  "${pin[@]}" "$bench" --benchmark_filter='^StepAndEvaluate/avatars:1$' --benchmark_min_time=1 --benchmark_format=json 2>/dev/null |
    node -e 'const [b] = JSON.parse(require("fs").readFileSync(0)).benchmarks; console.log(b.cpu_time / 1000)'
}
three_once() {
  "${pin[@]}" node $three/bench.js --avatars=1 --seconds=1.5 |
    node -e 'console.log(JSON.parse(require("fs").readFileSync(0)).microsecondsPerAvatarFrame[1])'
}

lead=()
js=()
for ((turn = 1; turn <= turns; ++turn)); do
  lead+=("$(lead_once)")
  js+=("$(three_once)")
  printf 'turn %d: lead %.2f µs, three.js %.2f µs\n' "$turn" "${lead[-1]}" "${js[-1]}"
done
awk -v lead="$(printf '%s\n' "${lead[@]}" | median)" -v js="$(printf '%s\n' "${js[@]}" | median)" 'BEGIN {
  printf "median of an avatar a tick: lead %.2f µs, three.js %.2f µs; lead is %.1f times as fast\n", lead, js, js / lead }'
