// The detail pane: tabs over pages about the op and its kernel.
#include "explorer/panes/detail.h"
#include "explorer/panes/reading.h"
#include "explorer/panes/view_detail_below.h"
#include "explorer/tabs/tab.h"

#include <stdio.h>
#include <string.h>

// Columns of the title around what view_detail_title adds: the pane's number and name, and blanks.
enum { TITLE_MARGIN = 14 };

void view_detail_title(Explorer *explorer, Text *out) {
  int kernel = explorer_kernel(explorer);
  if (kernel != NO_KERNEL) text_printf(out, "K%d  ", kernel);
  Text names = {0};
  tab_title(explorer, explorer->layout.inside[PANE_DETAIL].width - (int)out->length - TITLE_MARGIN, &names);
  text_add(out, text_get(&names));
  text_free(&names);
}

// Behind " 4 Detail  K9  ".
void view_detail_title_click(Explorer *explorer, int x) {
  enum { BEFORE = 2 + sizeof " 4 Detail  " - 1 };
  char kernel[16] = "";
  if (explorer_kernel(explorer) != NO_KERNEL)
    snprintf(kernel, sizeof kernel, "K%d  ", explorer_kernel(explorer));
  int room = explorer->layout.inside[PANE_DETAIL].width - (int)strlen(kernel) - TITLE_MARGIN;
  int tab = tab_title_at(explorer, room, x - BEFORE - (int)strlen(kernel));
  if (tab >= 0) tab_show(explorer, (DetailTab)tab);
}

static int subject(const Explorer *explorer) {
  switch (tab_get(explorer->tab)->subject) {
    case SUBJECT_OP:
    case SUBJECT_MEMBER:
      return explorer->cursor;
    case SUBJECT_KERNEL:
      return explorer_kernel(explorer);
    case SUBJECT_PLAN:
      break;
  }
  return 0;
}

static bool same_key(const PageKey *a, const PageKey *b) {
  return a->tab == b->tab && a->subject == b->subject && a->copy == b->copy && a->width == b->width &&
         a->version == b->version && a->results == b->results && a->revision == b->revision &&
         a->complete == b->complete;
}

// Pages that mark lines about the cursor with the tag 0.
static bool marks_lines(const Explorer *explorer) {
  return tab_get(explorer->tab)->marks;
}

static int kernel_of(const Plan *plan, const PageKey *key) {
  return key->copy != NO_KERNEL ? key->copy : plan_home(plan, key->subject);
}

static bool same_kernel(const Explorer *explorer, const PageKey *now, const PageKey *before) {
  return now->tab == before->tab && now->version == before->version &&
         tab_get(now->tab)->subject == SUBJECT_MEMBER &&
         kernel_of(explorer->plan, now) == kernel_of(explorer->plan, before);
}

// How many lines of the screen lie above that which is marked: below those that stay in sight.
static int lines_before(const Explorer *explorer) {
  enum { LEAST = 3 };
  int head = page_head(&detail_pane(explorer)->page, explorer->layout.inside[PANE_DETAIL].height);
  return head < LEAST ? LEAST : head + 1;
}

// Lines that stay in sight only in a larger pane must not hide those that were shown.
static void follow_height(Explorer *explorer) {
  DetailPane *pane = detail_pane(explorer);
  int height = explorer->layout.inside[PANE_DETAIL].height;
  if (height == pane->height) return;
  pane->top += page_head(&pane->page, pane->height) - page_head(&pane->page, height);
  if (pane->top < 0) pane->top = 0;
  pane->height = height;
}

// Makes the page again when what it shows has changed; keeps the place while it is about the same subject.
static void refresh(Explorer *explorer, int width) {
  DetailPane *pane = detail_pane(explorer);
  PageKey key = {.tab = explorer->tab,
                 .subject = subject(explorer),
                 .copy = explorer_copy(explorer),
                 .width = width,
                 .version = plan_version(explorer->plan),
                 .results = explorer->results,
                 .revision = explorer->revision,
                 .complete = figures_complete(explorer->figures)};
  follow_height(explorer);
  if (same_key(&key, &pane->page_key)) return;
  PageKey before = pane->page_key;
  pane->page_key = key;
  page_clear(&pane->page);
  pane->found = -1;
  if (key.tab != before.tab) pane->page.left = 0;
  tab_get(explorer->tab)->make(explorer, &pane->page, width);
  if (key.tab == before.tab && key.subject == before.subject && key.copy == before.copy) return;
  int line = marks_lines(explorer) ? page_find_tag(&pane->page, 0, NULL) : 0;
  pane->beyond = 0;
  if (line < 0 && same_kernel(explorer, &key, &before)) return; // not a word of the op: stay where it was
  pane->top = line - lines_before(explorer);
  if (pane->top < 0) pane->top = 0;
}

Page *detail_page(Explorer *explorer) {
  int width = explorer->layout.inside[PANE_DETAIL].width - 1;
  if (explorer->cursor != NO_OP && width > 0) refresh(explorer, width);
  return &detail_pane(explorer)->page;
}

// The last line that can be the first one shown.
static int last_top(const DetailPane *pane, int height) {
  return pane->page.lines.count > height ? pane->page.lines.count - height : 0;
}

static void clamp_top(Explorer *explorer, int height) {
  DetailPane *pane = detail_pane(explorer);
  if (pane->top > last_top(pane, height)) pane->top = last_top(pane, height);
  if (pane->top < 0) pane->top = 0;
}

