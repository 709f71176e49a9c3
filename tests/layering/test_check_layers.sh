#!/bin/sh
# usage: test_check_layers.sh CHECKER
# Builds small trees that break one rule each and expects the checker to name the file, and one that breaks none.
set -u
checker=$1
tree=$(mktemp -d) || exit 2
trap 'rm -rf "$tree"' EXIT
failures=0

# A tree that keeps every rule.
fresh() {
  rm -rf "$tree/root"
  mkdir -p "$tree/root" && cd "$tree/root" || exit 2
  mkdir -p src/base src/graph/core src/plan src/gpu src/explorer src/script src/tui tests/base lua build build-asan .ci
  printf '#include "graph/graph.h"\n#include "base/text.h"\n#include <stdio.h>\n' >src/graph/graph.c
  mkdir -p src/gpu/toolkit && echo '#include "gpu/toolkit/driver.h"' >src/gpu/toolkit/driver.c
  echo '#include <cuda.h>' >src/gpu/driver.c
  echo '#include <curses.h>' >src/tui/screen.c
  echo '#include <lauxlib.h>' >src/script/host.c
  echo '#include "gpu/gpu.h"' >tests/base/test.c
  touch meson.build README.md .gitignore
}

# expect NAME TEXT: the checker fails and says TEXT.
expect() {
  output=$("$checker" "$tree/root") && { echo "FAIL $1: not found"; failures=1; return; }
  case "$output" in *"$2"*) ;; *) echo "FAIL $1: $output"; failures=1 ;; esac
}

fresh
output=$("$checker" "$tree/root") || { echo "FAIL a clean tree: $output"; failures=1; }

fresh; echo '#include "plan/plan.h"' >>src/graph/graph.c; expect "later layer" "src/graph/graph.c:4:"
fresh; echo '  #  include "explorer/cells.h"' >src/base/arena.h; expect "later layer in a header" "src/base/arena.h:1:"
fresh; echo '#include "../plan/plan.h"' >src/graph/a.c; expect "relative path" "src/graph/a.c:1:"
fresh; echo '#include "graph.h"' >src/graph/a.c; expect "bare name" "src/graph/a.c:1:"
fresh; echo '#include <ncursesw/curses.h>' >src/plan/a.c; expect "curses" "may include curses: src/plan/a.c:1:"
fresh; echo '#include <lua.h>' >src/plan/a.c; expect "Lua" "may include Lua: src/plan/a.c:1:"
fresh; echo '#include <zlib.h>' >src/plan/a.c; expect "zlib" "may include zlib: src/plan/a.c:1:"
fresh; echo '#include <nvrtc.h>' >src/plan/a.c; expect "NVRTC" "may include CUDA: src/plan/a.c:1:"
fresh; echo '#include <cublasLt.h>' >src/explorer/a.c; expect "cuBLAS" "may include CUDA: src/explorer/a.c:1:"
fresh; echo '#include <cuda_runtime_api.h>' >src/explorer/a.c; expect "CUDA runtime" "may include CUDA: src/explorer/a.c:1:"
fresh; mkdir src/utils; expect "unknown layer" "no layer: src/utils"
fresh; echo '#include "plan/edit/fuse.h"' >>src/graph/graph.c; expect "later layer's folder" "src/graph/graph.c:4:"
fresh; echo '#include "tui/grid.h"' >>src/graph/graph.c; expect "screen below" "may include the screen: src/graph/graph.c:4:"
fresh; mkdir -p src/base/a/b/c; touch src/base/a/b/c/d.c; expect "folders too deep" "src/base/a/b/c/d.c"
fresh; touch src/a.c; expect "outside the layers" "src/a.c"
fresh; echo 'typedef struct Twin {' | tee src/base/a.h >src/plan/a.h; expect "a type twice" "a type of two headers: Twin: src/base/a.h, src/plan/a.h"
switch_over() {
  printf '  switch (a) {\n    default:\n      switch (%s) {\n        case A:\n        default:\n          b;\n      }\n  }\n' "$1"
}
for expression in 'step->kind' 'op_info(op->code)->op_class' 'dtype_kind(value->dtype)' 'code_kind(node->form)'; do
  fresh; switch_over "$expression" >src/graph/core/a.c; expect "a hidden case" "a new case: src/graph/core/a.c:5:"
done
for expression in 'op->code' 'text[at]'; do
  fresh; switch_over "$expression" >src/graph/core/a.c
  output=$("$checker" "$tree/root") || { echo "FAIL a default of ops: $output"; failures=1; }
done
for text in 'typedef void Twin(int a);' 'typedef int (*Twin)(void);'; do
  fresh; echo "$text" | tee src/base/a.h >src/plan/a.h; expect "a function's type twice" "a type of two headers: Twin: src/base/a.h, src/plan/a.h"
done
fresh; echo '#define TWIN(x) 1' | tee src/base/a.h >src/plan/a.h; expect "a macro twice" "a macro of two headers: TWIN: src/base/a.h, src/plan/a.h"
fresh; touch NOTES.md; expect "top level" "not for the top level: NOTES.md"
exit $failures
