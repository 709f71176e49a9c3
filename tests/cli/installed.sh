#!/bin/sh
# What `meson install` puts down, in its place, and used from there. usage: installed.sh FUSEBOX BUILD_FOLDER
. "$(dirname "$0")/lib.sh"
build=$2
unset FUSEBOX_DATA
succeed env DESTDIR="$work/root" meson install -C "$build" --no-rebuild --quiet
program=$(find "$work/root" -path '*/bin/fusebox')
prefix=$(dirname "$(dirname "$program")")
share=$prefix/share/fusebox

there() {
  cases=$((cases + 1))
  [ -s "$prefix/$1" ] || fail "not installed: $1"
}

# --- the files
for file in share/man/man1/fusebox.1 share/bash-completion/completions/fusebox.bash \
  share/zsh/site-functions/_fusebox share/fish/vendor_completions.d/fusebox.fish share/doc/fusebox/MANUAL.md \
  share/fusebox/devices/h200.json share/fusebox/registers/sm_90.json share/fusebox/lua/heuristics/greedy.lua \
  share/fusebox/lua/modules/fusion.lua share/fusebox/graphs/softmax.json share/fusebox/themes/dark.theme \
  share/fusebox/graphs/dumps/mix/backward; do
  [ -d "$prefix/$file" ] || there "$file"
done
grep -q FUSEBOX_DATA "$prefix/share/man/man1/fusebox.1" || fail "the man page does not say where data may be"
equal "folders of data" "devices glossary graphs lua registers themes" "$(echo $(ls "$share"))"

# --- the program reads what lies beside it
succeed "$program" plan "$share/graphs/dumps/mix/backward" -H compiler
sed 's/"title": "[^"]*"/"title": "Beside the program"/' "$share/devices/h200.json" >"$work/device"
cp "$work/device" "$share/devices/h200.json"
succeed "$program" devices
grep -q "Beside the program" "$work/out" || fail "the device beside the program is not read"
lesson=$("$program" lessons --json | json path | grep /locality.lua)
equal "a lesson's place" "$(readlink -f "$share/lua/lessons/locality.lua")" "$(readlink -f "$lesson")"

# --- $FUSEBOX_DATA comes first; without the folder beside it the program has its own, and not the source tree's
mkdir -p "$work/chosen/devices"
sed 's/Beside the program/Chosen/' "$work/device" >"$work/chosen/devices/h200.json"
succeed env FUSEBOX_DATA="$work/chosen" "$program" devices
grep -q "Chosen" "$work/out" || fail "FUSEBOX_DATA is not read first"
grep -q "a100" "$work/out" || fail "a chosen folder hides the other devices"
mv "$share" "$work/away"
succeed "$program" devices
grep -q "NVIDIA H200" "$work/out" || fail "the device inside the program is not read"
equal "a lesson inside" fusebox:lua/lessons/locality.lua "$("$program" lessons --json | json path | grep /locality.lua)"
finish
