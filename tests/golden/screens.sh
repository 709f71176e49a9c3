#!/bin/sh
# usage: screens.sh FUSEBOX SOURCE_ROOT
# Plays scripts of keys and compares the screens with those on record in tests/golden/screens, by what screens.sed
# leaves of both. With GOLDEN_UPDATE=1 in the environment it records them anew: look at the difference before committing it.
set -u
fusebox=${1:?usage: screens.sh FUSEBOX SOURCE_ROOT}
root=${2:?usage: screens.sh FUSEBOX SOURCE_ROOT}
fusebox=$(cd "$(dirname "$fusebox")" && pwd)/$(basename "$fusebox")
screens=$root/tests/golden/screens
state=$(mktemp -d) || exit 1
trap 'rm -rf "$state"' EXIT
export FUSEBOX_STATE="$state" FUSEBOX_CONFIG="$state" FUSEBOX_CACHE="$state"
failed=0
cd "$root" || exit 1

essence() { LC_ALL=C sed -E -f tests/golden/screens.sed "$1"; }

# compare NAME KEYS SIZE GRAPH [OPTION...]
compare() {
  name=$1-$3 keys=tests/golden/$2.keys size=$3 graph=$4
  shift 4
  if ! "$fusebox" "$graph" --script "$keys" --dump-screen "$size" "$@" >"$state/shown"; then
    echo "$name: failed"
    failed=1
  elif [ "${GOLDEN_UPDATE:-}" = 1 ]; then
    cp "$state/shown" "$screens/$name.txt"
  else
    essence "$screens/$name.txt" >"$state/expected"
    essence "$state/shown" >"$state/got"
    diff -u "$state/expected" "$state/got" && return
    echo "$name: differs from the screen on record (GOLDEN_UPDATE=1 records it anew)"
    failed=1
  fi
}

for size in 40x10 80x24 120x40 300x100; do
  compare llama start "$size" graphs/dumps/llama/forward
  compare llama-ascii start "$size" graphs/dumps/llama/forward --ascii
done
for size in 80x24 120x40; do
  compare mix tour "$size" graphs/dumps/mix/backward
  compare softmax plans "$size" graphs/softmax.json
done
for size in 80x24 120x40 300x100; do
  compare llama-layers layers "$size" graphs/dumps/llama/forward
done
for size in 80x24 120x40 300x100; do
  compare candidates candidates "$size" graphs/rmsnorm_backward.json
  compare cliff cliff "$size" graphs/rmsnorm_backward_mix.json
done
compare candidates-ascii candidates 80x24 graphs/rmsnorm_backward.json --ascii
compare cliff-ascii cliff 120x40 graphs/rmsnorm_backward_mix.json --ascii
compare llama-layers-ascii layers 120x40 graphs/dumps/llama/forward --ascii
for size in 80x24 120x40 300x100; do
  compare mix-tabs tabs "$size" graphs/dumps/mix/backward
done
compare mix-tabs-ascii tabs 120x40 graphs/dumps/mix/backward --ascii
compare gelu-code code 120x40 graphs/gelu_tanh.json
compare mix-ascii tour 80x24 graphs/dumps/mix/backward --ascii
compare gelu-ascii plans 80x24 graphs/gelu_tanh.json --ascii
for size in 80x24 120x40 300x100; do
  compare lesson lesson "$size" lessons locality
done
compare lesson-ascii lesson 80x24 lessons locality --ascii
for size in 80x24 120x40 300x100; do
  compare gelu-knobs knobs "$size" graphs/gelu_tanh.json
done
compare gelu-knobs-ascii knobs 80x24 graphs/gelu_tanh.json --ascii
for size in 80x24 120x40 300x100; do
  compare mix-kept kept "$size" graphs/dumps/mix/backward
done
compare mix-kept-ascii kept 80x24 graphs/dumps/mix/backward --ascii
# Every view, in both alphabets; on the largest screen tabs stand below one another.
for ascii in "" --ascii; do
  for size in 80x24 120x40; do
    compare "mix-views${ascii#-}" views "$size" graphs/dumps/mix/backward $ascii
  done
  compare "mix-wide${ascii#-}" wide 300x100 graphs/dumps/mix/backward $ascii
done
for size in 80x24 120x40 300x100; do
  compare softmax-sizes sizes "$size" graphs/softmax.json
done
compare softmax-sizes-ascii sizes 80x24 graphs/softmax.json --ascii
for size in 80x24 120x40 300x100; do
  compare softmax-pins pins "$size" graphs/softmax.json
done
compare softmax-pins-ascii pins 80x24 graphs/softmax.json --ascii
exit $failed
