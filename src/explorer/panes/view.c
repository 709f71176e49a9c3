// The table of views and the facts that they share.
#include "explorer/panes/view.h"

#include "explorer/lesson/lesson.h"

#include <limits.h>

// A pane with figures, while a question asks for one.
static void draw_covered(Explorer *explorer, Canvas canvas) {
  canvas_text_cut(canvas, 1, 0, canvas.area.width - 1, STYLE_DIM, "waits for your answer to the question",
                  explorer_glyph(explorer, GLYPH_ELLIPSIS));
}

const View *view_of(const Explorer *explorer, Pane pane) {
  static const View views[] = {
      [PANE_OPS] = {"Ops", view_ops_title, view_ops_draw, view_ops_move, view_ops_click},
      [PANE_KERNELS] = {"Kernels", view_kernels_title, view_kernels_draw, view_kernels_move,
                        view_kernels_click},
      [PANE_AROUND] = {"Around", view_around_title, view_around_draw, view_around_move, view_around_click},
      [PANE_DETAIL] = {"Detail", view_detail_title, view_detail_draw, view_detail_move, view_detail_click},
  };
  static const View lesson = {"Lesson", view_lesson_title, view_lesson_draw, view_lesson_move,
                              view_lesson_click};
  static const View covered[] = {
      [PANE_KERNELS] = {"Kernels", view_kernels_title, draw_covered, view_kernels_move, view_kernels_click},
      [PANE_DETAIL] = {"Detail", view_detail_title, draw_covered, view_detail_move, view_detail_click},
  };
  if (lesson_covers(explorer, pane)) return &covered[pane];
  return pane == PANE_AROUND && lesson_is_shown(explorer) ? &lesson : &views[pane];
}

bool op_is_stored(Explorer *explorer, int op) {
  int kernel = plan_home(explorer->plan, op);
  if (kernel == NO_KERNEL) return false;
  const PlanLowered *lowered = plan_lowered(explorer->plan, kernel);
  const Op *it = &explorer->graph->ops[op];
  for (int i = 0; lowered && i < lowered->stored_count; i++) {
    int result = lowered->stored[i] - it->first_result;
    if (result >= 0 && result < it->result_count) return true;
  }
  return false;
}

int view_row_clamp(int row, int rows, int count) {
  long target = (long)row + rows;
  return target < 0 || count == 0 ? 0 : target >= count ? count - 1 : (int)target;
}

int view_row_scroll(int top, int cursor, int height, int count) {
  int margin = height > 8 ? 2 : 0;
  if (cursor - margin < top) top = cursor - margin;
  if (cursor + margin >= top + height) top = cursor + margin - height + 1;
  if (top > count - height) top = count - height;
  return top < 0 ? 0 : top;
}
