#!/bin/sh
# What doctor says of the processes that Lua and NVRTC run in, held against the system.
# usage: confinement.sh FUSEBOX SOURCE_ROOT LIBRARY: LIBRARY refuses filters of calls when it is loaded first
. "$(dirname "$0")/lib.sh"
library=$3

# confinement: its finding in JSON
confinement() {
  "$fusebox" doctor --json 2>/dev/null </dev/null | awk '/"what": "confinement"/ { on = 1 } on && /}/ { on = 0 } on'
}

state=limited
grep -qsw errno /proc/sys/kernel/seccomp/actions_avail && state=ok
confinement >"$work/json"
equal "state of this system" "$state" "$(json state <"$work/json")"
[ "$state" = limited ] || grep -q '"found": ".*keeps from files and sockets (seccomp)"' "$work/json" ||
  fail "doctor does not say that processes are confined"
"$fusebox" doctor 2>/dev/null | grep -q "^$state *confinement " || fail "doctor prints another state"

# A sanitizer wants to be loaded first itself.
if ! grep -q -e __asan_init -e __tsan_init "$fusebox"; then
  LD_PRELOAD=$library confinement >"$work/json"
  equal "state without filters" limited "$(json state <"$work/json")"
  grep -q '"found": "they run in processes of their own, with limits"' "$work/json" || fail "limits hold nevertheless"
  grep -q '"advice": "the system does not filter .*no seccomp' "$work/json" || fail "no advice without filters"
fi
finish
