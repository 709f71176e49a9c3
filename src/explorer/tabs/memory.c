// Memory: what a kernel reads and writes, tensor by tensor: how often, how well its threads' addresses fill
// cache lines, what passes L1 and what L2 still has, and what is odd about it.
#include "cost/model/replay.h"
#include "explorer/panes/view.h"
#include "explorer/tabs/tab.h"
#include "tui/draw.h"
#include "tui/name.h"
#include "tui/number.h"

#include <inttypes.h>
#include <stdio.h>

// Columns, most important first: those that do not fit are left out from the end.
//        name, width, heading
#define MEMORY_COLUMNS(X) \
  X(PASSES, 7, "passes") \
  X(MOVED, 9, "asked") \
  X(DISTINCT, 9, "distinct") \
  X(LINES, 7, "lines") \
  X(HITS, 8, "in L2") \
  X(PAST_L1, 9, "past L1") \
  X(THREAD, 8, "/thread") \
  X(SECTORS, 9, "sectors") \
  X(TYPE, 24, "type")

typedef enum MemoryColumn {
#define X(id, width, name) MEMORY_##id,
  MEMORY_COLUMNS(X)
#undef X
      MEMORY_COLUMN_COUNT
} MemoryColumn;

enum { TENSOR_WIDTH = 24, TENSOR_LEAST = 14, LINE_BYTES = 128, VERDICT_WIDTH = 12 };
enum { BESIDE_NAME = 4 }; // "ld ", and a blank behind it

typedef struct MemoryLayout {
  int tensor;  // width of the tensor's name
  int columns; // of MEMORY_COLUMNS, from the first on
  bool verdict;
} MemoryLayout;

static int column_width(int column) {
  static const int widths[] = {
#define X(id, width, name) width,
      MEMORY_COLUMNS(X)
#undef X
  };
  return widths[column];
}

static MemoryLayout layout_for(int width) {
  MemoryLayout layout = {.tensor = width < 70 ? TENSOR_LEAST : TENSOR_WIDTH, .verdict = width >= 48};
  int used = layout.tensor + (layout.verdict ? VERDICT_WIDTH : 0);
  while (layout.columns < MEMORY_COLUMN_COUNT && used + column_width(layout.columns) <= width)
    used += column_width(layout.columns++);
  return layout;
}

static const ReplayedTensor *find_tensor(const Explorer *explorer, const Replayed *place, int value) {
  int source = graph_source(explorer->graph, value);
  for (int i = 0; i < place->tensor_count; i++)
    if (place->tensors[i].value == source) return &place->tensors[i];
  return NULL;
}

// Share of what is read of a tensor that L2 still has; -1: not known, or nothing.
static double hit_share(const Explorer *explorer, const Replayed *place, const AccessEstimate *access,
                        int value) {
  const ReplayedTensor *tensor = access->is_store ? NULL : find_tensor(explorer, place, value);
  if (!tensor || tensor->read_bytes <= 0 || tensor->hit_bytes <= 0) return -1;
  return (double)tensor->hit_bytes / (double)tensor->read_bytes;
}

static void type_text(const Value *value, Text *out) {
  char shape[160];
  text_printf(out, "  %s ", dtype_name(value->dtype));
  for (const char *at = shape_text(&value->shape, shape); *at; at++)
    if (*at != ' ') text_add_bytes(out, at, 1);
}

