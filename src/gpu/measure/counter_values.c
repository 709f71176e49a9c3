// Counters as JSON.
#include "gpu/measure/counter_values.h"

void counter_values_write(const CounterValues *values, JsonWriter *json) {
#define X(name, metric, unit) json_put_number(json, #name, values->name);
  COUNTERS(X)
#undef X
  json_put_number(json, "dram_late_bytes", values->dram_late_bytes);
}

CounterValues counter_values_read(const JsonNode *object) {
  return (CounterValues){
#define X(name, metric, unit) .name = json_number(json_get(object, #name), 0),
      COUNTERS(X)
#undef X
          .dram_late_bytes = json_number(json_get(object, "dram_late_bytes"), 0)};
}
