#!/bin/sh
# usage: manual.sh FUSEBOX SOURCE_ROOT FAKE_NVRTC
# The screens in README.md and src/explorer/MANUAL.md, each behind a line <!-- screen: TITLE -->, are those that scripts of keys show
# today, by what screens.sed leaves of both; every one that a script takes is in the text. The commands that README.md shows
# with their output ("    $ fusebox ...") are run, its heuristic with them, and the manual's command and lesson are
# opened. With GOLDEN_UPDATE=1 in the environment both files are written anew: look at the difference before committing it.
set -u
usage='usage: manual.sh FUSEBOX SOURCE_ROOT FAKE_NVRTC'
fusebox=${1:?$usage}
root=$(cd "${2:?$usage}" && pwd)
fusebox=$(cd "$(dirname "$fusebox")" && pwd)/$(basename "$fusebox")
FUSEBOX_NVRTC=$(cd "$(dirname "${3:?$usage}")" && pwd)/$(basename "$3")
FUSEBOX_NVDISASM=$root/tests/golden/nvdisasm
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export FUSEBOX_NVRTC FUSEBOX_NVDISASM FUSEBOX_STATE="$work" FUSEBOX_CONFIG="$work" FUSEBOX_CACHE="$work"
failed=0
cd "$root" || exit 1

. tests/golden/compare.sh

# take KEYS SIZE GRAPH...: what a script shows, behind the screens taken before.
take() {
  keys=tests/golden/$1.keys size=$2
  shift 2
  if ! "$fusebox" "$@" --script "$keys" --dump-screen "$size" >>"$work/screens"; then
    echo "$keys: failed"
    failed=1
  fi
}

# compare FILE: with $work/made, what it should be.
compare() {
  same "$1" "$work/made" && return
  echo "$1: its screens are not those of today (GOLDEN_UPDATE=1 writes them anew)"
  failed=1
}

take manual 80x24 graphs/dumps/mix/backward
take manual_sizes 80x24 graphs/softmax.json
take manual_lesson 80x24 lessons locality
take manual_alike 80x24 graphs/dumps/llama/forward
take manual_graphs 80x24 graphs/dumps/gpt2
cat >"$work/few.lua" <<'END'
return { graphs = { "graphs/dumps/layernorm/*", "graphs/dumps/softmax/*" }, baseline = "compiler",
         heuristics = { "none", "max_reads", { "nvfuser-like" } } }