static void cell_text(const Explorer *explorer, MemoryColumn column, const AccessEstimate *access, int value,
                      const Replayed *place, Text *out) {
  char number[NUMBER_SIZE];
  double share = hit_share(explorer, place, access, value);
  bool copied = access->matrix != MATRIX_NONE; // past L1 and its lines, by no thread
  bool known[MEMORY_COLUMN_COUNT] = {[MEMORY_PASSES] = true,
                                     [MEMORY_MOVED] = !copied,
                                     [MEMORY_DISTINCT] = true,
                                     [MEMORY_LINES] = access->bytes_per_line > 0,
                                     [MEMORY_HITS] = share >= 0,
                                     [MEMORY_PAST_L1] = true,
                                     [MEMORY_THREAD] = access->per_thread > 0,
                                     [MEMORY_SECTORS] = access->sectors_per_request > 0,
                                     [MEMORY_TYPE] = true};
  if (!known[column]) {
    text_add(out, explorer_glyph(explorer, GLYPH_NONE));
    return;
  }
  switch (column) {
    case MEMORY_PASSES:
      text_printf(out, "%d", access->passes);
      break;
    case MEMORY_MOVED:
      text_add(out, number_bytes(number, (double)access->bytes));
      break;
    case MEMORY_DISTINCT:
      text_add(out, number_bytes(number, (double)access->unique_bytes));
      break;
    case MEMORY_LINES:
      text_printf(out, "%.0f%%", 100 * access->bytes_per_line / LINE_BYTES);
      break;
    case MEMORY_HITS:
      text_printf(out, "%.0f%%", 100 * share);
      break;
    case MEMORY_PAST_L1:
      text_add(out, number_bytes(number, (double)access->l2_bytes));
      break;
    case MEMORY_THREAD:
      text_printf(out, "%" PRId64, access->per_thread);
      break;
    case MEMORY_SECTORS:
      text_printf(out, "%.1f", access->sectors_per_request);
      break;
    default:
      type_text(&explorer->graph->values[value], out);
  }
}

// The bytes count among all that pass L1.
static bool counts(const Estimate *estimate, const AccessEstimate *access) {
  return (double)access->l2_bytes >= (double)(estimate->moved_read_bytes + estimate->moved_write_bytes) / 50;
}

static bool is_scattered(const Estimate *estimate, const AccessEstimate *access) {
  return counts(estimate, access) && access->bytes_per_line > 0 && access->bytes_per_line < LINE_BYTES / 2.0;
}

// What is odd: the first that holds, of accesses that count.
static const char *verdict_of(const Estimate *estimate, const AccessEstimate *access, double hits,
                              Style *style) {
  *style = STYLE_WARNING;
  if (!counts(estimate, access)) return "";
  if (is_scattered(estimate, access)) return "scattered";
  if (access->passes > 1 && access->l2_bytes > access->unique_bytes * 5 / 4) return "read again";
  if (access->matrix == MATRIX_NONE && access->l2_bytes > 2 * access->unique_bytes) return "shared";
  *style = STYLE_GOOD;
  if (hits > 0.5) return "from L2";
  *style = STYLE_DIM;
  return "";
}

// What is left of so many columns is for names, as much as they need; verdicts keep theirs where there are
// any.
static void widen_names(const Explorer *explorer, int kernel, const Estimate *estimate, const Replayed *place,
                        int width, MemoryLayout *layout) {
  const PlanLowered *lowered = plan_lowered(explorer->plan, kernel);
  int used = layout->tensor, wanted = layout->tensor;
  bool judged = false;
  for (int i = 0; i < estimate->access_count; i++) {
    const AccessEstimate *access = &estimate->accesses[i];
    int value = estimate_access_value(lowered, access);
    Style style;
    judged |= *verdict_of(estimate, access, hit_share(explorer, place, access, value), &style) != '\0';
    int needed = text_width(explorer->graph->values[value].name) + BESIDE_NAME;
    if (needed > wanted) wanted = needed;
  }
  for (int i = 0; i < layout->columns; i++)
    used += column_width(i);
  layout->verdict = layout->verdict && judged;
  int room = layout->tensor + width - used - (layout->verdict ? VERDICT_WIDTH : 0);
  layout->tensor = wanted < room ? wanted : room > layout->tensor ? room : layout->tensor;
}

