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
refuse 2 "leave --json out" "$fusebox" compile "$graph" -H greedy --stages K1 --json
refuse 2 "has no code of its own" "$fusebox" plan "$root/graphs/linear_relu.json" -H none --stages K1
