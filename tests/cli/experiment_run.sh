#!/bin/sh
# usage: experiment_run.sh FUSEBOX SOURCE_ROOT
# Running an experiment: run, status, going on after an interrupt, shares, what is refused.
. "$(dirname "$0")/lib.sh"

cat >"$work/sweep.lua" <<'END'
return {
  graphs = { "graphs/softmax.json", "graphs/rms*.json" },
  heuristics = { "greedy", { "max_reads", max_reads = { 4, 8 } }, { "random", seed = { 1, 2, 3 } } },
  devices = { "h200", "a100" },
  baseline = "none",
}
END
cd "$root" || exit 1
# What does not differ from one time to the next, in order.
rows() {
  cat "$1"/rows/*.jsonl | sed 's/,"run":{.*//' | sort
}
graphs=$(ls graphs/softmax.json graphs/rms*.json | wc -l)
points=$((graphs * 7 * 2)) # greedy, two of max_reads, three of random, and none, on two devices

succeed "$fusebox" experiment run "$work/sweep.lua" --store "$work/one" --dry-run
equal "what a dry run says" "$points points, $points left" "$(cat "$work/out")"
[ -e "$work/one" ] && fail "a dry run leaves a folder"
succeed "$fusebox" experiment run "$work/sweep.lua" --store "$work/one"
equal "what a run says" "$points points, $points done now" "$(cat "$work/out")"
equal "lines for people in a pipe" "" "$(cat "$work/err")"
succeed "$fusebox" experiment run "$work/one/experiment.json"
equal "what it says again" "$points points, $points done before" "$(cat "$work/out")"
succeed "$fusebox" experiment status "$work/one"
equal "how far it is" "$points points, $points done, 0 left" "$(head -n 1 "$work/out")"
succeed "$fusebox" experiment status "$work/one" --json
equal "how many are ok" "$points" "$(json ok <"$work/out")"

# A plan of the store is the one that the command makes.
plan=$(grep -h '"graph":"graphs/softmax.json".*"heuristic":"greedy".*"device":"h200"' "$work"/one/rows/* | sed 's/.*"plan":"\([0-9a-f]*\)".*/\1/')
"$fusebox" plan graphs/softmax.json -H greedy --json >"$work/direct"
"$fusebox" plan graphs/softmax.json -p "$work/one/plans/$plan.json" --json >"$work/kept"
equal "the time of a kept plan" "$(json time_us <"$work/direct" | tail -n 1)" "$(json time_us <"$work/kept" | tail -n 1)"

# Shares, one after the other, and one process, give the same rows.
for shard in 0 1 2; do
  FUSEBOX_SHARD=$shard/3 run "$fusebox" experiment run "$work/sweep.lua" --store "$work/shares" --jobs 1 --shard auto
  grep -q "share $shard of 3, by FUSEBOX_SHARD" "$work/err" || fail "which share it is, is not told: $(cat "$work/err")"
done
rows "$work/one" >"$work/rows_one"
rows "$work/shares" >"$work/rows_shares"
cmp -s "$work/rows_one" "$work/rows_shares" || fail "the rows of shares are others: $(diff "$work/rows_one" "$work/rows_shares" | head -n 2)"

# From another folder, as experiment.json says where the graphs are.
(cd "$work" && "$fusebox" experiment run one/experiment.json --jobs 1 >out 2>err) || fail "from another folder: $(cat "$work/err")"

# An interrupt, then the rest.
cat >"$work/slow.lua" <<'END'
return { graphs = "graphs/softmax.json", heuristics = "none", repeats = 10000 }
END
"$fusebox" experiment run "$work/slow.lua" --store "$work/slow" --jobs 1 >"$work/out" 2>"$work/err" &
process=$!
for _ in $(seq 100); do
  grep -qs '"ok"' "$work"/slow/rows/*.jsonl && break
  sleep 0.05
done
kill -TERM $process
wait $process
equal "the exit code when it is stopped" 130 "$?"
grep -q 'the same command goes on' "$work/err" || fail "it does not say how to go on: $(cat "$work/err")"
succeed "$fusebox" experiment run "$work/slow.lua" --store "$work/slow"
equal "rows in all" 10000 "$(rows "$work/slow" | wc -l)"
equal "keys in all" 10000 "$(rows "$work/slow" | cut -c 1-42 | uniq | wc -l)"

echo 'return { graphs = "graphs/softmax.json", heuristics = { "gredy" } }' >"$work/wrong.lua"
refuse 2 'wrong.lua:1:58: there is no heuristic "gredy"' "$fusebox" experiment run "$work/wrong.lua" --store "$work/wrong"
refuse 2 'name a folder for the results with --store' "$fusebox" experiment run "$work/sweep.lua"
# Job scripts for Slurm, with a stand-in for sbatch that runs what it is given: the shards' rows are the same.
mkdir "$work/bin"
cat >"$work/bin/sbatch" <<'END'
#!/bin/sh
for script; do :; done
tasks=$(sed -n 's/^#SBATCH --array=0-//p' "$script")
for task in $(seq 0 "${tasks:-0}"); do SLURM_ARRAY_TASK_ID=$task sh "$script" >>"$script.txt" 2>&1; done
echo 7
END
chmod +x "$work/bin/sbatch"
PATH="$work/bin:$PATH" succeed "$fusebox" experiment run "$work/sweep.lua" --store "$work/jobs" --slurm 3 --submit
equal "what is submitted" "estimate: job 7 report: job 7" "$(xargs <"$work/out")"
equal "rows of jobs" "$(rows "$work/one")" "$(rows "$work/jobs")"
grep -q "^$points points, $points done, 0 left" "$work/jobs/slurm/report.sh.txt" || fail "the report: $(cat "$work/jobs/slurm/report.sh.txt")"
refuse 2 '--slurm wants a whole number' "$fusebox" experiment run "$work/sweep.lua" --store "$work/jobs" --slurm 0
refuse 2 'name both' "$fusebox" experiment run "$work/sweep.lua" --store "$work/jobs" --submit

refuse 2 '--shard 3/3: write it as INDEX/COUNT' "$fusebox" experiment run "$work/sweep.lua" --store "$work/wrong" --shard 3/3
refuse 2 'estimate, compile and time are the stages' "$fusebox" experiment run "$work/sweep.lua" --store "$work/wrong" --stage magic
refuse 2 'the experiment has no such stage' "$fusebox" experiment run "$work/sweep.lua" --store "$work/wrong" --stage compile
refuse 2 'experiment.json' "$fusebox" experiment status "$work/nothing"
finish
