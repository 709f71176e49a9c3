#!/bin/sh
# usage: check_layers.sh ROOT
# Checks the rules of the source tree and prints every line that breaks one; exit 1 if any does.
# - A layer includes only its own headers and those of the layers before it.
# - Only the owner of a foreign library includes its headers.
# - Every source file belongs to a layer, and the top level holds nothing else than what is listed here.
# - No two headers define a type or a macro of the same name: all of them can meet in one file.
# - Where a graph becomes a kernel, a switch over a class of ops, a dtype, or a kind of steps, reductions or statements has
#   no default: the compiler then names every place that a new one has to be thought of. (New ops are named by tests that
#   go over the whole op table.)
set -u
LC_ALL=C
export LC_ALL
cd "${1:?usage: check_layers.sh ROOT}" || exit 2

layers="base tui graph kernel plan cost gpu session script experiment explorer cli lab"
top="src graphs lua themes tests meson.build meson_options.txt README.md CONTRIBUTING.md SECURITY.md"
found=$(mktemp) || exit 2
trap 'rm -f "$found"' EXIT

# includes PATH PATTERN: the lines below PATH that include a header whose name matches, in quotes or angle brackets.
includes() {
  [ -d "$1" ] || return 0
  grep -rnHE --include='*.[ch]' "^[[:space:]]*#[[:space:]]*include[[:space:]]*[<\"]($2)[>\"]" "$1" | sort
}

# A layer that is named in an include but comes later than the file's own.
check_order() {
  later=$layers
  for layer in $layers; do
    later=${later#"$layer"}
    later=${later# }
    [ -n "$later" ] || continue
    names=$(echo "$later" | tr ' ' '|')
    includes "src/$layer" "(\.\./|src/)*($names)/[^>\"]*" | sed "s/^/$layer includes a later layer: /"
  done
}

# Headers by a path from src only: relative ones would slip past the rule above.
check_paths() {
  names=$(echo "$layers" | tr ' ' '|')
  includes src '[^>"]*' | grep -E '"[^"]*"|<[^>]*\.\./' | grep -vE "\"($names)/([a-z_]+/)*[^/\"]*\"" |
    sed 's/^/not a header of a layer: /'
}

# check_owner WHAT HEADERS OWNERS: only files whose path matches OWNERS may include HEADERS.
check_owner() {
  includes src "$2" | grep -vE "^src/($3)" | sed "s!^!only src/$3 may include $1: !"
}

# Types by the names that headers give them, "typedef struct NAME {" or "typedef void NAME(", and macros but for the columns of
# tables, which have one letter.
check_names() {
  find src -name '*.h' | sort | xargs grep -HE '^(typedef |struct |enum |union |# *define )' | sed -E -n \
    -e 's/^([^:]*):(typedef )?(struct|enum|union) ([A-Za-z]+) \{$/\4 type \1/p' \
    -e 's/^([^:]*):typedef [A-Za-z_0-9 ]+[ *]\(?\*?([A-Z][A-Za-z]*)\)?\(.*/\2 type \1/p' \
    -e 's/^([^:]*):# *define ([A-Za-z_0-9]{2,}).*/\2 macro \1/p' | sort -u |
    awk '$1 == name { print "a " $2 " of two headers: " name ": " file ", " $3 } { name = $1; file = $3 }'
}

# The expression of a switch, by the indentation of its cases.
check_switches() {
  find src/graph/core src/graph/infer src/graph/layout src/graph/evaluate src/kernel src/cost -name '*.c' 2>/dev/null |
    sort | xargs -r awk '
    match($0, /^ *switch \(/) { over[index($0, "s") + 2] = $0 }
    /^ *default:/ {
      indent = index($0, "d")
      if (over[indent] ~ /(kind|class|reduce|dtype|stored)(\([^()]*\))?\) \{$/)
        print "a default that would hide a new case: " FILENAME ":" FNR ": " $0
    }'
}

check_places() {
  for path in src/*; do
    [ -d "$path" ] && [ "$path" != src/data ] || continue
    case " $layers " in *" ${path#src/} "*) ;; *) echo "no layer: $path" ;; esac
  done
  find src -mindepth 5 -type f \( -name '*.c' -o -name '*.h' \) | sed 's/^/too deep for a layer: /'
  find src -maxdepth 1 -type f \( -name '*.c' -o -name '*.h' \) | sed 's/^/outside the layers: /'
  for path in *; do
    case "$path" in build | build-*) continue ;; esac
    case " $top " in *" $path "*) ;; *) echo "not for the top level: $path" ;; esac
  done
}

{
  check_order
  check_paths
  check_owner "the screen" 'tui/.*' '(tui|explorer|cli)/'
  check_owner curses '(.*/)?(n?curses|ncursesw/.*|panel|term)\.h' 'tui/'
  check_owner Lua 'lua.*\.h|lualib\.h|lauxlib\.h|lua5\.4/.*' 'script/'
  check_owner zlib 'z(lib|conf)\.h' 'base/'
  check_owner CUDA '(cuda|cudart|nvrtc|nvJitLink|cupti|cublas|driver_types|vector_types|nvml|nvPTX)[A-Za-z_0-9]*\.h' 'gpu/'
  check_names
  check_switches
  check_places
} >"$found"
cat "$found"
[ ! -s "$found" ]
