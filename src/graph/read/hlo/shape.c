// Types, shapes and layouts.
#include "base/text.h"
#include "graph/read/hlo/module.h"
#include "graph/read/hlo/words.h"

#include <ctype.h>
#include <string.h>

// Of XLA's types those that have no dtype here stand as one of the same bytes, or as a byte.
static const HloType types[] = {
    {"f32", DTYPE_F32, true, true},
    {"bf16", DTYPE_BF16, true, true},
    {"pred", DTYPE_BOOL, true, true},
    {"s32", DTYPE_I32, true, true},
    {"f16", DTYPE_F16, true, true},
    {"u32", DTYPE_U32, true, true},
    {"s64", DTYPE_I64, true, true},
    {"u8", DTYPE_U8, true, true},
    {"s8", DTYPE_I8, true, true},
    {"s16", DTYPE_I16, true, true},
    {"f64", DTYPE_F64, true, true},
    {"u16", DTYPE_U16, true, true},
    {"u64", DTYPE_U64, true, true},
    {"c64", DTYPE_C64, true, true},
    {"c128", DTYPE_C128, true, true},
    {"f8e5m2", DTYPE_F8E5M2, true, true},
    {"f8e4m3fn", DTYPE_F8E4M3, true, true},
    {"f8e5m2fnuz", DTYPE_F8E5M2Z, true, true},
    {"f8e4m3fnuz", DTYPE_F8E4M3Z, true, true},
    {"f8e8m0fnu", DTYPE_F8E8M0, true, true},
    {"f8e4m3", DTYPE_U8, false, true},
    {"f8e4m3b11fnuz", DTYPE_U8, false, true},
    {"f8e3m4", DTYPE_U8, false, true},
    {"f4e2m1fn", DTYPE_U8, false, true},
    {"s4", DTYPE_I8, false, true},
    {"u4", DTYPE_U8, false, true},
    {"s2", DTYPE_I8, false, true},
    {"u2", DTYPE_U8, false, true},
    {"s1", DTYPE_I8, false, true},
    {"u1", DTYPE_U8, false, true},
    {"token", DTYPE_U8, false, false},
    {"opaque", DTYPE_U8, false, false},
};
enum { TYPE_COUNT = sizeof types / sizeof *types, MAX_NESTING = 16, MAX_ITEMS = 1 << 16 };

const char *hlo_type_word(DType dtype) {
  for (size_t i = 0; i < TYPE_COUNT; i++)
    if (types[i].exact && types[i].dtype == dtype && dtype_parts(dtype) == 1) return types[i].name;
  return NULL;
}

static const HloType *type_of(const HloCursor *cursor, HloSpan word) {
  for (size_t i = 0; i < TYPE_COUNT; i++)
    if (hlo_span_is(cursor, word, types[i].name)) return &types[i];
  return NULL;
}

bool hlo_at_shape(HloCursor *cursor) {
  HloCursor ahead = *cursor;
  if (hlo_is(&ahead, "(")) return true;
  HloSpan word = hlo_word(&ahead);
  return word.begin < word.end && ahead.at < ahead.length && ahead.text[ahead.at] == '[';
}

// "<=8": as large as it may get. "?": nobody knows.
static bool read_size(HloCursor *cursor, int64_t *size) {
  if (hlo_is(cursor, "?")) return hlo_fail(cursor, "this size is open: a graph has fixed sizes here");
  hlo_take(cursor, "<=");
  return hlo_integer(cursor, size);
}

static bool read_sizes(HloCursor *cursor, Shape *sizes) {
  if (!hlo_expect(cursor, "[", "behind the type")) return false;
  while (!hlo_take(cursor, "]")) {
    if (sizes->rank > 0 && !hlo_expect(cursor, ",", "between sizes")) return false;
    if (sizes->rank == MAX_RANK) return hlo_fail(cursor, "tensors have at most %d axes here", MAX_RANK);
    if (!read_size(cursor, &sizes->size[sizes->rank])) return false;
    sizes->rank++;
  }
  Status status = {0};
  return shape_check(sizes, &status) || hlo_fail(cursor, "%.400s", status.message);
}

