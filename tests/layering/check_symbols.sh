#!/bin/sh
# usage: check_symbols.sh LIBRARY
# Prints every global of the library whose name has no prefix of its module, as "infer" has not and "infer_op" has;
# exit 1 if there is any. One link holds them all. Skipped (77) where there is no nm.
set -u
library=${1:?usage: check_symbols.sh LIBRARY}
command -v nm >/dev/null || exit 77
symbols=$(nm -g --defined-only "$library" 2>/dev/null | awk '$2 ~ /^[TDBRC]$/ { print $3 }')
[ -n "$symbols" ] || { echo "no globals in $library"; exit 1; }
! echo "$symbols" | grep -v '[a-z0-9]_[a-z0-9]'
