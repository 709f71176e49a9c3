// A line of the list: "003: kCustomKernel [prev=002 (1) | sink] loop_fusion grid: [8, 1, 1] threads: [128, 1,
// 1] shared_memory: 0 bytes". Equal kernels are written once: a name may be another kernel's, so lines and
// kernels go together by their order.
#include "graph/read/hlo/thunks.h"

#include "base/file.h"
#include "base/text.h"
#include "graph/read/hlo/cursor.h"

#include <stdlib.h>
#include <string.h>

typedef struct Thunk {
  const char *kind, *name; // "kCustomKernel", "loop_fusion"
  DumpLaunch launch;       // known: it is a kernel with a grid
  long offset;
} Thunk;

typedef VECTOR(Thunk) Thunks;

// ---- Lines

static bool read_number(HloCursor *cursor, int64_t *number) {
  long at = cursor->at;
  if (!hlo_integer(cursor, number)) return false;
  return *number >= 0 || hlo_fail_at(cursor, at, "a launch has no negative sizes");
}

// "grid: [8, 1, 1]"
static bool read_sizes(HloCursor *cursor, const char *what, int64_t sizes[3]) {
  if (!hlo_expect(cursor, what, "behind the kernel's name") || !hlo_expect(cursor, ":", what)) return false;
  for (int i = 0; i < 3; i++)
    if (!hlo_expect(cursor, i ? "," : "[", "in these sizes") || !read_number(cursor, &sizes[i])) return false;
  return hlo_expect(cursor, "]", "behind three sizes");
}

static bool read_thunk(HloCursor *cursor, Thunk *thunk) {
  int64_t number;
  HloSpan links;
  thunk->offset = cursor->at;
  if (!hlo_integer(cursor, &number) || !hlo_expect(cursor, ":", "behind the number")) return false;
  thunk->kind = hlo_span_text(cursor, hlo_word(cursor));
  if (!hlo_bracket(cursor, &links)) return false;
  thunk->name = hlo_span_text(cursor, hlo_word(cursor));
  thunk->launch.known = hlo_is(cursor, "grid");
  return !thunk->launch.known || (read_sizes(cursor, "grid", thunk->launch.grid) &&
                                  read_sizes(cursor, "threads", thunk->launch.threads) &&
                                  hlo_expect(cursor, "shared_memory", "behind the threads") &&
                                  hlo_expect(cursor, ":", "behind shared_memory") &&
                                  read_number(cursor, &thunk->launch.shared_bytes));
}

// Those of loops are indented, or stand under a heading.
static bool read_thunks(HloCursor *cursor, Thunks *thunks) {
  const char *text = cursor->text, *end;
  for (long at = 0; at < cursor->whole; at = end - text + 1) {
    end = memchr(text + at, '\n', (size_t)(cursor->whole - at));
    if (!end) end = text + cursor->whole;
    if (text[at] < '0' || text[at] > '9') continue;
    Thunk thunk = {0};
    HloCursor line = hlo_within(cursor, (HloSpan){at, end - text});
    if (!read_thunk(&line, &thunk)) return false;
    vector_push(thunks, thunk);
  }
  return true;
}

// ---- Kernels

// A sort is many kernels: "sort_8", "sort_8__1", "sort_8__2".
static bool continues(const Thunk *thunk, const Thunk *last) {
  size_t length = last ? strlen(last->name) : 0;
  const char *mark = strstr(thunk->name, "__");
  if (!length || !mark) return false;
  const char *before = strstr(last->name, "__");
  size_t stem = before && before[2] >= '0' && before[2] <= '9' ? (size_t)(before - last->name) : length;
  return (size_t)(mark - thunk->name) == stem && !strncmp(thunk->name, last->name, stem);
}

static bool is_copy(const char *name) {
  return text_equal(name, "kCopy") || text_equal(name, "copy");
}

// How many thunks each kernel is, in order; what a kernel needs copied belongs to it. False: they do not fit.
static bool align(const Thunks *thunks, const DumpPlan *plan, int *first, int *count) {
  const Thunk *last = NULL;
  int kernel = -1, copies = 0;
  for (int i = 0; i < thunks->count; i++) {
    const Thunk *thunk = &thunks->data[i];
    bool copied = kernel + 1 < plan->kernel_count && is_copy(plan->kernels[kernel + 1].kind);
    if (last && continues(thunk, last)) {
      count[kernel]++;
    } else if (is_copy(thunk->kind) && !copied) {
      copies++;
      continue;
    } else {
      if (++kernel == plan->kernel_count) return false;
      first[kernel] = i;
      count[kernel] = 1 + copies;
      copies = 0;
    }
    last = thunk;
  }
  return kernel + 1 == plan->kernel_count && copies == 0;
}

static bool join(const HloCursor *cursor, const Thunks *thunks, DumpPlan *plan) {
  int *first = arena_array(cursor->arena, (size_t)plan->kernel_count, sizeof *first);
  int *count = arena_array(cursor->arena, (size_t)plan->kernel_count, sizeof *count);
  if (!align(thunks, plan, first, count))
    return status_fail(cursor->status, STATUS_INPUT,
                       "%s lists %d launches, which are not those of the %d kernels here", cursor->file,
                       thunks->count, plan->kernel_count);
  for (int i = 0; i < plan->kernel_count; i++) {
    const Thunk *thunk = &thunks->data[first[i]];
    plan->kernels[i].launched = thunk->launch;
    plan->kernels[i].launched.count = count[i];
    plan->kernels[i].launched.name = arena_strdup(plan->arena, *thunk->name ? thunk->name : thunk->kind);
  }
  return true;
}

bool hlo_read_thunks(const char *file, const char *text, size_t length, DumpPlan *plan, Status *status) {
  Status local = {0};
  HloCursor cursor = {.file = file,
                      .text = text,
                      .length = (long)length,
                      .whole = (long)length,
                      .line = 1,
                      .arena = arena_new(),
                      .status = &local};
  Thunks thunks = {0};
  bool done = read_thunks(&cursor, &thunks) && join(&cursor, &thunks, plan);
  vector_free(&thunks);
  arena_free(cursor.arena);
  if (status) *status = local;
  return done;
}

// ---- The file

// "module_0001.jit_f.thunk_sequence.txt" beside "module_0001.jit_f.sm_9.0a_gpu_after_optimizations.txt";
// NULL: there is none.
static char *find_list(const char *module) {
  const char *base = file_base_name(module);
  for (size_t length = strlen(module); length > (size_t)(base - module); length--) {
    if (module[length] != '.') continue;
    Text path = {0};
    text_printf(&path, "%.*s.thunk_sequence.txt", (int)length, module);
    if (file_exists(text_get(&path))) return text_take(&path);
    text_free(&path);
  }
  return NULL;
}

static void tell(DumpPlan *plan, const char *message) {
  const char **sentences = arena_array(plan->arena, (size_t)plan->unplaced_count + 1, sizeof *sentences);
  for (int i = 0; i < plan->unplaced_count; i++)
    sentences[i] = plan->unplaced[i];
  sentences[plan->unplaced_count++] = arena_strdup(plan->arena, message);
  plan->unplaced = sentences;
}

void hlo_find_thunks(const char *module, DumpPlan *plan) {
  char *path = find_list(module);
  size_t length;
  Status status = {0};
  char *text = path ? file_read(path, &length, &status) : NULL;
  if (path && (!text || !hlo_read_thunks(path, text, length, plan, &status))) tell(plan, status.message);
  free(text);
  free(path);
}
