#!/bin/sh
# Plans saved and read, compared, made for every device; exports that read back. usage: plans.sh FUSEBOX SOURCE_ROOT
. "$(dirname "$0")/lib.sh"

# --- save, read: the same plan, and the file says where it came from
for graph in "$root/graphs/rmsnorm_backward.json" "$root/graphs/dumps/mix/backward"; do
  succeed "$fusebox" plan "$graph" -H greedy --save "$work/plan.json"
  equal "origin" "heuristic greedy" "$(json kind <"$work/plan.json") $(sed -n 's/.*"name": "\([a-z]*\)", "options".*/\1/p' "$work/plan.json")"
  succeed "$fusebox" plan "$graph" -p "$work/plan.json" --save "$work/again.json" --json
  sed '/"origin"/d' "$work/plan.json" >"$work/one"
  sed '/"origin"/d' "$work/again.json" >"$work/two"
  cmp -s "$work/one" "$work/two" || fail "$graph: the plan that was read is another one"
  succeed "$fusebox" diff "$graph" "$work/plan.json" greedy --json
  equal "groups that differ" "" "$(json share_percent <"$work/out")"
done

# --- a heuristic begins with the plan of -p: greedy's has nothing left to fuse, and random's begins anew
graph="$root/graphs/gelu_tanh.json"
printf 'return { run = function(plan) print(plan:kernel_count()) end }\n' >"$work/count.lua"
succeed "$fusebox" plan "$graph" -H greedy --save "$work/plan.json"
succeed "$fusebox" plan "$graph" -p "$work/plan.json" -H "$work/count.lua" --json
equal "kernels that the heuristic began with" 1 "$(cat "$work/err")"

# --- schedules from the command line: saved, read again, and what cannot be is refused with the reason
graph="$root/graphs/softmax.json"
succeed "$fusebox" plan "$graph" -H greedy --schedule K1.threads=1024 --schedule K1.rows=2 --save "$work/plan.json"
equal "threads that were saved" 1024 "$(json threads <"$work/plan.json")"
succeed "$fusebox" plan "$graph" -p "$work/plan.json" --json
equal "a plan of that file" "$(json registers <"$work/out")" \
  "$("$fusebox" plan "$graph" -H greedy --schedule K1.rows=2 --schedule K1.threads=1024 --json | json registers)"
# Of a product's tile, taken in turn, 256 columns fit beside 64 rows only, whichever knob comes first.
cat >"$work/product.py" <<'END'
def forward(self, a: "bf16[4096, 4096]", b: "bf16[4096, 4096]"):
    p = torch.ops.aten.mm.default(a, b)
    y = torch.ops.aten.relu.default(p)
    return (y,)
END
write_fuse_all "$work/product.lua"
for order in "rows=64 columns=256" "columns=256 rows=64"; do
  set -- $order
  succeed "$fusebox" export "$work/product.py" -H "$work/product.lua" --schedule "K0.$1" --schedule "K0.$2" --as cuda
  grep -q "fb_gemm<fb_bf16, 64, 256, 1, 4, 2, 1, false, " "$work/out" || fail "$order: its tile"
done
refuse 2 "needs 274 registers of a thread, which has 232" "$fusebox" plan "$work/product.py" -H "$work/product.lua" --schedule K0.columns=256
refuse 2 "there is no knob \"row\"; the knobs are vector, threads" "$fusebox" plan "$graph" -H greedy --schedule K1.row=2
refuse 2 "tiles is 0, but must be from 1" "$fusebox" plan "$graph" -H greedy --schedule K1.tours=0 # by its former name
refuse 2 "must be a multiple of 32" "$fusebox" plan "$graph" -H greedy --schedule K1.threads=100
refuse 2 "no such kernel" "$fusebox" plan "$graph" -H greedy --schedule K0.threads=128
refuse 2 "1024 threads cannot be shared by 3 rows" \
  "$fusebox" plan "$graph" -H greedy --schedule K1.threads=1024 --schedule K1.rows=3
for text in K1 K1.rows K1.rows= K1.rows=2x =2; do
  refuse 2 "K3.rows=4" "$fusebox" plan "$graph" -H greedy --schedule "$text"
done
succeed "$fusebox" plan "$graph" -H greedy --tuned
grep -q "0 of 1 kernels were tuned before" "$work/err" || fail "--tuned does not say what it found"

# --- the same command twice gives the same bytes
succeed "$fusebox" plan "$root/graphs/dumps/bert/forward" -H greedy --json
mv "$work/out" "$work/first"
succeed "$fusebox" plan "$root/graphs/dumps/bert/forward" -H greedy --json
cmp -s "$work/first" "$work/out" || fail "the same plan is reported differently the second time"

