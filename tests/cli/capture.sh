#!/bin/sh
# Programs that are run to be captured: stand-ins in shell that look at their environment and write what a compiler would.
# usage: capture.sh FUSEBOX SOURCE_ROOT
. "$(dirname "$0")/lib.sh"
root=$(cd "$root" && pwd)
cd "$work" || exit 1

# --- folders, environment, exit code, and what is written is found with its log
cat >program.sh <<'END'
[ "$TORCH_COMPILE_DEBUG$INDUCTOR_PROVENANCE$TORCHINDUCTOR_FORCE_DISABLE_CACHES" = 111 ] || exit 91
[ "$TORCH_LOGS" = recompiles,fusion,loop_ordering ] || exit 92
case $XLA_FLAGS in "--xla_a=1 --xla_dump_to='$PWD/"*) ;; *) exit 93 ;; esac
[ "$TORCH_TRACE" = mine ] || exit 94
graphs=$TORCH_COMPILE_DEBUG_DIR/torch_compile_debug/run_1/torchinductor
mkdir -p "$graphs" && cp -r "$1" "$graphs/model__0_inference_0.0"
echo to stdout
line="torch/_inductor/scheduler.py:7] [0/0]"
printf 'first\nV1122 23:06:24.7 9 %s [__fusion] cannot fuse op0 with op1: x\nVery V1\nV11 kept\nW1122 x\nlast' "$line" >&2
exit 7
END
run env TORCH_LOGS=recompiles XLA_FLAGS=--xla_a=1 TORCH_TRACE=mine "$fusebox" capture -- sh program.sh \
  "$root/graphs/dumps/epilogue/inference"
equal "exit code of the program" 7 "$got"
equal "stdout of the program" "to stdout" "$(cat out)"
equal "its stderr but for the log" "first/Very V1/V11 kept/W1122 x/last" "$(sed 's/note: .*//' err | head -n 5 | tr '\n' '/' | sed 's,/$,,')"
grep -q "note: 1 graph in fusebox-capture: 'fusebox list fusebox-capture'" err || fail "the graph is not told"
grep -q 'note: kept as it was set: TORCH_TRACE=mine; what is written there is not in fusebox-capture' err ||
  fail "the place that was kept is not told"
succeed "$fusebox" list fusebox-capture --json
equal "kernels of the captured graph" 4 "$(json compiler_kernels <out | head -n 1)"

# --- XLA splits its flags at blanks: a folder's name is quoted by its rules, which for these are the shell's
printf 'eval "set -- $XLA_FLAGS"\nprintf "%%s %%s" "$1" "$2"\n' >flags.sh
for name in 'sp ace' "it's a \"b\\c"; do
  run "$fusebox" capture --save "$name" -- sh flags.sh
  equal "flags for '$name'" "--xla_dump_to=$PWD/$name/xla --xla_dump_hlo_as_text" "$(cat out)"
done

# --- nothing is written over
echo 'exit 0' >nothing.sh
run "$fusebox" capture -- sh nothing.sh
equal "exit code" 0 "$got"
[ -d fusebox-capture-2 ] || fail "the second capture has no folder of its own"
grep -q 'neither PyTorch.s compiler nor XLA wrote anything into it' err || fail "why there is no graph is not told"
run env XLA_FLAGS=--xla_dump_to=/x "$fusebox" capture --save kept -- sh -c '[ "$XLA_FLAGS" = "--xla_dump_to=/x --xla_dump_hlo_pass_re=priority-fusion" ]'
equal "exit code where XLA's place is kept" 0 "$got"
grep -q 'kept as it was set: XLA_FLAGS=--xla_dump_to=/x; what' err || fail "XLA's place is not told"
refuse 2 'is there already' "$fusebox" capture --save fusebox-capture -- sh nothing.sh
refuse 2 'cannot be started' "$fusebox" capture --save none -- ./no_such_program
[ -e none ] && fail "a folder is left of what was not started"
refuse 2 'PROGRAM is missing' "$fusebox" capture

# --- why there is none: a log of compilations that a cache answered
mkdir -p empty/trace
printf 'V1123 17:05:14.502000 19323 g.py:2575] {"inductor_output_code": {}, "frame_id": 0, "frame_compile_id": 0, "has_payload": "c"}\n\tx = 1\n' \
  >empty/trace/dedicated_log_torch_trace_x.log
run "$fusebox" doctor empty --json
grep -q 'came from a cache' out || fail "doctor does not tell of the cache"
run "$fusebox" doctor fusebox-capture
grep -q '^ok *graphs' out || fail "doctor does not find the graph"
mkdir readable
cp "$root/graphs/dumps/epilogue/inference/"fx_graph_*.py readable/fx_graph_readable.py
for path in readable "$root/graphs/softmax.json" "$root/tests/graph/trace/step.log#"; do
  run "$fusebox" doctor "${path%#}"
  grep -A1 '^ok *graphs' out | grep -q " [13] in ${path%#}" || fail "doctor does not find the graphs of $path"
done
run "$fusebox" doctor program.sh
grep -A2 '^missing *graphs' out | grep -q 'a file without a graph' || fail "doctor does not say that a file is none"
refuse 2 'there is no such folder' "$fusebox" doctor none

# --- signals: one that is sent to the capture comes to the program, and one that ends the program is told as shells do
printf 'trap "exit 9" TERM\necho $$ >started\nwhile :; do sleep 0.05; done\n' >waits.sh
"$fusebox" capture -- sh waits.sh 2>err &
capture=$!
for _ in $(seq 200); do
  [ -s started ] && break
  sleep 0.05
done
kill -TERM $capture
wait $capture
equal "exit code after a signal" 9 $?
printf 'kill -KILL $$\n' >killed.sh
run "$fusebox" capture -- sh killed.sh
equal "exit code of a program that was killed" 137 "$got"

# --- a process that the program leaves behind does not keep the capture, whatever it writes
printf '(yes >&2 & echo $! >yes.pid)\nexit 3\n' >leaves.sh
run timeout 120 "$fusebox" capture --save leaves -- sh leaves.sh
equal "exit code of a program that leaves a writer behind" 3 "$got"
kill "$(cat yes.pid)" 2>/dev/null

# --- without descriptors it says so, and waits for nothing
for files in 4 5; do
  run timeout 120 sh -c "ulimit -n $files; exec \"\$0\" capture --save few -- true" "$fusebox"
  equal "exit code with $files descriptors" 70 "$got"
  grep -q 'no .* for .*the program: Too many open files' err || fail "what is missing with $files descriptors is not told"
done
finish
