# fusebox-lab: help, all plans of a small graph, and a fit. Needs NVRTC, no GPU.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"
lab=$fusebox
succeed "$lab"
grep -q '^usage: fusebox-lab COMMAND' "$work/out" || fail "no usage"
succeed "$lab" fit --help
grep -q -- '--table FILE' "$work/out" || fail "fit does not say where its table goes"
refuse 2 "did you mean 'fusebox-lab fit'?" "$lab" fitt
refuse 2 "--save FILE is missing" "$lab" fit "$root/graphs/softmax.json"
refuse 2 "--exhaustive takes all plans" "$lab" accuracy "$root/graphs/swiglu.json" --exhaustive 4 --random 2
"$3" compile "$root/graphs/softmax.json" >/dev/null 2>"$work/err" || { cat "$work/err"; exit 77; }

succeed "$lab" accuracy "$root/graphs/swiglu.json" --exhaustive 4 --no-gpu --json
equal "plans of swiglu" 16 "$(json all_plans <"$work/out")"
run "$lab" accuracy "$root/graphs/swiglu.json" --no-gpu -H greedy --random 0
cp "$work/out" "$work/lab"
succeed "$3" accuracy "$root/graphs/swiglu.json" --no-gpu -H greedy --random 0
cmp -s "$work/out" "$work/lab" || fail "without --exhaustive it is not what fusebox says"

succeed "$lab" fit "$root/graphs/gelu_tanh.json" --save "$work/model.json" --table "$work/kernels.tsv"
grep -q '^fitted ' "$work/out" || fail "the fit has no score"
grep -q '"arch": *90' "$work/model.json" || fail "the model does not name its architecture"
rows=$(wc -l <"$work/kernels.tsv")
[ "$rows" -gt 10 ] || fail "$rows rows of kernels"
capped=$(awk -F'\t' 'NR > 1 && $7 < 255' "$work/kernels.tsv" | wc -l)
uncapped=$(awk -F'\t' 'NR > 1 && $7 == 255' "$work/kernels.tsv" | wc -l)
[ "$capped" -gt 0 ] && [ "$uncapped" -gt 0 ] || fail "$capped kernels under a cap, $uncapped without"
succeed "$lab" fit "$root/graphs/gelu_tanh.json" -H greedy --save "$work/one.json" --table "$work/one.tsv"
fewer=$(wc -l <"$work/one.tsv")
[ "$fewer" -lt "$rows" ] || fail "one plan has $fewer rows of kernels, all $rows"
succeed "$lab" fit "$root/graphs/gelu_tanh.json" -H greedy --save "$work/again.json" --from "$work/kernels.tsv"
finish
