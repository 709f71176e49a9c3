// An entry of the cache of compiled kernels: what is taken can be put back, and is the same then.
#include "../fuzz.h"

#include "gpu/toolkit/compile_cache.h"

#include <string.h>

static const char key[33] = "0123456789abcdef0123456789abcdef";

static void check_again(const CompileCache *cache, const Compiled *compiled) {
  Compiled again = {0};
  compile_cache_put(cache, key, compiled);
  FUZZ_CHECK(compile_cache_get(cache, key, &again));
  FUZZ_CHECK(again.registers == compiled->registers && again.max_threads == compiled->max_threads);
  FUZZ_CHECK(again.cubin_bytes == compiled->cubin_bytes &&
             !memcmp(again.cubin, compiled->cubin, again.cubin_bytes));
  FUZZ_CHECK(text_equal(again.log, compiled->log));
  compiled_free(&again);
}

bool fuzz_input(char *text, size_t length) {
  Compiled compiled = {0};
  CompileCache cache = compile_cache_open(NULL);
  fuzz_write("cubins/01/23456789abcdef0123456789abcdef", text, length);
  bool taken = compile_cache_get(&cache, key, &compiled);
  if (taken) check_again(&cache, &compiled);
  compiled_free(&compiled);
  compile_cache_close(&cache);
  return taken;
}
