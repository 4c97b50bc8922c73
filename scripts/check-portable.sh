#!/usr/bin/env bash
# A browser client will share parts of common/: they have to compile with clang 14 and libc++ 14 (compile only).
set -euo pipefail
cd "$(dirname "$0")/.."
rooms=(math rig vrm motion lead wire character token scenario storyboard)
mapfile -t sources < <(for room in "${rooms[@]}"; do find "common/$room" -name '*.cpp'; done | sort)
printf '%s\n' "${sources[@]}" | xargs -P "$(nproc)" -I{} \
  clang++-14 -std=c++20 -stdlib=libc++ -fsyntax-only -Wall -Wextra -Werror -Icommon $(pkg-config --cflags-only-I stb) {}
echo "portable: ${#sources[@]} files of common compile with clang 14 and libc++ 14"
