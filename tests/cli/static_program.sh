#!/bin/sh
# The static program as somebody uses it who copied nothing else: in a folder of its own, without an environment.
# usage: static_program.sh FUSEBOX_STATIC
. "$(dirname "$0")/lib.sh"
mkdir "$work/alone" && cd "$work/alone" || exit 1
cp "$fusebox" fusebox
graph=fusebox:graphs/rmsnorm_backward.json

alone() { env -i HOME="$work/alone" ./fusebox "$@"; }

# says TEXT COMMAND...
says() {
  text=$1
  shift
  succeed "$@" && { grep -qF -- "$text" "$work/out" || fail "no \"$text\" from: $*"; }
}

# --- nothing but the C library is opened by the loader (and what a sanitizer brings)
needed=$(readelf -d fusebox | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -vE '^(libc|libm|libdl|libpthread|libasan|libubsan|ld-linux.*)\.so')
equal "libraries beside the C library" "" "$needed"

# --- everything that is read at run time is inside
says h200 env -i ./fusebox devices
says "7 kernels" alone plan fusebox:graphs/softmax.json -H none
says "1 kernel," alone plan "$graph" -H greedy --device fusebox:devices/h200.json
says greedy alone heuristics
equal "heuristics that cannot be read" 0 "$(alone heuristics --json | grep -c '"problem": "')"
equal "lessons" "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17" "$(echo $(alone lessons --json | json number))"
for lesson in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 17; do
  says "3 Lesson  1/" alone lessons "$lesson" --dump-screen 80x24
done
refuse 2 "there are colour-blind, dark, high-contrast, light, mono" alone "$graph" --theme none --dump-screen 80x24

# --- the explorer, and a heuristic in it
echo 'H' >keys
says "rmsnorm_backward" alone "$graph" --script keys --dump-screen 100x30

# --- NVRTC, where it is installed
alone doctor | grep -q '^ok  *NVRTC' && says "nvcc" alone compile "$graph" -H greedy

# --- what is inside cannot be taken for a file beside it
refuse 2 "cannot open graphs/softmax.json" alone plan graphs/softmax.json
refuse 2 "cannot open fusebox:graphs/none.json" alone plan fusebox:graphs/none.json
refuse 2 "it is inside the program" alone plan "$graph" -H greedy --save fusebox:graphs/softmax.json
finish
