#!/bin/sh
# Help, the manual page and the completions of shells, which are made from the tables of commands and options.
# usage: help.sh FUSEBOX SOURCE_ROOT
. "$(dirname "$0")/lib.sh"

has() {
  command -v "$1" >/dev/null
}

# silent WHAT COMMAND...: succeeds and has nothing to say
silent() {
  what=$1
  shift
  run "$@"
  [ "$got" -eq 0 ] && [ ! -s "$work/err" ] && return
  fail "$what: exit code $got"
  head -n 5 "$work/err" | sed 's/^/    /'
}

# --- help by the command's name is what the command says itself
for command in plan tune help; do
  succeed "$fusebox" "$command" --help
  mv "$work/out" "$work/own"
  succeed "$fusebox" help "$command"
  cmp -s "$work/own" "$work/out" || fail "'help $command' differs from '$command --help'"
done
# --- in 80 columns, a blank between an option and its words, which do not say whose option it is among a command's own
for command in $("$fusebox" completions commands); do
  succeed "$fusebox" "$command" --help
  awk 'length > 80' "$work/out" >"$work/wide"
  grep -v '^  fusebox ' "$work/wide" >"$work/rest" && fail "help of $command is wide: $(cat "$work/rest")"
  sed -n '/^options:/,$p' "$work/out" | grep -q "with '\|TOthe" && fail "an option of $command says whose it is"
done
refuse 2 'there is no command "pottery"' "$fusebox" help pottery
refuse 2 "name none" "$fusebox" help plan --man

# --- a name as wide as its column has a line of its own
succeed "$fusebox" heuristics
grep -q '^inductor-like$' "$work/out" || fail "inductor-like runs into what is said of it"
grep -q '^max_reads    As bytes' "$work/out" || fail "max_reads has no line with what is said of it"

# --- the page names every command, option, key and knob, and formats without a warning
succeed "$fusebox" help --man
mv "$work/out" "$work/fusebox.1"
for command in $("$fusebox" completions commands); do
  grep -q "^\.SS .*fusebox $command" "$work/fusebox.1" || fail "the page lacks the command $command"
done
for text in 'fB\\-\\-dump\\-screen' 'KEYS OF THE EXPLORER' 'most expensive kernel' 'Roofline' 'fBf\\fR  fuse'; do
  grep -q "$text" "$work/fusebox.1" || fail "the page lacks $text"
done
if has groff; then
  silent "groff" groff -man -ww -Tutf8 -P-cbou "$work/fusebox.1"
  # --help's words for an option come out as they are written
  tr -s ' \n' '  ' <"$work/out" >"$work/plain"
  grep -qF 'e.g. K3.rows=4 (repeatable;' "$work/plain" || fail "groff changes the words of --schedule"
fi
has mandoc && silent "mandoc" mandoc -T lint -W error "$work/fusebox.1"

# --- every key that --json prints is in the page
sed -n '/^\.SH JSON/,/^\.SH KEYS/p' "$work/fusebox.1" | tr -c 'a-z0-9_\n' '\n' | sort -u >"$work/described"
softmax="$root/graphs/softmax.json --set rows=64 --set cols=64"
for command in "plan $softmax -H greedy" "plan $root/graphs/dumps/mix/backward -H compiler" "plan $softmax --sweep cols=60:64" "plan $softmax -H greedy --dynamic rows" \
  "check $softmax --cpu" "diff $root/graphs/dumps/mix/backward compiler greedy" "info $root/graphs/dumps/mix/backward" \
  "info $root/graphs/gelu_tanh.json" "heuristics" "devices" "doctor" "lessons"; do
  # shellcheck disable=SC2086
  run "$fusebox" $command --json # the doctor's exit code depends on the machine
  grep -o '"[a-z0-9_]*":' "$work/out" | tr -d '":' | sort -u >"$work/keys"
  [ -s "$work/keys" ] || fail "$command prints no keys"
  grep -vxF -f "$work/described" -e n "$work/keys" >"$work/rest" && # n: the size of a graph
    fail "the page lacks keys of '$command --json': $(echo $(cat "$work/rest"))"
done

# --- lists that the scripts ask for
refuse 2 'not for "csh"' "$fusebox" completions csh
succeed "$fusebox" completions plans
equal "plans" "none compiler greedy" "$(echo $(grep -x 'none\|compiler\|greedy' "$work/out"))"
succeed "$fusebox" completions devices
grep -qx h200 "$work/out" || fail "h200 is not among the devices"
mkdir -p "$FUSEBOX_CONFIG/heuristics"
echo 'return { name = "mine_alone", help = "h", run = function(plan, opt) end }' >"$FUSEBOX_CONFIG/heuristics/mine_alone.lua"
succeed "$fusebox" completions plans
grep -qx mine_alone "$work/out" || fail "a heuristic of the user's own is not offered"

# --- every shell takes its script
for shell in bash zsh fish; do
  succeed "$fusebox" completions $shell
  mv "$work/out" "$work/script.$shell"
  if has $shell; then silent "$shell -n" $shell -n "$work/script.$shell"; fi
done

# --- sourced, or of $fpath, zsh takes the function
if has zsh; then
  succeed zsh -f -c 'autoload -Uz compinit; compinit -u -d "$1"; source "$2"; print $_comps[fusebox]' zsh "$work/dump" "$work/script.zsh"
  equal "zsh's function of fusebox" _fusebox "$(cat "$work/out")"
  [ ! -s "$work/err" ] || fail "zsh complains of the script: $(cat "$work/err")"
fi

# --- what bash offers at the end of a line: offers EXPECTED WORD..., the last word is the one under way
cat >"$work/complete.bash" <<'END'
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_fusebox "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\n' "${COMPREPLY[@]}" | sort
END
offers() {
  expected=$1
  shift
  run bash "$work/complete.bash" "$work/script.bash" "$fusebox" "$@"
  equal "bash offers for '$*'" "$expected" "$(echo $(cat "$work/out"))"
}
if has bash; then
  mkdir -p "$work/line/place/folder"
  cd "$work/line" || exit 1
  : >"place/a graph.json"
  offers "compile completions" comp
  offers "--json" info graph.json --js
  offers "--device --dirty-cache" time --d
  offers "" plan --sass
  offers "cuda" export graph.json --as c
  offers "json" export graph.json --as = j
  offers "mine_alone" plan -H mine
  offers "h100 h200" plan graph.json --device h
  offers "bash" completions b
  offers "doctor" help doc
  offers "place/a graph.json place/folder" info place/
  offers "place/folder" time --save-data place/
  offers "" plan -o x
fi
finish
