#!/usr/bin/env bash
# Captures a session with tshark and shows that nothing on UDP can be read: `scripts/check-udp.sh [BUILD_FOLDER]`.
# tshark is optional (Debian package tshark) and needs root to capture; without it this says so and does nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=${1:-build/release}/bin

if ! command -v tshark >/dev/null; then
  echo "check-udp: skipped, there is no tshark (apt-get install tshark)"
  exit 0
fi
if [ "$(id -u)" -ne 0 ]; then
  echo "check-udp: skipped, only root may capture"
  exit 0
fi

work=$(mktemp -d)
started=()
touch "$work/server" "$work/tshark"
finish() {
  for pid in "${started[@]}"; do kill -INT "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

name=readable-witness # of the bots: the check of TCP below has to find it
timeout 120 "$bin/lead-server" --listen 127.0.0.1:0 --data "$work/data" >"$work/server" 2>&1 & started+=($!)
for _ in $(seq 100); do grep -q 'listening on' "$work/server" && break; sleep 0.1; done
address=$(sed -n 's/^listening on //p' "$work/server")
port=${address##*:}
timeout 120 tshark -q -i lo -f "port $port" -w "$work/capture" >"$work/tshark" 2>&1 & started+=($!)
for _ in $(seq 100); do grep -q 'Capturing on' "$work/tshark" && break; sleep 0.1; done
sleep 1
timeout 60 "$bin/lead-tool" bot --server "$address" --name "$name" --count 2 --avatar mannequin --lead own --duration 8 \
  --json "$work/bots" >"$work/bot" 2>&1
sleep 1
kill -INT "${started[1]}"
wait "${started[1]}" 2>/dev/null || true

# One line of hex for each datagram, and for each piece of TCP.
tshark -r "$work/capture" -d "udp.port==$port,data" -Y udp -T fields -e udp.payload 2>/dev/null | tr -d : >"$work/udp"
tshark -r "$work/capture" -Y tcp.payload -T fields -e tcp.payload 2>/dev/null | tr -d : >"$work/tcp"

perl - "$work/udp" "$work/tcp" "$name" <<'PERL'
use strict; use warnings; use Compress::Zlib;
my ($udp, $tcp, $name) = @ARGV;
sub lines { open my $in, '<', $_[0] or die $!; my @l = grep { length } map { chomp; pack 'H*', $_ } <$in>; @l }
sub fail { print "check-udp: FAILED: $_[0]\n"; exit 1 }
my @udp = lines($udp); my @tcp = lines($tcp);
fail("only " . @udp . " datagrams were captured") if @udp < 200;
my @known = ($name, 'lobby', 'Lead Mannequin');
for my $word (@known) {  # the check can find what is there
  fail("\"$word\" isn't even in the plaintext TCP") unless grep { index($_, $word) >= 0 } @tcp;
  fail("\"$word\" can be read in a datagram") if grep { index($_, $word) >= 0 } @udp;
}
# Behind the session's number and the sequence (12 bytes) nothing must show a pattern.
my ($all, $twice, %blocks) = ('', 0);
for my $datagram (@udp) {
  fail("a datagram of " . length($datagram) . " bytes") if length $datagram > 1200;
  my $sealed = substr $datagram, 12;
  $all .= $sealed;
  for (my $at = 0; $at + 8 <= length $sealed; $at += 8) { $twice++ if $blocks{substr $sealed, $at, 8}++ }
}
fail("$twice blocks of 8 bytes occur more than once") if $twice > 0;
my $packed = length Compress::Zlib::memGzip($all);
fail("what is sealed can be compressed from " . length($all) . " to $packed bytes") if $packed < 0.99 * length $all;
my $plain = join '', @tcp;
printf "check-udp: good: %d datagrams, %d sealed bytes: no known word, no 8 bytes twice, gzip leaves %.1f%% (of the plaintext TCP %.1f%%)\n",
  scalar @udp, length $all, 100 * $packed / length $all, 100 * length(Compress::Zlib::memGzip($plain)) / length $plain;
PERL
