#!/bin/sh
# usage: explore.sh FUSEBOX SOURCE_ROOT
# The explorer in a real terminal (tmux), as a user meets it: open a dump, find an op, cut, fuse, see why not, undo,
# compile, quit; then resizing, suspending, signals and terminal types. Each step waits for what the screen must show.
. "$(dirname "$0")/lib.sh"

story() {
  shell "$1"
  run "$fusebox $root/graphs/dumps/mix/backward"
  wait_for "plan inductor"
  wait_for "kernels   est" # totals are there
  type_ "/add_1"
  wait_for "/add_1"
  keys Enter
  wait_for "1 of 1 found; n next"
  keys x
  wait_for "cut K"
  wait_for "plan inductor*"
  keys f
  wait_for "fused K"
  keys u
  wait_for "undone: fuse"
  keys u
  wait_for "undone: cut"
  keys u
  wait_for "nothing to undo"
  type_ "/mm_3"
  keys Enter
  wait_for "runs in a library call"
  keys f
  wait_for "cannot fuse: mm_3"
  keys c
  wait_for "compil" # compiling, or what is missing to compile
  keys 2
  wait_for "by launch order"
  keys o
  wait_for "by estimated time"
  keys '?'
  wait_for "type to filter"
  type_ "quit"
  wait_for "leave"
  keys Escape
  wait_gone "type to filter"
  keys q
  wait_for "exit=0"
  wait_gone "plan inductor"
}

compile_story() {
  "$fusebox" compile "$root/graphs/softmax.json" -H greedy >/dev/null 2>&1 || return 0 # no NVRTC here
  shell 120x40
  run "$fusebox $root/graphs/softmax.json -H greedy"
  wait_for "plan greedy"
  keys c
  wait_for "nvcc " # the state of a compiled kernel, with its blank
  wait_gone "compiling"
  keys G x
  wait_for "cut K"
  wait_gone "· est" # what the edit changed was compiled too
  keys i
  wait_for "measured"
  keys q
  wait_for "exit=0"
}

# A heuristic that never ends, and one with a mistake: the screen stays alive, the plan stays as it was.
heuristic_story() {
  mkdir -p "$FUSEBOX_CONFIG/heuristics"
  echo 'return { name = "endless", help = "h", run = function(plan) while true do end end }' \
    >"$FUSEBOX_CONFIG/heuristics/endless.lua"
  echo 'return { name = "mistaken", help = "h", run = function(plan) plan:nothing() end }' \
    >"$FUSEBOX_CONFIG/heuristics/mistaken.lua"
  shell 100x30
  run "$fusebox $root/graphs/gelu_tanh.json"
  wait_for "1 Ops"
  keys H
  type_ "endless"
  keys Enter
  wait_for "endless runs, ^C stops it"
  tmux_ resize-window -x 90 -y 28
  keys C-c
  wait_for "endless: "
  keys H
  type_ "mistaken"
  keys Enter
  wait_for "mistaken.lua:1"
  wait_for "[Script]"
  wait_for "stack traceback"
  wait_for "8 kernels"
  keys q
  wait_for "exit=0"
}

