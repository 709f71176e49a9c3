#!/bin/sh
# plan --sweep: which sizes are asked about, and what they cost. usage: sweep.sh FUSEBOX SOURCE_ROOT
. "$(dirname "$0")/lib.sh"
graph="$root/graphs/softmax.json"

# --- the powers of two with their neighbours, and both ends
succeed "$fusebox" plan "$graph" -H greedy --sweep cols=1000:4500 --json
equal "sizes" "1000 1023 1024 1025 2047 2048 2049 4095 4096 4097 4500" "$(echo $(json size <"$work/out"))"
equal "kernels" "1" "$(json kernels <"$work/out" | sort -u)"

# --- softmax in one kernel reads 2 bytes for each of 16384 x cols elements, and writes as many
for pair in $(json size <"$work/out" >"$work/sizes"; json dram_bytes <"$work/out" | paste -d: "$work/sizes" -); do
  equal "bytes at ${pair%:*}" "$((4 * 16384 * ${pair%:*}))" "${pair#*:}"
done

# --- few sizes are all asked about; a point is what the plan costs when it is opened at that size
succeed "$fusebox" plan "$graph" -H greedy --sweep cols=4096:4099 --json
equal "sizes" "4096 4097 4098 4099" "$(echo $(json size <"$work/out"))"
swept=$(json time_us <"$work/out" | sed -n 2p)
"$fusebox" plan "$graph" -H greedy --save "$work/plan.json" >/dev/null
succeed "$fusebox" plan "$graph" -H greedy --set cols=4097 --json
equal "time at 4097" "$(printf %.3f "$(json estimate_us <"$work/out" | sed -n 1p)")" "$(printf %.3f "$swept")"

# --- a table for people, with a row for each size
succeed "$fusebox" plan "$graph" --set rows=64 --sweep cols=8:9
equal "rows of the table" 3 "$(wc -l <"$work/out" | tr -d ' ')"

# --- what cannot be at a size is said there, and the others are there
succeed "$fusebox" plan "$graph" --sweep rows=4000000000000000000:4000000000000000001 --json
equal "reasons" 2 "$(json reason <"$work/out" | wc -l | tr -d ' ')"


# --- sizes of a dump's symbols, as those of JSON; a refusal is one line of the table, without folders
succeed "$fusebox" plan "$root/tests/graph/dynamic/views.py" --sweep s77=11:12
equal "rows of a dump's table" 3 "$(wc -l <"$work/out" | tr -d ' ')"
equal "the reason" "views.py:5:9:" "$(awk '$1 == 11 { print $2 }' "$work/out")"
equal "kernels at 12" 1 "$(awk '$1 == 12 { print ($2 > 0) }' "$work/out")"

# --- plan --dynamic: a kernel that takes the size beside the one for its value; what it takes is said
succeed "$fusebox" plan "$graph" -H greedy --dynamic cols --json
equal "least and multiple" "16 16" "$(echo $(json least <"$work/out") $(json multiple <"$work/out"))"
equal "32-bit indices of 16384 rows" 131072 "$(json most <"$work/out")"
equal "rows that do not stay in registers cost time" 1 \
  "$(echo $(json time_us <"$work/out") $(json dynamic_us <"$work/out") | awk '{ print ($2 > $1) }')"
succeed "$fusebox" plan "$graph" -H greedy --dynamic rows --json
equal "any number of rows costs the same" "$(json time_us <"$work/out")" "$(json dynamic_us <"$work/out")"
succeed "$fusebox" plan "$root/graphs/permute0213.json" -H greedy --dynamic batch --json
equal "a tensor that would be too large at the larger witness" 0 "$(json reason <"$work/out" | wc -l | tr -d ' ')"
succeed "$fusebox" plan "$root/graphs/scale_mask_softmax.json" -H greedy --dynamic heads --json
equal "heads of 2^25 elements that share a mask of 2^20" "1 64" "$(echo $(json least <"$work/out") $(json most <"$work/out"))"
succeed "$fusebox" plan "$root/graphs/transpose_add_relu.json" -H greedy --dynamic n --json
equal "reasons" 1 "$(json reason <"$work/out" | wc -l | tr -d ' ')"
cat >places.json <<'END'
{"format": "fusebox-graph", "version": 1, "name": "places", "sizes": {"places": 64},
 "inputs": [{"name": "x", "dtype": "f32", "shape": ["places", 24]}, {"name": "i", "dtype": "i64", "shape": [40]},
            {"name": "v", "dtype": "f32", "shape": [40, 24]}],
 "ops": [{"name": "y", "op": "index_put", "in": ["x", "v", "i"], "accumulate": true}], "outputs": ["y"]}
END
succeed "$fusebox" export places.json -H none --as cuda --dynamic places
grep -qF "fb_atomic_add(y_out" "$work/out" || fail "what is added by atomics for 64 places is not for any number"
succeed "$fusebox" export places.json -H none --as cuda --dynamic places --schedule K0.ordered=1
grep -q "size_places" "$work/out" || fail "sums in order take no size"
grep -qF "fb_atomic_add(y_out" "$work/out" && fail "the schedule's order is lost"
refuse 2 "no size named \"colz\"" "$fusebox" plan "$graph" --dynamic colz
refuse 2 "only --as cuda" "$fusebox" export "$graph" --as plan --dynamic cols
refuse 2 "K1: 2 of its loops grow with n" \
  "$fusebox" export "$root/graphs/transpose_add_relu.json" -H greedy --as cuda --kernel K1 --dynamic n

refuse 2 "NAME=LEAST:MOST" "$fusebox" plan "$graph" --sweep cols=8
refuse 2 "NAME=LEAST:MOST" "$fusebox" plan "$graph" --sweep =8:9
refuse 2 "from 9 to 8" "$fusebox" plan "$graph" --sweep cols=9:8
refuse 2 "no size named \"colz\"" "$fusebox" plan "$graph" --sweep colz=8:9
refuse 2 "nor any other" "$fusebox" plan "$root/graphs/dumps/mix/backward" --sweep rows=8:9
finish
