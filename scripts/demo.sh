#!/usr/bin/env bash
# Shows what Lead is: a server, two bots that lead two avatars (one of them past the other), and the desktop client, in
# which you can take a hand. Installs and builds what is needed.
#
# With a display and a terminal: a window that stays until you close it. Without, or with --headless: runs under Xvfb
# for ten seconds, leaves pictures in demo/ and ends.
set -euo pipefail
cd "$(dirname "$0")/.."

headless=
case "${1:-}" in
  --headless) headless=1 ;;
  --help | -h) sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 0 ;;
  "") ;;
  *) echo "demo: unknown option $1; see --help" >&2; exit 2 ;;
esac
[ -n "${DISPLAY:-}" ] && [ -t 0 ] || headless=1

scripts/setup.sh
echo "demo: building (minutes the first time)…"
scripts/build.sh release lead-server lead-desktop lead-tool

bin=$PWD/build/release/bin
work=$(mktemp -d)
pids=()
finish() {
  status=$?
  trap - EXIT INT TERM
  for pid in "${pids[@]}"; do kill -TERM "$pid" 2>/dev/null || true; done
  for pid in "${pids[@]}"; do wait "$pid" 2>/dev/null || true; done
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

"$bin/lead-server" --listen 127.0.0.1:0 --data "$work/assets" --room demo >"$work/server.log" 2>&1 &
pids+=($!)
address=
for _ in $(seq 100); do
  address=$(sed -n 's/.*listening on \([0-9.:]*\).*/\1/p' "$work/server.log" | head -n 1)
  [ -n "$address" ] && break
  kill -0 "${pids[0]}" 2>/dev/null || { cat "$work/server.log" >&2; exit 1; }
  sleep 0.1
done
[ -n "$address" ] || { echo "demo: the server did not start:" >&2; cat "$work/server.log" >&2; exit 1; }
echo "demo: server on $address, room demo"

# A model that is not ours, if there is one at hand, so that the two look different.
second=mannequin
[ -f ../shared/models/vrm0/godette_v4.vrm ] && second=../shared/models/vrm0/godette_v4.vrm

seconds=${LEAD_DEMO_SECONDS:-$([ -n "$headless" ] && echo 60 || echo 3600)}
bot() {
  local name=$1
  shift
  "$bin/lead-tool" bot --server "$address" --room demo --name "$name" --duration "$seconds" "$@" \
    >"$work/$name.log" 2>&1 &
  pids+=($!)
}
bot Circe --lead own --avatar mannequin --hand left --path circle
bot Orion --lead own --avatar "$second" --hand right --path figure8

desktop=("$bin/lead-desktop" --server "$address" --room demo --name You)
if [ -z "$headless" ]; then
  echo "demo: take a hand by its sphere; close the window to end"
  "${desktop[@]}" || true
else
  rm -rf demo
  mkdir -p demo
  cat >"$work/demo.script" <<'SCRIPT'
0.0 camera 25 16 6.6 0.3 0.8 0.9
0.4 screenshot demo/01.png
1.4 point 1 left
1.4 down
1.5 glide 230 500 2.5
2.2 screenshot demo/02.png
3.2 screenshot demo/03.png
4.4 screenshot demo/04.png
4.6 up
5.6 screenshot demo/05.png
6.6 screenshot demo/06.png
7.6 screenshot demo/07.png
8.6 screenshot demo/08.png
9.0 key-down f1
9.7 screenshot demo/09.png
9.8 print
10.0 sheet demo/sheet.png 3
10.1 quit
SCRIPT
  scripts/with-xvfb.sh "${desktop[@]}" --headless --hide-panel --size 800x560 --script "$work/demo.script" >"$work/desktop.log" 2>&1 || {
    cat "$work/desktop.log" "$work/server.log" >&2
    exit 1
  }
fi

echo "demo: what happened"
for log in "$work"/Circe.log "$work"/Orion.log "$work"/desktop.log; do
  [ -f "$log" ] || continue
  sed "s/^/  $(basename "$log" .log): /" "$log" | cut -c1-160 | tail -n 8
done
[ -z "$headless" ] || echo "demo: pictures in demo/, all together in demo/sheet.png"
