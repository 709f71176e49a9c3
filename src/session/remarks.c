// What the compiler said of the graph's ops: the last word on each producer.
#include "session/internal.h"

#include "base/arena.h"

#include <stdlib.h>

void session_remarks_open(Session *session) {
  const DumpPlan *dump = session->dump;
  if (!dump || dump->remark_count == 0) return;
  NameMap ops = {0};
  const Graph *graph = session->graph;
  session->remarks = memory_alloc(sizeof *session->remarks * ((size_t)graph->op_count + 1));
  session->earlier_remarks = memory_alloc(sizeof *session->earlier_remarks * (size_t)dump->remark_count);
  for (int op = 0; op < graph->op_count; op++) {
    session->remarks[op] = -1;
    namemap_set(&ops, graph->ops[op].name, op);
  }
  for (int i = 0; i < dump->remark_count; i++) {
    int64_t op;
    session->earlier_remarks[i] = -1;
    if (!namemap_get(&ops, dump->remarks[i].producer, &op)) continue;
    session->earlier_remarks[i] = session->remarks[op];
    session->remarks[op] = i;
  }
  namemap_free(&ops);
}

void session_remarks_close(Session *session) {
  free(session->remarks);
  free(session->earlier_remarks);
}

const DumpRemark *session_remark(const Session *session, int producer, int consumer) {
  if (!session->remarks) return NULL;
  const char *reader = session->graph->ops[consumer].name;
  for (int i = session->remarks[producer]; i >= 0; i = session->earlier_remarks[i]) {
    const DumpRemark *remark = &session->dump->remarks[i];
    if (!remark->consumer || text_equal(remark->consumer, reader)) return remark;
  }
  return NULL;
}
