// Compiled kernels on disk: one file an entry, named by the hash of all that decides the result, holding
// cubin, facts and log.
#pragma once

#include "base/seal.h"
#include "gpu/toolkit/compile.h"

typedef struct CompileCache {
  char *folder; // NULL: there is no cache
  SealKey key;  // of entries: those that others wrote are not taken
} CompileCache;

// `folder` NULL: "cubins" in the user's cache folder; "": no cache.
CompileCache compile_cache_open(const char *folder);
void compile_cache_close(CompileCache *cache);

// Name of a request's entry for a compiler version and its options.
void compile_cache_key(const CompileRequest *request, const char *version, const char *options, char key[33]);
// Fills everything but `seconds`. False when there is no entry, or it is damaged, of another format or of
// somebody else: then compile again.
bool compile_cache_get(const CompileCache *cache, const char key[33], Compiled *compiled);
// Best effort: a cache that cannot be written costs time, never a result. The entry appears whole or not at
// all.
void compile_cache_put(const CompileCache *cache, const char key[33], const Compiled *compiled);
