# Sourced by scripts that compare text with what is on record, with the source root as the current folder and
# a folder $work for what lies between.

# By what screens.sed leaves of both.
essence() { LC_ALL=C sed -E -f tests/golden/screens.sed "$1"; }

# same RECORDED MADE: whether they are alike; with GOLDEN_UPDATE=1 in the environment MADE is put on record when they are not.
same() {
  essence "$2" >"$work/got"
  if [ "${GOLDEN_UPDATE:-}" = 1 ]; then
    [ -f "$1" ] && essence "$1" | cmp -s - "$work/got" || cp "$2" "$1"
    return
  fi
  essence "$1" >"$work/expected"
  diff -u "$work/expected" "$work/got"
}
