#!/bin/sh
# Bad input to the program: each case gives its message and exit code 2, and nothing on stdout.
# usage: bad_input.sh FUSEBOX SOURCE_ROOT
. "$(dirname "$0")/lib.sh"

# graph TEXT: a graph file with that body
graph() { printf '%s' "$1" >"$work/graph.json"; }
head='{ "format": "fusebox-graph", "version": 1, "name": "g", "inputs": [ { "name": "x", "dtype": "f32", "shape": [4, 8] }, { "name": "y", "dtype": "f32", "shape": [5, 8] } ],'

# --- JSON graphs
graph '{ "format": "fusebox-graph", "version": 1, "ops": ['
refuse 2 "graph.json:1:" "$fusebox" info "$work/graph.json"
refuse 2 "^" "$fusebox" info "$work/graph.json"
graph "$head \"ops\": [ { \"name\": \"a\", \"op\": \"multply\", \"in\": [\"x\", \"x\"] } ], \"outputs\": [\"a\"] }"
refuse 2 "multply" "$fusebox" info "$work/graph.json"
graph "$head \"ops\": [ { \"name\": \"a\", \"op\": \"mul\", \"in\": [\"x\"] } ], \"outputs\": [\"a\"] }"
refuse 2 "mul" "$fusebox" info "$work/graph.json"
graph "$head \"ops\": [ { \"name\": \"a\", \"op\": \"add\", \"in\": [\"x\", \"y\"] } ], \"outputs\": [\"a\"] }"
refuse 2 "[4, 8]" "$fusebox" info "$work/graph.json"
graph "$head \"ops\": [ { \"name\": \"a\", \"op\": \"add\", \"in\": [\"x\", \"b\"] }, { \"name\": \"b\", \"op\": \"add\", \"in\": [\"a\", \"x\"] } ], \"outputs\": [\"b\"] }"
refuse 2 "cycle" "$fusebox" info "$work/graph.json"
graph '{ "format": "fusebox-graph", "version": 1, "name": "g", "inputs": [ { "name": "x", "dtype": "f32", "shape": [4611686018427387904, 8] } ], "ops": [ { "name": "a", "op": "neg", "in": ["x"] } ], "outputs": ["a"] }'
refuse 2 "graph.json:1:" "$fusebox" info "$work/graph.json"
graph '{ "format": "fusebox-graph", "version": 1, "name": "g", "inputs": [ { "name": "x", "dtype": "f32", "shape": [-3] } ], "ops": [], "outputs": ["x"] }'
refuse 2 "graph.json:1:" "$fusebox" info "$work/graph.json"
graph "$head \"ops\": [ { \"name\": \"x\", \"op\": \"neg\", \"in\": [\"x\"] } ], \"outputs\": [\"x\"] }"
refuse 2 "x" "$fusebox" info "$work/graph.json"
refuse 2 "no size named \"rowz\": did you mean \"rows\"?" "$fusebox" info "$root/graphs/rmsnorm.json" --set rowz=4
refuse 2 "no size named \"batch\"; it has rows, cols" "$fusebox" info "$root/graphs/rmsnorm.json" --set batch=4
graph "$head \"ops\": [], \"outputs\": [] }"
refuse 2 "graph.json: the graph has no size named \"rows\"" "$fusebox" info "$work/graph.json" --set rows=4
graph '{ "format": "fusebox-graph", "version": 1, "name": "g", "inputs": [], "ops": [], "outputs": [] }'
refuse 2 "graph.json: the graph has no inputs and no ops" "$fusebox" info "$work/graph.json"
graph ''
refuse 2 "graph.json: no FX graph in it, and nothing else: the file is empty" "$fusebox" info "$work/graph.json"
graph 'hello'
refuse 2 "graph.json:1:1" "$fusebox" info "$work/graph.json"

# --- FX text, binary files, folders
fx="$root/graphs/dumps/softmax/inference/fx_graph_transformed.py"
size=$(wc -c <"$fx")
head -c $((size / 2)) "$fx" >"$work/cut.py"
refuse 2 "cut.py:" "$fusebox" info "$work/cut.py"
head -c 4096 /dev/urandom >"$work/binary.py"
refuse 2 "binary.py" "$fusebox" info "$work/binary.py"
refuse 2 "$work/nowhere" "$fusebox" info "$work/nowhere"
mix="$root/graphs/dumps/mix/forward"
refuse 2 "output_code.py goes with a graph and is none: open its folder, $mix" "$fusebox" info "$mix/output_code.py"
cd "$mix" || exit 1
refuse 2 "output_code.py goes with a graph and is none: open its folder, ." "$fusebox" info output_code.py
cd "$OLDPWD" || exit 1
printf 'def call(args):\n' >"$work/output_code.py"
refuse 2 "output_code.py: no FX graph in it" "$fusebox" info "$work/output_code.py"
for file in thunk_sequence.txt gpu_target_config.pbtxt; do
  printf 'name: "x"\n' >"$work/module_0007.jit_f.$file"
  refuse 2 "goes with a module of XLA and is none: open $work#module_0007.jit_f" "$fusebox" info "$work/module_0007.jit_f.$file"
