#!/bin/sh
# A file of a million ops is answered in seconds, and planned in 2 GB. usage: many_ops.sh FUSEBOX
fusebox=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# chain COUNT: x -> neg -> neg -> ...
chain() {
  awk -v n="$1" 'BEGIN {
    print "{ \"format\": \"fusebox-graph\", \"version\": 1, \"name\": \"chain\",";
    print "  \"inputs\": [ { \"name\": \"o0\", \"dtype\": \"f32\", \"shape\": [1024] } ], \"ops\": [";
    for (i = 1; i <= n; i++) printf "{ \"name\": \"o%d\", \"op\": \"neg\", \"in\": [\"o%d\"] }%s\n", i, i - 1, i < n ? "," : "";
    printf "], \"outputs\": [\"o%d\"] }\n", n;
  }' >"$work/chain.json"
}

chain 1000000
timeout 240 "$fusebox" info "$work/chain.json" >"$work/out" || { echo "info on a million ops failed"; exit 1; }
grep -q "1000000 ops" "$work/out" || { cat "$work/out"; exit 1; }

# A sanitizer needs more memory and time for the same.
if grep -q -e __asan_init -e __tsan_init "$fusebox"; then
  chain 50000
else
  ulimit -v 2500000 # KiB, of addresses
fi
timeout 240 "$fusebox" plan "$work/chain.json" -H none >"$work/out" || { echo "plan of a million ops failed"; exit 1; }
# All are alike: launch and latency, 1.3 us, and less than 0.05 us of work.
awk '/^[0-9]*0000 kernels, / { each = $(NF - 3) / $1; good = each > 1.3 && each < 1.35 } END { exit !good }' "$work/out" || { tail -n 3 "$work/out"; exit 1; }
