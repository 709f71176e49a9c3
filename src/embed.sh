#!/bin/sh
# Writes C: for each "NAME FILE..." separated by "--", the files joined as a zero-terminated array of
# bytes. OUTPUT may be - for the standard output.
# usage: embed.sh OUTPUT NAME FILE... [-- NAME FILE...]...
output=$1
shift
[ "$output" = - ] || exec >"$output"
while [ $# -gt 0 ]; do
  echo "static const char $1[] = {"
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    od -An -v -t d1 "$1" | sed 's/[-0-9][0-9]*/&,/g'
    shift
  done
  [ "$1" = -- ] && shift
  echo "0};"
done