# --- diff: softmax's seven kernels become one; all of the difference is that group's
succeed "$fusebox" diff "$root/graphs/softmax.json" none greedy --json
equal "kernels left and right" "7 1" "$(json kernels <"$work/out" | tr '\n' ' ' | sed 's/ $//')"
equal "share" 100 "$(printf %.0f "$(json share_percent <"$work/out")")"
equal "same" 0 "$(json same <"$work/out")"
succeed "$fusebox" diff "$root/graphs/softmax.json" greedy greedy --json
equal "same plans" 1 "$(json same <"$work/out")"
succeed "$fusebox" diff "$root/graphs/dumps/mix/backward" compiler greedy
succeed "$fusebox" diff "$root/graphs/dumps/resnet/backward" compiler bytes # one got slower by 0.1 us of -84
grep -q ' -0%' "$work/out" && fail "a share of -0%"
# Kernels that there is no room for are counted: 34 columns each side, no number is cut.
succeed "$fusebox" diff "$root/graphs/dumps/mix/backward" none greedy
awk 'NR > 1 && /%$/ { print substr($0, 1, 34) }' "$work/out" >"$work/listed"
grep -q ' +[0-9]* more' "$work/listed" || fail "no row has more kernels than there is room for"
listed=$(awk '{ for (i = 1; i <= NF; i++) if ($i ~ /^K[0-9]+$/) n++; else if ($i ~ /^\+/) n += $i } END { print n }' "$work/listed")
equal "kernels that differ" "$(sed -n 's/^\([0-9]*\) kernels* .* left: \([0-9]*\) kernels.*/\2 \1/p' "$work/out" |
  awk '{ print $1 - $2 }')" "$listed"

# --- every device estimates every row of the list, and a faster memory is faster
succeed "$fusebox" devices --json
devices=$(json name <"$work/out")
equal "devices" "a10 a100 b200 gb200 gh200 h100 h200 l40s rtx4090 rtx5090 t4" "$(echo $devices)"
for device in $devices; do
  succeed "$fusebox" plan "$root/graphs/rmsnorm.json" -H greedy --device "$device" --json
  equal "device" "$device" "$(json device <"$work/out")"
  eval "time_$device=\$(json estimate_us <\"$work/out\" | cut -d. -f1)"
done
before=0
for device in b200 h200 gh200 h100 a100 rtx5090 rtx4090 l40s a10 t4; do # from 8 TB/s to 320 GB/s
  eval "time=\$time_$device"
  [ "$before" -lt "$time" ] || fail "times do not follow the memories: $device takes $time us, a faster one $before"
  before=$time
done

# --- cost models: ours by default, others by name or of a file; what they do not know is refused
graph=$root/graphs/rmsnorm_backward.json
succeed "$fusebox" plan "$graph" -H greedy && cp "$work/out" "$work/ours"
succeed "$fusebox" plan "$graph" -H greedy --model fusebox && cmp -s "$work/out" "$work/ours" ||
  fail "fusebox is not the default model"
for model in xla roofline bytes; do
  succeed "$fusebox" plan "$graph" -H greedy --model $model
  grep -q "us on h200 by $model\$" "$work/out" || fail "the plan does not say that it is estimated by $model"
  succeed "$fusebox" diff "$graph" none greedy --model $model --json
  equal "model of the comparison" $model "$(json model <"$work/out")"
done
printf 'return { time = function(kernel) return kernel.registers end }\n' >"$work/registers.lua"
succeed "$fusebox" plan "$graph" -H greedy --model "$work/registers.lua"
registers=$(awk '/^K/ { sum += $4 } END { print sum }' "$work/out") # the column regs
[ "$registers" -gt 0 ] && grep -q "estimate $registers.0 us on h200 by registers\$" "$work/out" ||
  fail "$registers registers are not so many us"
printf 'return { time = function(kernel) return kernel.nothing + 1 end }\n' >"$work/wrong.lua"
refuse 2 "wrong.lua:1: estimate has no field 'nothing'" \
  "$fusebox" plan "$graph" -H greedy --model "$work/wrong.lua"
refuse 2 'there is no cost model "cuda"; there are fusebox, xla, roofline, bytes, or name a .lua file' \
  "$fusebox" diff "$graph" none greedy --model cuda

# --- JSON reads back as the same graph: the hash in a plan file names it
for graph in $(shipped_graphs) "$root/graphs/dumps/llama/forward" "$root/graphs/dumps/resnet/backward"; do
  succeed "$fusebox" export "$graph" --as json || continue
  cp "$work/out" "$work/copy.json"
  succeed "$fusebox" plan "$graph" -H none --save "$work/one"
  succeed "$fusebox" plan "$work/copy.json" -H none --save "$work/two"
  equal "$graph: hash of the copy" "$(json graph_hash <"$work/one")" "$(json graph_hash <"$work/two")"