// Scrolls so that the selected part is shown, the first one with what is above it, the last one with what
// follows. Where not all of that fits, its beginning counts.
static void show_choice(Explorer *explorer, int choice, int height) {
  DetailPane *pane = detail_pane(explorer);
  int last = 0, first = page_find_tag(&pane->page, choice, &last);
  if (first < 0) return;
  int from = (choice == 0 ? 0 : first) - page_head(&pane->page, height);
  if (choice == tab_choices(explorer) - 1)
    last = pane->page.lines.count - 1;
  else
    pane->beyond = 0;
  if (last >= pane->top + height) pane->top = last - height + 1;
  if (from < pane->top) pane->top = from;
  if (first >= pane->top + height) pane->top = first - height + 1;
  clamp_top(explorer, height);
  pane->top = view_row_clamp(pane->top, pane->beyond, last_top(pane, height) + 1);
}

// On the borders, where arrows hide nothing: whether there is more above and below.
static void draw_more(Explorer *explorer, Canvas inside) {
  const DetailPane *pane = detail_pane(explorer);
  Canvas screen = canvas_whole(inside.grid);
  Rect area = inside.area;
  int x = area.x + area.width - 2;
  if (pane->top > 0)
    canvas_text(screen, x, area.y - 1, STYLE_TITLE, explorer_glyph(explorer, GLYPH_ARROW_UP));
  if (pane->top + area.height < pane->page.lines.count)
    canvas_text(screen, x, area.y + area.height, STYLE_TITLE, explorer_glyph(explorer, GLYPH_ARROW_DOWN));
}

// In the first column: at the selected part, or at every marked line.
static void draw_marks(Explorer *explorer, Canvas canvas, int tag) {
  DetailPane *pane = detail_pane(explorer);
  bool every = marks_lines(explorer), done = false;
  for (int i = 0; i < pane->page.lines.count && tag != PAGE_NO_TAG; i++) {
    if (pane->page.lines.data[i].tag != tag || (done && !every)) continue;
    done = true;
    if (i >= pane->top + page_head(&pane->page, canvas.area.height))
      canvas_text(canvas, 0, i - pane->top, STYLE_STRONG, explorer_glyph(explorer, GLYPH_CURSOR));
  }
}

void view_detail_draw(Explorer *explorer, Canvas canvas) {
  DetailPane *pane = detail_pane(explorer);
  if (explorer->cursor == NO_OP) return;
  Canvas inside = canvas_part(canvas, (Rect){1, 0, canvas.area.width - 1, canvas.area.height});
  refresh(explorer, inside.area.width);
  int choice = tab_selects(explorer) ? tab_choice(explorer) : PAGE_NO_TAG;
  if (choice >= 0) show_choice(explorer, choice, inside.area.height);
  clamp_top(explorer, inside.area.height);
  int selected = marks_lines(explorer) ? 0 : choice;
  page_draw(&pane->page, inside, pane->top, selected, explorer_glyph(explorer, GLYPH_ELLIPSIS));
  reading_draw(explorer, inside);
  detail_below_draw(explorer, inside, pane->page.lines.count + 1);
  draw_marks(explorer, canvas, selected);
  draw_more(explorer, canvas);
}

// From the last part the page scrolls on, to what stands below it; returns the rows that are left to go.
static int scroll_beyond(Explorer *explorer, int rows) {
  DetailPane *pane = detail_pane(explorer);
  int before = pane->beyond, below = last_top(pane, explorer->layout.inside[PANE_DETAIL].height) - pane->top;
  pane->beyond = view_row_clamp(before, rows, before + below + 1);
  return rows - (pane->beyond - before);
}

// From one selectable part to the next; else the page scrolls.
void view_detail_move(Explorer *explorer, int rows) {
  DetailPane *pane = detail_pane(explorer);
  if (explorer->focus == PANE_DETAIL && tab_get(explorer->tab)->step) {
    tab_get(explorer->tab)->step(explorer, rows);
    return;
  }
  int choices = tab_selects(explorer) ? tab_choices(explorer) : 0;
  if (choices) {
    int *choice = &explorer->choice[explorer->tab];
    if (*choice == choices - 1) rows = scroll_beyond(explorer, rows);
    *choice = view_row_clamp(*choice, rows, choices);
    if (tab_get(explorer->tab)->follows) explorer->revision++;
    return;
  }
  pane->top = view_row_clamp(pane->top, rows, pane->page.lines.count);
  clamp_top(explorer, explorer->layout.inside[PANE_DETAIL].height);
}

void view_detail_click(Explorer *explorer, int x, int y) {
  DetailPane *pane = detail_pane(explorer);
  (void)x;
  int head = page_head(&pane->page, explorer->layout.inside[PANE_DETAIL].height);
  int line = y < head ? y : pane->top + y;
  if (line >= pane->page.lines.count) return;
  int tag = pane->page.lines.data[line].tag;
  if (tag > 0 && tab_get(explorer->tab)->pick) tab_get(explorer->tab)->pick(explorer, tag);
  if (!tab_choices(explorer)) return;
  if (tag >= 0) explorer->choice[explorer->tab] = tag, pane->beyond = 0;
  if (tab_get(explorer->tab)->follows) explorer->revision++;
}

// ---- With the explorer.

// Pages are about what goes.
static void forget_pages(Explorer *explorer) {
  DetailPane *pane = detail_pane(explorer);
  pane->page_key.width = pane->below_key.width = -1;
}

static void close(Explorer *explorer) {
  DetailPane *pane = detail_pane(explorer);
  page_free(&pane->page);
  page_free(&pane->below);
  text_free(&pane->wanted);
}

const Component component_detail = {
    .size = sizeof(DetailPane), .open = forget_pages, .give_up = forget_pages, .close = close};