done
printf 'class M(torch.nn.Module):\n    def forward(self, x: "f32[4]"):\n        y: "f32[4]" = x[slice(None, None, None)]\n        return (y,)\n' >"$work/slice.py"
refuse 2 "slices stand in graphs before decomposition only" "$fusebox" info "$work/slice.py"
mkdir "$work/empty"
refuse 2 "$work/empty" "$fusebox" info "$work/empty"

# --- plans
"$fusebox" plan "$root/graphs/rmsnorm.json" -H none --save "$work/plan.json" >/dev/null || failed=$((failed + 1))
refuse 2 "softmax" "$fusebox" plan "$root/graphs/softmax.json" -p "$work/plan.json"
head -c 100 "$work/plan.json" >"$work/cut.json"
refuse 2 "cut.json:" "$fusebox" plan "$root/graphs/rmsnorm.json" -p "$work/cut.json"
refuse 2 "no compiler's plan: for one open a torch_compile_debug folder" "$fusebox" plan "$root/graphs/rmsnorm.json" -H compiler

# --- Lua
printf 'return { run = function(plan) plan:fuse( end }\n' >"$work/syntax.lua"
refuse 2 "syntax.lua:1:" "$fusebox" plan "$root/graphs/softmax.json" -H "$work/syntax.lua"
printf 'return { run = function() os.execute("touch %s/escaped") end }\n' "$work" >"$work/execute.lua"
refuse 2 "execute.lua:1:" "$fusebox" plan "$root/graphs/softmax.json" -H "$work/execute.lua"
[ ! -e "$work/escaped" ] || { echo "os.execute ran"; failed=$((failed + 1)); }
refuse 2 "no heuristic" "$fusebox" plan "$root/graphs/softmax.json" -H greedyy
refuse 2 "no such option" "$fusebox" plan "$root/graphs/softmax.json" -H greedy -o speed=9

# --- the command line itself
refuse 2 "did you mean --device" "$fusebox" plan "$root/graphs/softmax.json" --devize h200
refuse 2 "h2000" "$fusebox" plan "$root/graphs/softmax.json" --device h2000
refuse 2 "takes no option" "$fusebox" info "$root/graphs/softmax.json" -H greedy
refuse 2 "GRAPH is missing: 'fusebox plan GRAPH'" "$fusebox" plan
refuse 2 "PLAN is missing: " "$fusebox" diff "$root/graphs/rmsnorm.json" none
refuse 2 "there is no lesson \"pottery\"; there are locality" "$fusebox" lessons pottery
refuse 2 "GRAPHS is missing" "$fusebox" accuracy
refuse 2 "has graphs and plans of its own" "$fusebox" accuracy --from a.json "$root/graphs/softmax.json"
refuse 2 "no record of accuracy" "$fusebox" accuracy --from "$root/graphs/softmax.json"
refuse 2 "cannot open" "$fusebox" accuracy "$work/none.json" --no-gpu
refuse 2 "the formats are" "$fusebox" export "$root/graphs/softmax.json" --as png
refuse 2 "--as pdf: the formats are report, html, html-light, json, fx, hlo, dot, plan, cuda, sass, harness or trace" "$fusebox" export "$root/graphs/softmax.json" --as pdf
refuse 2 "did you mean 'fusebox info'" "$fusebox" infoo "$root/graphs/softmax.json"
refuse 2 "did you mean 'fusebox time'" "$fusebox" tiem
refuse 2 "too many arguments: 'fusebox plan GRAPH'" "$fusebox" plan "$root/graphs/softmax.json" more
refuse 2 "name one with -H" "$fusebox" plan "$root/graphs/softmax.json" -o max_reads=3
refuse 2 "not both" "$fusebox" plan "$root/graphs/softmax.json" -H none -p "$work/plan.json"
refuse 2 "--heuristic wants NAME" "$fusebox" plan "$root/graphs/softmax.json" -H
refuse 2 "--json takes no value" "$fusebox" plan "$root/graphs/softmax.json" --json=yes
refuse 2 "sm_90a" "$fusebox" compile "$root/graphs/softmax.json" --arch hopper
refuse 2 "from 1 to 256" "$fusebox" compile "$root/graphs/softmax.json" -j 0
refuse 2 "no such kernel" "$fusebox" export "$root/graphs/softmax.json" --as cuda --kernel K99
refuse 2 "whole number" "$fusebox" plan "$root/graphs/softmax.json" --set rows=many
refuse 2 "--set n=64" "$fusebox" check "$root/graphs/gelu_tanh.json" --cpu
refuse 2 "GPU" "$fusebox" check "$root/graphs/dumps/llama/forward" --cpu
refuse 2 "not both" "$fusebox" check "$root/graphs/softmax.json" --cpu --gpu
refuse 2 "120x40" "$fusebox" "$root/graphs/softmax.json" --dump-screen wide
refuse 2 "a screen is printed as text, or with --as svg" "$fusebox" "$root/graphs/softmax.json" --dump-screen 80x24 --as html
refuse 2 "say --dump-screen" "$fusebox" "$root/graphs/softmax.json" --as svg
printf 'snap one\nj\nsnap two\n' >"$work/two.keys"
refuse 2 "an SVG is one picture" "$fusebox" "$root/graphs/softmax.json" --script "$work/two.keys" --as svg
refuse 2 "--color" "$fusebox" "$root/graphs/softmax.json" --dump-screen 80x24 --color red
refuse 2 "name a graph" "$fusebox"

finish
