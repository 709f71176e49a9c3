// Register cliff: a kernel's registers, occupancy and the plan's time as its ops join it one by one, against
// the budget of registers.
#include "cost/cliff.h"

#include "explorer/panes/view.h"
#include "explorer/tabs/cliff_picture.h"
#include "explorer/tabs/tab.h"
#include "tui/name.h"
#include "tui/number.h"
#include "tui/slice.h"

#include <stdio.h>

enum {
  NAME_COLUMN = 3,
  NAME_LEAST = 4,
  NAME_GOOD = 12, // from there bars are the longer ones
  NAME_MOST = 28,
  BAR_NAMED = 8, // what the heading of the bars takes
  BAR_MOST = 64,
  AFTER_BAR = 16, // occupancy and time
  NUMBERS = 10,   // registers, estimated and compiled
  KIND = 9,       // the template
  WITH_KIND = 80, // columns of a page that has room for it
  SPILL = 9,      // bytes that are spilled, where any are
  MOST_CROSSINGS = 5,
  LOW_PANE = 16, // rows of a pane that has room for the worst crossing only
};

typedef struct CliffTab {
  Cliff *cliff; // of the kernel asked about last
} CliffTab;

static CliffTab *own(const Explorer *explorer) {
  return explorer->state[COMPONENT_TAB_CLIFF];
}

static Cliff *cliff_of(const Explorer *explorer) {
  return own(explorer)->cliff;
}

// Where the columns are, for one width of the page: numbers are whole, bars and then names give way.
typedef struct CliffColumns {
  int name, bar, kind, spill; // widths; kind, spill 0: not shown
} CliffColumns;

static CliffColumns columns_for(const Cliff *cliff, int width) {
  int kind = width >= WITH_KIND ? KIND : 0, spill = 0;
  for (int i = 0; i < cliff->asked; i++)
    if (cliff_spills(cliff, i)) spill = SPILL;
  int spare = width - NAME_COLUMN - kind - NUMBERS - AFTER_BAR - spill - 2;
  int name = spare * 2 / 5;
  if (name < NAME_GOOD) name = spare / 2 < NAME_GOOD ? spare / 2 : NAME_GOOD;
  name = name < NAME_LEAST ? NAME_LEAST : name > NAME_MOST ? NAME_MOST : name;
  int bar = spare - name;
  bar = bar < 0 ? 0 : bar > BAR_MOST ? BAR_MOST : bar;
  return (CliffColumns){name, bar, kind, spill};
}

// ---- The sentences above the plot.

// "sum_1: registers 26→69, occupancy 100→38%"
static void crossing_text(Explorer *explorer, int step, Text *out) {
  const Cliff *cliff = cliff_of(explorer);
  const Estimate *before = cliff->steps.data[cliff_before(cliff, step)].estimate,
                 *after = cliff->steps.data[step].estimate;
  const char *arrow = explorer_glyph(explorer, GLYPH_ARROW_RIGHT);
  char name[64];
  snprintf(name, sizeof name, "%s", explorer->graph->ops[cliff->steps.data[step].op].name);
  text_sanitize(name);
  text_printf(out, "%s: registers %d%s%d", name, before->registers, arrow, after->registers);
  if (after->occupancy != before->occupancy)
    text_printf(out, ", occupancy %d%s%d%%", number_percent(before->occupancy), arrow,
                number_percent(after->occupancy));
  if (after->spill_bytes != before->spill_bytes)
    text_printf(out, ", spilled bytes %d%s%d", before->spill_bytes, arrow, after->spill_bytes);
}

// "nc: time 1.27 ms→8.91 ms, 7.0 times"
static void jump_text(Explorer *explorer, int step, Text *out) {
  const Cliff *cliff = cliff_of(explorer);
  double before = cliff->steps.data[cliff_before(cliff, step)].total_us,
         after = cliff->steps.data[step].total_us;
  char name[64], number[NUMBER_SIZE];
  snprintf(name, sizeof name, "%s", explorer->graph->ops[cliff->steps.data[step].op].name);
  text_sanitize(name);
  text_printf(out, "%s: time %s", name, number_time(number, before, explorer->glyphs));
  text_printf(out, "%s%s, %.1f times", explorer_glyph(explorer, GLYPH_ARROW_RIGHT),
              number_time(number, after, explorer->glyphs), after / before);
}

