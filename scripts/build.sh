#!/usr/bin/env bash
# Configures and builds a preset: scripts/build.sh [release|debug|asan|tsan] [ninja targets...]
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:-release}
shift || true
options=()
[ -n "${CI:-}" ] && options+=(-DLEAD_WERROR=ON)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! cmake --preset "$preset" "${options[@]}" >"$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi
exec cmake --build --preset "$preset" ${1:+--target "$@"}
