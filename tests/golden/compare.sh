# Sourced by scripts that compare text with what is on record, with the source root as the current folder and
# a folder $work for what lies between.

# By what screens.sed leaves of both.
essence() { LC_ALL=C sed -E -f tests/golden/screens.sed "$1"; }

# same RECORDED MADE: whether they are alike; with GOLDEN_UPDATE=1 in the environment MADE is put on record.
same() {
  if [ "${GOLDEN_UPDATE:-}" = 1 ]; then
    cp "$2" "$1"
    return
  fi
  essence "$1" >"$work/expected"
  essence "$2" >"$work/got"
  diff -u "$work/expected" "$work/got"
}
