#!/bin/sh
# Stages: a kernel's code after each of its passes. usage: stages.sh FUSEBOX SOURCE_ROOT
. "$(dirname "$0")/lib.sh"
graph="$root/graphs/softmax.json"

succeed "$fusebox" compile "$graph" -H greedy --stages K1
grep -q '^1 layout: ' "$work/out" || fail "no first stage"
grep -q '^2 vectorise: ' "$work/out" || fail "no stage of vectors"
grep -q '^+ .*fb_load' "$work/out" || fail "what vectors brought is not marked"
grep -q '^change nothing here: ' "$work/out" || fail "passes that change nothing are not listed"

# The last stage is the kernel: applying nothing but the first gives the layout.
succeed "$fusebox" plan "$graph" -H greedy --stages K1 --tree
grep -q '^ *reduce rows %.* over the block$' "$work/out" || fail "the tree has no reduction over the block"

refuse 2 "no such kernel" "$fusebox" compile "$graph" -H greedy --stages K99

# As JSON: every pass in its order, and the code after those that change something.
succeed "$fusebox" compile "$graph" -H greedy --stages K1
passes=$(sed -n 's/^[0-9]* \([a-z ]*\): .*/\1/p' "$work/out")
unchanged=$(sed -n 's/^change nothing here: //p' "$work/out" | tr ',' '\n' | wc -l)
succeed "$fusebox" compile "$graph" -H greedy --stages K1 --json
equal "the kernel's id" 1 "$(json kernel <"$work/out")"
equal "passes without a change" "$unchanged" "$(json changed <"$work/out" | grep -c false)"
equal "stages with code" "$(echo "$passes" | wc -l)" "$(grep -c '"text": ".*fb_' "$work/out")"
equal "the first passes" "$(echo "$passes" | head -n 2)" "$(json pass <"$work/out" | head -n 2)"
refuse 2 "has no code of its own" "$fusebox" plan "$root/graphs/linear_relu.json" -H none --stages K1
