#!/usr/bin/env bash
# Installs the Debian 12 packages that Lead is built, run and tested with. Quiet when nothing is to do.
set -euo pipefail

packages=(
  # build
  cmake ninja-build g++ pkg-config ccache
  # libraries
  libasio-dev libgrpc++-dev libprotobuf-dev protobuf-compiler protobuf-compiler-grpc
  libtinygltf-dev nlohmann-json3-dev libpugixml-dev libstb-dev libpng-dev libjpeg-dev libglm-dev
  libfilament-dev libfilament-tools libsdl2-dev libimgui-dev libx11-dev libgl-dev
  libsodium-dev libssl-dev openssl ca-certificates libspdlog-dev libfmt-dev libcli11-dev libtomlplusplus-dev
  # a display without a screen, software GL, letters
  xvfb libgl1-mesa-dri libgl1 libglx-mesa0 fonts-dejavu-core
  # tests
  libgtest-dev libgmock-dev libbenchmark-dev libenet-dev xdotool procps librsvg2-bin jq
  # the check that common/ stays portable (.ci/run)
  clang-14 libc++-14-dev libc++abi-14-dev
)

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$(id -u)" -eq 0 ]; then
  as_root=()
elif command -v sudo >/dev/null; then
  as_root=(sudo)
else
  echo "setup: run this as root, or install sudo: packages are missing: ${missing[*]}" >&2
  exit 1
fi

echo "setup: installing ${#missing[@]} packages: ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { "${as_root[@]}" apt-get update && DEBIAN_FRONTEND=noninteractive "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
       apt-get install -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
  tail -n 20 "$log" >&2
  echo "setup: apt-get failed; is this Debian 12 with its package sources reachable?" >&2
  exit 1
fi
