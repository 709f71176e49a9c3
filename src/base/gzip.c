// Unpacking of gzip files.
#include "base/gzip.h"

#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CODE_BITS = 15, LITERALS = 288, DISTANCES = 30, END_OF_BLOCK = 256 };

typedef struct Unpacking {
  const unsigned char *bytes;
  size_t length, at;
  uint64_t bits; // that were read and not used, the next one lowest
  int bit_count;
  unsigned char *out;
  size_t out_length, capacity, most;
  const char *problem; // a sentence; NULL: none
} Unpacking;

// A canonical Huffman code: how many codes there are of each length, and the symbols in the order of codes.
typedef struct Huffman {
  uint16_t count[CODE_BITS + 1];
  uint16_t symbol[LITERALS];
} Huffman;

static bool fail(Unpacking *it, const char *problem) {
  if (!it->problem) it->problem = problem;
  return false;
}

// ---- Bits and bytes.

static unsigned take_bits(Unpacking *it, int count) {
  while (it->bit_count < count) {
    if (it->at == it->length) {
      fail(it, "it ends early");
      return 0;
    }
    it->bits |= (uint64_t)it->bytes[it->at++] << it->bit_count;
    it->bit_count += 8;
  }
  unsigned value = (unsigned)(it->bits & (((uint64_t)1 << count) - 1));
  it->bits >>= count;
  it->bit_count -= count;
  return value;
}

static bool make_room(Unpacking *it, size_t more) {
  if (more > it->most - it->out_length) return fail(it, "it is too long unpacked");
  if (it->out_length + more + 1 <= it->capacity) return true;
  while (it->capacity < it->out_length + more + 1)
    it->capacity = it->capacity ? 2 * it->capacity : 1 << 16;
  it->out = memory_resize(it->out, it->capacity);
  return true;
}

// ---- Codes.

// False: more codes than lengths leave room for. One that leaves room is allowed: what it lacks is never met.
static bool make_code(Huffman *code, const uint8_t *lengths, int symbols) {
  int offset[CODE_BITS + 2] = {0}, left = 1;
  memset(code->count, 0, sizeof code->count);
  for (int i = 0; i < symbols; i++)
    code->count[lengths[i]]++;
  code->count[0] = 0;
  for (int length = 1; length <= CODE_BITS; length++) {
    left = 2 * left - code->count[length];
    if (left < 0) return false;
    offset[length + 1] = offset[length] + code->count[length];
  }
  for (int i = 0; i < symbols; i++)
    if (lengths[i]) code->symbol[offset[lengths[i]]++] = (uint16_t)i;
  return true;
}

// Codes of each length follow those of the shorter ones.
static int take_symbol(Unpacking *it, const Huffman *code) {
  int value = 0, first = 0, index = 0;
  for (int length = 1; length <= CODE_BITS && !it->problem; length++) {
    value |= (int)take_bits(it, 1);
    int count = code->count[length];
    if (value - count < first) return code->symbol[index + value - first];
    index += count;
    first = (first + count) << 1;
    value <<= 1;
  }
  fail(it, "it has a code that it does not define");
  return -1;
}

// ---- Blocks.

static bool copy_back(Unpacking *it, size_t distance, size_t count) {
  if (distance > it->out_length) return fail(it, "it repeats what was before its beginning");
  if (!make_room(it, count)) return false;
  for (; count > 0; count--, it->out_length++)
    it->out[it->out_length] = it->out[it->out_length - distance];
  return true;
}

