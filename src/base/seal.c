// SipHash-2-4, the key's file, and the field of a file that holds its seal.
#include "base/seal.h"

#include "base/arena.h"
#include "base/file_lock.h"
#include "base/file_own.h"
#include "base/log.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

// ---- The hash.

static uint64_t rotate(uint64_t value, int bits) {
  return value << bits | value >> (64 - bits);
}

static void sip_round(uint64_t v[4]) {
  v[0] += v[1], v[2] += v[3];
  v[1] = rotate(v[1], 13) ^ v[0], v[3] = rotate(v[3], 16) ^ v[2];
  v[0] = rotate(v[0], 32);
  v[2] += v[1], v[0] += v[3];
  v[1] = rotate(v[1], 17) ^ v[2], v[3] = rotate(v[3], 21) ^ v[0];
  v[2] = rotate(v[2], 32);
}

static void sip_take(uint64_t v[4], uint64_t word) {
  v[3] ^= word;
  sip_round(v);
  sip_round(v);
  v[0] ^= word;
}

static uint64_t read_word(const unsigned char *bytes, size_t count) {
  uint64_t word = 0;
  for (size_t i = 0; i < count; i++)
    word |= (uint64_t)bytes[i] << (8 * i);
  return word;
}

uint64_t seal_hash(const SealKey *key, const void *bytes, size_t length) {
  uint64_t v[4] = {key->words[0] ^ 0x736f6d6570736575u, key->words[1] ^ 0x646f72616e646f6du,
                   key->words[0] ^ 0x6c7967656e657261u, key->words[1] ^ 0x7465646279746573u};
  const unsigned char *at = bytes;
  size_t left = length;
  for (; left >= 8; left -= 8, at += 8)
    sip_take(v, read_word(at, 8));
  sip_take(v, read_word(at, left) | (uint64_t)length << 56);
  v[2] ^= 0xff;
  for (int i = 0; i < 4; i++)
    sip_round(v);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}

// ---- The key.

// False: there is one, which could be read another time.
static bool read_key(const char *path, SealKey *key, Status *status) {
  Status why = {0};
  size_t length = 0;
  char *bytes = file_own_read(path, &length, &why);
  key->known = bytes && length == sizeof key->words;
  if (key->known) memcpy(key->words, bytes, sizeof key->words);
  free(bytes);
  if (why.code != STATUS_INTERNAL) return true;
  if (status) *status = why;
  return false;
}

static void make_key(const char *path, SealKey *key, Status *status) {
  Status why = {0};
  ssize_t got = getrandom(key->words, sizeof key->words, 0);
  key->known = got == (ssize_t)sizeof key->words && file_own_write(path, key->words, sizeof key->words, &why);
  if (key->known) return;
  log_message(LOG_INFO, "no key can be kept, so nothing is cached: %s", why.message);
  if (status) *status = why;
}

// Two programs that start at once get one key.
SealKey seal_key(Status *status) {
  SealKey key = {0};
  char *folder = file_place(PLACE_STATE), *path = file_join(folder, "key");
  if (read_key(path, &key, status) && !key.known) {
    int lock = file_lock(path, NULL);
    if (read_key(path, &key, status) && !key.known) make_key(path, &key, status);
    file_unlock(lock);
  }
  free(path);
  free(folder);
  return key;
}

// ---- The field.

enum { DIGITS = 16 };
static const char empty[] = "0000000000000000", field[] = "\"seal\":";

// Where the digits of the first such field are; 0: there is none.
static size_t digits_at(const char *bytes, size_t length) {
  const char *found = length ? memmem(bytes, length, field, strlen(field)) : NULL;
  if (!found) return 0;
  size_t at = (size_t)(found - bytes) + strlen(field);
  at += at < length && bytes[at] == ' ';
  bool whole = at + 2 + DIGITS <= length && bytes[at] == '"' && bytes[at + 1 + DIGITS] == '"';
  return whole ? at + 1 : 0;
}

void seal_begin(JsonWriter *writer) {
  json_put_string(writer, "seal", empty);
}

static void write_digits(const SealKey *key, const char *bytes, size_t length, char out[DIGITS + 1]) {
  snprintf(out, DIGITS + 1, "%016" PRIx64, seal_hash(key, bytes, length));
}

void seal_close(const SealKey *key, Text *file) {
  char digits[DIGITS + 1];
  size_t at = digits_at(file->data, file->length);
  if (!key->known || !at) return;
  write_digits(key, file->data, file->length, digits);
  memcpy(file->data + at, digits, DIGITS);
}

bool seal_holds(const SealKey *key, const char *bytes, size_t length) {
  char digits[DIGITS + 1];
  size_t at = digits_at(bytes, length);
  if (!key->known || !at) return false;
  char *copy = memory_alloc(length);
  memcpy(copy, bytes, length);
  memcpy(copy + at, empty, DIGITS);
  write_digits(key, copy, length, digits);
  bool same = memcmp(bytes + at, digits, DIGITS) == 0;
  free(copy);
  return same;
}
