#!/usr/bin/env bash
# What a crowd costs the server: its own CPU, apart from the bots', and what it says of its ticks.
# tests/bench/load.sh [--rate BITS] [--snapshot-rate N] [--seconds N] [--yielding] LEADERS SPECTATORS [-- bot options]
# LEADERS each bring an avatar and lead it in a circle, side by side; nothing is asserted: bots share the machine. With
# "-- --skim" they acknowledge snapshots unread, once they lead: a crowd that could not read all that it is sent. With
# --yielding the bots leave the server the cores it wants, as clients on machines of their own would.
set -euo pipefail
cd "$(dirname "$0")/../.."
bin=${LEAD_BIN:-build/release/bin}
rate=1000000 snapshots=30 seconds=20 port=${LEAD_PORT:-7590} yielding=
while [[ ${1:-} == --* ]]; do
  case $1 in
    --yielding) yielding=1; shift; continue ;;
    --rate) rate=$2 ;;
    --snapshot-rate) snapshots=$2 ;;
    --seconds) seconds=$2 ;;
    *) echo "load.sh: there is no option $1" >&2; exit 2 ;;
  esac
  shift 2
done
if [ $# -lt 2 ]; then sed -n '3,6s/^# //p' "$0" >&2; exit 2; fi
leaders=$1 spectators=$2
shift 2
[ "${1:-}" != -- ] || shift
ramp=$(((leaders + spectators) / 40 + 1)) settle=5

work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$work"' EXIT
"$bin/lead-server" --listen 127.0.0.1:"$port" --data "$work/data" --max-participants 4000 --max-avatars 1000 \
  --max-per-address 4000 --join-rate 1000 --call-rate 10000 --client-rate "$rate" --snapshot-rate "$snapshots" \
  --log-stats "$seconds" >"$work/server.log" 2>&1 &
server=$!
for _ in $(seq 100); do "$bin/lead-server" --probe 127.0.0.1:"$port" >/dev/null 2>&1 && break; sleep 0.1; done

avatar=(--avatar mannequin --lead own --draw 0)
"$bin/lead-tool" bot --server 127.0.0.1:"$port" --count "$leaders" --spectators "$spectators" --path circle "${avatar[@]}" \
  --ramp "$ramp" --settle "$settle" --duration $((settle + 2 * seconds + 2)) --json "$work/bots.json" "$@" >"$work/bots.log" 2>&1 &
bots=$!

cpu() { awk '{print $14 + $15}' "/proc/$server/stat"; }
sleep $((ramp + settle))
# Only now: who is starved while all come would lose the hands that he leads by.
[ -z "$yielding" ] || renice -n 19 $(ls "/proc/$bots/task") >/dev/null
reports() { grep -c ' stats: ' "$work/server.log" || true; }
until_report() { local seen; seen=$(reports); while [ "$(reports)" -eq "$seen" ] && kill -0 $bots 2>/dev/null; do sleep 0.05; done; }
until_report
from=$(cpu) begun=$(date +%s.%N)
until_report  # of the period in between
to=$(cpu) ended=$(date +%s.%N)
line=$(grep ' stats: ' "$work/server.log" | tail -n 1)
wait $bots || tail -n 3 "$work/bots.log" >&2

tick=$(getconf CLK_TCK)
echo "$leaders leaders, $spectators spectators, $snapshots snapshots a second, $rate bit/s a client"
awk -v a="$from" -v b="$to" -v s="$begun" -v e="$ended" -v hz="$tick" \
  'BEGIN { printf "server cores        %.3f\n", (b - a) / hz / (e - s) }'
field() { sed -E "s/.*\| $1 ([^|]*) \|.*/\1/" <<<"$line"; }
for each in "tick lateness" "tick duration" "tick to sent" "input to broadcast"; do
  printf '%-19s %s\n' "$each" "$(field "$each")"
done
jq -r 'def text: if type == "object" then del(.count) | to_entries | map("\(.key) \(.value * 100 | round / 100)") | join(" ") else . end;
  to_entries[] | select(.key | IN("botCores", "receivedWireBytesPerSecond", "lossPercent", "paths", "snapshotAge", "inputToSnapshot"))
  | "\((.key + " " * 19)[:19]) \(.value | text)"' "$work/bots.json"
