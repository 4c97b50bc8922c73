#!/usr/bin/env bash
# People come and go, some are cut off, some are killed, all over a bad link: the server's memory has to stay flat, and
# nobody else may notice. Best with programs built under asan.
# soak.sh [--minutes M | --seconds S] [--seed N]      LEAD_BIN=build/asan/bin to choose the programs
set -euo pipefail
cd "$(dirname "$0")/../../.."
bin=${LEAD_BIN:-build/release/bin}
seconds=60 seed=1
while [ $# -gt 0 ]; do
  case $1 in
    --minutes) seconds=$(($2 * 60)) ;;
    --seconds) seconds=$2 ;;
    --seed) seed=$2 ;;
    *) sed -n '2,4s/^# //p' "$0" >&2; exit 2 ;;
  esac
  shift 2
done
RANDOM=$seed
export ASAN_OPTIONS=${ASAN_OPTIONS:-quarantine_size_mb=8:malloc_context_size=5}

work=$(mktemp -d)
declare -A born=()
server= relay= steady=
finish() {
  trap - EXIT
  kill -9 $server $relay $steady "${!born[@]}" 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT
port=$((20000 + RANDOM % 10000))
fail() { echo "soak: $*" >&2; tail -n 40 "$work/server.log" >&2; exit 1; }

"$bin/lead-server" --listen 127.0.0.1:$port --data "$work/data" --max-avatars 256 --log-stats 30 >"$work/server.log" 2>&1 &
server=$!
for _ in $(seq 200); do "$bin/lead-server" --probe 127.0.0.1:$port >/dev/null 2>&1 && break; sleep 0.1; done
"$bin/lead-tool" link --listen $((port + 1)) --to 127.0.0.1:$port --loss 5 --delay 50 --jitter 30 --reorder 2 --duplicate 2 \
  --seed "$seed" >"$work/link.log" 2>&1 &
relay=$!
disown $relay
# Two that nothing befalls: what they see is looked at in the end.
"$bin/lead-tool" bot --server 127.0.0.1:$port --name steady --count 1 --spectators 1 --path circle --duration "$seconds" \
  --expect-distance 1 >"$work/steady.log" 2>&1 &
steady=$!

come() {
  local number=$1 leaders=$((1 + RANDOM % 3)) spectators=$((RANDOM % 3)) over=$port
  [ $((RANDOM % 2)) -eq 0 ] || over=$((port + 1))
  local options=(--server 127.0.0.1:$over --name "g$number" --count $leaders --spectators $spectators --path circle
    --duration $((3 + RANDOM % 15)) --seed "$number" --wait 20)
  [ $((RANDOM % 3)) -eq 0 ] || options+=(--avatar mannequin --lead own)
  "$bin/lead-tool" bot "${options[@]}" >"$work/bot.log" 2>&1 &
  born[$!]=1
  disown $!  # or the shell reports each that is killed
}

samples=() number=0 killed=0
ends=$((SECONDS + seconds))
while [ $SECONDS -lt $ends ]; do
  kill -0 $server 2>/dev/null || fail "the server is gone"
  for pid in "${!born[@]}"; do
    kill -0 "$pid" 2>/dev/null || unset "born[$pid]"
  done
  if [ ${#born[@]} -lt 6 ]; then number=$((number + 1)); come $number; fi
  if [ $((RANDOM % 4)) -eq 0 ] && [ ${#born[@]} -gt 3 ]; then
    victims=("${!born[@]}")
    kill -9 "${victims[RANDOM % ${#victims[@]}]}" 2>/dev/null && killed=$((killed + 1))
  fi
  samples+=("$(awk '/VmRSS/ {print $2}' /proc/$server/status)")
  sleep 1
done
wait $steady || fail "the steady pair did not come to its end: $(tail -n 1 "$work/steady.log")"
for pid in "${!born[@]}"; do kill -9 "$pid" 2>/dev/null || true; done
grep ' stats: ' "$work/server.log" | tail -n 1 | cut -d: -f4- || true
kill -INT $server
code=0
wait $server || code=$?
[ $code -eq 0 ] || fail "the server ended with code $code"
grep -q 'ERROR: .*Sanitizer\|runtime error' "$work/server.log" && fail "the server was reported"
server=

printf '%s\n' "${samples[@]}" | awk -v groups=$number -v killed=$killed '
  { rss[NR] = $1 }
  END {
    third = int(NR / 3)
    for (i = 1; i <= third; ++i) { a += rss[i]; b += rss[third + i]; c += rss[NR - third + i] }
    printf "groups %d, killed %d; server memory, means of thirds: %.1f %.1f %.1f MB\n", groups, killed, a / third / 1024, b / third / 1024, c / third / 1024
    exit c > b * 1.1 + third * 4096
  }' || fail "the server's memory grows"
if grep -E 'lost .* hand|is back in|trying again' "$work/steady.log" >&2; then fail "the steady pair noticed"; fi
echo "steady pair: $(grep ' at ' "$work/steady.log" | tail -n 1 | sed 's/.* at /led /'), undisturbed"
