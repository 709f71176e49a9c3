#!/bin/sh
# usage: screens.sh FUSEBOX SOURCE_ROOT FAKE_NVRTC FAKE_DRIVER ALPHABETS
# Plays each script of keys at several sizes and compares the screens with those on record in tests/golden/screens, by
# what screens.sed leaves of both. ALPHABETS (alphabets.c) compares those in ASCII with those in UTF-8; where its glyphs
# are wider, so that texts move, some are on record, too. Kernels are compiled and timed by stand-ins, so that PTX,
# machine code and times are the same everywhere. With GOLDEN_UPDATE=1 in the environment it records the screens anew:
# look at the difference before committing it.
set -u
usage='usage: screens.sh FUSEBOX SOURCE_ROOT FAKE_NVRTC FAKE_DRIVER ALPHABETS'
fusebox=${1:?$usage}
root=${2:?$usage}
fusebox=$(cd "$(dirname "$fusebox")" && pwd)/$(basename "$fusebox")
FUSEBOX_NVRTC=$(cd "$(dirname "${3:?$usage}")" && pwd)/$(basename "$3")
FUSEBOX_DRIVER=$(cd "$(dirname "${4:?$usage}")" && pwd)/$(basename "$4")
FUSEBOX_NVDISASM=$(cd "$root" && pwd)/tests/golden/nvdisasm
alphabets=$(cd "$(dirname "${5:?$usage}")" && pwd)/$(basename "$5")
screens=$root/tests/golden/screens
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export FUSEBOX_DRIVER FUSEBOX_CUPTI=0 FAKE_ANY=0.5
export FUSEBOX_CLOCK=1795280400 TZ=UTC0 # the date of what is kept, as on record
export FUSEBOX_NVRTC FUSEBOX_NVDISASM FUSEBOX_STATE="$work" FUSEBOX_CONFIG="$work" FUSEBOX_CACHE="$work"
failed=0
cd "$root" || exit 1

. tests/golden/compare.sh

# draw FILE OPTION...: the screens of $keys at $size, of the graph and with the options that $graph has
draw() {
  file=$1
  shift
  # shellcheck disable=SC2086 # one word per argument
  "$fusebox" $graph --script "tests/golden/$keys.keys" --dump-screen "$size" "$@" >"$file" && return
  echo "$keys at $size: failed"
  failed=1
  return 1
}

# on_record NAME FILE
on_record() {
  same "$screens/$1.txt" "$2" && return
  echo "$1: differs from the screen on record (GOLDEN_UPDATE=1 records it anew)"
  failed=1
}

# play KEYS "SIZE..." GRAPH [ARGUMENT...]: a size followed by '+' is on record in ASCII, too
play() {
  keys=$1 sizes=$2
  shift 2
  graph=$*
  for size in $sizes; do
    ascii_on_record=
    case $size in *+) size=${size%+} ascii_on_record=1 ;; esac
    draw "$work/utf8" && draw "$work/ascii" --ascii || continue
    on_record "$keys-$size" "$work/utf8"
    [ "$ascii_on_record" ] && on_record "$keys-$size-ascii" "$work/ascii"
    "$alphabets" "$work/utf8" "$work/ascii" && continue
    echo "$keys at $size: in ASCII it is another screen"
    failed=1
  done
}

# At 300x100 each pane, tab and list is on record once (test_views.c looks that up).
play start "40x10+ 80x24+ 120x40 300x100" graphs/dumps/llama/forward
play layers "80x24 120x40" graphs/dumps/llama/forward
play tour "80x24+ 120x40" graphs/dumps/mix/backward
play views "80x24+ 120x40 300x100" graphs/dumps/mix/backward
play kept "80x24 120x40" graphs/dumps/mix/backward
play plans "80x24 120x40" graphs/softmax.json
play sizes "80x24 120x40 300x100" graphs/softmax.json
play pins "80x24 120x40" graphs/softmax.json
play candidates "80x24+ 120x40" graphs/rmsnorm_backward.json
play cliff "80x24 120x40" graphs/rmsnorm_backward_mix.json
play code "80x24 120x40" graphs/gelu_tanh.json
play knobs "80x24 120x40" graphs/gelu_tanh.json
play lesson "80x24 120x40 300x100" lessons locality
play replays "80x24 120x40" graphs/gelu_tanh.json
play times "80x24 120x40" graphs/softmax.json --set rows=64
play compared_times "80x24 120x40" graphs/softmax.json --set rows=64
# What one run of the program measures, the next one shows.
"$fusebox" time graphs/softmax.json --set rows=64 >"$work/shown" || failed=1
play kept_times "80x24 120x40" graphs/softmax.json --set rows=64 --kept
exit $failed
