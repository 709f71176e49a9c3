#!/bin/sh
# Runs with several graphs: listed, summed up, opened by number and name. usage: runs.sh FUSEBOX SOURCE_ROOT
. "$(dirname "$0")/lib.sh"
log="$root/tests/graph/trace/step.log"

succeed "$fusebox" list "$log"
equal "graphs of the log" "3/1/ 6/1/ 2/1/" "$(awk 'NF > 5 && /step.py/ { printf "%s/%s/ ", $(NF - 2), $(NF - 1) }' "$work/out" | sed 's/ $//')"
succeed "$fusebox" list "$root/graphs/dumps/gpt2" --json
equal "titles" "backward backward1 forward forward1" "$(json title <"$work/out" | tr '\n' ' ' | sed 's/ $//')"
equal "kernels of the compiler, and their sum" "60 1 44 3 108" "$(json compiler_kernels <"$work/out" | tr '\n' ' ' | sed 's/ $//')"
succeed "$fusebox" info "$root/graphs/dumps/gpt2"
grep -q '^contraction  *27 ' "$work/out" || fail "no sum of the classes"
succeed "$fusebox" plan "$root/graphs/dumps/gpt2#4" -H compiler
grep -q '^gpt2/forward1, ' "$work/out" || fail "the fourth graph is another one"
succeed "$fusebox" info "$log#backward"
refuse 2 'none of its 4 graphs is "pottery"' "$fusebox" info "$root/graphs/dumps/gpt2#pottery"
refuse 2 'several of its 4 graphs have "ward1"' "$fusebox" info "$root/graphs/dumps/gpt2#ward1"
refuse 2 'no FX graph in it' "$fusebox" list "$0"

# A run of one graph is that graph; of several it takes a number, and its folder alone says so.
mkdir -p "$work/run/torchinductor" && cp -r "$root/graphs/dumps/gpt2/forward1" "$work/run/torchinductor/model__0"
succeed "$fusebox" plan "$work/run" -H compiler
grep -q '^torchinductor/model__0, ' "$work/out" || fail "the run's only graph is another one"
refuse 2 'gpt2#1 for backward' "$fusebox" plan "$root/graphs/dumps/gpt2"

# The list of the screen says which compilation each is of.
printf '<C-g>' >"$work/keys"
succeed "$fusebox" "$log" --script "$work/keys" --dump-screen 120x40
grep -q '0/0 backward.*step.py:2' "$work/out" || fail "the screen's list has no titles"
finish
