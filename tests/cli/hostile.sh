#!/bin/sh
# Files that strangers wrote (tests/script/hostile) on the command line: what is said of them holds nothing that a
# terminal would obey, and ^C and SIGTERM end them. usage: hostile.sh FUSEBOX SOURCE_ROOT
. "$(dirname "$0")/lib.sh"
hostile=$root/tests/script/hostile
graph=$root/graphs/softmax.json

# plain: neither of the last command's outputs has an escape character or another control
plain() {
  for stream in out err; do
    LC_ALL=C tr -d '\n\t\040-\176\200-\377' <"$work/$stream" | grep -q . && fail "controls on std$stream: $*"
  done
}

# --- listed: each file, or why it cannot be used, and the shipped ones with them
mkdir -p "$FUSEBOX_CONFIG/heuristics" "$FUSEBOX_CONFIG/lessons"
cp "$hostile"/escapes.lua "$hostile"/string_*.lua "$hostile"/scope_*.lua "$FUSEBOX_CONFIG/heuristics"
cp "$hostile"/lesson_*.lua "$FUSEBOX_CONFIG/lessons"
succeed "$fusebox" heuristics
plain heuristics
for name in greedy escapes scope_loop string_tostring; do
  grep -q "^$name" "$work/out" || fail "$name is not listed"
done
succeed "$fusebox" heuristics --json
plain heuristics --json
succeed "$fusebox" lessons
plain lessons
grep -q "lesson_length.lua is left out" "$work/err" || fail "nothing is said of a lesson without end"
refuse 2 'there is no heuristic "gredy"' "$fusebox" plan "$graph" -H gredy
plain an unknown heuristic

# --- run: what it prints, and its error
refuse 2 "an error" "$fusebox" plan "$graph" -H escapes
plain plan -H escapes
grep -q "a title" "$work/err" || fail "what a heuristic prints is not shown"

# --- ended by a signal, wherever it is: 130 of ^C, the signal itself of SIGTERM
for name in loop find_backtracks gsub_backtracks table_remove memory_swallowed; do
  for signal in INT TERM; do
    cases=$((cases + 1))
    timeout -k 1 60 "$fusebox" plan "$graph" -H "$hostile/$name.lua" >"$work/out" 2>"$work/err" &
    runs=$!
    sleep 0.5
    kill -$signal $runs # which timeout passes on
    wait $runs
    got=$?
    [ "$got" -eq 130 ] || [ "$got" -eq 143 ] || fail "$name: exit code $got after SIG$signal"
  done
done
finish