# The program in the shell: its process, and its processor time, that of its scripts' processes included, in
# hundredths of a second.
program() {
  shell=$(tmux_ display-message -p '#{pane_pid}')
  cut -d' ' -f1 "/proc/$shell/task/$shell/children"
}
ticks() {
  process=$(program)
  for one in $process $(cat "/proc/$process"/task/*/children); do
    cut -d' ' -f14 "/proc/$one/stat"
  done 2>/dev/null | awk '{ sum += $1 } END { print sum + 0 }'
}

worked_since() { [ "$(ticks)" -ge "$1" ]; }

# A heuristic inside one call of the library that would take years, and files that would when they are only listed:
# ^C, q and SIGTERM end them. A fifth of a second of work, and it is inside.
stuck_story() {
  echo 'return { name = "stuck", help = "h", run = function(plan)
    string.find(string.rep("a", 100000), string.rep(".-", 60) .. "b") end }' >"$FUSEBOX_CONFIG/heuristics/stuck.lua"
  for i in 1 2 3 4 5 6 7 8 9; do
    echo 'string.rep("", math.maxinteger) string.rep("a", 1 << 17):find(string.rep(".-", 60) .. "b")' \
      >"$FUSEBOX_CONFIG/heuristics/listed$i.lua"
  done
  for end in C-c q TERM; do
    shell 160x30
    run "$fusebox $root/graphs/gelu_tanh.json"
    wait_for "1 Ops"
    keys H
    type_ "stuck"
    keys Enter
    wait_for "stuck runs, ^C stops it"
    await "the heuristic did not work" worked_since $(($(ticks) + 20))
    case $end in
      C-c) keys C-c && wait_for "the script was stopped" && keys q ;;
      q) keys q ;;
      TERM) kill -TERM "$(program)" ;;
    esac
    wait_for "exit="
    shows "a script did not stop" && fail "a script was left"
  done
  shell 80x24
  run "$fusebox $root/graphs/gelu_tanh.json"
  wait_for "1 Ops"
  keys q
  wait_for "exit=0"
  rm "$FUSEBOX_CONFIG"/heuristics/listed*.lua
}

# Where nothing can be written, the screen says so, and the shell again.
unkept_story() {
  kept=$FUSEBOX_STATE
  FUSEBOX_STATE="$folder/occupied/state"
  echo >"$folder/occupied"
  shell 100x30
  run "$fusebox $root/graphs/gelu_tanh.json"
  wait_for "1 Ops"
  keys f
  wait_for "8 ops→7 kernels" # the message may give way to that of the saver at once
  for try in $(seq 40); do # until the saver has found out, on a machine that is busy, too
    shows "your plan is not kept: " && break
    sleep 0.05
  done
  shows "your plan is not kept: " || keys j # told while the screen works, else with the next key
  wait_for "your plan is not kept: "
  keys q
  wait_for "the plan was not kept: "
  wait_for "exit=0"
  FUSEBOX_STATE=$kept
}

# write_pair SIGN COUNT: a heuristic that fuses so many edges, replaced as editors do it.
write_pair() {
  echo "return { name = 'pair', help = 'h', options = { most = { default = $2, help = 'edges' } }, run = function(plan, opt)
    local n = 0
    for e in plan:edges() do if n < opt.most $1 plan:fuse(e.producer, e.consumer) then n = n + 1 end end
  end }" >"$FUSEBOX_CONFIG/heuristics/new"
  mv "$FUSEBOX_CONFIG/heuristics/new" "$FUSEBOX_CONFIG/heuristics/pair.lua"
}

# Options in a form; saving the file runs it again; a mistake is shown with its line, and mended in the editor.
script_story() {
  mkdir -p "$FUSEBOX_CONFIG/heuristics"
  write_pair and 1
  printf '#!/bin/sh\necho "$@" >"%s"\ncp "%s" "%s"\n' "$folder/edited" "$folder/mended.lua" \
    "$FUSEBOX_CONFIG/heuristics/pair.lua" >"$folder/editor"
  chmod +x "$folder/editor"
  write_pair and 3
  mv "$FUSEBOX_CONFIG/heuristics/pair.lua" "$folder/mended.lua"
  write_pair and 1
  shell 120x40
  run "EDITOR=$folder/editor $fusebox $root/graphs/gelu_tanh.json"
  wait_for "1 Ops"
  type_ "@"
  wait_for "Options of which"
  type_ "pair"
  keys Enter
  wait_for "most = 1"
  keys Enter # run
  wait_for "plan pair"
  wait_for "7 kernels"
  write_pair and 2
  wait_for "before it was saved"
  wait_for "6 kernels"
  write_pair oops 2
  wait_for "[Script]"
  wait_for "pair.lua:3:"
  wait_for "6 kernels"
  type_ "V"
  wait_for "5 kernels" # mended, and run again
  grep -q '^+3 .*pair.lua$' "$folder/edited" || fail "the editor was called with: $(cat "$folder/edited")"
  keys q
  wait_for "exit=0"
}

resize_story() {
  shell 80x24
  run "$fusebox $root/graphs/dumps/llama/forward"
  wait_for "1 Ops"
  tmux_ resize-window -x 120 -y 40
  wait_for "3 Around"
  wait_for "2 Kernels"
  tmux_ resize-window -x 30 -y 8
  wait_gone "4 Detail"
  wait_for "1 Ops"
  tmux_ resize-window -x 5 -y 2
  tmux_ resize-window -x 100 -y 30
  wait_for "4 Detail"
  keys q
  wait_for "exit=0"
}

suspend_story() {
  shell 80x24
  run "$fusebox $root/graphs/gelu_tanh.json"
  wait_for "1 Ops"
  keys C-z
  wait_for "Stopped"
  wait_gone "1 Ops"
  type_ "clear; fg"
  keys Enter
  wait_for "1 Ops"
  keys j f
  wait_for "fused K"
  keys q
  wait_gone "1 Ops"
}

# signal_story NAME EXIT: the terminal must be usable afterwards.
signal_story() {
  shell 80x24
  run "$fusebox $root/graphs/gelu_tanh.json"
  wait_for "1 Ops"
  kill -"$1" "$(tmux_ list-panes -F '#{pane_pid}' | xargs pgrep -P)"
  wait_for "exit=$2"
  wait_gone "1 Ops"
  restored "$1"
}

# restored SIGNAL: the terminal is as it was.
restored() {
  type_ "clear; stty -a | tr ' ;' '\\n\\n' | grep -cx -e icanon -e echo -e isig -e icrnl; echo sho''wn" # not what is typed: what it prints
  keys Enter
  wait_for "shown"
  screen | grep -qx 4 || fail "signal $1 left the terminal in another mode"
  modes=$(tmux_ display-message -p '#{alternate_on}#{cursor_flag}#{mouse_any_flag}#{mouse_sgr_flag}')
  [ "$modes" = 0100 ] || fail "signal $1 left the screen in mode $modes"
}

# suspended_signal_story NAME: it comes while the program is suspended, which takes it when it goes on.
suspended_signal_story() {
  shell 80x24
  run "$fusebox $root/graphs/gelu_tanh.json"
  wait_for "1 Ops"
  keys C-z
  wait_for "Stopped"
  kill -"$1" "$(program)"
  type_ "clear; fg; echo ba''ck" # "ended" is a word of the program's own
  keys Enter
  wait_for "back"
  wait_gone "1 Ops"
  [ -z "$(program)" ] || fail "signal $1 did not end what was suspended"
  restored "$1 while it was suspended"
}

# A second explorer on the graph says so, and each keeps its own plan.
second_story() {
  shell 120x30
  run "$fusebox $root/graphs/gelu_tanh.json"
  wait_for "1 Ops"
  first=$(program)
  tmux_ new-window "env PS1='ready> ' bash --norc --noprofile -i"
  wait_for "ready>"
  run "$fusebox $root/graphs/gelu_tanh.json"
  wait_for "another program has this graph open"
  keys q
  wait_for "exit=0"
  kill -0 "$first" || fail "the first explorer was ended"
}

# Killed, it opens as it was: the plan by every edit, and the size.
kill_story() {
  shell 80x24
  run "$fusebox $root/graphs/rmsnorm.json"
  wait_for "1 Ops"
  keys f
  wait_for "fused K"
  keys '*'
  wait_for "Sizes and device"
  type_ "rows"
  keys Enter
  wait_for "half"
  type_ "1000"
  keys Enter
  wait_for "rows=1000"
  keys j
  sleep 0.5 # what was done before the last key is written
  kill -KILL "$(tmux_ list-panes -F '#{pane_pid}' | xargs pgrep -P)"
  shell 80x24
  run "$fusebox $root/graphs/rmsnorm.json"
  wait_for "as you left it"
  wait_for "rows=1000"
  wait_for "[1000,"
  wait_for "8 ops→7 kernels"
  keys q
  wait_for "exit=0"
}

border_at() { screen | sed -n "$1p" | grep -q "4 Detail"; }

# The mouse drags the border between two panes, and it stays where it was put: the 13th line goes to the 8th.
drag_story() {
  shell 80x24
  run "$fusebox $root/graphs/gelu_tanh.json"
  wait_for "1 Ops"
  await "the border is not where it was" border_at 13
  type_ "$(printf '\033[<0;40;13M\033[<32;40;10M\033[<32;40;8M\033[<0;40;8m')"
  await "the border was not dragged" border_at 8
  keys q
  wait_for "exit=0"
  run "$fusebox $root/graphs/softmax.json"
  await "the border did not stay" border_at 8
  keys :
  type_ "borders as at first"
  keys Enter
  await "the border did not go back" border_at 13
  keys q
  wait_for "exit=0"
}

term_story() {
  shell 80x24
  run "TERM=$1 $fusebox $root/graphs/gelu_tanh.json $2"
  wait_for "1 Ops"
  keys f
  wait_for "fused K"
  keys q
  wait_for "exit=0"
  wait_gone "1 Ops" # with a second screen or without
}

story 80x24
story 120x40
compile_story
heuristic_story
stuck_story
unkept_story
script_story
resize_story
suspend_story
kill_story
drag_story
signal_story TERM 130
signal_story HUP 130
signal_story SEGV 139
signal_story ABRT 134
second_story
for signal in TERM HUP INT QUIT USR1; do suspended_signal_story $signal; done
term_story xterm ""
term_story tmux-256color "--theme light"
term_story vt100 "--ascii"
term_story linux "-H none"
shell 160x24
run "TERM=dumb $fusebox $root/graphs/gelu_tanh.json"
wait_for "exit=2"
wait_for "try TERM="
run "echo | $fusebox $root/graphs/gelu_tanh.json"
wait_for "needs a terminal"
