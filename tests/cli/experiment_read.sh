#!/bin/sh
# usage: experiment_read.sh FUSEBOX SOURCE_ROOT
# What reads the store of an experiment: table, worst, compare, export.
. "$(dirname "$0")/lib.sh"

# rows FOLDER FACTOR: ten graphs by three heuristics; greedy takes a FACTOR of half of the unfused plan's time
rows() {
  mkdir -p "$work/$1/rows"
  awk -v factor="$2" 'function row(graph, heuristic, status, us) {
    key++
    printf "{\"key\":\"%032d\",\"graph\":\"graphs/g%d.json\",\"graph_hash\":\"h%d\",\"heuristic\":\"%s\",", key, graph, graph, heuristic
    printf "\"script_hash\":\"s\",\"options\":\"\",\"start\":\"none\",\"device\":\"h200\",\"sizes\":\"rows=8 cols=4\","
    printf "\"repeat\":1,\"stage\":\"estimate\",\"version\":\"1\",\"status\":\"%s\",\"message\":\"\",\"plan\":\"p%d\",", status, key
    if (status == "ok") printf "\"kernels\":2,\"time_us\":%g,\"fusible_us\":%g,", us + 10, us
    printf "\"run\":{\"seconds\":0.5,\"host\":\"n\",\"worker\":0,\"at\":%d}}\n", key
  }
  BEGIN {
    for (graph = 1; graph <= 10; graph++) {
      row(graph, "none", "ok", graph * 10)
      row(graph, "greedy", "ok", graph * 5 * factor)
      row(graph, "beam", graph == 3 ? "failed" : "ok", graph * 4)
    }
  }' >"$work/$1/rows/one.jsonl"
}
rows new 1
rows old 0.9
cd "$work" || exit 1

succeed "$fusebox" experiment table new
equal "greedy's line" "greedy 10 0 0.500 [0.500, 0.500]" "$(grep '^greedy' out | tr -s ' ' | cut -d ' ' -f 1-6)"
equal "beam's line" "beam 9 1 0.400 [0.400, 0.400]" "$(grep '^beam' out | tr -s ' ' | cut -d ' ' -f 1-6)"
grep -q 'over the 9 of 10 graphs that all solved' out || fail "the intersection is not said: $(cat out)"
succeed "$fusebox" experiment table new --baseline greedy --json
equal "none against greedy" 2 "$(json fusible <out | sed -n 3p)"
printf '{"format":"fusebox-experiment","version":1,"baseline":"beam"}' >new/experiment.json
succeed "$fusebox" experiment table new
grep -q 'fusible time over that of beam' out || fail "the experiment's own baseline is not taken"
rm new/experiment.json
refuse 2 'baseline "magic": there are beam, greedy, none' "$fusebox" experiment table new --baseline magic

succeed "$fusebox" experiment worst new -H greedy
grep -q "fusebox graphs/g1.json -p new/plans/p2.json --device h200 --set rows=8 --set cols=4" out ||
  fail "no command that opens the plan: $(cat out)"
# The third graph, where beam failed, is solved best by greedy.
grep -q '^9 of 9 that are slower' out || fail "greedy's regrets: $(tail -n 1 out)"

succeed "$fusebox" experiment compare old old
refuse_on_stdout() {
  run "$@"
  [ "$got" -eq 1 ] || fail "exit code $got, not 1: $*"
}
refuse_on_stdout "$fusebox" experiment compare old new
grep -q '^greedy .*1.111 .*REGRESSED$' out || fail "the regression is not shown: $(cat out)"
equal "regressions" 1 "$(grep -c REGRESSED out)"
succeed "$fusebox" experiment compare new old

succeed "$fusebox" experiment export new
sort new/rows/one.jsonl >sorted
sort out | cmp -s - sorted || fail "exported lines differ from the rows"
succeed "$fusebox" experiment export new --csv
equal "lines of CSV" 31 "$(wc -l <out | tr -d ' ')"
if command -v sqlite3 >/dev/null; then
  succeed "$fusebox" experiment export new --sqlite rows.db
  equal "rows in the database" 29 "$(sqlite3 rows.db "SELECT count(fusible_us) FROM rows WHERE sizes = 'rows=8 cols=4'")"
fi

succeed "$fusebox" experiment plot new --ascii
equal "pictures" 3 "$(grep -c '^estimate on h200: ' out)"
succeed "$fusebox" experiment plot new profile --as svg
cp out once
succeed "$fusebox" experiment plot new --as svg
cmp -s out once || fail "the profile is not the picture that is drawn of all"
refuse 2 'profile, regret and pareto' "$fusebox" experiment plot new pie
refuse 2 '--as svg, not "png"' "$fusebox" experiment plot new --as png
refuse 2 'no row is of the device "a100"' "$fusebox" experiment table new --device a100

# A torn line is told, a line that is no row is refused with its place.
printf '{"key":"00' >>new/rows/one.jsonl
succeed "$fusebox" experiment table new
grep -q '1 rows of killed processes' err || fail "a torn row is not told"
printf '1 2\n' >>new/rows/one.jsonl
refuse 2 'new/rows/one.jsonl, row 31' "$fusebox" experiment table new
refuse 2 'it knows ' "$fusebox" experiment taste new
refuse 2 "it is 'fusebox experiment compare OLD NEW'" "$fusebox" experiment compare old
refuse 2 'nowhere' "$fusebox" experiment table nowhere
finish
