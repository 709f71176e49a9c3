#!/bin/sh
# The list of lessons, lessons of the user's own, and lessons opened. usage: lessons.sh FUSEBOX SOURCE_ROOT
. "$(dirname "$0")/lib.sh"

# --- the list: numbered from 1, each with what a student wants to know
succeed "$fusebox" lessons --json
equal "numbers" "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17" "$(echo $(json number <"$work/out"))"
equal "minutes that are none" "" "$(json minutes <"$work/out" | grep -x 0)"
for name in $(json name <"$work/out"); do
  succeed "$fusebox" lessons "$name" --dump-screen 80x24
  grep -q "3 Lesson  1/" "$work/out" || fail "$name: its pane is not shown"
done
names=$("$fusebox" lessons --json | json name)
succeed "$fusebox" lessons
for name in $names; do
  grep -q "$name" "$work/out" || fail "$name is not in the list"
done

# --- by number it is the same as by name
succeed "$fusebox" lessons 4 --dump-screen 120x40
mv "$work/out" "$work/by_number"
succeed "$fusebox" lessons softmax --dump-screen 120x40
cmp -s "$work/by_number" "$work/out" || fail "lesson 4 is another one than softmax"

# --- the user's own, beside its graph; a broken one is told of and left out
mkdir -p "$FUSEBOX_CONFIG/lessons"
cp "$root/graphs/softmax.json" "$FUSEBOX_CONFIG/lessons/mine.json"
cat >"$FUSEBOX_CONFIG/lessons/mine.lua" <<'END'
return { title = "Mine", graph = "mine.json", sizes = { rows = 8, cols = 64 }, plan = "greedy",
  steps = { { title = "Only", open = "What now?" } } }
END
echo 'return { title = "Broken", steps = {} }' >"$FUSEBOX_CONFIG/lessons/broken.lua"
succeed "$fusebox" lessons
grep -q "mine  *Mine" "$work/out" || fail "the user's lesson is not listed"
grep -q "Broken" "$work/out" && fail "a broken lesson is listed"
grep -q "broken.lua is left out: .*it has no field 'graph'" "$work/err" || fail "nothing is said of the broken lesson"
succeed "$fusebox" lessons mine --dump-screen 80x24
grep -q "\[8,64\]" "$work/out" || fail "the lesson's sizes are not bound"
grep -q "plan greedy" "$work/out" || fail "the lesson does not begin at its plan"

# --- played keys leave nothing behind
[ -z "$(ls "$FUSEBOX_STATE" 2>/dev/null | grep lesson)" ] || fail "a played lesson was kept"

# --- a folder of lessons, with a module of its own; modules elsewhere are none
write_course "$work/course"
succeed "$fusebox" lessons "$work/course"
grep -q "first  *First" "$work/out" || fail "the folder's lesson is not listed"
succeed "$fusebox" lessons "$work/course/first.lua" --dump-screen 80x24
grep -q "Told by a module" "$work/out" || fail "a module beside the lesson is not found"
mkdir -p "$work/other" && sed 's/"shared"/"..\/course\/shared"/; s/softmax.json/..\/course\/softmax.json/' \
  "$work/course/first.lua" >"$work/other/outside.lua"
refuse 2 "is no module name" "$fusebox" lessons "$work/other/outside.lua"
ln -s "$work/course/shared.lua" "$work/other/shared.lua"
sed 's/softmax.json/..\/course\/softmax.json/' "$work/course/first.lua" >"$work/other/linked.lua"
refuse 2 "there is no module 'shared'" "$fusebox" lessons "$work/other/linked.lua"

# --- forgetting what was done
refuse 2 "begins anew" "$fusebox" lessons 1 --begin-anew --dump-screen 80x24
refuse 2 "without a terminal say --yes" "$fusebox" lessons 1 --begin-anew

# --- what cannot be opened
refuse 2 "there is no lesson \"pottery\"; there are locality, traffic" "$fusebox" lessons pottery
refuse 2 "there is no lesson \"99\"" "$fusebox" lessons 99
refuse 2 "broken.lua: the lesson: it has no field 'graph'" "$fusebox" lessons "$FUSEBOX_CONFIG/lessons/broken.lua"
refuse 2 "cannot open" "$fusebox" lessons ./none.lua
sed 's/mine.json/gone.json/' "$FUSEBOX_CONFIG/lessons/mine.lua" >"$work/gone.lua"
refuse 2 "gone.json" "$fusebox" lessons "$work/gone.lua" --dump-screen 80x24
refuse 2 "too many arguments" "$fusebox" lessons 1 2
refuse 2 "takes no option" "$fusebox" lessons -H greedy
finish
