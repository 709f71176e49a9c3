// Strides that FX files leave out, from output_code.py: of inputs (assert_size_stride at the start of
// call()), of nodes (the memory that kernels store them to, else annotations in the fragments), and of what
// library calls return (assert_size_stride on their results).
#include "graph/read/inductor/folder.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Sizes and strides of a call that has them as arguments `first` and the one behind it.
static bool read_layout(const PythonExpr *call, int first, Annotation *annotation) {
  if (call->item_count < first + 2) return false;
  const PythonExpr *sizes = &call->items[first], *strides = &call->items[first + 1];
  bool lists = sizes->kind == PYTHON_TUPLE && strides->kind == PYTHON_TUPLE;
  if (!lists || sizes->item_count != strides->item_count || sizes->item_count > MAX_RANK) return false;
  *annotation = (Annotation){.has_stride = true, .shape.rank = sizes->item_count};
  for (int axis = 0; axis < sizes->item_count; axis++) {
    annotation->shape.size[axis] = sizes->items[axis].integer;
    annotation->stride[axis] = strides->items[axis].integer;
  }
  return true;
}

// assert_size_stride(name, sizes, strides).
static bool asserted(const OutputEvent *event, Annotation *annotation) {
  return read_layout(&event->expr, 1, annotation);
}

static void keep(FolderLayouts *layouts, NameMap *map, const char *name, const Annotation *annotation) {
  int64_t known;
  if (namemap_get(map, name, &known)) return;
  namemap_set(map, name, layouts->annotations.count);
  vector_push(&layouts->annotations, *annotation);
}

// "torch.ops.aten._scaled_dot_product_cudnn_attention.default#0[4, 32, 2048, 64]": a result of a library call
// by what is known of it in both files. Calls of one function with results of one shape have results of one
// layout; where they do not, nothing is said.
static void library_key(const char *target, int64_t position, const Shape *shape, char key[256]) {
  char sizes[160];
  if (text_starts(target, "torch.ops.")) target += strlen("torch.ops.");
  snprintf(key, 256, "%.80s#%d%.100s", target, (int)position, shape_text(shape, sizes));
}

static bool same_strides(const Annotation *a, const Annotation *b) {
  bool same = a->shape.rank == b->shape.rank;
  for (int axis = 0; same && axis < a->shape.rank; axis++)
    same = a->stride[axis] == b->stride[axis];
  return same;
}

static void keep_library(FolderLayouts *layouts, const OutputEvent *event, int64_t position) {
  Annotation annotation;
  char key[256];
  int64_t known;
  if (event->expr.item_count < 4 || event->expr.items[3].kind != PYTHON_STRING ||
      !asserted(event, &annotation))
    return;
  library_key(event->expr.items[3].text, position, &annotation.shape, key);
  if (namemap_get(&layouts->library, key, &known)) {
    Annotation *first = &layouts->annotations.data[known];
    if (!same_strides(first, &annotation)) first->has_stride = false;
    return;
  }
  keep(layouts, &layouts->library, key, &annotation);
}

static void read_asserts(FolderLayouts *layouts, const OutputCode *code) {
  bool launched = false;
  const OutputEvent *item = NULL;
  for (int i = 0; i < code->events.count; i++) {
    const OutputEvent *event = &code->events.data[i];
    launched = launched || event->kind == OUTPUT_LAUNCH;
    if (event->kind == OUTPUT_ITEM) item = event;
    if (event->kind != OUTPUT_ASSERT) continue;
    Annotation annotation;
    bool of_item = item && !strcmp(item->target, event->target);
    if (launched)
      keep_library(layouts, event, of_item ? item->expr.items[1].integer : 0);
    else if (asserted(event, &annotation))
      keep(layouts, &layouts->inputs, event->target, &annotation);
  }
}

// ---- results of kernels

// Has every element memory of its own? Each axis, from the fastest, steps over all of those before it; gaps
// between rows, which keep them aligned, are no harm.
static bool owns_memory(const Annotation *annotation) {
  int64_t reach = 1;
  bool done[MAX_RANK] = {false};
  for (int place = 0; place < annotation->shape.rank; place++) {
    int best = -1;
    for (int axis = annotation->shape.rank - 1; axis >= 0; axis--)
      if (!done[axis] && (best < 0 || annotation->stride[axis] < annotation->stride[best])) best = axis;
    done[best] = true;
    if (annotation->shape.size[best] <= 1) continue;
    if (annotation->stride[best] < reach) return false;
    if (__builtin_mul_overflow(annotation->stride[best], annotation->shape.size[best], &reach)) return false;
  }
  return true;
}

// The number N of "out_ptrN", which is the place of the node in the kernel's "return"; -1 for other names.
static int output_number(const char *parameter) {
  static const char prefix[] = "out_ptr";
  return text_starts(parameter, prefix) ? atoi(parameter + strlen(prefix)) : -1;
}

