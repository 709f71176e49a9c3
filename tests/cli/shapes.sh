#!/bin/sh
# The documented figures of gelu_tanh: 8 kernels unfused; fused 1 kernel that reads and writes 512 MiB each
# (128 Mi elements of 4 bytes). usage: shapes.sh FUSEBOX SOURCE_ROOT
fusebox=$1
graph=$2/graphs/gelu_tanh.json
fail() { echo "$1"; exit 1; }

unfused=$("$fusebox" plan "$graph" -H none --json) || fail "plan -H none failed"
fused=$("$fusebox" plan "$graph" -H greedy --json) || fail "plan -H greedy failed"
total() { printf '%s\n' "$1" | sed -n '/"total"/,$p' | sed -n "s/.*\"$2\": \([0-9.e+]*\).*/\1/p"; }
[ "$(total "$unfused" kernels)" = 8 ] || fail "unfused: $(total "$unfused" kernels) kernels, not 8"
[ "$(total "$fused" kernels)" = 1 ] || fail "fused: $(total "$fused" kernels) kernels, not 1"
[ "$(total "$fused" read_bytes)" = 536870912 ] || fail "fused reads $(total "$fused" read_bytes)"
[ "$(total "$fused" write_bytes)" = 536870912 ] || fail "fused writes $(total "$fused" write_bytes)"
