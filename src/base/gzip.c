// Unpacking of gzip files, by zlib.
#include "base/gzip.h"

#include "base/memory.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

typedef struct Unpacking {
  z_stream stream;
  size_t left; // bytes that the stream has not been given yet
  char *out;
  size_t length, capacity, most;
} Unpacking;

static void *take_memory(void *context, unsigned count, unsigned size) {
  (void)context;
  return memory_alloc((size_t)count * size);
}

static void give_memory(void *context, void *memory) {
  (void)context;
  free(memory);
}

bool gzip_is_packed(const char *bytes, size_t length) {
  return length >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b';
}

// Room for one byte at least, but never for more than one beyond `most`, by which it is seen to be too long.
static void make_room(Unpacking *it) {
  if (it->length == it->capacity) {
    it->capacity = it->capacity < it->most / 2 ? 2 * it->capacity : it->most + 1;
    it->out = memory_resize(it->out, it->capacity + 1);
  }
  size_t room = it->capacity - it->length;
  it->stream.avail_out = room < UINT_MAX ? (unsigned)room : UINT_MAX;
  it->stream.next_out = (Bytef *)it->out + it->length;
}

static void give_input(Unpacking *it) {
  unsigned part = it->left < UINT_MAX ? (unsigned)it->left : UINT_MAX;
  if (it->stream.avail_in > 0) return;
  it->stream.avail_in = part;
  it->left -= part;
}

// Behind a member is the end, or what fills a block of a tape or disk.
static bool rest_is_zero(const Unpacking *it) {
  size_t rest = it->stream.avail_in + it->left;
  for (size_t i = 0; i < rest; i++)
    if (it->stream.next_in[i]) return false;
  return true;
}

// What is wrong with the bytes; NULL: nothing.
static const char *unpack(Unpacking *it) {
  for (;;) {
    give_input(it);
    make_room(it);
    int code = inflate(&it->stream, Z_NO_FLUSH);
    it->length = (size_t)((char *)it->stream.next_out - it->out);
    bool all = it->stream.avail_in == 0 && it->left == 0;
    if (it->length > it->most) return "it is too long";
    if (code == Z_STREAM_END && rest_is_zero(it)) return NULL;
    if (code == Z_STREAM_END)
      inflateReset(&it->stream); // the next member
    else if (code == Z_BUF_ERROR || (code == Z_OK && all && it->stream.avail_out > 0))
      return "it ends early";
    else if (code != Z_OK)
      return it->stream.msg ? it->stream.msg : "it is broken";
  }
}

char *gzip_unpack(const char *file, const char *bytes, size_t length, size_t most, size_t *out_length,
                  Status *status) {
  enum { GZIP_WINDOW = 16 + MAX_WBITS, FIRST_ROOM = 1 << 16 };
  Unpacking it = {
      .stream = {.zalloc = take_memory, .zfree = give_memory, .next_in = (Bytef *)(uintptr_t)bytes},
      .left = length,
      .most = most};
  it.capacity = most < FIRST_ROOM ? most + 1 : FIRST_ROOM;
  it.out = memory_alloc(it.capacity + 1);
  const char *problem = inflateInit2(&it.stream, GZIP_WINDOW) == Z_OK ? unpack(&it) : "zlib does not start";
  inflateEnd(&it.stream);
  if (problem) {
    free(it.out);
    status_fail(status, STATUS_INPUT, "%s cannot be unpacked: %s", file, problem);
    return NULL;
  }
  it.out[it.length] = '\0';
  *out_length = it.length;
  return it.out;
}
