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
finish
