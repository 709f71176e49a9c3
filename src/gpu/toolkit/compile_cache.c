// The disk cache of compiled kernels. An entry: a line of JSON with the facts, sizes and the seal of the
// whole entry; the cubin; the log.
#include "gpu/toolkit/compile_cache.h"

#include "base/arena.h"
#include "base/file_own.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/log.h"

#include <stdlib.h>
#include <string.h>

enum { ENTRY_FORMAT = 2 };

CompileCache compile_cache_open(const char *folder) {
  if (folder && !*folder) return (CompileCache){.folder = NULL};
  if (folder) return (CompileCache){memory_strdup(folder), seal_key(NULL)};
  char *place = file_place(PLACE_CACHE);
  CompileCache cache = {file_join(place, "cubins"), seal_key(NULL)};
  free(place);
  return cache;
}

void compile_cache_close(CompileCache *cache) {
  free(cache->folder);
  cache->folder = NULL;
}

void compile_cache_key(const CompileRequest *request, const char *version, const char *options,
                       char key[33]) {
  Text text = {0};
  text_printf(&text, "%d\n%s\n%s\n%s\n%d\n%s\n%s%s", ENTRY_FORMAT, version, options, request->arch,
              request->register_cap, request->kernel, request->prelude ? request->prelude : "",
              request->source);
  hash_name(key, text.data, text.length);
  text_free(&text);
}

// Two levels of folders, so that none grows to many thousands of entries.
static char *entry_path(const CompileCache *cache, const char key[33]) {
  char name[40] = {key[0], key[1], '/'};
  memcpy(name + 3, key + 2, 31);
  return file_join(cache->folder, name);
}

static void read_facts(const JsonNode *root, Compiled *compiled) {
  compiled->registers = (int)json_integer(json_get(root, "registers"), -1);
  compiled->spill_store_bytes = (int)json_integer(json_get(root, "spill_stores"), 0);
  compiled->spill_load_bytes = (int)json_integer(json_get(root, "spill_loads"), 0);
  compiled->local_bytes = (int)json_integer(json_get(root, "local"), 0);
  compiled->shared_bytes = (int)json_integer(json_get(root, "shared"), 0);
  compiled->max_threads = (int)json_integer(json_get(root, "max_threads"), 0);
}

// `body` is what follows the first line.
static bool read_entry(const char key[33], const JsonNode *root, const char *body, size_t body_bytes,
                       Compiled *compiled) {
  int64_t cubin_bytes = json_integer(json_get(root, "cubin"), -1);
  int64_t log_bytes = json_integer(json_get(root, "log"), -1);
  if (json_integer(json_get(root, "format"), 0) != ENTRY_FORMAT || cubin_bytes <= 0 || log_bytes < 0)
    return false;
  if (!text_equal(key, json_string(json_get(root, "key"), ""))) return false;
  if ((uint64_t)cubin_bytes > body_bytes || (uint64_t)log_bytes != body_bytes - (uint64_t)cubin_bytes)
    return false;
  read_facts(root, compiled);
  compiled->cubin_bytes = (size_t)cubin_bytes;
  compiled->cubin = memory_alloc(compiled->cubin_bytes);
  memcpy(compiled->cubin, body, compiled->cubin_bytes);
  compiled->log = memory_alloc((size_t)log_bytes + 1);
  memcpy(compiled->log, body + cubin_bytes, (size_t)log_bytes);
  return true;
}

bool compile_cache_get(const CompileCache *cache, const char key[33], Compiled *compiled) {
  if (!cache->folder) return false;
  char *path = entry_path(cache, key);
  size_t length = 0;
  char *bytes = file_exists(path) ? file_own_read(path, &length, NULL) : NULL;
  bool ours = bytes && seal_holds(&cache->key, bytes, length);
  const char *end = ours ? memchr(bytes, '\n', length) : NULL;
  Json *json = end ? json_parse(path, bytes, (size_t)(end - bytes), NULL) : NULL;
  bool good = json && read_entry(key, json_root(json), end + 1, length - (size_t)(end + 1 - bytes), compiled);
  if (bytes && !good) log_message(LOG_INFO, "%s is damaged, or not this user's, and is made again", path);
  json_free(json);
  free(bytes);
  free(path);
  return good;
}

static void write_header(const char key[33], const Compiled *compiled, size_t log_bytes, Text *out) {
  JsonWriter json = json_writer(out, false);
  json_begin_object(&json, NULL);
  json_put_integer(&json, "format", ENTRY_FORMAT);
  json_put_string(&json, "key", key); // the entry of one kernel is not that of another
  seal_begin(&json);
  json_put_integer(&json, "registers", compiled->registers);
  json_put_integer(&json, "spill_stores", compiled->spill_store_bytes);
  json_put_integer(&json, "spill_loads", compiled->spill_load_bytes);
  json_put_integer(&json, "local", compiled->local_bytes);
  json_put_integer(&json, "shared", compiled->shared_bytes);
  json_put_integer(&json, "max_threads", compiled->max_threads);
  json_put_integer(&json, "cubin", (int64_t)compiled->cubin_bytes);
  json_put_integer(&json, "log", (int64_t)log_bytes);
  json_end(&json);
  text_add(out, "\n");
}

void compile_cache_put(const CompileCache *cache, const char key[33], const Compiled *compiled) {
  if (!cache->folder || !cache->key.known) return;
  size_t log_bytes = strlen(compiled->log);
  Text entry = {0};
  write_header(key, compiled, log_bytes, &entry);
  text_add_bytes(&entry, compiled->cubin, compiled->cubin_bytes);
  text_add_bytes(&entry, compiled->log, log_bytes);
  seal_close(&cache->key, &entry);
  char *path = entry_path(cache, key);
  Status status = {0};
  if (!file_own_write(path, entry.data, entry.length, &status))
    log_message(LOG_INFO, "the compile cache cannot be written: %s", status.message);
  free(path);
  text_free(&entry);
}