END
"$fusebox" experiment run "$work/few.lua" --store "$work/store" --jobs 2 >/dev/null 2>&1 || failed=1
sed -i 's/"seconds":[0-9.e+-]*/"seconds":0.02/' "$work"/store/rows/* # what they took differs each time
take manual_experiment 80x24 "$work/store"
# student NAME SECONDS TRIES WRONG DONE NOTE: what one has handed in
student() {
  mkdir -p "$work/class/$1"
  cat >"$work/class/$1/lesson-traffic.json" <<END
{ "lesson": "traffic", "title": "Counting memory operations", "step": "fuse-the-first-two", "steps": [
    { "id": "three-ops", "done": true, "seconds": 60 },
    { "id": "count", "done": true, "tries": $3, "seconds": $2, "wrong": [$4], "guess": "8", "answer": "8", "right": true },
    { "id": "count-ahead", "done": $5, "tries": 1, "seconds": 40, "guess": "4", "answer": "4", "right": true },
    { "id": "fuse-the-first-two", "done": $5, "hints": 1, "seconds": 30 },
    { "id": "an-open-question", "done": $5, "seconds": 90${6:+, "note": "$6"} } ] }
END
}
student ann 45 1 '' true 'Below 100,000 numbers.'
student bob 200 2 '"6"' true ''
student eve 150 2 '"6"' false ''
{
  echo "== The report of a class"
  (cd "$work" && "$fusebox" lessons --report class | sed '$d')
  echo "== A page to share"
  "$fusebox" export graphs/dumps/mix/backward -H greedy --as html | sed -n '/<h1>/,/<h2>Kernels/p' |
    sed 's/<t[dh][^>]*>/  /g; s/<dd[^>]*>/  /g; s/<[^>]*>//g; /^ *$/d' | fold -s -w 120
} >>"$work/screens" || failed=1
[ "${GOLDEN_UPDATE:-}" = 1 ] && unset FUSEBOX_NVRTC # the README's figures are NVRTC's own; they are not compared
take manual_readme 120x40 graphs/dumps/mix/backward

# screens FILE: it with its screens of today; what it shows is noted in $work/shown.
screens() {
  awk -v screens="$work/screens" -v shown="$work/shown" '
    BEGIN {
      while ((getline line <screens) > 0)
        if (line ~ /^== /) title = substr(line, 4)
        else screen[title] = screen[title] line "\n"
    }
    /^```/ && behind { inside = 1; behind = 0; print; printf "%s", screen[title]; next }
    inside && !/^```/ { next }
    { inside = 0; print }
    /^<!-- screen: .* -->$/ {
      title = substr($0, 14, length($0) - 17)
      if (!(title in screen)) printf "(no script shows \"%s\")\n", title
      print title >>shown
      behind = 1
    }' "$1"
}

screens src/explorer/MANUAL.md >"$work/made"
compare src/explorer/MANUAL.md
screens README.md >"$work/with_screens"
for title in $(sed -n 's/^== //p' "$work/screens" | tr ' ' '~'); do
  title=$(echo "$title" | tr '~' ' ')
  grep -qxF "$title" "$work/shown" && continue
  echo "neither README.md nor src/explorer/MANUAL.md shows \"$title\""
  failed=1
done

# example FILE SECTION FIRST_LINE: the indented lines from there to a bracket alone, as somebody would type them.
example() { sed -n "/^## $2/,/^## /p" "$1" | sed -n "/^    $3/,/^    }\$/s/^    //p"; }

# expect TEXT GRAPH [ARGUMENT...]: the first screen shows it.
expect() {
  text=$1
  shift
  "$fusebox" "$@" --dump-screen 80x24 >"$work/screen" && grep -qF "$text" "$work/screen" && return
  echo "an example of the manual does not show \"$text\""
  cat "$work/screen"
  failed=1
}

mkdir "$work/commands" "$work/lesson"
example src/explorer/MANUAL.md "Commands of your own" "return {" >"$work/commands/join.lua"
echo ':join readers' >"$work/keys"
expect "Fuse the op with everything that reads it" graphs/softmax.json --script "$work/keys"
example src/explorer/MANUAL.md "A lesson of your own" '{ "format"' >"$work/lesson/mine.json"
example src/explorer/MANUAL.md "A lesson of your own" "return {" >"$work/lesson/mine.lua"
echo '2*67,1 MB<Enter> . 1f3' >"$work/keys"
expect "2/3  Fuse" lessons "$work/lesson/mine.lua" --script "$work/keys"
expect "✓ done" lessons "$work/lesson/mine.lua" --script "$work/keys"

# The README's heuristic, its experiment, and its commands.
mkdir "$work/bin"
ln -s "$fusebox" "$work/bin/fusebox"
PATH=$work/bin:$PATH
example README.md "Write a heuristic" "return {" >"$work/mine.lua"
example README.md "Compare heuristics" "return {" >"$work/sweep.lua"
awk -v work="$work" '
  function run(command) {
    sub(/ -H mine\.lua/, " -H " work "/mine.lua", command)
    sub(/ sweep\.lua/, " " work "/sweep.lua", command)
    sub(/ results/, " " work "/results", command)
    gap = ""
    while ((command | getline line) > 0)
      if (line == "") gap = gap "\n"
      else { printf "%s    %s\n", gap, line; gap = "" }
    close(command)
  }
  output && (/^    / || /^$/) && !/^    \$ / { if (/^$/) blank = blank "\n"; else blank = ""; next }
  output { printf "%s", blank; blank = ""; output = 0 }
  { print }
  /^    \$ fusebox / { run(substr($0, 7)); output = 1; blank = "" }
  END { printf "%s", blank }' "$work/with_screens" >"$work/made" 2>"$work/err"
compare README.md
exit $failed
