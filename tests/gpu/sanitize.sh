#!/bin/sh
# usage: sanitize.sh TOOL PROGRAM [ARGUMENT...]
# Runs a program of the gpu suite under compute-sanitizer's memcheck or racecheck, its worker's process included.
# Exits with 77 where there is no such tool, or no GPU that it works on.
tool=$1
shift
sanitizer=$(command -v compute-sanitizer || ls /usr/local/cuda*/bin/compute-sanitizer 2>/dev/null | head -n 1)
if [ -z "$sanitizer" ]; then
  echo "skipped: no compute-sanitizer (it comes with the CUDA Toolkit)"
  exit 77
fi
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
# The worker's own kernels (fusebox_fill and the like) touch hundreds of megabytes, which takes minutes here.
"$sanitizer" --tool "$tool" --target-processes all --kernel-name-exclude kernel_substring=fusebox_ --log-file "$folder/log.%p" "$@" >"$folder/out" 2>&1
code=$?
cat "$folder/out"
[ $code = 77 ] && exit 77
cat "$folder"/log.* 2>/dev/null >"$folder/log"
# A sanitizer that the driver refuses (no permission to debug) has looked at nothing.
if grep -qiE "not supported|Unable to|initialization failed" "$folder/log" || ! grep -q SUMMARY "$folder/log"; then
  cat "$folder/log"
  echo "skipped: compute-sanitizer does not work here"
  exit 77
fi
if grep -E "SUMMARY" "$folder/log" | grep -vqE "SUMMARY: 0 (errors|hazards)"; then
  head -n 200 "$folder/log"
  exit 1
fi
grep SUMMARY "$folder/log"
exit $code
