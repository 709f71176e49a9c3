#!/bin/sh
# The report as a page, opened in a browser without a window: it is shown to its end, and as wide as a phone
# is, but for what scrolls inside it. usage: report.sh FUSEBOX SOURCE_ROOT. Skips (77) without a browser.
. "$(dirname "$0")/lib.sh"

for browser in chromium chromium-browser google-chrome; do
  command -v "$browser" >/dev/null && break
  browser=
done
if [ -z "$browser" ]; then
  echo "there is no chromium or google-chrome: nothing opens the page"
  exit 77
fi

# look PAGE: what the browser made of it, in $work/out. Its own data go to $work.
look() {
  run timeout 60 env HOME="$work" "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$work/browser" \
    --window-size=500,900 --virtual-time-budget=2000 --dump-dom "file://$1"
}

# The browser must start at all: in some containers it does not.
echo '<!DOCTYPE html><title>t</title><p id="end">x</p>' >"$work/plain.html"
look "$work/plain.html"
if ! grep -q 'id="end"' "$work/out"; then
  echo "$browser shows no page here: $(tail -n 1 "$work/err")"
  exit 77
fi

for graph in softmax.json rmsnorm_backward.json dumps/llama/forward; do
  succeed "$fusebox" export "$root/graphs/$graph" -H greedy --as html || continue
  # The test's own script, in a copy of the page whose body is 390 wide, says how wide it came out.
  sed 's#<body>#<body style="width:390px">#; s#</body>#<script>document.title = "right " + document.body.scrollWidth + " pictures " + document.querySelectorAll("svg").length + " heights " + [...document.querySelectorAll("svg")].every(s => s.getBoundingClientRect().height > 10);</script></body>#' \
    "$work/out" >"$work/page.html"
  look "$work/page.html"
  title=$(sed -n 's#.*<title>\(right [^<]*\)</title>.*#\1#p' "$work/out")
  right=$(echo "$title" | sed 's/right \([0-9]*\).*/\1/')
  case $title in
    "right "*" pictures 5 heights true") ;;
    *) fail "$graph: the page came out as '$title'" ;;
  esac
  [ "${right:-999}" -le 390 ] || fail "$graph: the page is $right wide, not 390"
done
finish
