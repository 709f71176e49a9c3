# What the tests of the command line share: read with '.', with the program and the source tree as $1 and $2.
# $work is a folder for the test, with the program's cache, state and settings in it.
fusebox=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
root=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export FUSEBOX_CACHE="$work/cache" FUSEBOX_STATE="$work/state" FUSEBOX_CONFIG="$work/config"
cases=0
failed=0

fail() {
  echo "$*"
  failed=$((failed + 1))
}

# run COMMAND...: leaves $work/out, $work/err and $got
run() {
  cases=$((cases + 1))
  "$@" >"$work/out" 2>"$work/err" </dev/null
  got=$?
}

# succeed COMMAND...
succeed() {
  run "$@"
  [ "$got" -eq 0 ] && return
  fail "exit code $got: $*"
  head -n 5 "$work/err" | sed 's/^/    /'
  return 1
}

# refuse CODE "part of the message" COMMAND...: the code, the message, and nothing on stdout
refuse() {
  code=$1 part=$2
  shift 2
  run "$@"
  if [ "$got" -ne "$code" ]; then
    fail "exit code $got, not $code: $*"
    head -n 5 "$work/err" | sed 's/^/    /'
  elif ! grep -qF -- "$part" "$work/err"; then
    fail "no \"$part\" in the message of: $*"
    head -n 5 "$work/err" | sed 's/^/    /'
  elif [ -s "$work/out" ]; then
    fail "something on stdout: $*"
  fi
}

# all_moved WHAT: of the kernels of the plan in $work/out, none moves less between L1 and L2 than it needs
all_moved() {
  lost=$(tr -d ' ,"' <"$work/out" | awk -F: '
    { value[$1] = $2 }
    $1 == "moved_write_bytes" && (value["moved_read_bytes"] < value["read_bytes"] || $2 < value["write_bytes"]) {
      print "K" value["id"]
    }')
  [ -z "$lost" ] || fail "$1: less is moved than needed by" $lost
}

# json KEY <FILE: the values of that key in JSON as the program writes it, one a line, without quotes
json() {
  sed -n "s/^ *{*.*\"$1\": \(\"[^\"]*\"\|[-0-9][-0-9.e+]*\|true\|false\).*/\1/p" | tr -d '"'
}

# equal WHAT EXPECTED GOT
equal() {
  cases=$((cases + 1))
  [ "$2" = "$3" ] || fail "$1: $3, not $2"
}

finish() {
  echo "$cases cases, $failed failed"
  [ "$failed" -eq 0 ]
  exit
}

shipped_graphs() {
  for graph in "$root"/graphs/*.json; do
    case $graph in *.schema.json) ;; *) echo "$graph" ;; esac
  done
}

# write_fuse_all FILE: a heuristic that fuses along every edge, products too
write_fuse_all() {
  cat >"$1" <<'END'
return {
  name = "fuse_all",
  help = "Fuse along every edge.",
  run = function(plan)
    for edge in plan:edges() do plan:fuse(edge.producer, edge.consumer, true) end
  end,
}
END
}

# write_course FOLDER: a lesson of three steps with modules of its own
write_course() {
  mkdir -p "$1" && cp "$root/graphs/softmax.json" "$1/"
  cat >"$1/first.lua" <<'END'
local shared = require("shared")
return { title = "First", graph = "softmax.json", steps = {
  { title = "Guess", text = shared.text, predict = { question = "How many?", unit = "kernels", answer = function(lesson)
      return lesson.plan:kernel_count() end, within = 0.01, wrong = { { 3, "no" } } } },
  { title = "One", text = "Make one.", solve = "Hgreedy<Enter>",
    check = function(plan) return plan:kernel_count() == 1, "not one" end },
  { title = "Again", text = function(lesson) return lesson.plan:kernel_count() .. " kernel" end } } }
END
  echo 'local deeper = require "deeper"; return { text = deeper }' >"$1/shared.lua"
  echo 'return "Told by a module."' >"$1/deeper.lua"
}
