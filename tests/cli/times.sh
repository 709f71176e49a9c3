#!/bin/sh
# usage: times.sh FUSEBOX SOURCE_ROOT FAKE_NVRTC FAKE_DRIVER
# Times that are kept: listed, used again and forgotten. Stand-ins compile, and make them up.
. "$(dirname "$0")/lib.sh"
export FUSEBOX_NVRTC="$PWD/$3" FUSEBOX_DRIVER="$PWD/$4" FUSEBOX_CUPTI=0 FAKE_ANY=0.5
small="$root/graphs/softmax.json --set rows=64"

succeed "$fusebox" times
grep -qx '0 times are kept for h200' "$work/out" || fail "times without any: $(cat "$work/out")"
succeed "$fusebox" time $small -H none
succeed "$fusebox" times --json
equal "times of 7 kernels and a plan" 8 "$(json time_us <"$work/out" | wc -l | tr -d ' ')"
equal "the plan" "softmax, none" "$(json plan <"$work/out")"
equal "the kernels' spreads" 0.50 "$(grep '"kernel"' "$work/out" | json time_spread_us | xargs printf '%.2f\n' | sort -u)"
equal "their GPU" "Fake GPU" "$(json gpu <"$work/out" | sort -u)"
succeed "$fusebox" times
equal "rows of the table" 11 "$(wc -l <"$work/out" | tr -d ' ')"
succeed "$fusebox" times --device a100
grep -qx '0 times are kept for a100' "$work/out" || fail "another device has times"

# A played screen shows them only when it is to go on from what is kept.
printf 'i\n' >"$work/keys"
succeed "$fusebox" $small --script "$work/keys" --dump-screen 120x40
grep -q 'by an earlier run' "$work/out" && fail "a played screen knows kept times"
succeed "$fusebox" $small --script "$work/keys" --dump-screen 120x40 --kept
grep -q 'by an earlier run' "$work/out" || fail "kept times are not shown"

succeed "$fusebox" times --forget
grep -qx '0 times are kept for h200' "$work/out" || fail "times were not forgotten"
succeed "$fusebox" $small --script "$work/keys" --dump-screen 120x40 --kept
grep -q 'by an earlier run' "$work/out" && fail "forgotten times are shown"

# A file that is none is told of, and does no harm.
succeed "$fusebox" time $small -H none
for file in "$FUSEBOX_STATE"/times-*.json; do echo '{' >"$file"; done
refuse 2 "the JSON ends too early" "$fusebox" times
succeed "$fusebox" time $small -H none
succeed "$fusebox" times
equal "rows of the table after a broken file" 11 "$(wc -l <"$work/out" | tr -d ' ')"
finish
