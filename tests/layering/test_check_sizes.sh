#!/bin/sh
# usage: test_check_sizes.sh CHECKER
# Builds a small tree in which things of every kind are too large and expects the checker to name them and nothing else, and
# one where all just fit.
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

# fits NAME: a tree in which everything is as large as it may be; the current folder.
fits() {
  mkdir -p "$tree/$1" && cd "$tree/$1" || exit 2
  mkdir -p src/base src/graph/read src/plan tests/base lua .ci
  lines 400 '// a' | tee src/base/a.h src/base/a.cuh tests/base/a.sh tests/base/a.py lua/a.lua >.ci/run
  lines 500 '{}' >tests/base/a.json
  { function 50; printf 'static const int table[] = {\n'; lines 60 '    1,'; printf '};\n'; function 50; } >src/graph/a.c
  lines 40 'a' | tee src/base/README.md src/plan/README.md >src/graph/README.md
  lines 100 'a' >src/README.md
  for i in 1 2 3 4 5 6 7 8; do echo >"src/graph/read/$i.c"; done
}

fits kept
output=$("$checker" "$tree/kept") || { echo "FAIL a tree that fits: $output"; failures=1; }

fits broken
# breaks TEXT: the checker says TEXT.
breaks() {
  echo "$1" >>"$tree/expected"
}
for file in src/base/a.h src/base/a.cuh tests/base/a.sh tests/base/a.py lua/a.lua .ci/run; do
  echo '// b' >>$file; breaks "over 400 lines: $file"
done
function 51 >>src/graph/a.c; breaks "a function over 50 lines: src/graph/a.c:163: sum has 51"
function 51 >tests/base/b.c; breaks "a function over 50 lines: tests/base/b.c:1: sum has 51"
echo b >>src/base/README.md; breaks "over 40 lines: src/base/README.md"
echo b >>src/README.md; breaks "over 100 lines: src/README.md"
rm src/plan/README.md; echo >src/plan/a.c; breaks "no README.md in src/plan"
echo >src/graph/read/9.c; breaks "no README.md in src/graph/read"

"$checker" "$tree/broken" >"$tree/found" && { echo "FAIL: all fits, it says"; failures=1; }
sort -o "$tree/expected" "$tree/expected"
sort "$tree/found" | diff "$tree/expected" - || failures=1
exit $failures
