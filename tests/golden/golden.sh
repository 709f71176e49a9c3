#!/bin/sh
# What the program prints, compared with files that were checked by hand. Figures of schedules and of the cost model, which calibration
# moves, are replaced by '#'; bytes and counts are exact. usage: golden.sh FUSEBOX SOURCE_ROOT
# GOLDEN_UPDATE=1 writes the files anew: read what changed before you commit it.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../cli/lib.sh"

model='s/"\(registers\|spill_bytes\|shared_bytes\|occupancy\|loads\|stores\|time_us\|estimate_us\|replay_us\|launch_us\|left_us\|right_us\|dram_bytes\|moved_[a-z_]*\)": [-0-9.e+]*/"\1": #/; s/"limit": "[a-z0-9]*"/"limit": "#"/'
golden() {
  name=$1
  shift
  succeed "$@" || return
  sed "$model" "$work/out" | sed "s|$root/||g" >"$work/$name"
  if [ "${GOLDEN_UPDATE:-0}" = 1 ]; then
    cp "$work/$name" "$here/expected/$name"
  elif ! diff -u "$here/expected/$name" "$work/$name"; then
    fail "$name differs"
  fi
}

golden info_softmax.json "$fusebox" info "$root/graphs/softmax.json" --json
golden info_linear.txt "$fusebox" info "$root/graphs/linear_relu.json"
golden info_epilogue.txt "$fusebox" info "$root/graphs/dumps/epilogue/inference"
golden plan_softmax_none.json "$fusebox" plan "$root/graphs/softmax.json" -H none --json
golden plan_softmax_greedy.json "$fusebox" plan "$root/graphs/softmax.json" -H greedy --json
golden plan_linear.json "$fusebox" plan "$root/graphs/linear_relu.json" -H greedy --json
golden diff_softmax.json "$fusebox" diff "$root/graphs/softmax.json" none greedy --json
golden export_softmax.dot "$fusebox" export "$root/graphs/softmax.json" --as dot
golden export_xent.json "$fusebox" export "$root/graphs/xent.json" --as json
finish