static void add_access(Explorer *explorer, Page *page, int kernel, const AccessEstimate *access,
                       const Replayed *place, const MemoryLayout *layout) {
  int value = estimate_access_value(plan_lowered(explorer->plan, kernel), access);
  char name[NAME_SIZE];
  name_short(name, explorer->graph->values[value].name, layout->tensor - BESIDE_NAME, explorer->glyphs);
  page_line(page, PAGE_NO_TAG);
  page_add(page, access->is_store ? STYLE_WARNING : STYLE_DIM, "%s ", access->is_store ? "st" : "ld");
  const char *ellipsis = explorer_glyph(explorer, GLYPH_ELLIPSIS);
  page_cell(page, STYLE_TEXT, layout->tensor - BESIDE_NAME, name, ellipsis);
  page_tab(page, layout->tensor);
  Text text = {0};
  for (int i = 0; i < layout->columns; i++) {
    text_clear(&text);
    cell_text(explorer, (MemoryColumn)i, access, value, place, &text);
    if (i == MEMORY_TYPE)
      page_cell(page, STYLE_DTYPE, column_width(i), text_get(&text), ellipsis);
    else
      page_cell(page, STYLE_ESTIMATE, -column_width(i), text_get(&text), ellipsis);
  }
  text_free(&text);
  Style style;
  const Estimate *estimate = estimator_kernel(explorer->estimator, explorer->plan, kernel);
  const char *verdict = verdict_of(estimate, access, hit_share(explorer, place, access, value), &style);
  if (layout->verdict && *verdict) page_add(page, style, "  %s", verdict);
}

static void add_headings(Page *page, const MemoryLayout *layout) {
  static const char *const names[] = {
#define X(id, width, name) name,
      MEMORY_COLUMNS(X)
#undef X
  };
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_COLUMN, "tensor");
  int end = layout->tensor;
  for (int i = 0; i < layout->columns; i++) {
    end += column_width(i);
    page_tab(page, i == MEMORY_TYPE ? end - column_width(i) + 2 : end - text_width(names[i]));
    page_add(page, STYLE_COLUMN, "%s", names[i]);
  }
}

// ---- Sums: from what is needed to what each level moves.

// Of the bar: what name, bytes and a brief note leave.
static int sum_bar_width(int width) {
  enum { BESIDE = 41, LEAST = 8, MOST = 28 };
  int room = width - BESIDE;
  return room < LEAST ? LEAST : room > MOST ? MOST : room;
}

enum { WITH_NOTES = 77 }; // columns in which a whole note has room

static void add_sum(Explorer *explorer, Page *page, const char *name, double bytes, double most, int width,
                    const char *more) {
  char number[NUMBER_SIZE];
  Text bar = {0};
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_DIM, "%-12s", name);
  draw_bar_text(&bar, sum_bar_width(width), most > 0 ? bytes / most : 0, explorer->glyphs);
  page_add(page, STYLE_BAR, "%s", text_get(&bar));
  page_add(page, STYLE_ESTIMATE, " %8s", number_bytes(number, bytes));
  page_add(page, STYLE_DIM, "  %s", more);
  text_free(&bar);
}

static void add_sums(Explorer *explorer, Page *page, const Estimate *estimate, const Replayed *place,
                     int width) {
  double asked = 0, needed = (double)(estimate->read_bytes + estimate->write_bytes);
  double past_l1 = (double)(estimate->moved_read_bytes + estimate->moved_write_bytes);
  for (int i = 0; i < estimate->access_count; i++)
    asked += (double)estimate->accesses[i].bytes;
  bool brief = width < WITH_NOTES;
  double most = asked > needed ? asked : needed;
  if (past_l1 > most) most = past_l1;
  if ((double)estimate->dram_bytes > most) most = (double)estimate->dram_bytes;
  add_sum(explorer, page, "needed", needed, most, width, "each tensor once");
  if (asked > 0)
    add_sum(explorer, page, "asked of L1", asked, most, width,
            brief ? "in 32 B sectors" : "by all warps, 32 B sectors");
  add_sum(explorer, page, "past L1", past_l1, most, width, "between L1 and L2");
  add_sum(explorer, page, "DRAM", (double)estimate->dram_bytes, most, width, "from an empty L2");
  if (place->hit_bytes > 0)
    add_sum(explorer, page, "DRAM here", (double)place->dram_bytes, most, width,
            brief ? "from L2 as it is" : "behind the kernels before it");
}

