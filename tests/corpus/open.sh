#!/bin/sh
# usage: open.sh FUSEBOX SOURCE_ROOT HALF
# Every graph of a half of the corpus opens and takes the compiler's plan. What of that plan could not be told is
# counted: as much as is stated here, and no more. No kernel of it moves less than it needs. Skipped (77) where there
# is no xz.
set -u
. "$(dirname "$0")/../cli/lib.sh"
half=$3
command -v xz >/dev/null || { echo "no xz to unpack the corpus with"; exit 77; }

# graphs; ops in no kernel, library calls that no op was found for, launches of which ops are missing
case $half in
  fit) graphs=111 ops=83 calls=50 launches=169 ;;
  judge) graphs=94 ops=196 calls=28 launches=285 ;;
esac

tar -xJf "$root/tests/corpus/$half.tar.xz" -C "$work" || exit 1
opened=0
: >"$work/notes"
for graph in "$work/$half"/*/*; do
  "$fusebox" plan "$graph" -H compiler --json >"$work/out" 2>"$work/err" </dev/null
  got=$?
  [ "$got" -eq 0 ] || fail "exit code $got: $graph: $(head -n 1 "$work/err")"
  opened=$((opened + 1))
  all_moved "$graph"
  cat "$work/err" >>"$work/notes"
done

# at_most WHAT FOUND BOUND
at_most() {
  echo "$1: $2"
  [ "$2" -le "$3" ] || fail "$1: $2, more than $3"
}
[ "$opened" -eq "$graphs" ] || fail "$opened graphs, not $graphs"
at_most "ops in no kernel" "$(grep 'is in no kernel' "$work/notes" | grep -vc 'nothing')" "$ops"
at_most "calls without an op" "$(grep -c 'could not be matched' "$work/notes")" "$calls"
at_most "launches with unknown ops" "$(grep -c 'could not be told' "$work/notes")" "$launches"
[ "$failed" -eq 0 ]
