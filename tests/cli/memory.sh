#!/bin/sh
# Wherever memory runs out, the program says that, and nothing else: exit code 5. usage: memory.sh FUSEBOX
# SOURCE_ROOT SHIM [all]: a sample of all allocations, or every one
. "$(dirname "$0")/lib.sh"
shim=$PWD/$3
[ -e "$shim" ] || exit 1
if grep -q -e __asan_init -e __tsan_init "$fusebox"; then exit 77; fi # they allocate for themselves

# starve COMMAND...: fails one allocation of it after the other, until it ends well
starve() {
  at=1 step=1
  while [ "$at" -lt 100000 ]; do
    FAIL_ALLOCATION=$at LD_PRELOAD="$shim" timeout 20 "$@" >"$work/out" 2>"$work/err" </dev/null
    got=$?
    cases=$((cases + 1))
    [ "$got" -eq 0 ] && [ ! -s "$work/err" ] && break
    if [ "$got" -ne 5 ] || ! grep -q "^fusebox: out of memory" "$work/err" || [ "$(wc -l <"$work/err")" -gt 1 ]; then
      fail "allocation $at: exit code $got: $*"
      head -n 3 "$work/err" | sed 's/^/    /'
    fi
    [ "$failed" -lt 10 ] || finish
    [ "$all" = all ] || step=$((1 + at / 12))
    at=$((at + step))
  done
  [ "$at" -gt 20 ] || fail "no allocation failed: $*"
}

all=$4
starve "$fusebox" info "$root/graphs/rmsnorm.json"
starve "$fusebox" info "$root/graphs/dumps/softmax/inference"
starve "$fusebox" plan "$root/graphs/rmsnorm_backward.json" -H none
"$fusebox" plan "$root/graphs/rmsnorm.json" -H none --save "$work/plan.json" >"$work/out" || fail "no plan"
starve "$fusebox" plan "$root/graphs/rmsnorm.json" -p "$work/plan.json"
finish
