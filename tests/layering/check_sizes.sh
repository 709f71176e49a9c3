#!/bin/sh
# usage: check_sizes.sh ROOT
# Checks how large things are and prints every one that is larger; exit 1 if any is.
# - A source file has at most 400 lines: C, CUDA, shell, Python and Lua below src, tests and lua, and all of .ci. Whatever
#   has another suffix is data.
# - A function of C or CUDA has at most 50 lines, its head included: in formatted text the body begins with the first line
#   outside of a body that ends in ") {", and ends with the next "}" in the first column.
# - A README below src has at most 40 lines, src/README.md 100; every layer has one, and so has every folder in a layer
#   that holds more than 8 files.
set -u
LC_ALL=C
export LC_ALL
cd "${1:?usage: check_sizes.sh ROOT}" || exit 2

found=$(mktemp) || exit 2
trap 'rm -f "$found"' EXIT

# sources NAME...: the files below the checked folders whose names match one of the patterns.
sources() {
  for pattern; do
    find src tests lua -type f -name "$pattern" 2>/dev/null
  done | sort
}

# too_long MOST: of the files that are read from the input, those with more lines.
too_long() {
  xargs -r awk -v most="$1" 'FNR == most + 1 { print "over " most " lines: " FILENAME }'
}

check_files() {
  { sources '*.c' '*.h' '*.cu' '*.cuh' '*.sh' '*.py' '*.lua'; find .ci -type f 2>/dev/null | sort; } | too_long 400
}

# A head may go over several lines; it begins where a line in the first column is the last one before the body.
check_functions() {
  sources '*.c' '*.h' '*.cu' '*.cuh' | xargs -r awk '
    FNR == 1 { body = 0 }
    !body && /^[A-Za-z_]/ { head = FNR; name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name) }
    !body && /\) \{$/ { body = 1; next }
    body && /^}/ {
      if (FNR - head >= 50) print "a function over 50 lines: " FILENAME ":" head ": " name " has " FNR - head + 1
      body = 0
    }'
}

check_readmes() {
  find src -mindepth 2 -name README.md 2>/dev/null | sort | too_long 40
  find src -maxdepth 1 -name README.md 2>/dev/null | too_long 100
  find src -type f 2>/dev/null | awk '
    { folder = $0; sub(/\/[^\/]*$/, "", folder); files[folder]++ }
    /\/README\.md$/ { told[folder] = 1 }
    END {
      for (folder in files) {
        layer = folder ~ /^src\/[^\/]*$/
        if (!told[folder] && folder != "src" && (layer || files[folder] > 8)) print "no README.md in " folder
      }
    }' | sort
}

{
  check_files
  check_functions
  check_readmes
} >"$found"
cat "$found"
[ ! -s "$found" ]