static bool take_match(Unpacking *it, int symbol, const Huffman *distances) {
  static const uint16_t lengths[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                     31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
  static const uint8_t length_bits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                        2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
  static const uint16_t ways[] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                  33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                  1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
  if (symbol - 257 >= 29) return fail(it, "it has a length that there is not");
  size_t count = lengths[symbol - 257] + take_bits(it, length_bits[symbol - 257]);
  int way = take_symbol(it, distances);
  if (way < 0 || way >= DISTANCES) return fail(it, "it has a distance that there is not");
  size_t distance = ways[way] + take_bits(it, way < 2 ? 0 : way / 2 - 1);
  return !it->problem && copy_back(it, distance, count);
}

static bool take_codes(Unpacking *it, const Huffman *literals, const Huffman *distances) {
  for (;;) {
    int symbol = take_symbol(it, literals);
    if (it->problem) return false;
    if (symbol == END_OF_BLOCK) return true;
    if (symbol > END_OF_BLOCK) {
      if (!take_match(it, symbol, distances)) return false;
      continue;
    }
    if (!make_room(it, 1)) return false;
    it->out[it->out_length++] = (unsigned char)symbol;
  }
}

static bool take_fixed(Unpacking *it) {
  uint8_t lengths[LITERALS];
  Huffman literals, distances;
  for (int i = 0; i < LITERALS; i++)
    lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
  make_code(&literals, lengths, LITERALS);
  memset(lengths, 5, DISTANCES);
  make_code(&distances, lengths, DISTANCES);
  return take_codes(it, &literals, &distances);
}

// The lengths of both codes, in a code of their own: 16 repeats the one before, 17 and 18 are runs of 0.
static bool take_lengths(Unpacking *it, const Huffman *code, uint8_t *lengths, int count) {
  for (int i = 0; i < count;) {
    int symbol = take_symbol(it, code), times = 1, value = symbol;
    if (it->problem) return false;
    if (symbol >= 16) {
      if (symbol == 16 && i == 0) return fail(it, "it repeats a length before the first");
      value = symbol == 16 ? lengths[i - 1] : 0;
      times = symbol == 16   ? 3 + (int)take_bits(it, 2)
              : symbol == 17 ? 3 + (int)take_bits(it, 3)
                             : 11 + (int)take_bits(it, 7);
    }
    if (times > count - i) return fail(it, "it has too many lengths");
    memset(lengths + i, value, (size_t)times);
    i += times;
  }
  return true;
}

static bool take_dynamic(Unpacking *it) {
  static const uint8_t order[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  uint8_t lengths[LITERALS + 32] = {0};
  Huffman literals, distances;
  int literal_count = 257 + (int)take_bits(it, 5), distance_count = 1 + (int)take_bits(it, 5);
  int count = 4 + (int)take_bits(it, 4);
  for (int i = 0; i < count; i++)
    lengths[order[i]] = (uint8_t)take_bits(it, 3);
  if (it->problem || literal_count > 286 || distance_count > DISTANCES || !make_code(&literals, lengths, 19))
    return fail(it, "it has a code that cannot be");
  memset(lengths, 0, sizeof lengths);
  if (!take_lengths(it, &literals, lengths, literal_count + distance_count)) return false;
  if (!make_code(&literals, lengths, literal_count) ||
      !make_code(&distances, lengths + literal_count, distance_count))
    return fail(it, "it has a code that cannot be");
  return take_codes(it, &literals, &distances);
}

static bool take_stored(Unpacking *it) {
  take_bits(it, it->bit_count & 7);
  unsigned count = take_bits(it, 16), inverse = take_bits(it, 16);
  if (it->problem || count != (inverse ^ 0xffff)) return fail(it, "it has a block of a wrong length");
  if (!make_room(it, count)) return false;
  for (; count > 0 && !it->problem; count--)
    it->out[it->out_length++] = (unsigned char)take_bits(it, 8);
  return !it->problem;
}

static bool take_blocks(Unpacking *it) {
  for (bool last = false; !last;) {
    last = take_bits(it, 1);
    unsigned kind = take_bits(it, 2);
    if (it->problem) return false;
    bool done = kind == 0   ? take_stored(it)
                : kind == 1 ? take_fixed(it)
                : kind == 2 ? take_dynamic(it)
                            : fail(it, "it has a block of an unknown kind");
    if (!done) return false;
  }
  return true;
}

// ---- Members.

static uint32_t checksum(const unsigned char *bytes, size_t length) {
  uint32_t table[256], sum = 0xffffffff;
  for (uint32_t i = 0; i < 256; i++) {
    table[i] = i;
    for (int bit = 0; bit < 8; bit++)
      table[i] = table[i] & 1 ? 0xedb88320 ^ (table[i] >> 1) : table[i] >> 1;
  }
  for (size_t i = 0; i < length; i++)
    sum = table[(sum ^ bytes[i]) & 0xff] ^ (sum >> 8);
  return ~sum;
}

static void skip_text(Unpacking *it) {
  while (!it->problem && take_bits(it, 8) != 0)
    ;
}

static bool take_header(Unpacking *it) {
  enum { CHECKED = 2, EXTRA = 4, NAMED = 8, COMMENTED = 16 };
  unsigned magic = take_bits(it, 16), method = take_bits(it, 8), flags = take_bits(it, 8);
  take_bits(it, 32); // the time
  take_bits(it, 16); // how it was packed, and where
  if (it->problem || magic != 0x8b1f || method != 8) return fail(it, "what follows is no gzip member");
  if (flags & EXTRA)
    for (unsigned left = take_bits(it, 16); left > 0 && !it->problem; left--)
      take_bits(it, 8);
  if (flags & NAMED) skip_text(it);
  if (flags & COMMENTED) skip_text(it);
  if (flags & CHECKED) take_bits(it, 16);
  return !it->problem;
}

static bool take_member(Unpacking *it) {
  size_t begin = it->out_length;
  if (!take_header(it) || !take_blocks(it)) return false;
  take_bits(it, it->bit_count & 7);
  uint32_t sum = take_bits(it, 32), length = take_bits(it, 32);
  if (it->problem) return false;
  bool good = length == (uint32_t)(it->out_length - begin) &&
              (it->out_length == begin || sum == checksum(it->out + begin, it->out_length - begin));
  return good || fail(it, "its content is not what was packed");
}

bool gzip_is_packed(const char *bytes, size_t length) {
  return length >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b';
}

char *gzip_unpack(const char *file, const char *bytes, size_t length, size_t most, size_t *out_length,
                  Status *status) {
  Unpacking it = {.bytes = (const unsigned char *)bytes, .length = length, .most = most};
  make_room(&it, 0);
  do
    take_member(&it);
  while (!it.problem && (it.bit_count > 0 || it.at < it.length));
  if (it.problem) {
    free(it.out);
    status_fail(status, STATUS_INPUT, "%s cannot be unpacked: %s", file, it.problem);
    return NULL;
  }
  it.out[it.out_length] = '\0';
  *out_length = it.out_length;
  return (char *)it.out;
}
