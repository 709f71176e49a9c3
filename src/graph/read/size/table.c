// Named sizes while a file is read.
#include "graph/read/size/table.h"

#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void size_table_free(SizeTable *table) {
  for (int i = 0; i < table->order.count; i++)
    free(table->order.data[i]);
  vector_free(&table->order);
  vector_free(&table->guessed);
  namemap_free(&table->values);
  namemap_free(&table->hints);
  namemap_free(&table->bounds);
  namemap_free(&table->arguments);
  namemap_free(&table->aliases);
  namemap_free(&table->bindings);
}

SizeTable size_table(const ReadOptions *options) {
  SizeTable table = {.options = options};
  for (int i = 0; options && i < options->size_count; i++) // the last one of a name counts
    namemap_set(&table.bindings, options->sizes[i].name, options->sizes[i].value);
  return table;
}

bool size_table_bound(const SizeTable *table) {
  return table->bindings.count > 0;
}

void size_table_add(SizeTable *table, const char *name, int64_t value) {
  if (!namemap_get(&table->values, name, NULL)) vector_push(&table->order, memory_strdup(name));
  namemap_get(&table->bindings, name, &value);
  namemap_set(&table->values, name, value);
}

static int64_t guess(SizeTable *table, const char *name) {
  int64_t most = INT64_MAX, value = name[0] == 'u' ? SIZE_GUESS_UNBACKED : SIZE_GUESS;
  namemap_get(&table->bounds, name, &most);
  return most < value ? most : value;
}

int64_t size_table_symbol(SizeTable *table, const char *name) {
  int64_t value;
  if (namemap_get(&table->values, name, &value)) return value;
  bool told = namemap_get(&table->hints, name, &value);
  size_table_add(table, name, told ? value : guess(table, name));
  if (!told && !namemap_get(&table->bindings, name, NULL))
    vector_push(&table->guessed, table->order.data[table->order.count - 1]);
  namemap_get(&table->values, name, &value);
  return value;
}

static bool find(void *context, const char *name, SizeNumber *size) {
  const SizeTable *table = context;
  int64_t value;
  if (!namemap_get(&table->values, name, &value) && !namemap_get(&table->aliases, name, &value)) return false;
  *size = size_integer(value);
  return true;
}

static bool find_symbol(void *context, const char *name, SizeNumber *size) {
  bool real = text_starts(name, "zf") || text_starts(name, "zuf"); // PyTorch's symbols of floating point
  if (!real) *size = size_integer(size_table_symbol(context, name));
  return !real;
}

static const char *nearest(void *context, const char *name) {
  const SizeTable *table = context;
  return namemap_nearest(&table->values, name);
}

SizeNames size_table_names(SizeTable *table) {
  return (SizeNames){.find = find, .nearest = nearest, .context = table};
}

SizeNames size_table_symbols(SizeTable *table) {
  return (SizeNames){.find = find_symbol, .context = table};
}

// The name that is meant, else what there is.
static bool fail_unknown(const SizeTable *table, const char *file, const char *name, Status *status) {
  const char *meant = namemap_nearest(&table->values, name);
  Text rest = {0};
  if (meant) text_printf(&rest, ": did you mean \"%s\"?", meant);
  for (int i = 0; !meant && i < table->order.count; i++)
    text_printf(&rest, "%s%s", rest.length ? ", " : "; it has ", table->order.data[i]);
  status_fail(status, STATUS_INPUT, "%s: the graph has no size named \"%s\"%s", file, name,
              rest.length ? text_get(&rest) : "");
  text_free(&rest);
  return false;
}

bool size_table_check(const SizeTable *table, const char *file, Status *status) {
  for (int i = 0; table->options && i < table->options->size_count; i++) {
    const SizeBinding *binding = &table->options->sizes[i];
    if (!namemap_get(&table->values, binding->name, NULL))
      return fail_unknown(table, file, binding->name, status);
    if (binding->value < 0)
      return status_fail(status, STATUS_INPUT, "size \"%s\" cannot be negative", binding->name);
  }
  return true;
}

// "u0 stands at 20, s3 at 64: nothing tells ..."
static void note_guessed(const SizeTable *table, GraphBuilder *builder) {
  enum { SHOWN = 8 };
  Text list = {0};
  for (int i = 0; i < table->guessed.count && i < SHOWN; i++) {
    int64_t value = 0;
    namemap_get(&table->values, table->guessed.data[i], &value);
    text_printf(&list, "%s%s = %lld", i ? ", " : "", table->guessed.data[i], (long long)value);
  }
  if (table->guessed.count > SHOWN) text_printf(&list, ", ... (%d in all)", table->guessed.count);
  builder_note(builder, NOTE_OTHER, NO_OP,
               "nothing tells how large these sizes were, so they are assumed: %s; bind them with --set %s=N",
               text_get(&list), table->guessed.data[0]);
  text_free(&list);
}

void size_table_finish(const SizeTable *table, GraphBuilder *builder) {
  for (int i = 0; i < table->order.count; i++) {
    int64_t value = 0;
    namemap_get(&table->values, table->order.data[i], &value);
    builder_size(builder, table->order.data[i], value);
  }
  if (table->guessed.count) note_guessed(table, builder);
}

// ---- What texts say beside the graph.

// "s77" before `end`, or behind `begin`: its length, 0 when there is none.
static size_t symbol_length(const char *begin, const char *end) {
  const char *at = begin;
  if (at < end && isalpha((unsigned char)*at))
    while (at < end && isalnum((unsigned char)*at))
      at++;
  return at - begin < 32 ? (size_t)(at - begin) : 0;
}

int64_t size_read_digits(const char *at, const char *end) {
  int64_t value = -1;
  for (; at < end && isdigit((unsigned char)*at) && value < MAX_ELEMENTS; at++)
    value = (value < 0 ? 0 : value * 10) + (*at - '0');
  return value < MAX_ELEMENTS ? value : -1;
}

void size_keep(NameMap *map, const char *name, size_t length, int64_t value) {
  char copy[SIZE_NAME + 1];
  if (length == 0 || length > SIZE_NAME || value < 0) return;
  memcpy(copy, name, length);
  copy[length] = '\0';
  namemap_set(map, copy, value);
}

void size_table_read_bounds(SizeTable *table, const char *text, size_t length) {
  const char *end = text + length;
  for (const char *at = text; (at = memmem(at, (size_t)(end - at), " <= ", 4)) != NULL; at += 4) {
    const char *name = at;
    while (name > text && at - name < 32 && isalnum((unsigned char)name[-1]))
      name--;
    size_keep(&table->bounds, name, symbol_length(name, at), size_read_digits(at + 4, end));
  }
}

void size_table_read_log(SizeTable *table, const char *text, size_t length) {
  static const char word[] = "create_symbol ";
  const char *end = text + length;
  for (const char *at = text; (at = memmem(at, (size_t)(end - at), word, strlen(word))) != NULL;) {
    at += strlen(word);
    size_t symbol = symbol_length(at, end);
    if ((size_t)(end - at) > symbol + 3 && !memcmp(at + symbol, " = ", 3))
      size_keep(&table->hints, at, symbol, size_read_digits(at + symbol + 3, end));
  }
}
