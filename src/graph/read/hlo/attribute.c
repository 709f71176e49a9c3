// Attributes of instructions: found by name, and read in the forms that they are written in.
#include "base/text.h"
#include "graph/read/hlo/module.h"

#include <ctype.h>
#include <string.h>

const HloAttribute *hlo_attribute(const HloInstruction *instruction, const char *name) {
  for (int i = 0; i < instruction->attribute_count; i++)
    if (text_equal(instruction->attributes[i].name, name)) return &instruction->attributes[i];
  return NULL;
}

bool hlo_attribute_is(const HloModule *module, const HloInstruction *instruction, const char *name,
                      const char *value) {
  const HloAttribute *attribute = hlo_attribute(instruction, name);
  return attribute && hlo_span_is(&module->cursor, attribute->value, value);
}

int hlo_list(const HloModule *module, const HloInstruction *instruction, const char *name, int64_t *list,
             int most) {
  const HloAttribute *attribute = hlo_attribute(instruction, name);
  if (!attribute) return -1;
  Status ignored = {0};
  HloCursor cursor = hlo_within(&module->cursor, attribute->value);
  cursor.status = &ignored;
  bool braces = hlo_take(&cursor, "{");
  int count = 0;
  while (!hlo_is(&cursor, "}") && cursor.at < cursor.length) {
    if (count == most || !hlo_integer(&cursor, &list[count++])) return -1;
    hlo_take(&cursor, ",");
  }
  return braces == hlo_take(&cursor, "}") ? count : -1;
}

int64_t hlo_number(const HloModule *module, const HloInstruction *instruction, const char *name,
                   int64_t otherwise) {
  int64_t number;
  return hlo_list(module, instruction, name, &number, 1) == 1 ? number : otherwise;
}

const HloComputation *hlo_called(const HloModule *module, const HloInstruction *instruction,
                                 const char *name) {
  const HloAttribute *attribute = hlo_attribute(instruction, name);
  int64_t index;
  if (!attribute) return NULL;
  HloCursor cursor = hlo_within(&module->cursor, attribute->value);
  const char *called = hlo_span_text(&cursor, hlo_word(&cursor));
  return namemap_get(&module->names, called, &index) ? &module->computations.data[index] : NULL;
}

static const char *unquoted(const HloModule *module, HloSpan span) {
  const char *text = module->cursor.text;
  bool quoted = span.end - span.begin >= 2 && text[span.begin] == '"' && text[span.end - 1] == '"';
  return hlo_span_text(&module->cursor, quoted ? (HloSpan){span.begin + 1, span.end - 1} : span);
}

const char *hlo_attribute_text(const HloModule *module, const HloInstruction *instruction, const char *name) {
  const HloAttribute *attribute = hlo_attribute(instruction, name);
  return attribute ? unquoted(module, attribute->value) : NULL;
}

// Is this the whole of a word, bare or in quotation marks?
static bool is_whole(const HloCursor *cursor, long begin, long end) {
  char before = cursor->text[begin - 1], after = end < cursor->length ? cursor->text[end] : 0;
  return (before == '"') == (after == '"') && !isalnum((unsigned char)before) && before != '_' &&
         !isalnum((unsigned char)after) && after != '_';
}

const char *hlo_field(const HloModule *module, const HloInstruction *instruction, const char *name,
                      const char *key) {
  const HloAttribute *attribute = hlo_attribute(instruction, name);
  if (!attribute) return NULL;
  Status ignored = {0};
  HloCursor cursor = hlo_within(&module->cursor, attribute->value);
  cursor.status = &ignored;
  size_t length = strlen(key), left = (size_t)(cursor.length - cursor.at);
  const char *from = cursor.text + cursor.at;
  for (const char *found; (found = memmem(from, left, key, length)); from = found + 1) {
    left = (size_t)(cursor.text + cursor.length - found - 1);
    cursor.at = found - cursor.text + (long)length;
    if (found == cursor.text || !is_whole(&cursor, found - cursor.text, cursor.at)) continue;
    hlo_take(&cursor, "\"");
    HloSpan value;
    if ((hlo_take(&cursor, "=") || hlo_take(&cursor, ":")) && hlo_value(&cursor, &value))
      return unquoted(module, value);
  }
  return NULL;
}
