#!/bin/sh
# Profiles and the logs of a compiler on the command line. usage: profile.sh FUSEBOX SOURCE_ROOT
. "$(dirname "$0")/lib.sh"
dump="$root/graphs/dumps/epilogue/inference"
profiles="$root/tests/session/profiles"

# The medians that make.py sets, beside what each kernel is estimated to take.
succeed "$fusebox" plan "$dump" -H compiler --profile "$profiles/kineto.json"
equal "column of the profile" "101.0/22.0/66.0/31.0/" "$(awk '/^K/ { printf "%s/", $(NF - 1) }' "$work/out")"
grep -q 'in no whole run' "$work/err" || fail "what was left out is not told"
succeed "$fusebox" plan "$dump" -H compiler --profile "$profiles/nsys.csv" --json
equal "runs" 3 "$(json runs <"$work/out")"
equal "of all kernels" 119 "$(json kernels_us <"$work/out")"
succeed "$fusebox" plan "$root/graphs/softmax.json" --profile "$profiles/nsys.csv"
grep -q 'has none: open a torch_compile_debug folder' "$work/err" || fail "a graph without a compiler's plan"
succeed "$fusebox" export "$dump" -H compiler --as report --profile "$profiles/ncu_raw.csv"
grep -q '^profile (ncu report): 119.0 us of 3' "$work/out" || fail "no profile in the report"
refuse 2 'no profile; one is' "$fusebox" plan "$dump" --profile "$0"

# The screen: a column of the table, a lane and the sums of the trace.
printf '<S-Tab>W=\n' >"$work/keys"
succeed "$fusebox" "$dump" --profile "$profiles/kineto.json" --script "$work/keys" --dump-screen 150x40
grep -q 'prof .*stream 7' "$work/out" || fail "no lane of the profile"
grep -q 'profile 220 .*a run takes 224 .*gaps .*4.00 .*1 stream, 3 runs' "$work/out" || fail "no sums of the profile"
printf '' >"$work/keys"
succeed "$fusebox" "$dump" --profile "$profiles/nsys.csv" --script "$work/keys" --dump-screen 150x40
grep -q "a time for 3 of the compiler's 4 launches: ! says why" "$work/out" || fail "what has no time is not told"
printf 'ji' >"$work/keys"
succeed "$fusebox" "$dump" --profile "$profiles/ncu_raw.csv" --script "$work/keys" --dump-screen 120x40
grep -q 'profile 22.0 .*1 launch, median of 3, stream' "$work/out" || fail "no counters"
grep -q 'K2 .* 93\.0 *22\.0 ' "$work/out" || fail "no profiled time in the table"
sed 's/gpu__time_duration.sum/other__metric.sum/' "$profiles/ncu_raw.csv" >"$work/counters.csv"
succeed "$fusebox" "$dump" --profile "$work/counters.csv" --script "$work/keys" --dump-screen 120x40
grep -q 'profile 1 launch, stream 7' "$work/out" || fail "counters without times"

# What the compiler said of a pair, in a log that is named, and in one that lies around the folder.
mkdir -p "$work/run/torchinductor"
cp -r "$dump" "$work/run/torchinductor/model"
for line in "===== attempting fusion (1/10): 2 nodes =====" \
  "  SchedulerNode(name='op1'), Pointwise(['origins=OrderedSet([tanh, mul_3, add, mul_2, mul_1, mul, convert_element_type_3])'])" \
  "  SchedulerNode(name='op2'), Pointwise(['origins=OrderedSet([add_2, convert_element_type_4, mul_5, add_1, mul_4])'])" \
  "  SchedulerNode(name='op4'), Pointwise(['origins=OrderedSet([pow_1, where, mul_6, gt, convert_element_type_7])'])" \
  "cannot fuse op1 with op2: exceeds max fusion"; do
  echo "V1122 23:06:24.758000 9 torch/_inductor/scheduler.py:1388] [0/0] [__fusion] $line" >>"$work/named.txt"
done
succeed "$fusebox" info "$dump" --log "$work/named.txt" --json
grep -q '"producer": "tanh", "consumer": "add_1", "text": "does not fuse op1 with op2: exceeds max fusion"' "$work/out" ||
  fail "no remark in JSON"
printf '/add_1<Enter>xa' >"$work/keys"
succeed "$fusebox" "$dump" --log "$work/named.txt" --script "$work/keys" --dump-screen 150x60
grep -q 'Inductor: does not fuse op1 with op2: exceeds max fusion' "$work/out" || fail "no reason in Candidates"
succeed "$fusebox" plan "$root/graphs/softmax.json" --log "$work/named.txt"
grep -q -- '--log goes with a torch_compile_debug folder' "$work/err" || fail "a log without a folder"
cp "$work/named.txt" "$work/run/torch_logs.txt"
succeed "$fusebox" info "$work/run/torchinductor/model"
grep -q '^ *[1-9]  exceeds max fusion' "$work/out" || fail "the log around the folder is not read"
refuse 2 'no_such' "$fusebox" info "$dump" --log "$work/no_such"

# --- a graph without a compiler's plan has nothing to join, and what has one is named
printf '%s (us),%s (us),Name\n0,1,k\n' Start Duration >"$work/one.csv"
succeed "$fusebox" plan "$root/graphs/softmax.json" --profile "$work/one.csv"
grep -q 'output_code.py, or HLO that XLA has fused' "$work/err" || fail "what a profile goes with is not told"
finish
