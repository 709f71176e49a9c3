// Why and Candidates: the compiler's own words.
#include "explorer/tabs/why_compiler.h"

#include "script/compiler.h"
#include "tui/number.h"

#include <math.h>
#include <stdlib.h>

static void add_clean(Page *page, int tag, int indent, int width, Text *text) {
  char *clean = text_take(text);
  text_sanitize(clean);
  page_paragraph(page, tag, indent, width, STYLE_DIM, clean);
  free(clean);
}

static void add_launch(const DumpKernel *kernel, Text *text) {
  const DumpLaunch *launch = &kernel->launched;
  if (launch->known)
    text_printf(text, "; grid %lldx%lldx%lld, %lld threads, %lld B shared", (long long)launch->grid[0],
                (long long)launch->grid[1], (long long)launch->grid[2],
                (long long)launch->threads[0] * launch->threads[1] * launch->threads[2],
                (long long)launch->shared_bytes);
  if (launch->count > 1) text_printf(text, "; %d launches", launch->count);
  if (launch->known && !text_equal(launch->name, kernel->name))
    text_printf(text, "; the code of %s", launch->name);
}

void why_add_compiler(Explorer *explorer, Page *page, int width) {
  const DumpNotes *notes = session_dump_notes(explorer->session);
  int at = notes->launches ? notes->launches[explorer->cursor] : -1;
  if (at < 0) return;
  const DumpPlan *dump = session_dump(explorer->session);
  const DumpKernel *kernel = &dump->kernels[at];
  if (!kernel->kind && !kernel->config && !kernel->launched.name) return;
  Text text = {0};
  text_printf(&text, "%s: %s", compiler_title(dump->compiler), kernel->name);
  if (kernel->kind) text_printf(&text, ", %s", kernel->kind);
  if (kernel->config) text_printf(&text, "; %s", kernel->config);
  add_launch(kernel, &text);
  add_clean(page, PAGE_NO_TAG, 0, width, &text);
}

void why_add_remark(Explorer *explorer, Page *page, const DumpRemark *remark, int tag, int width) {
  enum { INDENT = 4 };
  char fused[NUMBER_SIZE], apart[NUMBER_SIZE];
  Text text = {0};
  if (!remark) return;
  text_printf(&text, "%s: ", compiler_title(session_dump(explorer->session)->compiler));
  if (remark->text) text_printf(&text, "%s", remark->text);
  if (!isnan(remark->fused_us))
    text_printf(&text, "%s%s with all its readers fused, %s apart", remark->text ? "; " : "",
                number_time(fused, remark->fused_us, explorer->glyphs),
                number_time(apart, remark->apart_us, explorer->glyphs));
  add_clean(page, tag, INDENT, width, &text);
}
