#!/bin/sh
# Kernels of shipped graphs and of a dump compile for the architecture of a device, under the schedules for that device;
# with ARCHITECTURES=more of all those graphs, more dumps and a part of the corpus. Needs no GPU.
# usage: architectures.sh FUSEBOX SOURCE_ROOT DEVICE
. "$(dirname "$0")/lib.sh"
device=$3

run "$fusebox" compile "$root/graphs/rope.json" -H greedy --device "$device"
if [ "$got" -eq 3 ]; then
  echo "no NVRTC to compile with"
  exit 77
fi
if [ "${ARCHITECTURES:-}" != more ]; then
  for graph in gelu_tanh.json softmax.json layernorm_backward.json dumps/mix/backward; do
    succeed "$fusebox" compile "$root/graphs/$graph" --device "$device"
  done
  finish
fi
for graph in "$root"/graphs/*.json; do
  case $graph in *schema.json) continue ;; esac
  succeed "$fusebox" compile "$graph" -H greedy --device "$device"
done
for graph in softmax/inference layernorm/backward mix/backward rmsmodel/forward; do
  succeed "$fusebox" compile "$root/graphs/dumps/$graph" -H compiler --device "$device"
done
if command -v xz >/dev/null; then
  tar -xJf "$root/tests/corpus/fit.tar.xz" -C "$work" || fail "the corpus does not unpack"
  for graph in contrastive/backward deepfm/backward focal_dice/forward lion_bf16/inference retention/backward \
    switch_layer/forward vae_decoder/forward; do
    succeed "$fusebox" compile "$work/fit/$graph" -H compiler --device "$device"
  done
fi
finish
