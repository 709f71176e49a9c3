#!/bin/sh
# usage: screens.sh FUSEBOX SOURCE_ROOT FAKE_NVRTC FAKE_DRIVER
# Plays each script of keys at every size in both alphabets and compares the screens with those on record in
# tests/golden/screens, by what screens.sed leaves of both. Kernels are compiled and timed by stand-ins, so that PTX,
# machine code and times are the same everywhere. With GOLDEN_UPDATE=1 in the environment it records the screens anew:
# look at the difference before committing it.
set -u
usage='usage: screens.sh FUSEBOX SOURCE_ROOT FAKE_NVRTC FAKE_DRIVER'
fusebox=${1:?$usage}
root=${2:?$usage}
fusebox=$(cd "$(dirname "$fusebox")" && pwd)/$(basename "$fusebox")
FUSEBOX_NVRTC=$(cd "$(dirname "${3:?$usage}")" && pwd)/$(basename "$3")
FUSEBOX_DRIVER=$(cd "$(dirname "${4:?$usage}")" && pwd)/$(basename "$4")
FUSEBOX_NVDISASM=$(cd "$root" && pwd)/tests/golden/nvdisasm
screens=$root/tests/golden/screens
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export FUSEBOX_DRIVER FUSEBOX_CUPTI=0 FAKE_ANY=0.5
export FUSEBOX_CLOCK=1795280400 TZ=UTC0 # the date of what is kept, as on record
export FUSEBOX_NVRTC FUSEBOX_NVDISASM FUSEBOX_STATE="$work" FUSEBOX_CONFIG="$work" FUSEBOX_CACHE="$work"
failed=0
cd "$root" || exit 1

. tests/golden/compare.sh

# compare KEYS SIZE ALPHABET GRAPH [ARGUMENT...]
compare() {
  name=$1-$2$3 keys=tests/golden/$1.keys size=$2 ascii=${3:+--ascii}
  shift 3
  if ! "$fusebox" "$@" --script "$keys" --dump-screen "$size" $ascii >"$work/shown"; then
    echo "$name: failed"
    failed=1
  elif ! same "$screens/$name.txt" "$work/shown"; then
    echo "$name: differs from the screen on record (GOLDEN_UPDATE=1 records it anew)"
    failed=1
  fi
}

# play KEYS GRAPH [ARGUMENT...]
play() {
  keys_name=$1
  shift
  for size in 80x24 120x40 300x100; do
    compare "$keys_name" "$size" "" "$@"
    compare "$keys_name" "$size" -ascii "$@"
  done
}

compare start 40x10 "" graphs/dumps/llama/forward
compare start 40x10 -ascii graphs/dumps/llama/forward
play start graphs/dumps/llama/forward
play layers graphs/dumps/llama/forward
play tour graphs/dumps/mix/backward
play views graphs/dumps/mix/backward
play kept graphs/dumps/mix/backward
play plans graphs/softmax.json
play sizes graphs/softmax.json
play pins graphs/softmax.json
play candidates graphs/rmsnorm_backward.json
play cliff graphs/rmsnorm_backward_mix.json
play code graphs/gelu_tanh.json
play knobs graphs/gelu_tanh.json
play lesson lessons locality
play replays graphs/gelu_tanh.json
play times graphs/softmax.json --set rows=64
play compared_times graphs/softmax.json --set rows=64
# What one run of the program measures, the next one shows.
"$fusebox" time graphs/softmax.json --set rows=64 >"$work/shown" || failed=1
play kept_times graphs/softmax.json --set rows=64 --kept
exit $failed