static int highest_jump(const Cliff *cliff, int *count) {
  int found = NO_CLIFF_STEP;
  double most = 0;
  for (int i = *count = 0; i < cliff->asked; i++) {
    if (!cliff_jumps(cliff, i)) continue;
    ++*count;
    double times = cliff->steps.data[i].total_us / cliff->steps.data[cliff_before(cliff, i)].total_us;
    if (times > most) most = times, found = i;
  }
  return found;
}

static void add_jumps(Explorer *explorer, Page *page, int width) {
  int count, highest = highest_jump(cliff_of(explorer), &count);
  if (count == 0) return;
  Text text = {0};
  text_printf(&text, "%s %d jump%s in time, the highest at ", explorer_glyph(explorer, GLYPH_COSTLY), count,
              count == 1 ? "" : "s");
  jump_text(explorer, highest, &text);
  page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_WARNING, text_get(&text));
  text_free(&text);
}

static void add_crossings(Explorer *explorer, Page *page, int width) {
  const Cliff *cliff = cliff_of(explorer);
  int count = 0, worst = cliff_crossing(cliff);
  for (int i = 0; i < cliff->asked; i++)
    count += cliff_crosses(cliff, i);
  page_line(page, PAGE_NO_TAG);
  if (count == 0) {
    page_add(page, STYLE_GOOD, "%s no op costs it occupancy or spills", explorer_glyph(explorer, GLYPH_YES));
    return;
  }
  page_add(page, STYLE_WARNING, "%s ", explorer_glyph(explorer, GLYPH_COSTLY));
  page_add(page, STYLE_TEXT, "%d op%s the budget of registers", count, count == 1 ? " crosses" : "s cross");
  int shown = 0;
  bool low = explorer->layout.inside[PANE_DETAIL].height < LOW_PANE;
  for (int i = 0; i < cliff->asked && shown < MOST_CROSSINGS; i++) {
    if (!cliff_crosses(cliff, i) || (low && i != worst)) continue;
    Text text = {0};
    crossing_text(explorer, i, &text);
    page_paragraph(page, PAGE_NO_TAG, NAME_COLUMN, width, i == worst ? STYLE_STRONG : STYLE_TEXT,
                   text_get(&text));
    text_free(&text);
    shown++;
  }
}

static void add_best(Explorer *explorer, Page *page, int width) {
  const Cliff *cliff = cliff_of(explorer);
  int best = cliff_best(cliff), last = cliff->steps.count - 1;
  char number[NUMBER_SIZE];
  if (best == NO_CLIFF_STEP) return;
  if (best == last) {
    page_line(page, PAGE_NO_TAG);
    page_add(page, STYLE_GOOD, "%s all of it together is the cheapest", explorer_glyph(explorer, GLYPH_YES));
    return;
  }
  double lost = cliff->steps.data[last].total_us - cliff->steps.data[best].total_us;
  char clean[96];
  snprintf(clean, sizeof clean, "%s", explorer->graph->ops[cliff->steps.data[best].op].name);
  text_sanitize(clean);
  Text text = {0};
  text_printf(&text, "%s cheapest up to %s: what joins later costs %s",
              explorer_glyph(explorer, GLYPH_COSTLY), clean,
              number_time_change(number, lost, explorer->glyphs));
  page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_WARNING, text_get(&text));
  text_free(&text);
}

static void add_head(Explorer *explorer, Page *page, int width) {
  const Cliff *cliff = cliff_of(explorer);
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_KERNEL, "K%d", cliff->kernel);
  page_add(page, STYLE_TEXT, " as its %d op%s one by one", cliff->order.count,
           cliff->order.count == 1 ? " joins" : "s join");
  if (!cliff_complete(cliff)) {
    page_add(page, STYLE_DIM, "  %sasking %d/%d", explorer_glyph(explorer, GLYPH_ELLIPSIS), cliff->asked,
             cliff->steps.count);
    return;
  }
  cliff_strips(explorer, page, cliff, explorer->choice[TAB_CLIFF], width);
  page->head = page->lines.count;
  add_crossings(explorer, page, width);
  add_jumps(explorer, page, width);
  add_best(explorer, page, width);
}

