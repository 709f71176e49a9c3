#!/bin/sh
# Lessons played without a student: what is wrong with them is told. usage: lessons_check.sh FUSEBOX SOURCE_ROOT
. "$(dirname "$0")/lib.sh"

write_course "$work/course"

# --- the check of lessons: nothing is wrong with this one and with the shipped ones; each mistake is told
succeed "$fusebox" lessons --check "$work/course/first.lua"
grep -q "^1 lesson, 3 steps, 1 question, 1 task: 0 problems" "$work/out" || fail "the check counts otherwise"
succeed "$fusebox" lessons --check "$root/lua/lessons"
# wrong TEXT SED: the lesson with that change is refused with the text
wrong() {
  sed "$2" "$work/course/first.lua" >"$work/course/wrong.lua"
  cmp -s "$work/course/first.lua" "$work/course/wrong.lua" && fail "the change '$2' changes nothing"
  "$fusebox" lessons --check "$work/course/wrong.lua" >"$work/out" 2>"$work/err"
  equal "the exit code" 1 $?
  grep -q "$1" "$work/out" || { cat "$work/out"; fail "the check does not say \"$1\""; }
}
wrong "wrong.lua: step 2 (one): \"Hpointwise<Enter>\" does not do what it checks: not one" 's/Hgreedy/Hpointwise/'
wrong "step 2 (one): its check is true before anything is done" 's/== 1, "not/== 7, "not/'
wrong "step 2 (one): its check does not say what is missing" 's/, "not one"//'
wrong "step 1 (guess): any number is right" 's/within = 0.01/within = 1e40/'
# what went wrong in a key is told, too: here a heuristic that takes all memory
mkdir -p "$FUSEBOX_CONFIG/heuristics"
cat >"$FUSEBOX_CONFIG/heuristics/hungry.lua" <<'END'
return { name = "hungry", help = "Takes all memory.", run = function()
  local taken = {}
  while true do taken[#taken + 1] = ("x"):rep(1 << 20) .. #taken end
end }
END
wrong "wrong.lua: step 2 (one): \"Hhungry<Enter>\" does not do what it checks: not one; hungry: .*memory" 's/Hgreedy/Hhungry/'
wrong "step 2 (one): .*: Not one\. hungry: .*memory" 's/Hgreedy/Hhungry/; s/"not one"/"Not one."/'
wrong "step 1 (guess): .*a value of 'wrong' is no number" 's/{ 3, "no" }/{ "x", "no" }/'
wrong "wrong.lua:4: step 1 (guess): a value of 'wrong' is taken as right (the answer is 7 kernels): \"no\" is never said" 's/{ 3, "no" }/{ 3, "other" }, { 7, "no" }/'
wrong "wrong.lua:4: step 1 (guess): a value of 'wrong' is taken as right" 's/{ 3, "no" }/{ function() return 6.94 end, "no" }/' # 7 less 1%: 6.93
wrong "step 1 (guess): a value of 'wrong' is taken as right (the answer is b)" 's/answer = function(lesson)/choices = { "a", "b" }, answer = function()/; s/return lesson.plan:kernel_count() end/return "b" end/; s/{ 3, "no" }/{ "b", "no" }/'
wrong "wrong.lua:4: step 1 (guess): a value of 'wrong' is there twice: \"later\" is never said" 's/{ 3, "no" }/{ 3, "no" }, { 5, "other" }, { 3, "later" }/'
wrong "step 1 (guess): a value of 'wrong' is there twice" 's/answer = function(lesson)/choices = { "a", "b" }, answer = function()/; s/return lesson.plan:kernel_count() end/return "b" end/; s/{ 3, "no" }/{ "a", "no" }, { "a", "no, too" }/'
wrong "step 1 (guess): there is no tab \"cod\"" 's/title = "Guess"/title = "Guess", tab = "cod"/'
wrong "step 3 (again): .*nothing" 's/lesson.plan:kernel_count() .. " k/lesson.nothing .. " k/'
wrong "its answer as it is shown, 3.14 kernels, is not within" 's/return lesson.plan:kernel_count() end, within = 0.01/return math.pi end, within = 1e-6/'
wrong "'answer' is none of the choices" 's/answer = function(lesson)/choices = { "a", "b" }, answer = function()/; s/return lesson.plan:kernel_count() end/return "c" end/; s/, wrong = .*/ } },/'
wrong "the screen shows the answer, 7 x" 's/unit = "kernels"/unit = "x", hides = true/; s/title = "Guess"/title = "7 x"/'
wrong "the screen shows the answer, 7 x" 's/unit = "kernels"/unit = "x", hides = true/; s/title = "Guess"/title = "7.00 x"/'
wrong "step 3 (apart): \"u\", after other keys and from the step's own plan, does not do what it checks" \
  's/  { title = "Again"/  { title = "Apart", text = "a", solve = "u", check = function(plan)\n    return plan:kernel_count() == 7, "not seven" end },\n&/; s/sizes = {[^}]*}//; s/graph = "softmax.json",/& sizes = { rows = 64 },/'

# --- a field that there is not hides nothing else, unless the lesson is not whole without it
wrong "wrong.lua: step 1: there is no field 'tabb': did you mean 'tab'?" 's/title = "Guess"/title = "Guess", tabb = "code", Hint = "x"/; s/within = 0.01/within = 1e40/'
grep -q "wrong.lua: step 1: there is no field 'Hint': did you mean 'hint'?" "$work/out" || fail "the second field is not told"
grep -q "step 1 (guess): any number is right" "$work/out" || fail "a field hides what else is wrong"
grep -q ": 3 problems" "$work/out" || fail "the problems are counted otherwise"
wrong "step 1: there is no field 'tabb'" 's/title = "Guess"/title = "Guess", tabb = "code"/; s/title = "Again"/titel = "Again"/'
grep -q "step 3: there is no field 'titel': did you mean 'title'?" "$work/out" || fail "the field that is needed is not told"

# --- what a lesson requires from its folder, and what that requires, are modules and no lessons
rm "$work/course/wrong.lua"
succeed "$fusebox" lessons --check "$work/course"
grep -q "^1 lesson, .* 0 problems" "$work/out" || fail "a module is taken for a lesson"
succeed "$fusebox" lessons "$work/course"
grep -q "shared\|deeper" "$work/out" "$work/err" && fail "a module is listed"

"$fusebox" lessons --check "$work/none.lua" >"$work/out" 2>"$work/err"
equal "the exit code without a lesson" 1 $?
finish
