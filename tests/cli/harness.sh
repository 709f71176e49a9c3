#!/bin/sh
# Harnesses: nvcc compiles them, and where there is a GPU they run, with the same results each time.
# usage: harness.sh FUSEBOX SOURCE_ROOT
. "$(dirname "$0")/lib.sh"

nvcc=$(command -v nvcc || { [ -x "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" ] && echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc"; })
has_gpu() {
  command -v nvidia-smi >/dev/null && nvidia-smi -L 2>/dev/null | grep -q GPU
}

# harness NAME GRAPH OPTION...: leaves $work/NAME.cu, compiled where there is nvcc
harness() {
  name=$1
  shift
  succeed "$fusebox" export "$@" --as harness || return
  mv "$work/out" "$work/$name.cu"
  [ -n "$nvcc" ] || return
  succeed "$nvcc" -std=c++17 -gencode arch=compute_90a,code=sm_90a -o "$work/$name" "$work/$name.cu" || return
  grep -q warning "$work/err" && fail "$name: warnings of nvcc"
  has_gpu || return
  succeed "$work/$name"
  first=$(grep checksum "$work/out")
  succeed "$work/$name"
  equal "checksum of $name" "$first" "$(grep checksum "$work/out")"
}

# --- halves and a workspace; integers that choose rows
harness norm "$root/graphs/rmsnorm_backward.json" -H greedy --set rows=4096
grep -q 'parameter<__nv_bfloat16>("dy", 2097152, {NORMAL, 1, 0, 0}, false)' "$work/norm.cu" || fail "norm: dy"
grep -q 'parameter<__nv_bfloat16>("dw", 512, {ZERO, 0, 0, 0}, true)' "$work/norm.cu" || fail "norm: dw"
harness classes "$root/graphs/xent.json" -H greedy --kernel K1
grep -q '("target[a-z]*", 8192, {INTEGER, 0, 0, 32000}, false)' "$work/classes.cu" || fail "classes: the rows' classes"

# --- floats of 8 bits
cat >"$work/small.py" <<'END'
def forward(self, x: "f8e4m3fn[4096]"):
    y = torch.ops.prims.convert_element_type.default(x, torch.float32)
    return (y,)
END
harness small "$work/small.py"
grep -q 'parameter<made_of<fb_f8e4m3fn>>("x", 4096, {NORMAL, 1, 0, 0}, false)' "$work/small.cu" || fail "small: x"

# --- one kernel of several
harness highest "$root/graphs/softmax.json" --kernel K1
grep -q "^// K1 of a plan" "$work/highest.cu" || fail "highest: its head"

# --- a product, whose matrices a launch gets as maps: of 96 x 40 in a buffer, and 40 x 72 stored turned
cat >"$work/product.py" <<'END'
def forward(self, a: "bf16[96, 40][48, 1]", b: "bf16[40, 72][1, 40]", c: "bf16[72]"):
    p = torch.ops.aten.mm.default(a, b)
    y = torch.ops.aten.add.Tensor(p, c)
    return (y,)
END
write_fuse_all "$work/product.lua"
harness product "$work/product.py" -H "$work/product.lua"
grep -q 'parameters\[0\].memory + 0, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 3,$' "$work/product.cu" || fail "product: its first matrix"
grep -q '{40, 96, 1, 0}, {96, 96, 0}, {64, 64, 1, 1}' "$work/product.cu" || fail "product: lines of 48 elements"
grep -q '{40, 72, 1, 0}, {80, 80, 0}, {64, 64, 1, 1}' "$work/product.cu" || fail "product: lines of 40 elements"
grep -q 'arguments\[\] = {&maps\[0\], &maps\[1\], &parameters\[0\]' "$work/product.cu" || fail "product: its arguments"

# --- what there is no harness for
refuse 2 "runs in a library call" "$fusebox" export "$root/graphs/linear_relu.json" --as harness --kernel K1
refuse 2 "say which" "$fusebox" export "$root/graphs/softmax.json" --as harness
refuse 2 "has no such kernel" "$fusebox" export "$root/graphs/softmax.json" --as harness --kernel K99
finish
