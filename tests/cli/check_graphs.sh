#!/bin/sh
# `check --cpu` of every shipped graph at small odd sizes, unfused, by greedy and in batches. usage: check_graphs.sh FUSEBOX SOURCE_ROOT
. "$(dirname "$0")/lib.sh"

# Sizes that are no multiple of a vector, a warp or a block. A new graph needs a line here.
sizes_of() {
  case $1 in
    adam | gelu_tanh | sum_max_sq | mul_add_relu) echo "n=4097" ;;
    bias_res_layernorm | layernorm | layernorm_backward | rmsnorm | rmsnorm_backward | rmsnorm_backward_mix | softmax | colsum | swiglu | \
      rows_and_columns | gelu_readers | layernorm_by_hand)
      echo "rows=33 cols=1023" ;;
    channel_norm) echo "batch=3 channels=5 height=7 width=3" ;;
    attention) echo "heads=3 queries=33 keys=33 width=31" ;;
    linear_*) echo "m=33 n=31 k=65" ;;
    mlp_epilogues) echo "rows=33 width=31 hidden=17" ;;
    mlp_training) echo "rows=33 width=31" ;;
    swiglu_mlp) echo "tokens=33 model=40 hidden=24" ;;
    one_off) echo "rows=5 even=1024 odd=1023" ;;
    permute0213) echo "batch=3 length=5 heads=7 width=31" ;;
    rope) echo "batch=2 heads=3 length=31 half=5" ;;
    save_for_backward) echo "rows=33 cols=1023 others=33" ;;
    siblings) echo "n=4097 d=17 h=33" ;;
    scale_mask_softmax) echo "batch=2 heads=3 queries=7 keys=129" ;;
    sgd_tensors) echo "d=17 h=33" ;;
    transpose_add_relu) echo "n=65" ;;
    xent) echo "rows=33 classes=1023" ;;
    *) return 1 ;;
  esac
}

succeed "$fusebox" check "$root/graphs/softmax.json" --set rows=3 --set cols=5 --cpu
if [ "$got" -eq 3 ]; then
  echo "no host compiler"
  exit 77
fi
for graph in $(shipped_graphs); do
  name=$(basename "$graph" .json)
  sizes=$(sizes_of "$name") || { fail "no sizes for $name"; continue; }
  set --
  for size in $sizes; do set -- "$@" --set "$size"; done
  for heuristic in none greedy horizontal; do
    succeed "$fusebox" check "$graph" "$@" -H $heuristic --cpu --json || continue
    equal "$name, $heuristic: values that differ" 0 "$(json failures <"$work/out")"
    [ "$(grep -c '"pass": true' "$work/out")" -gt 0 ] || fail "$name, $heuristic: nothing was compared"
  done
done
finish