static int bar_column(const CliffColumns *columns) {
  return NAME_COLUMN + columns->name + 1 + columns->kind + NUMBERS;
}

static void add_heading(Explorer *explorer, Page *page, const CliffColumns *columns) {
  page_line(page, PAGE_NO_TAG);
  page_tab(page, NAME_COLUMN);
  page_add(page, STYLE_COLUMN, "op");
  page_tab(page, NAME_COLUMN + columns->name + 1);
  if (columns->kind) page_add(page, STYLE_COLUMN, "%-*s", columns->kind, "kind");
  page_add(page, STYLE_COLUMN, "regs nvcc");
  page_tab(page, bar_column(columns));
  if (columns->bar)
    page_add(page, STYLE_COLUMN, "%s%s", explorer_glyph(explorer, GLYPH_BRACKET_APART),
             columns->bar < BAR_NAMED ? "" : " budget");
  page_tab(page, bar_column(columns) + columns->bar);
  page_add(page, STYLE_COLUMN, "  occ      time");
  if (columns->spill) page_add(page, STYLE_COLUMN, "   spills");
}

// ---- One step.

// What the bars' width stands for: a little more than the largest budget.
static int bar_scale(const Cliff *cliff) {
  int most = 1;
  for (int i = 0; i < cliff->asked; i++)
    if (cliff->steps.data[i].budget > most) most = cliff->steps.data[i].budget;
  return most + most / 16 + 1;
}

// Registers as a bar, the budget as a line across it.
static void add_bar(Explorer *explorer, Page *page, const CliffStep *step, int width, Style style) {
  int most = bar_scale(cliff_of(explorer));
  int filled = (step->estimate->registers * width * 8 + most / 2) / most, at = step->budget * width / most;
  for (int i = 0; i < width; i++) {
    int eighths = filled - 8 * i > 8 ? 8 : filled > 8 * i ? filled - 8 * i : 0;
    if (i == at)
      page_add(page, STYLE_WARNING, "%s", explorer_glyph(explorer, GLYPH_BRACKET_APART));
    else
      page_add(page, style, "%s", eighths ? glyph_bar(explorer->glyphs, eighths) : " ");
  }
}

static void add_registers(Explorer *explorer, Page *page, const CliffStep *step) {
  const Compiled *compiled = session_compiled_structure(explorer->session, step->structure);
  page_add(page, STYLE_ESTIMATE, "%4d", step->estimate->registers);
  if (compiled)
    page_add(page, STYLE_COMPILED, "%5d", compiled->registers);
  else
    page_cell(page, STYLE_DIM, -5, explorer_glyph(explorer, GLYPH_NONE), "");
  page_add(page, STYLE_DIM, " ");
}

static void add_cost(Explorer *explorer, Page *page, int index, Style style) {
  const CliffStep *step = &cliff_of(explorer)->steps.data[index];
  bool jumps = cliff_jumps(cliff_of(explorer), index);
  char number[NUMBER_SIZE];
  page_add(page, style, " %3d%%", number_percent(step->estimate->occupancy));
  if (step->total_us > 0)
    page_cell(page, jumps ? STYLE_WARNING : STYLE_ESTIMATE, -10,
              number_time(number, step->total_us, explorer->glyphs), "");
  if (step->estimate->spill_bytes > 0)
    page_add(page, STYLE_BAD, "%*d B", SPILL - 2, step->estimate->spill_bytes);
}

static void add_step(Explorer *explorer, Page *page, int index, const CliffColumns *columns) {
  const CliffStep *step = &cliff_of(explorer)->steps.data[index];
  bool worse = cliff_crosses(cliff_of(explorer), index) || cliff_jumps(cliff_of(explorer), index);
  Style style = worse ? STYLE_WARNING : STYLE_BAR;
  page_line(page, index);
  page_add(page, worse ? STYLE_WARNING : STYLE_DIM, " %s ",
           explorer_glyph(explorer, worse ? GLYPH_COSTLY : GLYPH_JOINS));
  char name[NAME_SIZE];
  page_cell(page, worse ? STYLE_STRONG : STYLE_TEXT, columns->name,
            name_short(name, explorer->graph->ops[step->op].name, columns->name, explorer->glyphs),
            explorer_glyph(explorer, GLYPH_ELLIPSIS));
  page_tab(page, NAME_COLUMN + columns->name + 1);
  if (!step->estimate) {
    page_add(page, STYLE_DIM, "no kernel yet: %s", reason_name(step->reason.code));
    return;
  }
  if (columns->kind) page_add(page, STYLE_DIM, "%-*s", columns->kind, template_name(step->kind));
  add_registers(explorer, page, step);
  add_bar(explorer, page, step, columns->bar, style);
  add_cost(explorer, page, index, worse ? STYLE_WARNING : STYLE_ESTIMATE);
}

