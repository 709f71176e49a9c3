#!/bin/sh
# Every dump opens with no annotation that differs from inference, and tells why its library ops are ones.
# usage: dumps.sh FUSEBOX SOURCE_ROOT
. "$(dirname "$0")/lib.sh"
folders=0
for folder in "$root"/graphs/dumps/*/*/; do
  folders=$((folders + 1))
  succeed "$fusebox" info "$folder" --json || continue
  equal "$folder: mismatches" 0 "$(json mismatches <"$work/out")"
  names=$(grep -c '"reason": "..*"' "$work/out")
  rows=$(sed -n '/"library": \[/,/\]/p' "$work/out" | grep -c '"name"')
  equal "$folder: library ops with a reason" "$rows" "$names"
  # As many kernels as the provenance file lists (or the calls in output_code.py): read by -H compiler.
  [ "$(json compiler_kernels <"$work/out")" -gt 0 ] || fail "$folder: no plan of the compiler"
  succeed "$fusebox" info "$folder"
done
equal "folders" 21 "$folders"

# What the compilers' own files list.
for line in "llama/forward 55" "bert/forward 70" "resnet/forward 132" "softmax/inference 1" "gelu/inference 1"; do
  succeed "$fusebox" info "$root/graphs/dumps/${line% *}" --json
  equal "${line% *}: kernels of the compiler" "${line#* }" "$(json compiler_kernels <"$work/out")"
done
# What XLA said on the way to its plan, and how each launch is made.
succeed "$fusebox" info "$root/tests/fuzz/corpus/hlo/process"
equal "reasons of a fusion dump" "3 fusions:2 a prediction alone:1 the consumer is \"not\" fusible" \
  "$(sed -n 's/.*came to it in \([0-9]* fusions\).*/\1/p; s/^ *\([0-9]*\)  \(a prediction alone\|the consumer.*\)/\1 \2/p' "$work/out" | paste -sd: -)"
succeed "$fusebox" plan "$root/tests/graph/hlo/jit_f.txt" -H compiler --json
equal "a launch of XLA" 1 "$(grep -c '"name": "loop_slice_fusion".*"grid": \[16392, 1, 1\], "threads": \[128, 1, 1\]' "$work/out")"

finish
