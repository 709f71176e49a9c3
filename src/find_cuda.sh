#!/bin/sh
# Prints the folder of a CUDA Toolkit that has the headers of the build (CUDA 12.8 or later, CUPTI, NVRTC and
# cuBLASLt), or prints nothing and returns 1. Used by meson.build and setup.sh, so that they agree.
# Looked for in this order: $1, $CUDA_HOME, /usr/local/cuda, pkg-config, the private folder that setup.sh fills
# ($FUSEBOX_CUDA, else ~/.local/share/fusebox/cuda). FUSEBOX_IGNORE_TOOLKIT=1 leaves only the private folder.

has_headers() {
  [ -n "$1" ] || return 1
  for header in cuda.h nvrtc.h cublasLt.h cuda_fp16.h; do
    [ -f "$1/include/$header" ] || return 1
  done
  [ -f "$1/include/cupti.h" ] || [ -f "$1/extras/CUPTI/include/cupti.h" ] || return 1
  version=$(sed -n 's/^#define CUDA_VERSION *\([0-9]*\).*/\1/p' "$1/include/cuda.h")
  [ "${version:-0}" -ge 12080 ]
}

# The folder that holds a toolkit's include folder, by each CUDA module that pkg-config knows.
pkg_config_folders() {
  command -v pkg-config >/dev/null 2>&1 || return 0
  for module in $(pkg-config --list-all 2>/dev/null | sed -n 's/^\(cuda-[0-9.]*\|cuda\|cudart-[0-9.]*\) .*/\1/p'); do
    include=$(pkg-config --variable=includedir "$module" 2>/dev/null)
    [ -n "$include" ] && dirname "$include"
  done
}

try() {
  has_headers "$1" || return 0
  echo "$1"
  exit 0
}

if [ -n "$1" ]; then
  try "$1"
  exit 1
fi
if [ "$FUSEBOX_IGNORE_TOOLKIT" != 1 ]; then
  try "$CUDA_HOME"
  try /usr/local/cuda
  for folder in $(pkg_config_folders); do
    try "$folder"
  done
fi
try "${FUSEBOX_CUDA:-$HOME/.local/share/fusebox/cuda}"
exit 1