static void add_counted(Explorer *explorer, Page *page, int kernel) {
  MeasuredView view = session_measured(explorer->session, kernel);
  char number[NUMBER_SIZE];
  page_line(page, PAGE_NO_TAG);
  if (view.state != RESULT_DONE || !view.measured || !view.measured->counted) {
    page_add(page, STYLE_DIM, "not counted on the GPU: B times and counts");
    return;
  }
  const CounterValues *counters = &view.measured->counters;
  page_add(page, STYLE_MEASURED, "counted: DRAM %s",
           number_bytes(number, counters->dram_read_bytes + counters->dram_write_bytes));
  page_add(page, STYLE_MEASURED, ", past L1 %s", number_bytes(number, counters->l2_bytes));
  page_add(page, STYLE_MEASURED, ", spills %s",
           number_bytes(number, counters->local_read_bytes + counters->local_write_bytes));
}

// Of what is shown: the columns that there is room for, and the verdict that needs it.
static void add_legend(Page *page, const Estimate *estimate, const MemoryLayout *layout, int width) {
  Text text = {0};
  bool scattered = false, copied = false;
  for (int i = 0; i < estimate->access_count; i++) {
    scattered |= is_scattered(estimate, &estimate->accesses[i]);
    copied |= estimate->accesses[i].matrix != MATRIX_NONE;
  }
  if (layout->columns > MEMORY_LINES)
    text_add(&text, "lines: how much of each 128-byte line that a warp touches it uses. ");
  if (layout->columns > MEMORY_HITS) text_add(&text, "in L2: what the kernels before have left there. ");
  if (copied) text_add(&text, "Matrices are copied to shared memory tile by tile, past L1. ");
  if (scattered && layout->verdict)
    text_add(&text, "scattered: a warp uses less than half of each 128-byte line that it touches.");
  if (text.length) page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM, text_get(&text));
  text_free(&text);
}

static void make(Explorer *explorer, Page *page, int width) {
  int kernel = explorer_kernel(explorer);
  if (kernel == NO_KERNEL) {
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM, "A view belongs to no kernel.");
    return;
  }
  const Estimate *estimate = estimator_kernel(explorer->estimator, explorer->plan, kernel);
  Replayed place;
  Replay *replay =
      replay_place(session_device(explorer->session), explorer->estimator, explorer->plan, kernel, &place);
  add_sums(explorer, page, estimate, &place, width);
  add_counted(explorer, page, kernel);
  page_line(page, PAGE_NO_TAG);
  if (estimate->access_count == 0) {
    page_paragraph(
        page, PAGE_NO_TAG, 0, width, STYLE_DIM,
        "A library runs it: its bytes follow from the op's formula, access by access is not known.");
  } else {
    MemoryLayout layout = layout_for(width);
    widen_names(explorer, kernel, estimate, &place, width, &layout);
    add_headings(page, &layout);
    for (int i = 0; i < estimate->access_count; i++)
      add_access(explorer, page, kernel, &estimate->accesses[i], &place, &layout);
    page_line(page, PAGE_NO_TAG);
    add_legend(page, estimate, &layout, width);
  }
  replay_free(replay);
}

const Tab tab_memory = {
    .name = "Memory",
    .action = TAB_ACTION(MEMORY, "tab: memory", "M", "what the kernel reads and writes, tensor by tensor"),
    .subject = SUBJECT_KERNEL,
    .make = make,
};
