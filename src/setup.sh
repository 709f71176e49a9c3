#!/bin/sh
# usage: sh src/setup.sh
# Installs what is missing to build, test and run fusebox (on Debian and Ubuntu, as root or through sudo;
# elsewhere it names the packages), finds a CUDA Toolkit or fetches NVIDIA's wheels into a private folder, and
# builds into build/. What is there already is left alone, so a second run only builds what changed.
set -eu
cd "$(dirname "$0")/.."

cuda_wheels='cuda-toolkit[cudart,nvrtc,cupti,cublas,cccl,crt]==13.0.*' # about 450 MB to fetch, 860 MB on disk
cuda_folder=nvidia/cu13                                                # where these wheels put their files
private_cuda=${FUSEBOX_CUDA:-$HOME/.local/share/fusebox/cuda}

say() { echo "setup: $*" >&2; }

die() {
  say "$@"
  exit 1
}

has_command() { command -v "$1" >/dev/null 2>&1; }

has_module() { has_command pkg-config && pkg-config --exists "$1" 2>/dev/null; }

# The packages to install, by their names in Debian and Ubuntu.
missing_packages() {
  has_command cc && has_command gcc || echo gcc
  has_command g++ || echo g++ # compiles emitted kernels for the CPU in the tests
  [ -f /usr/include/stdio.h ] || echo libc6-dev
  has_command meson || echo meson
  has_command ninja || echo ninja-build
  has_command pkg-config || echo pkg-config
  has_command tmux || echo tmux # end-to-end tests of the screen
  has_command pgrep || echo procps # which process runs in a pane of them
  has_command xz || echo xz-utils # unpacks the graphs of tests/corpus
  has_module lua5.4 || has_module lua-5.4 || echo liblua5.4-dev
  has_module ncursesw || echo libncurses-dev
  has_module sqlite3 || echo libsqlite3-dev
  has_module zlib || echo zlib1g-dev
  has_module cmocka || echo libcmocka-dev
}

has_pip() { python3 -m pip --version >/dev/null 2>&1; }

install_packages() {
  say "installing $*"
  has_command apt-get || die "this is no Debian or Ubuntu: please install what these packages hold, then run it again:
  $*"
  if [ "$(id -u)" = 0 ]; then
    as_root=
  elif has_command sudo; then
    as_root=sudo
  else
    die "needs root or sudo for: apt-get install $*"
  fi
  { $as_root apt-get update -qq && $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
    --no-install-recommends "$@"; } >&2 || die "apt-get could not install these packages (is there a network?), which
  fusebox needs: $*"
}

# Into a folder beside the final one, so that a broken download never looks like a toolkit.
install_cuda() {
  has_pip || install_packages python3 python3-pip
  say "no CUDA Toolkit found: fetching NVIDIA's wheels into $private_cuda"
  rm -rf "$private_cuda.new"
  mkdir -p "$private_cuda.new"
  python3 -m pip install --quiet --disable-pip-version-check --no-cache-dir --target "$private_cuda.new" \
    "$cuda_wheels" >&2 || die "could not fetch the wheels: install a CUDA Toolkit (12.8 or later) and set CUDA_HOME"
  rm -rf "$private_cuda"
  mv "$private_cuda.new/$cuda_folder" "$private_cuda"
  rm -rf "$private_cuda.new"
}

# Configures build/ when that has not been done, or was done for another toolkit.
configure() {
  stamp=build/toolkit.txt
  [ -f build/build.ninja ] && [ "$(cat "$stamp" 2>/dev/null)" = "$1" ] && return
  if [ -f build/build.ninja ]; then
    meson setup --reconfigure build -Dtoolkit="$1" >&2
  else
    meson setup build -Dtoolkit="$1" >&2
  fi
  echo "$1" >"$stamp"
}

missing=$(missing_packages)
# shellcheck disable=SC2086 # one word per package
[ -z "$missing" ] || install_packages $missing
still_missing=$(missing_packages)
[ -z "$still_missing" ] || die "still missing after the installation: $still_missing"

cuda=$(sh src/find_cuda.sh) || {
  install_cuda
  cuda=$(sh src/find_cuda.sh) || die "the wheels lack headers that the build needs: see src/find_cuda.sh"
}
configure "$cuda"
ninja -C build >&2
say "done: build/fusebox --help"
