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
# Titles that are too long lose what they have in common, not what tells them apart.
mkdir -p "$work/long" || exit 1
for columns in 7 9; do
  cp "$root/graphs/softmax.json" "$work/long/images_in_windows_with_a_step_of_${columns}_columns_and_a_model_of_very_many_layers.json"
done
succeed "$fusebox" list "$work/long"
for columns in 7 9; do
  grep -qF "..${columns}_columns_and_a_model_of_very_many_layers.json " "$work/out" || fail "the title of $columns columns cannot be told"
done
# What stands in the table opens what it stands for, and the line below it says how; of a log, too, whose graphs
# have no names but the log's and a number.
fx=$root/tests/graph/fx
succeed "$fusebox" list "$fx/torch_logs.txt"
grep -qF "'fusebox $fx/torch_logs.txt#NUMBER' opens one of them" "$work/out" || fail "nothing says how to open one"
for run in "$fx/torch_logs.txt" "$root/graphs/dumps"; do
  for name in $("$fusebox" list "$run" | sed -n 's/^ *[0-9]*  //p' | sed '/#  graph/d; s/ .*//' | sed 3q); do
    ops=$("$fusebox" list "$run" | awk -v name="$name" '$2 == name { print $3 }')
    succeed "$fusebox" info "$run#$name"
    grep -q "^[^ ]*: [0-9]* ops" "$work/out" || fail "$run#$name is not opened"
    equal "ops of $run#$name" "$ops" "$(sed -n '1s/.*: \([0-9]*\) ops (\([0-9]*\) views.*/\1 \2/p' "$work/out" | awk '{ print $1 - $2 }')"
  done
done
refuse 2 "cannot open" "$fusebox" info "$fx/none.txt#torch_logs.txt#2"

refuse 2 'no FX graph in it' "$fusebox" list "$0"

# A run of one graph is that graph; of several it takes a number, and its folder alone says so.
mkdir -p "$work/run/torchinductor" && cp -r "$root/graphs/dumps/gpt2/forward1" "$work/run/torchinductor/model__0"
succeed "$fusebox" plan "$work/run" -H compiler
grep -q '^torchinductor/model__0, ' "$work/out" || fail "the run's only graph is another one"
refuse 2 'gpt2#1 for backward' "$fusebox" plan "$root/graphs/dumps/gpt2"

# Links that lead back to where they lie are 40^6 ways to the same graph.
for i in $(seq 40); do ln -s .. "$work/run/torchinductor/back$i"; done
succeed timeout 20 "$fusebox" info "$work/run"

# What XLA wrote of a module between its passes is one graph; the rest is reached by name and number. Messages
# stand below the table.
modules=$work/xla
mkdir -p "$modules"
module() { # file, ops
  printf 'HloModule m\n\nENTRY e {\n  x = f32[4] parameter(0)\n' >"$modules/$1"
  for i in $(seq "$2"); do printf '  y%d = f32[4] negate(x)\n' "$i"; done >>"$modules/$1"
  printf '  ROOT z = f32[4] exponential(x)\n}\n' >>"$modules/$1"
}
module module_0002.jit_b.0000.fusion.after_one.before_another_with_a_name_that_is_much_too_long.txt 3
module module_0002.jit_b.before_optimizations.txt 2
module module_0002.jit_b.sm_9.0a_gpu_after_optimizations.txt 1
module module_0010.jit_a.before_optimizations.txt 5
echo 'HloModule broken' >"$modules/module_0011.jit_c.before_optimizations.txt"
succeed "$fusebox" list "$modules"
equal "modules" "1 module_0002.jit_b 2 -" "$(sed -n 2p "$work/out" | awk '{ print $1, $2, $3, $4 }')"
equal "their sum" "3 graphs, 8 ops" "$(grep -o '^3 graphs, [0-9]* ops' "$work/out")"
grep -q "^2 earlier stages of these .*list $modules#WORD'" "$work/out" || fail "stages are not told"
equal "the last line" "3 cannot be read:" "$(tail -n 1 "$work/out" | cut -d' ' -f 1-4)"
succeed "$fusebox" list "$modules#jit_b"
equal "stages" "1 4 5" "$(awk '$1 ~ /^[0-9]+$/ && NF == 4 { printf "%s ", $1 }' "$work/out" | sed 's/ $//')"
equal "columns line up" 1 "$(sed 1d "$work/out" | grep '^ ' | awk '{ print length($0) - length($NF) }' | sort -u | wc -l)"
grep -q '^1 graph, 2 ops' "$work/out" || fail "stages are counted as graphs"
succeed "$fusebox" info "$modules#jit_b"
grep -q ': 2 ops' "$work/out" || fail "a module is another stage"
succeed "$fusebox" info "$modules#jit_b.before"
grep -q ': 3 ops' "$work/out" || fail "a stage by name is another graph"
succeed "$fusebox" info "$modules#4"
grep -q ': 4 ops' "$work/out" || fail "a stage by number is another graph"

# The list of the screen says which compilation each is of.
printf '<C-g>' >"$work/keys"
succeed "$fusebox" "$log" --script "$work/keys" --dump-screen 120x40
grep -q '0/0 backward.*step.py:2' "$work/out" || fail "the screen's list has no titles"
# --- what a shell hands over can be read once
cases=$((cases + 2))
"$fusebox" info /dev/stdin <"$root/graphs/softmax.json" >"$work/file"
cat "$root/graphs/softmax.json" | "$fusebox" info /dev/stdin >"$work/piped" || fail "info of a pipe"
cmp -s "$work/file" "$work/piped" || fail "a pipe is not read as a file is"
cat "$root/graphs/softmax.json" | "$fusebox" /dev/stdin --dump-screen 80x24 >"$work/piped" || fail "a pipe does not open"
finish