// What follows the order (tiles, memory spaces) changes no element.
static bool read_layout(HloCursor *cursor, HloShape *shape) {
  long begin = cursor->at;
  HloSpan inside;
  if (!hlo_bracket(cursor, &inside)) return false;
  HloCursor within = hlo_within(cursor, inside);
  int count = 0;
  uint32_t seen = 0;
  for (hlo_skip(&within); within.at < within.length && !hlo_is(&within, ":"); hlo_take(&within, ",")) {
    int64_t axis;
    if (!hlo_integer(&within, &axis)) return false;
    if (axis < 0 || axis >= shape->sizes.rank || (seen >> axis & 1))
      return hlo_fail_at(cursor, begin, "this layout does not name each of %d axes once", shape->sizes.rank);
    seen |= 1u << axis;
    shape->order[count++] = (int)axis;
    hlo_skip(&within);
  }
  shape->has_layout = count == shape->sizes.rank && count > 0;
  return shape->has_layout || count == 0 ||
         hlo_fail_at(cursor, begin, "this layout names %d of %d axes", count, shape->sizes.rank);
}

// A '{' behind a shape may also begin a computation: then no number, ':' or '}' follows.
static bool at_layout(HloCursor *cursor) {
  HloCursor ahead = *cursor;
  if (!hlo_take(&ahead, "{")) return false;
  hlo_skip(&ahead);
  char c = ahead.at < ahead.length ? ahead.text[ahead.at] : 0;
  return isdigit((unsigned char)c) || c == ':' || c == '}';
}

static bool read_shape(HloCursor *cursor, int depth, const HloShape **read);

static bool read_items(HloCursor *cursor, int depth, HloShape *shape) {
  VECTOR(const HloShape *) items = {0};
  bool done = true;
  while (done && !hlo_take(cursor, ")")) {
    const HloShape *item = NULL;
    done = (items.count == 0 || hlo_expect(cursor, ",", "between the parts of a tuple")) &&
           (items.count < MAX_ITEMS || hlo_fail(cursor, "a tuple of more than %d parts", MAX_ITEMS)) &&
           read_shape(cursor, depth + 1, &item);
    if (done) vector_push(&items, item);
  }
  const HloShape **kept = arena_array(cursor->arena, (size_t)items.count, sizeof *kept);
  if (items.count) memcpy(kept, items.data, (size_t)items.count * sizeof *kept);
  shape->items = kept;
  shape->item_count = items.count;
  vector_free(&items);
  return done;
}

static bool read_shape(HloCursor *cursor, int depth, const HloShape **read) {
  HloShape *shape = arena_alloc(cursor->arena, sizeof *shape);
  *read = shape;
  if (depth > MAX_NESTING) return hlo_fail(cursor, "tuples are nested too deeply");
  if (hlo_take(cursor, "(")) return read_items(cursor, depth, shape);
  HloSpan word = hlo_word(cursor);
  if (hlo_span_is(cursor, word, "b") && hlo_take(cursor, "(")) // a buffer: what is in it
    return read_shape(cursor, depth + 1, read) && hlo_expect(cursor, ")", "behind the buffer's shape");
  if (word.begin == word.end) return hlo_fail_at(cursor, word.begin, "expected a shape");
  shape->type = type_of(cursor, word);
  if (!shape->type) return hlo_fail_at(cursor, word.begin, "'%.40s' is no type", hlo_span_text(cursor, word));
  return read_sizes(cursor, &shape->sizes) && (!at_layout(cursor) || read_layout(cursor, shape));
}

bool hlo_shape(HloCursor *cursor, const HloShape **shape) {
  return read_shape(cursor, 0, shape);
}

void hlo_strides(const HloShape *shape, int64_t stride[MAX_RANK]) {
  if (!shape->has_layout) {
    shape_contiguous(&shape->sizes, stride);
    return;
  }
  int64_t next = 1;
  for (int i = 0; i < shape->sizes.rank; i++) {
    int64_t size = shape->sizes.size[shape->order[i]];
    stride[shape->order[i]] = next;
    next *= size > 1 ? size : 1;
  }
}
