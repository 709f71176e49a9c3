// The plan's memory in reports: the peak, and who holds it there.
#include "session/results/report_memory.h"

enum { HOLDERS = 16 };

static void put_holder(const Graph *graph, const int *order, const LiveTensor *tensor, JsonWriter *writer) {
  json_begin_inline(writer, NULL, false);
  json_put_string(writer, "name", graph->values[tensor->storage].name);
  json_put_integer(writer, "bytes", tensor->bytes);
  json_put_string(writer, "kind", live_kind(tensor));
  json_put_integer(writer, "first", order[tensor->first]);
  json_put_integer(writer, "last", order[tensor->last]);
  json_end(writer);
}

void report_memory_json(Session *session, const PlanLive *live, JsonWriter *writer) {
  int holders[HOLDERS], launches;
  const int *order = plan_order(session_plan(session), &launches);
  json_begin_object(writer, "memory");
  json_put_integer(writer, "input_bytes", live->input_bytes);
  if (live->peak >= 0) {
    int held = plan_live_holders(live, live->peak, holders, HOLDERS);
    json_put_integer(writer, "peak_bytes", live->bytes[live->peak]);
    json_put_integer(writer, "peak_kernel", order[live->peak]);
    json_put_integer(writer, "scratch_bytes", live->scratch[live->peak]);
    json_put_integer(writer, "tensors", held);
    json_begin_array(writer, "holders");
    for (int i = 0; i < held && i < HOLDERS; i++)
      put_holder(session_graph(session), order, &live->tensors[holders[i]], writer);
    json_end(writer);
  }
  json_end(writer);
}

void report_memory_line(Session *session, const PlanLive *live, Text *out) {
  char peak[32], inputs[32];
  int launches;
  const int *order = plan_order(session_plan(session), &launches);
  if (live->peak < 0) return;
  text_printf(out, "most memory %s, at K%d; %s of it inputs\n",
              text_bytes(peak, (double)live->bytes[live->peak]), order[live->peak],
              text_bytes(inputs, (double)live->input_bytes));
}
