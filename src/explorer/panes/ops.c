// The rows of the ops pane, and what is worked out for it in the background.
#include "explorer/panes/ops.h"

#include <string.h>

enum { LAYERS_AT_ONCE = 20000 }; // ops whose layers are found within a frame

void ops_changed(Explorer *explorer) {
  OpsPane *pane = ops_pane(explorer);
  oplist_build(&pane->list, pane->rails, explorer->plan, &pane->folding);
  if (explorer->copy_in == NO_KERNEL || explorer_copy(explorer) != NO_KERNEL) return;
  explorer_go(explorer, pane->reader); // where the copy was
}

void ops_show_views(Explorer *explorer, bool views) {
  OpsPane *pane = ops_pane(explorer);
  pane->rails = rails_pair_get(&pane->both_rails, views);
  ops_changed(explorer);
  explorer_go(explorer, explorer->cursor); // which may be a hidden view now
}

int ops_of_row(const Explorer *explorer, int row) {
  const OpsPane *pane = ops_pane(explorer);
  return oplist_op(&pane->list, pane->rails, row);
}

void ops_go_row(Explorer *explorer, int row) {
  OpsPane *pane = ops_pane(explorer);
  const OpList *list = &pane->list;
  int copy = row >= 0 && row < list->count ? list->rows[row].copy : NO_COPY;
  explorer_go(explorer, ops_of_row(explorer, row));
  if (copy == NO_COPY) return;
  pane->reader = pane->rails->op[list->copies.list[copy].before];
  explorer->copy_in = list->copies.list[copy].kernel;
}

int ops_cursor_row(const Explorer *explorer) {
  const OpsPane *pane = ops_pane(explorer);
  int kernel = explorer_copy(explorer);
  int copy = kernel == NO_KERNEL ? NO_COPY : copies_find(&pane->list.copies, explorer->cursor, kernel);
  if (copy != NO_COPY) return pane->list.copy_at[copy];
  return oplist_find(&pane->list, pane->rails, explorer->cursor);
}

int ops_shown(const Explorer *explorer, int op) {
  const OpsPane *pane = ops_pane(explorer);
  return pane->rails->row[op] >= 0 ? op : ops_of_row(explorer, oplist_find(&pane->list, pane->rails, op));
}

const Sections *ops_sections(const Explorer *explorer) {
  return ops_pane(explorer)->folding.sections;
}

// ---- With the explorer.

static int digits(int64_t number) {
  int count = 1;
  for (; number >= 10; number /= 10)
    count++;
  return count;
}

int ops_type_width(const Graph *graph, const Op *op) {
  enum { DTYPE = 4 };
  if (op->result_count == 0) return 0;
  const Value *value = &graph->values[op->first_result];
  int dtype = (int)strlen(dtype_name(value->dtype)), width = (dtype > DTYPE ? dtype : DTYPE) + 3;
  for (int axis = 0; axis < value->shape.rank; axis++)
    width += (axis > 0) + digits(value->shape.size[axis]);
  return width + (op->result_count > 1 ? 2 + digits(op->result_count - 1) : 0);
}

// What all of them need but for one in fifty: a few long shapes would take room from every name. And all.
static int usual_type_width(const Graph *graph, int *widest) {
  enum { WIDEST = 64, FEW = 50 };
  int ops_of[WIDEST + 1] = {0}, longer = 0, width = WIDEST;
  for (int op = 0; op < graph->op_count; op++) {
    int own = ops_type_width(graph, &graph->ops[op]);
    ops_of[own < WIDEST ? own : WIDEST]++;
  }
  for (*widest = WIDEST; *widest > 0 && ops_of[*widest] == 0;)
    (*widest)--;
  for (; width > 0 && longer + ops_of[width] <= graph->op_count / FEW; width--)
    longer += ops_of[width];
  return width;
}

static bool is_sourced(const Graph *graph) {
  for (int op = 0; op < graph->op_count; op++)
    if (graph->ops[op].source_file) return true;
  return false;
}

static void open(Explorer *explorer) {
  folding_open(&ops_pane(explorer)->folding, session_graph(explorer->session));
}

// Whether views have rows stays, as does what is folded: the ops are the same.
static void take(Explorer *explorer) {
  OpsPane *pane = ops_pane(explorer);
  pane->folding.graph = explorer->graph;
  pane->both_rails.graph = explorer->graph;
  pane->rails = rails_pair_get(&pane->both_rails, pane->views);
  if (!pane->count) pane->count = pane->rails->row_count;
  pane->type_width = usual_type_width(explorer->graph, &pane->type_widest);
  pane->sourced = is_sourced(explorer->graph);
}

static void give_up(Explorer *explorer) {
  OpsPane *pane = ops_pane(explorer);
  pane->views = pane->rails->views;
  rails_pair_free(&pane->both_rails);
  copies_forget_plan(&pane->list.copies);
  density_free(&pane->density);
  folding_wait(&pane->folding);
}

static bool work(Explorer *explorer, double milliseconds) {
  OpsPane *pane = ops_pane(explorer);
  if (!density_work(explorer, milliseconds)) return false;
  if (pane->count <= LAYERS_AT_ONCE) {
    folding_sections(&pane->folding);
    return true;
  }
  folding_prepare(&pane->folding); // on threads of their own: a key may not take so long
  rails_pair_prepare(&pane->both_rails);
  return true;
}

static void close(Explorer *explorer) {
  OpsPane *pane = ops_pane(explorer);
  oplist_free(&pane->list);
  folding_close(&pane->folding);
}

const Component component_ops = {.size = sizeof(OpsPane),
                                 .open = open,
                                 .take = take,
                                 .give_up = give_up,
                                 .edited = ops_changed,
                                 .work = work,
                                 .close = close};
