#!/usr/bin/env bash
# tests/bench/load_while_drawing.sh [BUILD] [MODEL.vrm ...]: does a window stutter while others bring heavy models?
#
# Draws a room in software at 640 x 360, has a bot bring each model in turn (without any: two generated ones
# of 60 and 40 MB with 4K pictures), and prints what frames cost and how many came 50 ms later than the median. Shaders
# are compiled before, by a first run whose figures are thrown away; software GL compiles once more, for some 0.4 s, when
# a process draws its first large texture, so one late frame is that. Load times are lead-bench's:
#   LEAD_BENCH_MODEL=FILE BUILD/bin/lead-bench --benchmark_filter=Load
set -eu

repository=$(cd "$(dirname "$0")/../.." && pwd)
build=$repository/build/release
if [ $# -gt 0 ] && [ -d "$1" ]; then
  build=$(cd "$1" && pwd)
  shift
fi
work=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; wait; rm -rf "$work"' EXIT

if [ $# -eq 0 ]; then
  ninja -C "$build" lead_big_model >/dev/null
  "$build/bin/lead-big-model" "$work/big.vrm"
  "$build/bin/lead-big-model" "$work/other.vrm" 2
  set -- "$work/big.vrm" "$work/other.vrm"
fi

for run in warm measured; do
  port=$((7500 + RANDOM % 400))
  "$build/bin/lead-server" --listen "127.0.0.1:$port" --data "$work/data-$run" >"$work/server.log" 2>&1 &
  server=$!
  pids=("$server")
  XDG_CACHE_HOME=$work/cache-$run "$repository/scripts/with-xvfb.sh" "$build/bin/lead-desktop" --server "127.0.0.1:$port" --headless --hide-panel \
    --size 640x360 --stats --frames 1500 >"$work/desktop.log" 2>"$work/desktop.err" &
  desktop=$!
  pids+=("$desktop")
  sleep 6
  for model in "$@"; do
    "$build/bin/lead-tool" bot --server "127.0.0.1:$port" --avatar "$model" --lead none --duration 60 \
      >/dev/null 2>"$work/bot.log" &
    pids+=("$!")
    sleep 12
  done
  wait "$desktop" || { cat "$work/desktop.err"; exit 1; }
  kill "${pids[@]}" 2>/dev/null || true
  wait
done
cat "$work/desktop.log"
