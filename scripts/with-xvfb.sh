#!/usr/bin/env bash
# Runs a command with a virtual display of its own: scripts/with-xvfb.sh COMMAND [ARGUMENT ...]
#
# Starts Xvfb on a free display, draws in software, keeps compiled shaders in a cache, ends Xvfb whatever happens and
# exits as the command did. Several may run at once. Unlike xvfb-run it needs no xauth.
# LEAD_XVFB_SCREEN: size and depth of the screen (1280x800x24).
set -u

if [ $# -eq 0 ]; then
  echo "usage: ${0##*/} COMMAND [ARGUMENT ...]" >&2
  exit 2
fi
if ! command -v Xvfb >/dev/null; then
  echo "${0##*/}: Xvfb is missing: apt-get install xvfb, or run scripts/setup.sh" >&2
  exit 127
fi

work=$(mktemp -d)
xvfb=
command=
finish() {
  [ -n "$command" ] && kill "$command" 2>/dev/null
  if [ -n "$xvfb" ]; then
    kill "$xvfb" 2>/dev/null
    wait "$xvfb" 2>/dev/null
  fi
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

mkfifo "$work/display"
# A killed wrapper (a test that timed out) can't clean up: let the kernel end Xvfb with it.
tie=
setpriv --pdeathsig TERM true 2>/dev/null && tie="setpriv --pdeathsig TERM"
$tie Xvfb -displayfd 3 -screen 0 "${LEAD_XVFB_SCREEN:-1280x800x24}" -nolisten tcp -noreset \
  3<>"$work/display" >"$work/log" 2>&1 &
xvfb=$!
# Opened both ways, so that an Xvfb that dies doesn't leave us waiting for a writer.
exec 4<>"$work/display"
if ! read -r -t 30 number <&4; then
  echo "${0##*/}: Xvfb didn't start:" >&2
  cat "$work/log" >&2
  exit 1
fi
exec 4<&-

export DISPLAY=":$number"
export LIBGL_ALWAYS_SOFTWARE=1
export MESA_SHADER_CACHE_DIR="${MESA_SHADER_CACHE_DIR:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/lead-mesa}"
mkdir -p "$MESA_SHADER_CACHE_DIR" 2>/dev/null || export MESA_SHADER_CACHE_DIR="$work"

# In the background, so that a signal ends both at once; the command keeps our standard input.
"$@" <&0 &
command=$!
wait "$command"
status=$?
command=
exit $status
