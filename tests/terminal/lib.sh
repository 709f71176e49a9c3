# Sourced by the tests here with FUSEBOX SOURCE_ROOT as their arguments: a tmux server of their own, keys sent to it, and
# waiting for what its screen must show. Exit 77 (skipped) without tmux.
set -u
fusebox=${1:?usage: $0 FUSEBOX SOURCE_ROOT}
root=${2:?usage: $0 FUSEBOX SOURCE_ROOT}
command -v tmux >/dev/null || exit 77
folder=$(mktemp -d) || exit 1
server="fusebox-test-$$"
stories=0
tmux_() { tmux -L "$server" -f /dev/null "$@"; }
trap 'tmux_ kill-server 2>/dev/null; rm -rf "$folder"' EXIT
export LANG=C.UTF-8 LC_ALL=C.UTF-8
export FUSEBOX_STATE="$folder/state" FUSEBOX_CONFIG="$folder/config" FUSEBOX_CACHE="$folder/cache"
unset NO_COLOR TMUX
# What curses keeps until the end is not ours to give back.
printf 'leak:libtinfo\nleak:libncurses\n' >"$folder/leaks"
export LSAN_OPTIONS="suppressions=$folder/leaks:print_suppressions=0"

screen() { tmux_ capture-pane -p; }

fail() {
  echo "FAILED: $*"
  screen
  exit 1
}

shows() { screen | grep -qF -- "$1"; }
hides() { ! shows "$1"; }

# await COMPLAINT CONDITION...: until the condition holds, at most 30 seconds.
await() {
  complaint=$1
  shift
  tries=0
  until "$@"; do
    tries=$((tries + 1))
    [ $tries -lt 600 ] || fail "$complaint"
    sleep 0.05
  done
}

# wait_for TEXT: until the screen shows it; wait_gone TEXT: until it shows it no more.
wait_for() { await "the screen never showed: $1" shows "$1"; }
wait_gone() { await "the screen went on showing: $1" hides "$1"; }

keys() { tmux_ send-keys "$@"; }
type_() { tmux_ send-keys -l "$1"; }

# shell WIDTHxHEIGHT: a fresh interactive shell.
shell() {
  tmux_ kill-server 2>/dev/null
  stories=$((stories + 1))
  server="fusebox-test-$$-$stories" # a dying server would take the new session with it
  tmux_ new-session -d -x "${1%x*}" -y "${1#*x}" "env PS1='ready> ' bash --norc --noprofile -i" || fail "tmux did not start"
  wait_for "ready>"
}

# run COMMAND: typed into the shell; its exit code is shown when it ends.
run() {
  type_ "clear; $1; echo \"exit=\$?\""
  keys Enter
}
