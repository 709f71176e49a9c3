#!/bin/sh
# usage: stories.sh FUSEBOX SOURCE_ROOT
# What the explorer is for, played in a real terminal: an engineer finds the expensive kernel of 2,000 ops, tries three
# alternatives and leaves with the answer; a student works through a lesson; nobody waits for the screen; and a screen
# that nobody touches does nothing.
. "$(dirname "$0")/lib.sh"

engineer_story() {
  awk -f "$root/tests/terminal/large_model.awk" >"$folder/model.json"
  shell "$1"
  run "$fusebox $folder/model.json"
  wait_for "1998 ops"
  wait_for "est 6." # the whole plan is estimated
  keys '$'
  wait_for "is number 1 of 1998"
  wait_for "head.share"
  keys /head.exp Enter # what it divides
  wait_for "/head.exp  1 of 1 found"
  keys I # why is it expensive?
  wait_for "limit dram"
  keys w
  wait_for "head.total"
  keys 1 f # the first alternative
  wait_for "fused K1995+K1996"
  keys u
  wait_for "undone: fuse"
  keys a # the second: the best of the list
  wait_for "possible, best first"
  wait_for "recompute it wherever"
  keys Enter
  wait_for "recompute it wherever it is read: K1995"
  keys Enter # the third: what the list says then
  wait_for "1996 kernels"
  wait_for "fuse with head.share"
  keys S C-u
  type_ "$folder/answer.json"
  keys Enter
  wait_for "plan saved to"
  keys q
  wait_for "exit=0"
  run "$fusebox plan $folder/model.json --plan $folder/answer.json"
  wait_for "exit=0"
  "$fusebox" plan "$folder/model.json" --plan "$folder/answer.json" | grep -q "1996 kernels" ||
    fail "the saved plan is another one"
}

# From the first step to the open question, with one wrong guess, one hint and the edits that are asked for.
student_story() {
  rm -rf "$FUSEBOX_STATE" # nobody has been here before
  shell "$1"
  run "$fusebox lessons locality"
  wait_for "3 Lesson  1/13"
  keys . .
  wait_for "How many gigabytes does K0"
  type_ "5"
  keys Enter
  wait_for "Not 5"
  type_ "5"
  keys Enter
  wait_for "Your guess: 5 GB"
  wait_for "1.07 GB"
  keys .
  wait_for "Lesson  4/13"
  keys . b Enter
  wait_for "Right"
  keys .
  wait_for "Lesson  5/13"
  type_ "10.2"
  keys Enter
  wait_for "Right"
  keys .
  wait_for "Lesson  6/13"
  keys .
  wait_for "are still in two kernels"
  keys 1
  type_ "/cube"
  keys Enter
  type_ "<"
  wait_for "fused K"
  keys .
  wait_for "Lesson  7/13"
  type_ "1.6"
  keys Enter
  wait_for "Right"
  keys .
  wait_for "Lesson  8/13"
  keys 1 f f f f f f f
  wait_for "8 ops→1 kernel "
  keys .
  wait_for "Lesson  9/13"
  type_ "9.4"
  keys Enter
  wait_for "Right"
  keys . .
  wait_for "Lesson  11/13"
  keys .
  wait_for "Lesson  12/13"
  type_ '*n'
  keys Enter
  type_ "1000000"
  keys Enter
  wait_for "[1000000]"
  keys .
  wait_for "Lesson  13/13"
  wait_for "An open question"
  keys q
  wait_for "exit=0"
}

# While kernels are compiled, keys are answered.
compiling_story() {
  "$fusebox" compile "$root/graphs/softmax.json" -H greedy >/dev/null 2>&1 || return 0 # no NVRTC here
  shell 120x40
  run "$fusebox $root/graphs/dumps/resnet/backward"
  wait_for "kernels   est"
  keys g c
  wait_for "compiling"
  keys j j j
  wait_for "4 Detail  K5 "
  screen | grep -qF '^C stop' || fail "compiling was over before the keys came"
  keys t G
  wait_for "[Code]"
  keys q
  wait_for "exit=0"
}

# The sum of what all threads of the explorer were woken for.
wakeups() {
  cat /proc/"$1"/task/*/status | awk '/^voluntary_ctxt_switches/ { sum += $2 } END { print sum }'
}

# settle PID: until nothing happens for half a second.
settle() {
  tries=0 before=-1
  until [ "$(wakeups "$1")" = "$before" ]; do
    tries=$((tries + 1))
    [ $tries -lt 60 ] || fail "it never came to rest"
    before=$(wakeups "$1")
    sleep 0.5
  done
}

# An explorer of its own that nobody touches while the other stories are played: begin_idle, and end_idle after
# rest_idle found it at rest.
begin_idle() {
  [ -r /proc/self/task ] || return 0
  FUSEBOX_STATE="$folder/idle/state" FUSEBOX_CONFIG="$folder/idle/config"
  shell 120x40
  idle_server=$server
  run "$fusebox $root/graphs/dumps/llama/forward"
  wait_for "kernels   est"
  keys a j
  idle=$(tmux_ list-panes -F '#{pane_pid}' | xargs pgrep -P)
  server="fusebox-test-$$" # the next shell leaves it alone
  FUSEBOX_STATE="$folder/state" FUSEBOX_CONFIG="$folder/config"
}

rest_idle() {
  [ -n "$idle" ] || return 0
  settle "$idle"
  woken=$(wakeups "$idle") since=$(date +%s)
}

end_idle() {
  [ -n "$idle" ] || return 0
  while [ $(($(date +%s) - since)) -lt 6 ]; do sleep 0.2; done
  after=$(wakeups "$idle")
  [ "$after" = "$woken" ] || fail "woken $((after - woken)) times while nobody typed"
  server=$idle_server
  keys q
  wait_for "exit=0"
}

idle='' idle_server="$server"
trap 'for server in "$server" "$idle_server"; do tmux_ kill-server 2>/dev/null; done; rm -rf "$folder"' EXIT
begin_idle
engineer_story 120x40
rest_idle
student_story 120x40
student_story 80x24
compiling_story
end_idle
