#!/bin/sh
# usage: test_check_layers.sh CHECKER
# Builds a small tree that breaks every rule, each in a file of its own, and expects the checker to name each file and
# nothing else; and one that breaks none.
set -u
checker=$1
tree=$(mktemp -d) || exit 2
trap 'rm -rf "$tree"' EXIT
failures=0

# clean NAME: a tree that keeps every rule; the current folder.
clean() {
  mkdir -p "$tree/$1" && cd "$tree/$1" || exit 2
  mkdir -p src/base src/graph/core src/plan src/gpu src/explorer src/script src/tui tests/base lua build build-asan .ci
  printf '#include "graph/graph.h"\n#include "base/text.h"\n#include <stdio.h>\n' >src/graph/graph.c
  mkdir -p src/gpu/toolkit && echo '#include "gpu/toolkit/driver.h"' >src/gpu/toolkit/driver.c
  echo '#include <cuda.h>' >src/gpu/driver.c
  echo '#include <curses.h>' >src/tui/screen.c
  echo '#include <lauxlib.h>' >src/script/host.c
  echo '#include "gpu/gpu.h"' >tests/base/test.c
  touch meson.build README.md .gitignore
  switch_over 'op->code' >src/graph/core/op.c
  switch_over 'text[at]' >src/graph/core/text.c
}

# A switch in a default, which is no matter here.
switch_over() {
  printf '  switch (a) {\n    default:\n      switch (%s) {\n        case A:\n        default:\n          b;\n      }\n  }\n' "$1"
}

clean kept
output=$("$checker" "$tree/kept") || { echo "FAIL a clean tree: $output"; failures=1; }

clean broken
# breaks TEXT: there is something of which the checker says TEXT, in one line of its own.
breaks() {
  echo "$1" >>"$tree/expected"
}
echo '#include "plan/plan.h"' >>src/graph/graph.c; breaks "graph includes a later layer: src/graph/graph.c:4:"
echo '  #  include "explorer/cells.h"' >src/base/arena.h; breaks "base includes a later layer: src/base/arena.h:1:"
echo '#include "plan/edit/fuse.h"' >src/graph/b.c; breaks "graph includes a later layer: src/graph/b.c:1:"
echo '#include "../plan/plan.h"' >src/graph/a.c; breaks "graph includes a later layer: src/graph/a.c:1:"
breaks "not a header of a layer: src/graph/a.c:1:"
echo '#include "graph.h"' >src/graph/c.c; breaks "not a header of a layer: src/graph/c.c:1:"
echo '#include <ncursesw/curses.h>' >src/plan/a.c; breaks "may include curses: src/plan/a.c:1:"
echo '#include <lua.h>' >src/plan/b.c; breaks "may include Lua: src/plan/b.c:1:"
echo '#include <zlib.h>' >src/plan/c.c; breaks "may include zlib: src/plan/c.c:1:"
echo '#include <nvrtc.h>' >src/plan/d.c; breaks "may include CUDA: src/plan/d.c:1:"
echo '#include <cublasLt.h>' >src/explorer/a.c; breaks "may include CUDA: src/explorer/a.c:1:"
echo '#include <cuda_runtime_api.h>' >src/explorer/b.c; breaks "may include CUDA: src/explorer/b.c:1:"
echo '#include "tui/grid.h"' >src/graph/d.c; breaks "may include the screen: src/graph/d.c:1:"
mkdir src/utils; breaks "no layer: src/utils"
mkdir -p src/base/a/b/c; touch src/base/a/b/c/d.c; breaks "too deep for a layer: src/base/a/b/c/d.c"
touch src/a.c; breaks "outside the layers: src/a.c"
touch NOTES.md; breaks "not for the top level: NOTES.md"
number=0
for expression in 'step->kind' 'op_info(op->code)->op_class' 'dtype_kind(value->dtype)' 'code_kind(node->form)'; do
  number=$((number + 1))
  switch_over "$expression" >src/graph/core/a$number.c; breaks "a new case: src/graph/core/a$number.c:5:"
done
# twice NAME WHAT LINE: two headers with the line.
twice() {
  echo "$3" | tee src/base/$1.h >src/plan/$1.h; breaks "a $2 of two headers: $1: src/base/$1.h, src/plan/$1.h"
}
twice Twin type 'typedef struct Twin {'
twice Called type 'typedef void Called(int a);'
twice Pointed type 'typedef int (*Pointed)(void);'
twice TWIN macro '#define TWIN(x) 1'

output=$("$checker" "$tree/broken") && { echo "FAIL: all is well, it says"; failures=1; }
while read -r text; do
  count=$(echo "$output" | grep -cF -- "$text")
  [ "$count" = 1 ] || { echo "FAIL $text: $count times"; failures=1; }
done <"$tree/expected"
[ "$(echo "$output" | wc -l)" = "$(wc -l <"$tree/expected")" ] || { echo "FAIL it says more: $output"; failures=1; }
exit $failures