static void keep_results(FolderLayouts *layouts, const NameMap *allocated, const OutputKernel *kernel,
                         const PythonExpr *call) {
  for (int i = 0; i < kernel->parameter_count && i < call->item_count; i++) {
    int number = output_number(kernel->parameters[i]);
    int64_t index;
    if (number < 0 || number >= kernel->returned_count || call->items[i].kind != PYTHON_NAME ||
        !namemap_get(allocated, call->items[i].text, &index))
      continue;
    const Annotation annotation = layouts->annotations.data[index];
    if (annotation.has_stride) keep(layouts, &layouts->results, kernel->returned[number], &annotation);
  }
}

static bool writes_in_place(const OutputKernel *kernel) {
  for (int i = 0; i < kernel->parameter_count; i++)
    if (text_starts(kernel->parameters[i], "in_out_ptr")) return true;
  return false;
}

// The compiler chooses the layout of what only its kernels and products read.
static void read_allocations(FolderLayouts *layouts, const OutputCode *code) {
  NameMap allocated = {0};
  for (int i = 0; i < code->events.count; i++) {
    const OutputEvent *event = &code->events.data[i];
    Annotation annotation = {0};
    if (event->kind == OUTPUT_ALLOCATE || event->kind == OUTPUT_ALIAS) {
      bool known = event->kind == OUTPUT_ALLOCATE && read_layout(&event->expr, 0, &annotation);
      if (known) annotation.has_stride = owns_memory(&annotation);
      namemap_set(&allocated, event->target, layouts->annotations.count);
      vector_push(&layouts->annotations, annotation);
    }
    if (event->kind != OUTPUT_LAUNCH || event->definition < 0) continue;
    const OutputKernel *kernel = &code->kernels.data[event->definition];
    if (!writes_in_place(kernel)) keep_results(layouts, &allocated, kernel, &event->expr);
  }
  namemap_free(&allocated);
}

// ---- asked for by the reader

// Which library result an FX name is: "getitem_1 = _attention[1]", "convolution =
// ...convolution.default(...)".
static bool library_result(const FolderLayouts *layouts, const char *name, const char **target,
                           int64_t *position) {
  int64_t at, before = layouts->folder->parsed.statements.count;
  for (*position = 0; namemap_get(&layouts->statements, name, &at) && at < before; before = at) {
    const FxStatement *statement = &layouts->folder->parsed.statements.data[at];
    if (statement->value.kind == PYTHON_CALL) {
      *target = statement->value.text;
      return true;
    }
    if (statement->value.kind != PYTHON_INDEX || statement->value.items[0].kind != PYTHON_NAME) return false;
    name = statement->value.items[0].text;
    *position = statement->value.items[1].integer;
  }
  return false;
}

static const Annotation *find_library(const FolderLayouts *layouts, const char *name, const Shape *shape) {
  const char *target;
  int64_t position, index;
  char key[256];
  if (layouts->library.count == 0 || !library_result(layouts, name, &target, &position)) return NULL;
  library_key(target, position, shape, key);
  if (!namemap_get(&layouts->library, key, &index)) return NULL;
  const Annotation *annotation = &layouts->annotations.data[index];
  return annotation->has_stride ? annotation : NULL;
}

static bool take_strides(const Annotation *known, Annotation *wanted) {
  if (!known || !known->has_stride || !shape_equal(&known->shape, &wanted->shape)) return false;
  memcpy(wanted->stride, known->stride, sizeof known->stride);
  wanted->has_stride = true;
  return true;
}

static const Annotation *find_named(const FolderLayouts *layouts, const NameMap *map, const char *name) {
  int64_t index;
  return namemap_get(map, name, &index) ? &layouts->annotations.data[index] : NULL;
}

void folder_layouts_find(const void *context, const char *name, Annotation *annotation) {
  const FolderLayouts *layouts = context;
  const Annotation *input = find_named(layouts, &layouts->inputs, name);
  if (input) {
    take_strides(input, annotation);
    return;
  }
  annotation->chosen = take_strides(find_named(layouts, &layouts->results, name), annotation);
  if (annotation->chosen || take_strides(output_code_annotation(&layouts->folder->code, name), annotation))
    return;
  take_strides(find_library(layouts, name, &annotation->shape), annotation);
}

void folder_layouts_init(FolderLayouts *layouts, const Folder *folder) {
  *layouts = (FolderLayouts){.folder = folder};
  if (!folder->has_code) return;
  read_asserts(layouts, &folder->code);
  read_allocations(layouts, &folder->code);
  for (int i = 0; layouts->library.count && i < folder->parsed.statements.count; i++)
    namemap_set(&layouts->statements, folder->parsed.statements.data[i].name, i);
}

void folder_layouts_free(FolderLayouts *layouts) {
  namemap_free(&layouts->inputs);
  namemap_free(&layouts->library);
  namemap_free(&layouts->statements);
  namemap_free(&layouts->results);
  vector_free(&layouts->annotations);
}
