#!/bin/sh
# usage: large.sh FUSEBOX
# Tensors of 4.3 billion elements on the GPU: every byte of the results must be true. 77: no GPU.
fusebox=$1
here=$(dirname "$0")
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
"$fusebox" time "$here/large.json" -H "$here/large.lua" --no-check --launches 1 --save-data "$folder/data"
code=$?
[ $code = 3 ] && exit 77
[ $code = 0 ] || exit 1
wrong=0
for pair in 0:65600 1:65600 2:1 3:1; do
  name=outputs-${pair%:*}.bin
  file=$folder/data/$name
  size=$(wc -c <"$file")
  false=$(tr -d '\001' <"$file" | wc -c)
  echo "$name: $false of $size are false"
  if [ "$size" != "${pair#*:}" ] || [ "$false" != 0 ]; then wrong=1; fi
done
exit $wrong
