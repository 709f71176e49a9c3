# accuracy: the shape of its JSON, records, and how far registers may be off, over every third shipped graph, with
# ACCURACY=more in the environment over all. Needs NVRTC, no GPU.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
"$fusebox" compile "$root/graphs/softmax.json" >/dev/null 2>"$work/err" || { cat "$work/err"; exit 77; }

# at_most WHAT LIMIT GOT, at_least WHAT LIMIT GOT
at_most() {
  cases=$((cases + 1))
  awk "BEGIN { exit !($3 <= $2) }" || fail "$1: $3, more than $2"
}
at_least() {
  cases=$((cases + 1))
  awk "BEGIN { exit !($3 >= $2) }" || fail "$1: $3, less than $2"
}

# --- registers and spills of the shipped graphs: bounds somewhat above what is reached
graphs=$(shipped_graphs) kernels=180
if [ "${ACCURACY:-}" != more ]; then
  graphs=$(echo "$graphs" | awk 'NR % 3 == 1') kernels=60
fi
# shellcheck disable=SC2086
succeed "$fusebox" accuracy $graphs --no-gpu --random 1 --save "$work/record.json" --json
cp "$work/out" "$work/first"
head -c 200 "$work/err"
figure() {
  sed -n "/^  \"registers\"/,/by_template/s/^ *\"$1\": \([-0-9.e]*\),*/\1/p" "$work/first"
}
at_least "kernels that were compiled" "$kernels" "$(figure kernels)"
at_most "mean error of registers" 0.15 "$(figure mean_error)"
at_least "share within 8 registers" 0.85 "$(figure within_8)"
at_least "share of spills predicted" 0.97 "$(json right <"$work/first")"
grep -q '"failed": \[\]' "$work/first" || fail "some kernels do not compile: $(grep -m 1 '"error"' "$work/first")"
for key in device arch kernels registers by_template spills graphs worst failed; do
  grep -q "^ *\"$key\":" "$work/first" || fail "no \"$key\" in the JSON"
done
for key in time plans dram gpu; do
  grep -q "^  \"$key\":" "$work/first" && fail "\"$key\" in the JSON without a GPU"
done

# --- the record gives the same again, and names how to get at a kernel
succeed "$fusebox" accuracy --from "$work/record.json" --json
cmp -s "$work/out" "$work/first" || fail "the record does not give the same figures"
succeed "$fusebox" accuracy --from "$work/record.json"
command=$(sed -n 's/.* estimated, .*: K[0-9]* of fusebox //p' "$work/out" | head -n 1)
# shellcheck disable=SC2086
succeed "$fusebox" $command
grep -q '^K' "$work/out" || fail "no kernels in: fusebox $command"

# --- what only the lab does
refuse 2 "it is 'fusebox-lab fit GRAPHS --save FILE'" "$fusebox" accuracy "$root/graphs/swiglu.json" --fit "$work/model"
refuse 2 "it is 'fusebox-lab accuracy GRAPHS --exhaustive COUNT'" \
  "$fusebox" accuracy "$root/graphs/swiglu.json" --exhaustive 4
finish
