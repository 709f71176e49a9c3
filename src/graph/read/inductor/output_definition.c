// Kernel definitions of output_code.py: "Graph fragment" comments and the signatures below them.
#include "graph/read/inductor/output_code.h"

#include "base/text.h"
#include "graph/read/fx/fx.h"

#include <ctype.h>
#include <string.h>

static const char *find(OutputLine line, const char *word) {
  return memmem(line.text, (size_t)line.length, word, strlen(word));
}

static int name_length(const char *at, const char *end) {
  const char *begin = at;
  while (at < end && (isalnum((unsigned char)*at) || *at == '_'))
    at++;
  return (int)(at - begin);
}

// The names after '%' in "#   return %a,%b".
static void read_return(OutputCode *code, OutputFragment *fragment, OutputLine line) {
  const char *end = line.text + line.length;
  for (const char *at = line.text; (at = memchr(at, '%', (size_t)(end - at))) != NULL;) {
    int length = name_length(++at, end);
    if (length) vector_push(&fragment->returned, arena_strndup(code->arena, at, (size_t)length));
  }
}

static void keep_annotation(OutputCode *code, NameMap *map, const char *name, OutputLine line) {
  const char *quote = memchr(line.text, '"', (size_t)line.length);
  const char *close = quote ? memchr(quote + 1, '"', (size_t)(line.text + line.length - quote - 1)) : NULL;
  int64_t known;
  Annotation annotation;
  char why[FX_WHY];
  SizeNames sizes = size_table_names(code->sizes);
  if (!close || namemap_get(map, name, &known)) return;
  if (!fx_parse_annotation(quote + 1, (size_t)(close - quote - 1), &sizes, &annotation, why)) return;
  namemap_set(map, name, code->annotations.count);
  vector_push(&code->annotations, annotation);
}

// "#   %mul : Tensor "bf16[8, 512][512, 1]cuda:0"[num_users=1] = call_function[target=...](args = ..., kwargs
// = {})"
void output_fragment_line(OutputCode *code, OutputFragment *fragment, OutputLine line) {
  if (find(line, "#   return ")) {
    read_return(code, fragment, line);
    return;
  }
  const char *percent = find(line, "#   %");
  if (!percent) return;
  percent += 5;
  const char *name =
      arena_strndup(code->arena, percent, (size_t)name_length(percent, line.text + line.length));
  if (find(line, " = PlaceHolder[")) {
    keep_annotation(code, &code->seen_strides, name, line);
  } else if (find(line, " = call_function[")) {
    keep_annotation(code, &code->node_strides, name, line);
    vector_push(&fragment->nodes, name);
  }
}

static bool listed(const char *const *names, int count, const char *name, int length) {
  for (int i = 0; i < count; i++) {
    if ((int)strlen(names[i]) == length && !memcmp(names[i], name, (size_t)length)) return true;
  }
  return false;
}

static void read_parameters(OutputCode *code, OutputFragment *fragment, OutputLine line) {
  const char *end = line.text + line.length, *at = memchr(line.text, '(', (size_t)line.length);
  while (at && at < end && *at != ')') {
    at++;
    while (at < end && *at == ' ')
      at++;
    int length = name_length(at, end);
    if (!length) return;
    vector_push(&fragment->parameters, arena_strndup(code->arena, at, (size_t)length));
    while (at < end && *at != ',' && *at != ')')
      at++;
  }
}

// Where a store goes: "tl.store(out_ptr0 + ...", "tl.atomic_add(out_ptr0 + ...".
static void read_store(OutputCode *code, OutputFragment *fragment, OutputLine line) {
  const char *at = find(line, "tl.store("), *end = line.text + line.length;
  at = at ? at + strlen("tl.store(") : find(line, "tl.atomic_add(");
  if (!at) return;
  if (at[0] == 't') at += strlen("tl.atomic_add(");
  int length = name_length(at, end);
  if (!length || listed(fragment->stores.data, fragment->stores.count, at, length)) return;
  vector_push(&fragment->stores, arena_strndup(code->arena, at, (size_t)length));
}

void output_source_line(OutputCode *code, OutputFragment *fragment, OutputLine line) {
  bool is_signature = line.length > 4 && !memcmp(line.text, "def ", 4);
  if (is_signature && fragment->parameters.count == 0)
    read_parameters(code, fragment, line);
  else
    read_store(code, fragment, line);
}

static const char **keep_names(OutputCode *code, const char **names, int count) {
  const char **kept = arena_array(code->arena, (size_t)count, sizeof *kept);
  if (count) memcpy(kept, names, (size_t)count * sizeof *kept);
  return kept;
}

void output_fragment_finish(OutputCode *code, OutputFragment *fragment, const char *name) {
  OutputKernel kernel = {
      .name = name,
      .source = fragment->source,
      .nodes = keep_names(code, fragment->nodes.data, fragment->nodes.count),
      .node_count = fragment->nodes.count,
      .returned = keep_names(code, fragment->returned.data, fragment->returned.count),
      .returned_count = fragment->returned.count,
      .parameters = keep_names(code, fragment->parameters.data, fragment->parameters.count),
      .parameter_count = fragment->parameters.count,
      .stores = keep_names(code, fragment->stores.data, fragment->stores.count),
      .store_count = fragment->stores.count,
  };
  namemap_set(&code->kernel_names, name, code->kernels.count);
  vector_push(&code->kernels, kernel);
  fragment->source = NULL;
  vector_clear(&fragment->nodes);
  vector_clear(&fragment->returned);
  vector_clear(&fragment->parameters);
  vector_clear(&fragment->stores);
}
