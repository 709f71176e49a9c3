#!/bin/sh
# Fits the models of registers and spills anew: to the kernels of what greedy makes of the corpus's fitting half, cut into
# regions, and of the shipped graphs and dumps, in other dtypes, too.
# usage: fit_registers.sh FUSEBOX FUSEBOX_LAB MODEL, e.g.
#   sh tests/bench/fit_registers.sh build/fusebox build/fusebox-lab src/data/registers/sm_90.json
# Needs no GPU, but Python and xz. Compiles some 9,000 kernels.
set -e
fusebox=$1 lab=$2 model=$3
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/other" "$work/one"

tar -xJf "$root/tests/corpus/fit.tar.xz" -C "$work"
python3 "$root/tests/corpus/regions.py" "$fusebox" "$work/regions" "$work"/fit/*/*
(cd "$work/regions" && for region in */*/*.json; do cp "$region" "$work/one/$(echo "$region" | tr / @)"; done)
"$lab" fit "$work"/one/*.json -H greedy --save "$work/model" --table "$work/regions.tsv"

for name in bias_res_layernorm layernorm permute0213 rmsnorm rmsnorm_backward rope softmax xent; do
  sed 's/"bf16"/"f32"/g' "$root/graphs/$name.json" >"$work/other/${name}_f32.json"
done
for name in adam colsum layernorm layernorm_backward linear_relu permute0213 rmsnorm_backward_mix rope scale_mask_softmax softmax \
  sum_max_sq swiglu transpose_add_relu xent; do
  sed 's/"bf16"/"f16"/g; s/"f32"/"bf16"/g' "$root/graphs/$name.json" >"$work/other/${name}_half.json"
done
graphs=$(ls "$root"/graphs/*.json | grep -v schema)
"$lab" fit $graphs "$work"/other/*.json "$root"/graphs/dumps/*/* -H greedy -H none --save "$model" \
  --from "$work/regions.tsv"
