#!/usr/bin/env bash
# Makes results/ anew with three-vrm in Node: tests/reference/three-vrm/update.sh [BUILD_FOLDER]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$(realpath -m "${1:-$here/../../../build/release}")
cd "$here"
models=../../../../shared/models

if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
  echo "update: needs Node.js 18 or newer with npm (apt-get install nodejs npm)" >&2
  exit 1
fi
if [ ! -d "$models" ]; then
  echo "update: no shared models at $models" >&2
  exit 1
fi
cmake --build "$build" --target reference_models
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
"$build/bin/reference_models" "$made"
npm ci --silent --no-audit --no-fund
node reference.js "$models" "$made"
