// The register cliff at a glance, see cliff_picture.h.
#include "explorer/tabs/cliff_picture.h"

#include "explorer/panes/view.h"
#include "tui/number.h"

#include <math.h>

// A step is a jump when all of it takes this much longer than what was there before.
static const double jump = 1.05;

bool cliff_jumps(const Cliff *cliff, int step) {
  int before = cliff_before(cliff, step);
  if (before == NO_CLIFF_STEP || !cliff->steps.data[step].estimate) return false;
  return cliff->steps.data[before].total_us > 0 &&
         cliff->steps.data[step].total_us > jump * cliff->steps.data[before].total_us;
}

bool cliff_spills(const Cliff *cliff, int step) {
  const Estimate *estimate = cliff->steps.data[step].estimate;
  return estimate && estimate->spill_bytes > 0;
}

// ---- Strips: the most of the steps that fall into a column.

typedef double Height(const CliffStep *step);

static double registers_of(const CliffStep *step) {
  return step->estimate ? step->estimate->registers : 0;
}

static double time_of(const CliffStep *step) {
  return step->estimate ? step->total_us : 0;
}

typedef struct Strip {
  const char *name;
  Height *height;
  double most;
  int columns, step; // step: the one with the most
} Strip;

static Strip strip_of(const Cliff *cliff, const char *name, Height *height, int columns) {
  Strip strip = {.name = name, .height = height, .columns = columns};
  for (int i = 0; i < cliff->asked; i++) {
    double here = height(&cliff->steps.data[i]);
    if (here > strip.most) strip.most = here, strip.step = i;
  }
  return strip;
}

// Steps of a column: from its own first one to the next column's.
static int first_of(const Cliff *cliff, const Strip *strip, int column) {
  return (int)((int64_t)column * cliff->steps.count / strip->columns);
}

static Style style_of(const Cliff *cliff, const Strip *strip, int step) {
  if (cliff_spills(cliff, step)) return STYLE_BAD;
  bool flagged = strip->height == time_of ? cliff_jumps(cliff, step) : cliff_crosses(cliff, step);
  return flagged ? STYLE_WARNING : STYLE_BAR;
}

static void add_column(Explorer *explorer, Page *page, const Cliff *cliff, const Strip *strip, int column,
                       int selected) {
  int first = first_of(cliff, strip, column), last = first_of(cliff, strip, column + 1);
  double most = 0;
  Style style = STYLE_BAR;
  for (int i = first; i < last && i < cliff->asked; i++) {
    most = fmax(most, strip->height(&cliff->steps.data[i]));
    if (style != STYLE_BAD && style_of(cliff, strip, i) != STYLE_BAR) style = style_of(cliff, strip, i);
  }
  int eighths = strip->most > 0 && most > 0 ? 1 + (int)(most / strip->most * 7) : 0;
  bool here = selected >= first && selected < last;
  page_add(page, here ? STYLE_HEAT_HOT : style, "%s", glyph_heat(explorer->glyphs, eighths));
}

static void add_strip(Explorer *explorer, Page *page, const Cliff *cliff, const Strip *strip, int selected,
                      const char *most) {
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_DIM, "%-5s", strip->name);
  for (int column = 0; column < strip->columns; column++)
    add_column(explorer, page, cliff, strip, column, selected);
  page_add(page, STYLE_DIM, " at most ");
  page_add(page, STYLE_ESTIMATE, "%s", most);
}

void cliff_strips(Explorer *explorer, Page *page, const Cliff *cliff, int selected, int width) {
  enum { NAME = 5, BEHIND = 18, COLUMNS_LEAST = 8 };
  int columns = width - NAME - BEHIND;
  char number[NUMBER_SIZE];
  Text registers = {0};
  if (columns < COLUMNS_LEAST) return;
  if (columns > cliff->steps.count) columns = cliff->steps.count;
  Strip first = strip_of(cliff, "regs", registers_of, columns),
        second = strip_of(cliff, "time", time_of, columns);
  text_printf(&registers, "%.0f", first.most);
  add_strip(explorer, page, cliff, &first, selected, text_get(&registers));
  if (cliff_complete(cliff))
    add_strip(explorer, page, cliff, &second, selected, number_time(number, second.most, explorer->glyphs));
  text_free(&registers);
}

// ---- Knobs.

static const Knob moving[] = {KNOB_registers, KNOB_blocks,     KNOB_rows,     KNOB_unroll,
                              KNOB_vector,    KNOB_persistent, KNOB_pipeline, KNOB_threads};

void cliff_knobs(Explorer *explorer, Page *page, const Cliff *cliff, int width) {
  const PlanLowered *lowered = plan_lowered(explorer->plan, cliff->kernel);
  if (!lowered->nest) return;
  page_line(page, PAGE_NO_TAG);
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_COLUMN, "knobs that move it; s sets one");
  for (size_t i = 0; i < sizeof moving / sizeof *moving; i++) {
    int value = lowered->schedule.knob[moving[i]];
    Text text = {0};
    if (value == KNOB_OWN)
      text_printf(&text, "%s (each part its own): %s", knob_name(moving[i]), knob_help(moving[i]));
    else
      text_printf(&text, "%s %d: %s", knob_name(moving[i]), value, knob_help(moving[i]));
    page_paragraph(page, PAGE_NO_TAG, 1, width, STYLE_TEXT, text_get(&text));
    text_free(&text);
  }
}