// ---- Rows in flight.

static void add_rows(Explorer *explorer, Page *page, int width) {
  enum { BESIDE = 37, LEAST = 4, WHOLE = 14 }; // columns beside the first one, and of its headings
  const Cliff *cliff = cliff_of(explorer);
  char number[NUMBER_SIZE];
  int first = width - BESIDE < LEAST ? LEAST : width - BESIDE > WHOLE ? WHOLE : width - BESIDE;
  if (cliff->rows_count == 0) return;
  page_line(page, PAGE_NO_TAG);
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_COLUMN, "%*s  regs   occ    spills      time", first,
           first < WHOLE ? "rows" : "rows in flight");
  for (int i = 0; i < cliff->rows_count; i++) {
    const CliffRows *rows = &cliff->rows[i];
    Style style = rows->present ? STYLE_STRONG : STYLE_ESTIMATE;
    page_line(page, PAGE_NO_TAG);
    page_add(page, style, "%*d  %4d  %3d%%  %6d B", first, rows->rows, rows->estimate->registers,
             number_percent(rows->estimate->occupancy), rows->estimate->spill_bytes);
    page_cell(page, style, -10, number_time(number, rows->estimate->time_us, explorer->glyphs), "");
    if (rows->present) page_add(page, style, "  now");
  }
}

static void make(Explorer *explorer, Page *page, int width) {
  int kernel = explorer_kernel(explorer);
  if (kernel == NO_KERNEL) {
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM, "A view belongs to no kernel.");
    return;
  }
  cliff_look(cliff_of(explorer), kernel);
  if (cliff_of(explorer)->steps.count == 0) {
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM, plan_lowered(explorer->plan, kernel)->reason.text);
    return;
  }
  CliffColumns columns = columns_for(cliff_of(explorer), width);
  add_head(explorer, page, width);
  add_heading(explorer, page, &columns);
  for (int i = 0; i < cliff_of(explorer)->asked; i++)
    add_step(explorer, page, i, &columns);
  if (!cliff_complete(cliff_of(explorer))) return;
  add_rows(explorer, page, width);
  cliff_knobs(explorer, page, cliff_of(explorer), width);
}

// ---- Asking about the steps, and choosing one.

static void take(Explorer *explorer) {
  own(explorer)->cliff = cliff_new(explorer->estimator, explorer->plan);
}

static void give_up(Explorer *explorer) {
  cliff_free(cliff_of(explorer));
}

static bool work(Explorer *explorer, double milliseconds) {
  Cliff *cliff = cliff_of(explorer);
  cliff_look(cliff, explorer_kernel(explorer));
  if (cliff_complete(cliff)) return true;
  Slice slice = slice_begin(milliseconds);
  while (cliff_ask(cliff) && !slice_over(&slice)) {
  }
  explorer->revision++;
  return cliff_complete(cliff);
}

static int choices(Explorer *explorer) {
  cliff_look(cliff_of(explorer), explorer_kernel(explorer));
  return cliff_of(explorer)->asked;
}

static void choose(Explorer *explorer, int choice) {
  const Cliff *cliff = cliff_of(explorer);
  if (choice < cliff->steps.count) explorer_go(explorer, cliff->steps.data[choice].op);
}

const Tab tab_cliff = {
    .name = "Cliff",
    .action = TAB_ACTION(CLIFF, "tab: register cliff", "A",
                         "registers, occupancy and time as the kernel's ops join it one by one"),
    .subject = SUBJECT_KERNEL,
    .component = {.size = sizeof(CliffTab), .take = take, .give_up = give_up, .work = work},
    .make = make,
    .choices = choices,
    .follows = true,
    .choose = choose,
};