done

# --- FX text is Python, dot is closed
if command -v python3 >/dev/null; then
  for graph in "$root/graphs/xent.json" "$root/graphs/adam.json" "$root/graphs/dumps/gpt2/backward"; do
    succeed "$fusebox" export "$graph" --as fx || continue
    cp "$work/out" "$work/copy.py"
    succeed python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' "$work/copy.py"
  done
fi
succeed "$fusebox" export "$root/graphs/softmax.json" --as dot
equal "edges" 10 "$(grep -c -- '->' "$work/out")" # 1 to xf, 8 between ops, 1 to the output
tail -n 1 "$work/out" | grep -qx '}' || fail "dot does not end"

# --- a plan as HLO text: what is promoted and broadcast here is converted and broadcast there
cat >"$work/small.json" <<'END'
{"format": "fusebox-graph", "version": 1, "name": "small",
 "inputs": [{"name": "x", "dtype": "bf16", "shape": [2, 3]}, {"name": "b", "dtype": "f32", "shape": [2]}],
 "ops": [{"name": "t", "op": "permute", "in": ["x"], "axes": [1, 0]},
         {"name": "a", "op": "add", "in": ["t", "b"]},
         {"name": "s", "op": "sum", "in": ["a"], "axes": [1], "keep": true},
         {"name": "m", "op": "mul", "in": ["a", 2]}],
 "outputs": ["s", "m"]}
END
cat >"$work/small.hlo" <<'END'
HloModule fusebox_small

%add_f32 {
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %c = f32[] add(%a, %b)
}

%computation_K1 {
  %v0 = bf16[2,3]{1,0} parameter(0)
  %v1 = bf16[3,2]{1,0} transpose(%v0), dimensions={1,0}
  %v2 = f32[3,2]{1,0} convert(%v1)
  %v3 = f32[2]{0} parameter(1)
  %v4 = f32[3,2]{1,0} broadcast(%v3), dimensions={1}
  %v5 = f32[3,2]{1,0} add(%v2, %v4)
  %v6 = f32[] constant(0)
  %v7 = f32[3]{0} reduce(%v5, %v6), dimensions={1}, to_apply=%add_f32
  %v8 = f32[3,1]{1,0} reshape(%v7)
  %v9 = f32[] constant(2)
  %v10 = f32[3,2]{1,0} broadcast(%v9), dimensions={}
  %v11 = f32[3,2]{1,0} multiply(%v5, %v10)
  ROOT %v12 = (f32[3,1]{1,0}, f32[3,2]{1,0}) tuple(%v8, %v11)
}

ENTRY %main {
  %v13 = bf16[2,3]{1,0} parameter(0)
  %v14 = f32[2]{0} parameter(1)
  %K1 = (f32[3,1]{1,0}, f32[3,2]{1,0}) fusion(%v13, %v14), kind=kInput, calls=%computation_K1
  %K1.0 = f32[3,1]{1,0} get-tuple-element(%K1), index=0
  %K1.1 = f32[3,2]{1,0} get-tuple-element(%K1), index=1
  ROOT %v15 = (f32[3,1]{1,0}, f32[3,2]{1,0}) tuple(%K1.0, %K1.1)
}

END
succeed "$fusebox" export "$work/small.json" -H greedy --as hlo
cmp -s "$work/small.hlo" "$work/out" || fail "other HLO text: $(diff "$work/small.hlo" "$work/out" | head -n 5)"
for graph in softmax rmsnorm_backward permute0213; do
  "$fusebox" export "$root/graphs/$graph.json" -H greedy --as hlo >"$work/$graph.hlo"
  succeed "$fusebox" plan "$work/$graph.hlo" -H compiler --json
  equal "$graph: kernels read back" 1 "$(grep -c '"template"' "$work/out")"
done
refuse 2 "inductor_random_default_6 (random) cannot be HLO: it is not written yet" \
  "$fusebox" export "$root/graphs/dumps/bert/forward" --as hlo

# --- heuristics and the stubs of their API
succeed "$fusebox" heuristics --json
for name in greedy max_reads pointwise; do
  json name <"$work/out" | grep -qx "$name" || fail "heuristics does not list $name"
done
succeed "$fusebox" heuristics --stubs
grep -q -- '---@class plan' "$work/out" || fail "no stubs"
grep -qxF -- '---@param factors? table<string, number>' "$work/out" || fail "a type is cut at its comma"
grep '^function ' "$work/out" | grep -vxqE 'function [a-z_.:]+\([a-z_, .]*\) end' && fail "a stub's head holds more than names"
finish
