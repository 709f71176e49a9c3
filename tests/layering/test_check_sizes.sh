#!/bin/sh
# usage: test_check_sizes.sh CHECKER
# Builds small trees in which one thing is too large and expects the checker to name it, and one where all just fit.
set -u
checker=$1
tree=$(mktemp -d) || exit 2
trap 'rm -rf "$tree"' EXIT
failures=0

# lines COUNT: so many of them.
lines() {
  yes "$2" | head -n "$1"
}

# function LINES: of C, its head of two lines and its brace included.
function() {
  printf 'static int sum(int a,\n               int b) {\n'
  lines $(($1 - 3)) '  a++;'
  echo '}'
}

# A tree in which everything is as large as it may be.
fresh() {
  rm -rf "$tree/root"
  mkdir -p "$tree/root" && cd "$tree/root" || exit 2
  mkdir -p src/base src/graph/read tests/base lua .ci
  lines 400 '// a' | tee src/base/a.h src/base/a.cuh tests/base/a.sh tests/base/a.py lua/a.lua >.ci/run
  lines 500 '{}' >tests/base/a.json
  { function 50; printf 'static const int table[] = {\n'; lines 60 '    1,'; printf '};\n'; function 50; } >src/graph/a.c
  lines 40 'a' | tee src/base/README.md >src/graph/README.md
  lines 100 'a' >src/README.md
  for i in 1 2 3 4 5 6 7 8; do echo >"src/graph/read/$i.c"; done
}

# expect NAME TEXT: the checker fails and says TEXT.
expect() {
  output=$("$checker" "$tree/root") && { echo "FAIL $1: not found"; failures=1; return; }
  case "$output" in *"$2"*) ;; *) echo "FAIL $1: $output"; failures=1 ;; esac
}

fresh
output=$("$checker" "$tree/root") || { echo "FAIL a tree that fits: $output"; failures=1; }

for file in src/base/a.h src/base/a.cuh tests/base/a.sh tests/base/a.py lua/a.lua .ci/run; do
  fresh; echo '// b' >>$file; expect "a long file" "over 400 lines: $file"
done
fresh; function 51 >>src/graph/a.c; expect "a long function" "a function over 50 lines: src/graph/a.c:163: sum has 51"
fresh; function 51 >tests/base/b.c; expect "a long function of tests" "over 50 lines: tests/base/b.c:1: sum has 51"
fresh; echo b >>src/base/README.md; expect "a long README" "over 40 lines: src/base/README.md"
fresh; echo b >>src/README.md; expect "a long architecture" "over 100 lines: src/README.md"
fresh; rm src/base/README.md; expect "a layer without README" "no README.md in src/base"
fresh; echo >src/graph/read/9.c; expect "a folder without README" "no README.md in src/graph/read"
exit $failures
