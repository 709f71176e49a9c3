#!/bin/sh
# usage: embed_files.sh OUTPUT DEPFILE ROOT FOLDER...
# Writes a C file with the table files_inside of src/base/file_inside.h: every file below the folders of ROOT
# but the dumps of PyTorch's compiler, which are large; names below src/data begin there. DEPFILE names for ninja what it was made from: the
# files, and the folders, so that one file more or less counts.
set -eu
LC_ALL=C
export LC_ALL
output=$1 depfile=$2 root=$3
shift 3
names=$(cd "$root" && find "$@" -path graphs/dumps -prune -o -type f -print | sort)
folders=$(cd "$root" && find "$@" -path graphs/dumps -prune -o -type d -print)

number=0
arrays=
table=
for name in $names; do
  arrays="$arrays${arrays:+ -- }file_$number $root/$name"
  table="$table  {\"${name#src/data/}\", file_$number, sizeof file_$number - 1},
"
  number=$((number + 1))
done

{
  echo '#include "base/file_inside.h"'
  # shellcheck disable=SC2086 # one word per name
  sh "$(dirname "$0")/embed.sh" - $arrays
  echo 'const FileInside files_inside[] = {'
  echo "$table  {0}};"
} >"$output"

{
  printf '%s:' "$output"
  for name in $names $folders; do printf ' %s/%s' "$root" "$name"; done
  echo
} >"$depfile"
