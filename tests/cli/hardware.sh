#!/bin/sh
# What is needed and missing is exit code 3 with advice; what is there works. usage: hardware.sh FUSEBOX SOURCE_ROOT
. "$(dirname "$0")/lib.sh"
graph="$root/graphs/rmsnorm.json"

# --- no driver
export FUSEBOX_DRIVER="$work/libnothing.so"
refuse 3 "driver" "$fusebox" time "$graph" -H greedy
refuse 3 "driver" "$fusebox" tune "$graph" -H greedy
refuse 3 "driver" "$fusebox" time "$graph" -H greedy --counters
refuse 3 "driver" "$fusebox" calibrate --save "$work/device.json"
[ ! -e "$work/device.json" ] || fail "a device was calibrated without a GPU"
refuse 3 "driver" "$fusebox" check "$graph" --set rows=8 --gpu
run "$fusebox" doctor --json
equal "doctor without a driver" 3 "$got"
json state <"$work/out" | grep -q missing || fail "doctor does not say what is missing"

# --- NVRTC
run "$fusebox" compile "$graph" -H greedy --json
if [ "$got" -eq 3 ]; then
  grep -q "NVRTC" "$work/err" || fail "no advice about NVRTC"
else
  equal "compile" 0 "$got"
  equal "registers of both levels" 2 "$(json registers <"$work/out" | grep -c '^[1-9]')"
  equal "times measured" "" "$(json measured_us <"$work/out")"
  for arch in sm_80 sm_90a sm_100a; do
    succeed "$fusebox" compile "$graph" -H greedy --arch $arch
  done
  succeed "$fusebox" compile "$graph" -H none --json # now from the cache, in other words the same
  run "$fusebox" compile "$graph" --arch sm_10
  equal "an architecture that is gone" 1 "$got"
fi
finish
