#!/bin/sh
# Whatever lies where the plan of a graph is kept, the explorer opens, keeps the edits that follow, and loses
# nothing of what was there. usage: state.sh FUSEBOX SOURCE_ROOT
. "$(dirname "$0")/lib.sh"

graph=$root/graphs/rmsnorm_backward.json
printf 'F\nwait\n' >"$work/keys"
explore() { run timeout 120 "$fusebox" "$graph" --kept --script "$work/keys" --dump-screen 100x30; }

explore
plan=$(ls "$work"/state/plan-*.json)
cp "$plan" "$work/good"
size=$(wc -c <"$work/good")

# begin: an empty state folder
begin() { rm -rf "$work/state" && mkdir "$work/state"; }

# kept WHAT: the run ended well, the same edit gave the same plan, and the bytes of $work/there still lie in the folder
kept() {
  explore
  [ "$got" -eq 0 ] || fail "$1: exit code $got"
  cmp -s "$plan" "$work/good" || fail "$1: the plan is not kept after it"
  cases=$((cases + 1))
  for file in "$work"/state/plan-*; do
    cmp -s "$file" "$work/there" && return
  done
  fail "$1: what was there is lost"
}

for eighth in 0 1 3 5 7; do
  begin
  head -c $((size * eighth / 8)) "$work/good" >"$work/there"
  cp "$work/there" "$plan"
  kept "cut after $eighth eighths"
done
for change in 's/"version": 1/"version": 2/' 's/"format": "/&x/' 's/"ops": \[/&"nosuch", /' 's/"pins": /&[[[[/' \
  's/"graph_hash": "/&0/' 's/"kernels": \[/&null, 1e999,/'; do
  begin
  sed "$change" "$work/good" >"$work/there"
  cp "$work/there" "$plan"
  kept "$change"
done
begin
awk 'BEGIN { printf "{\"a\":["; for (i = 0; i < 1000000; i++) printf "1,"; print "1]}" }' >"$work/there"
cp "$work/there" "$plan"
kept "a large file"

begin
mkdir "$plan"
kept_folder=$plan.damaged-1
explore
[ -d "$kept_folder" ] || fail "a folder in its place is lost"
begin
mkfifo "$plan"
explore
[ "$got" -eq 0 ] || fail "a named pipe: exit code $got"
begin
echo precious >"$work/victim"
ln -s "$work/victim" "$plan"
explore
equal "the file that a link points to" precious "$(cat "$work/victim")"
begin
cp "$work/good" "$plan"
chmod 0666 "$plan"
explore
grep -q "others can write to it" "$work/err" || fail "a file that others can write to is used"
begin
chmod 0777 "$work/state"
explore
[ "$got" -eq 0 ] || fail "a folder that others can write to: exit code $got"
grep -q "chmod -R go-w $work/state" "$work/err" || fail "a folder that others can write to is not told"
equal "files in a folder that others can write to" "" "$(ls "$work/state")"

# Without a place to write to: the reason and the remedy, and the picture none the less.
rm -rf "$work/state" && : >"$work/state"
explore
[ "$got" -eq 0 ] || fail "a state folder that cannot be made: exit code $got"
grep -q "set FUSEBOX_STATE to a folder that you can write to" "$work/err" || fail "no remedy: $(cat "$work/err")"

finish
