#!/bin/sh
# Fits the models of registers and spills anew: to the kernels of the shipped graphs and dumps, and of the same
# graphs in other dtypes. usage: fit_registers.sh FUSEBOX_LAB MODEL [OPTION...], e.g.
#   sh tests/bench/fit_registers.sh build/fusebox-lab src/data/registers/sm_90.json --table data.tsv
# --table FILE keeps what was compiled as a table, --from FILE fits to the kernels of such a table as well. Needs no
# GPU. Compiles some 13,000 kernels.
lab=$1 model=$2
shift 2
root=$(cd "$(dirname "$0")/../.." && pwd)
other=$(mktemp -d) || exit 1
trap 'rm -rf "$other"' EXIT
for name in bias_res_layernorm layernorm permute0213 rmsnorm rmsnorm_backward rope softmax xent; do
  sed 's/"bf16"/"f32"/g' "$root/graphs/$name.json" >"$other/${name}_f32.json"
done
for name in adam colsum layernorm layernorm_backward linear_relu permute0213 rmsnorm_backward_mix rope scale_mask_softmax softmax \
  sum_max_sq swiglu transpose_add_relu xent; do
  sed 's/"bf16"/"f16"/g; s/"f32"/"bf16"/g' "$root/graphs/$name.json" >"$other/${name}_half.json"
done
graphs=$(ls "$root"/graphs/*.json | grep -v schema)
"$lab" fit $graphs "$root"/graphs/dumps/*/* "$other"/*.json --save "$model" "$@"
