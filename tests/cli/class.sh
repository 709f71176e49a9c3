#!/bin/sh
# The table of a class from its students' files of progress, which may hold anything. usage: class.sh FUSEBOX
. "$(dirname "$0")/lib.sh"

class=$work/class
mkdir -p "$class/ann" "$class/bob"
cat >"$class/ann/lesson-heat.json" <<'END'
{ "lesson": "heat", "title": "Heat", "file": "1f", "step": "two", "steps": [
  { "id": "one", "done": true, "tries": 1, "seconds": 61, "guess": "7", "answer": "7", "reveal": "", "right": true },
  { "id": "two", "done": false, "hints": 1, "tries": 1, "seconds": 30, "wrong": ["17"] },
  { "id": "why", "done": true, "note": "=cmd|' /C calc'!A0 <script>alert(1)</script>" } ] }
END
cat >"$class/bob/lesson-heat.json" <<'END'
{ "lesson": "heat", "title": "Heat", "file": "1f", "step": "why", "steps": [
  { "id": "one", "done": true, "tries": 2, "seconds": 100, "wrong": ["17"], "guess": "7", "answer": "7", "right": true },
  { "id": "two", "done": true, "tries": 2, "shown": true, "seconds": 90, "wrong": ["17", "5"], "guess": "5",
    "answer": "9", "right": false },
  { "id": "why", "done": false } ] }
END
cp "$class/ann/lesson-heat.json" "$class/cyd-lesson-heat.json"
echo '{ "steps": 7' >"$class/dan.json"
echo '{ "lesson": "heat", "step": 9, "steps": [] }' >"$class/eve.json"
mkfifo "$class/fay.json"
echo '{ "format": "fusebox-plan" }' >"$class/ann/lesson-heat.plan.json"

# --- for people: each student's line, what they did, and of each step the commonest wrong guess
succeed "$fusebox" lessons --report "$class"
line() { tr -s ' ' <"$work/out" | grep -qx "$1" || fail "there is no line \"$1\""; }
line " ann 2 of 3 1 0 0 1 0 1:31 two"
line " bob 2 of 3 0 1 1 0 1 3:10 why"
line " cyd 2 of 3 1 0 0 1 0 1:31 two"
line ' one 3 2 1 0 0 0 1:01 "17" (1)'
line ' two 1 0 0 1 2 1 0:30 "17" (3), "5" (1)'
grep -q "ann  *why: =cmd" "$work/out" || fail "what was written in words is not there"
grep -q "plan.json" "$work/err" && fail "a plan beside the progress is complained of"
for name in dan eve fay; do
  grep -q "$name.json is left out" "$work/err" || fail "nothing is said of $name's file"
done

mkdir "$work/ended"
sed 's/"done": false/"done": true/' "$class/ann/lesson-heat.json" >"$work/ended/ann-lesson-heat.json"
succeed "$fusebox" lessons --report "$work/ended"
line " ann 3 of 3 1 0 0 1 0 1:31 the end"

# --- for programs
succeed "$fusebox" lessons --report "$class" --json
equal "students" "ann bob cyd" "$(echo $(json student <"$work/out"))"
equal "medians" "61 30 0" "$(echo $(json median_seconds <"$work/out"))"

# --- for spreadsheets: no formula; for browsers: no tag
succeed "$fusebox" lessons --report "$class" --csv
equal "rows" 10 "$(wc -l <"$work/out")"
grep -q '^"bob","heat","two",1,0,2,0,1,90,"5","17; 5",""$' "$work/out" || fail "a row of the CSV is another"
grep -q "\"'=cmd" "$work/out" || fail "the CSV holds a formula"
succeed "$fusebox" lessons --report "$class" --html
grep -q "&lt;script&gt;" "$work/out" || fail "the page does not show the words"
grep -q "<script>" "$work/out" && fail "the page holds a student's tag"

# --- nothing to report
refuse 2 "is no folder" "$fusebox" lessons --report "$work/none"
mkdir "$work/empty"
refuse 2 "no file of a lesson's progress" "$fusebox" lessons --report "$work/empty"
refuse 2 "go with --report" "$fusebox" lessons --csv
finish
