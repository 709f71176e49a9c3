#!/bin/sh
# Where output goes: full disks, closed pipes, odd file names, names with control characters, widths.
# usage: output.sh FUSEBOX SOURCE_ROOT
. "$(dirname "$0")/lib.sh"
graph="$root/graphs/softmax.json"

# --- a full disk is an error, for small and large output
if [ -c /dev/full ]; then
  for command in "--help" "--version" "devices" "heuristics" "info $graph" "plan $graph --json" \
    "export $root/graphs/dumps/llama/backward --as json"; do
    cases=$((cases + 1))
    # shellcheck disable=SC2086
    "$fusebox" $command >/dev/full 2>"$work/err" && fail "$command succeeds on a full disk"
    grep -q "could not be written" "$work/err" || fail "$command does not say that the disk is full"
  done
  refuse 70 "/dev/full" "$fusebox" plan "$graph" --save /dev/full
fi

# --- a plan that is asked for is the explorer's, though the dump has another
dump=$root/graphs/dumps/mix/backward
succeed "$fusebox" "$dump" --dump-screen 80x24
grep -q "plan inductor" "$work/out" || fail "a dump does not open at its plan"
succeed "$fusebox" "$dump" -H none --dump-screen 80x24
grep -q "plan none  68 ops→68 kernels" "$work/out" || fail "-H none opens at another plan"

# --- a screen as a picture, in the colours of a theme
succeed "$fusebox" "$graph" --dump-screen 80x24 --as svg --theme light
grep -q 'width="640" height="408" fill="#ffffff"' "$work/out" || fail "the picture is not light"
succeed "$fusebox" lessons 1 --dump-screen 80x24 --as svg
grep -q 'width="640" height="408" fill="#16181d"' "$work/out" || fail "a lesson's picture is not dark"

# --- a reader that goes away ends the program quietly
"$fusebox" export "$root/graphs/dumps/llama/backward" --as json 2>"$work/err" | head -n 1 >"$work/out"
[ ! -s "$work/err" ] || fail "a closed pipe gives a message: $(cat "$work/err")"

# --- file names with blanks and quotes
mkdir "$work/a 'b' \"c\""
cp "$graph" "$work/a 'b' \"c\"/my graph.json"
succeed "$fusebox" plan "$work/a 'b' \"c\"/my graph.json" -H greedy --save "$work/a 'b' \"c\"/my plan.json"
succeed "$fusebox" plan "$work/a 'b' \"c\"/my graph.json" -p "$work/a 'b' \"c\"/my plan.json" --json
equal "kernels of the plan that was read" 1 "$(json kernels <"$work/out")"
succeed "$fusebox" info -- "$work/a 'b' \"c\"/my graph.json"
cp "$graph" "$work/-dash.json"
cd "$work" || exit 1
succeed "$fusebox" info -- -dash.json

# --- a graph that is piped in
equal "the ops of a graph that is piped in" 7 "$("$fusebox" info - --json <"$graph" | json ops)"
refuse 2 "-: no FX graph in it" "$fusebox" info -

# --- control characters and quotes in names reach neither the terminal nor break JSON
printf '{ "format": "fusebox-graph", "version": 1, "name": "g\\u001b[31m\\"q", "about": "a\\u0007\\u009bb", "inputs": [ { "name": "x", "dtype": "f32", "shape": [4] } ], "ops": [ { "name": "a", "op": "neg", "in": ["x"], "at": "f\\u001b.py:1" } ], "outputs": ["a"] }' >"$work/odd.json"
for arguments in "info" "info --json" "plan" "plan --json" "export --as json" "export --as dot" "export --as fx" "export --as cuda" "export --as trace"; do
  # shellcheck disable=SC2086
  succeed "$fusebox" $arguments "$work/odd.json"
  LC_ALL=C tr -d '\n\t -~' <"$work/out" >"$work/rest"
  [ ! -s "$work/rest" ] || fail "$arguments prints bytes that are no plain text"
done
succeed "$fusebox" info "$work/odd.json" --json
grep -qF 'g?[31m\"q' "$work/out" || fail "the graph's name is not there: $(head -n 2 "$work/out")"

# --- help fits a terminal of 80 columns, and every command has one
for command in "" info plan compile check time diff export heuristics devices doctor lessons calibrate accuracy; do
  # shellcheck disable=SC2086
  succeed "$fusebox" $command --help
  longest=$(awk '{ if (length > n) n = length } END { print n + 0 }' "$work/out")
  [ "$longest" -le 80 ] || fail "help of '$command': $longest columns"
  grep -q "^usage: fusebox $command" "$work/out" || fail "help of '$command' shows no usage"
done
for command in heuristics doctor; do
  run "$fusebox" $command
  longest=$(awk '{ if (length > n) n = length } END { print n + 0 }' "$work/out")
  [ "$longest" -le 80 ] || fail "$command: $longest columns"
done
for option in --json --save --device --set; do
  "$fusebox" plan --help | grep -qe "$option" || fail "plan --help does not name $option"
done
finish
