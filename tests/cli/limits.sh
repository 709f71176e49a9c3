#!/bin/sh
# Little room: standard descriptors that are closed, limits on files, memory and descriptors. Each run succeeds, or fails
# with a true sentence and leaves every file as it was. usage: limits.sh FUSEBOX SOURCE_ROOT
. "$(dirname "$0")/lib.sh"
graph="$root/graphs/softmax.json"
succeed "$fusebox" plan "$graph" -H greedy --save "$work/good.json"

# only FILE...: there is nothing else in $work/room
only() {
  equal "files that are left" "$*" "$(cd "$work/room" && echo *)"
  rm -rf "$work/room"
  mkdir "$work/room"
}
mkdir "$work/room"

# --- closed descriptors: no file of ours takes their place
for command in --help --version heuristics lessons devices "info $graph --json" "plan $graph -H greedy"; do
  cases=$((cases + 1))
  # shellcheck disable=SC2086
  "$fusebox" $command >&- 2>"$work/err" && fail "$command succeeds without output"
  grep -q "could not be written: Bad file descriptor" "$work/err" || fail "$command: $(cat "$work/err")"
done
(exec "$fusebox" plan "$graph" -H greedy --save "$work/room/plan.json" <&- >&- 2>&-)
equal "code with all closed" 70 "$?"
cmp "$work/good.json" "$work/room/plan.json" || fail "another plan is saved with all closed"
only plan.json
(exec "$fusebox" plan "$graph" -H greedy <&- >"$work/out" 2>&-) || fail "no plan without messages"
grep -q "^1 kernel, " "$work/out" || fail "another plan without messages"
(exec "$fusebox" info - <&- >"$work/out" 2>"$work/err")
equal "code without input" 2 "$?"
grep -q "the file is empty" "$work/err" || fail "without input: $(cat "$work/err")"

# limited "ULIMIT OPTIONS" WORDS...: leaves $got, and what was said in $work/err, through a pipe that no limit ends
limited() {
  cases=$((cases + 1))
  options=$1
  shift
  {
    (
      # shellcheck disable=SC2086
      ulimit $options && exec "$fusebox" "$@"
    ) 2>&1 >/dev/null </dev/null
    echo "exit code $?"
  } | cat >"$work/err"
  got=$(sed -n 's/^exit code //p' "$work/err")
}

# --- limits on the length of files
for blocks in 0 1; do
  echo "was here" >"$work/room/plan.json"
  limited "-f $blocks" plan "$root/graphs/dumps/llama/backward" -H compiler --save "$work/room/plan.json"
  equal "code with ulimit -f $blocks" 70 "$got"
  equal "file with ulimit -f $blocks" "was here" "$(cat "$work/room/plan.json")"
  only plan.json
  echo "H greedy<Enter>" >"$work/keys"
  FUSEBOX_STATE="$work/room" limited "-f $blocks" "$graph" --kept --script "$work/keys" --dump-screen 100x30
  grep -q "File too large" "$work/err" || fail "the explorer does not say that ulimit -f $blocks is too little"
  ls -A "$work/room" | grep '\.tmp' && fail "ulimit -f $blocks leaves files"
  rm -rf "$work/room" && mkdir "$work/room"
done

# --- limits on memory, from where the program can just be loaded. A sanitizer needs terabytes of addresses.
if ! grep -q -e __asan_init -e __tsan_init "$fusebox"; then
  refused=0
  for kib in 12000 16000 20000 24000 28000 32000 40000 50000 70000 100000; do
    echo "was here" >"$work/room/plan.json"
    limited "-v $kib" plan "$root/graphs/dumps/llama/backward" -H greedy --save "$work/room/plan.json"
    [ "$got" -ne 0 ] || { only plan.json; continue; }
    grep -q "shared libraries" "$work/err" && continue
    refused=$((refused + 1))
    case $got in 5 | 70) ;; *) fail "code $got with ulimit -v $kib: $(cat "$work/err")" ;; esac
    grep -qi "memory" "$work/err" || fail "ulimit -v $kib: $(cat "$work/err")"
    equal "file with ulimit -v $kib" "was here" "$(cat "$work/room/plan.json")"
    only plan.json
  done
  [ "$refused" -gt 0 ] || fail "no limit on memory was too little"
  # of what lies beside a graph no more is read than tells that it is none
  mkdir "$work/folder" && cp "$graph" "$work/folder" && truncate -s 900M "$work/folder/other.json"
  limited "-v 400000" list "$work/folder"
  equal "code of a list beside a large file" 0 "$got"
fi

# --- limits on descriptors
for most in 3 4 5 6 8; do
  echo "was here" >"$work/room/plan.json"
  limited "-n $most" plan "$graph" -H greedy --save "$work/room/plan.json"
  [ "$got" -ne 0 ] || { only plan.json; continue; }
  grep -q "shared libraries" "$work/err" && continue
  case $got in 3 | 70) ;; *) fail "code $got with ulimit -n $most: $(cat "$work/err")" ;; esac
  grep -q "Too many open files" "$work/err" || fail "ulimit -n $most: $(cat "$work/err")"
  equal "file with ulimit -n $most" "was here" "$(cat "$work/room/plan.json")"
  only plan.json
done
finish
