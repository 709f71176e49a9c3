#!/bin/sh
# Bad input to the program: each case gives its message and exit code 2, and nothing on stdout.
# usage: bad_input.sh FUSEBOX SOURCE_ROOT
fusebox=$1
root=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export FUSEBOX_CACHE="$work/cache" FUSEBOX_STATE="$work/state" FUSEBOX_CONFIG="$work/config"
cases=0
failed=0

# expect CODE "part of the message" COMMAND...
expect() {
  code=$1 part=$2
  shift 2
  cases=$((cases + 1))
  "$@" >"$work/out" 2>"$work/err" </dev/null
  got=$?
  if [ "$got" -ne "$code" ]; then
    echo "exit code $got, not $code: $*"
    sed 's/^/    /' "$work/err" | head -n 5
    failed=$((failed + 1))
  elif ! grep -qF -- "$part" "$work/err"; then
    echo "no \"$part\" in the message of: $*"
    sed 's/^/    /' "$work/err" | head -n 5
    failed=$((failed + 1))
  elif [ -s "$work/out" ]; then
    echo "something on stdout: $*"
    failed=$((failed + 1))
  fi
}

# graph TEXT: a graph file with that body
graph() { printf '%s' "$1" >"$work/graph.json"; }
head='{ "format": "fusebox-graph", "version": 1, "name": "g", "inputs": [ { "name": "x", "dtype": "f32", "shape": [4, 8] }, { "name": "y", "dtype": "f32", "shape": [5, 8] } ],'

# --- JSON graphs
graph '{ "format": "fusebox-graph", "version": 1, "ops": ['
expect 2 "graph.json:1:" "$fusebox" info "$work/graph.json"
expect 2 "^" "$fusebox" info "$work/graph.json"
graph "$head \"ops\": [ { \"name\": \"a\", \"op\": \"multply\", \"in\": [\"x\", \"x\"] } ], \"outputs\": [\"a\"] }"
expect 2 "multply" "$fusebox" info "$work/graph.json"
graph "$head \"ops\": [ { \"name\": \"a\", \"op\": \"mul\", \"in\": [\"x\"] } ], \"outputs\": [\"a\"] }"
expect 2 "mul" "$fusebox" info "$work/graph.json"
graph "$head \"ops\": [ { \"name\": \"a\", \"op\": \"add\", \"in\": [\"x\", \"y\"] } ], \"outputs\": [\"a\"] }"
expect 2 "[4, 8]" "$fusebox" info "$work/graph.json"
graph "$head \"ops\": [ { \"name\": \"a\", \"op\": \"add\", \"in\": [\"x\", \"b\"] }, { \"name\": \"b\", \"op\": \"add\", \"in\": [\"a\", \"x\"] } ], \"outputs\": [\"b\"] }"
expect 2 "cycle" "$fusebox" info "$work/graph.json"
graph '{ "format": "fusebox-graph", "version": 1, "name": "g", "inputs": [ { "name": "x", "dtype": "f32", "shape": [4611686018427387904, 8] } ], "ops": [ { "name": "a", "op": "neg", "in": ["x"] } ], "outputs": ["a"] }'
expect 2 "graph.json:1:" "$fusebox" info "$work/graph.json"
graph '{ "format": "fusebox-graph", "version": 1, "name": "g", "inputs": [ { "name": "x", "dtype": "f32", "shape": [-3] } ], "ops": [], "outputs": ["x"] }'
expect 2 "graph.json:1:" "$fusebox" info "$work/graph.json"
graph "$head \"ops\": [ { \"name\": \"x\", \"op\": \"neg\", \"in\": [\"x\"] } ], \"outputs\": [\"x\"] }"
expect 2 "x" "$fusebox" info "$work/graph.json"
expect 2 "rowz" "$fusebox" info "$root/graphs/rmsnorm.json" --set rowz=4

# --- FX text, binary files, folders
fx="$root/graphs/dumps/softmax/inference/fx_graph_transformed.py"
size=$(wc -c <"$fx")
head -c $((size / 2)) "$fx" >"$work/cut.py"
expect 2 "cut.py:" "$fusebox" info "$work/cut.py"
head -c 4096 /dev/urandom >"$work/binary.py"
expect 2 "binary.py" "$fusebox" info "$work/binary.py"
expect 2 "$work/nowhere" "$fusebox" info "$work/nowhere"
mkdir "$work/empty"
expect 2 "$work/empty" "$fusebox" info "$work/empty"

# --- plans
"$fusebox" plan "$root/graphs/rmsnorm.json" -H none --save "$work/plan.json" >/dev/null || failed=$((failed + 1))
expect 2 "softmax" "$fusebox" plan "$root/graphs/softmax.json" -p "$work/plan.json"
head -c 100 "$work/plan.json" >"$work/cut.json"
expect 2 "cut.json:" "$fusebox" plan "$root/graphs/rmsnorm.json" -p "$work/cut.json"
expect 2 "compiler" "$fusebox" plan "$root/graphs/rmsnorm.json" -H compiler

# --- Lua
printf 'return { run = function(plan) plan:fuse( end }\n' >"$work/syntax.lua"
expect 2 "syntax.lua:1:" "$fusebox" plan "$root/graphs/softmax.json" -H "$work/syntax.lua"
printf 'return { run = function() while true do end end }\n' >"$work/endless.lua"
expect 2 "endless loop" "$fusebox" plan "$root/graphs/softmax.json" -H "$work/endless.lua"
printf 'return { run = function() os.execute("touch %s/escaped") end }\n' "$work" >"$work/execute.lua"
expect 2 "execute.lua:1:" "$fusebox" plan "$root/graphs/softmax.json" -H "$work/execute.lua"
[ ! -e "$work/escaped" ] || { echo "os.execute ran"; failed=$((failed + 1)); }
expect 2 "no heuristic" "$fusebox" plan "$root/graphs/softmax.json" -H greedyy
expect 2 "no such option" "$fusebox" plan "$root/graphs/softmax.json" -H greedy -o speed=9

# --- the command line itself
expect 2 "did you mean --device" "$fusebox" plan "$root/graphs/softmax.json" --devize h200
expect 2 "h2000" "$fusebox" plan "$root/graphs/softmax.json" --device h2000
expect 2 "takes no option" "$fusebox" info "$root/graphs/softmax.json" -H greedy
expect 2 "something is missing" "$fusebox" plan
expect 2 "not there yet" "$fusebox" lessons
expect 2 "name a graph" "$fusebox"

echo "$cases cases, $failed failed"
[ "$failed" -eq 0 ]
