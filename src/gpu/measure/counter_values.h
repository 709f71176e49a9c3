// What the hardware counted while a launch ran: one row a counter, from which the fields, the metrics that
// are collected and the JSON keys come.
#pragma once

#include "base/json.h"

// Sectors of 32 bytes between L1 and L2 are counted in L2, where they arrive from L1: what the two halves of
// L2 exchange is not among them.
//        field             CUPTI's metric                                         to the field's unit
#define COUNTERS(X) \
  X(dram_read_bytes, "dram__bytes_read.sum", 1) \
  X(dram_write_bytes, "dram__bytes_write.sum", 1) \
  X(l2_bytes, "lts__t_sectors_srcunit_tex.sum", 32)                /* all between L1 and L2, atomics too */ \
  X(l2_read_bytes, "lts__t_sectors_srcunit_tex_op_read.sum", 32)   /* of them: loads */ \
  X(l2_write_bytes, "lts__t_sectors_srcunit_tex_op_write.sum", 32) /* of them: stores */ \
  X(local_read_bytes, "l1tex__t_bytes_pipe_lsu_mem_local_op_ld.sum", 1)   /* spilled values, loaded */ \
  X(local_write_bytes, "l1tex__t_bytes_pipe_lsu_mem_local_op_st.sum", 1)  /* and stored */ \
  X(instructions, "smsp__inst_executed.sum", 1)                           /* of warps */ \
  X(occupancy, "sm__warps_active.avg.pct_of_peak_sustained_active", 0.01) /* achieved, of SMs at work */

typedef struct CounterValues {
#define X(name, metric, unit) double name;
  COUNTERS(X)
#undef X
  double dram_late_bytes; // of dram_write_bytes: still in L2 when the launch ended, written back later
} CounterValues;

// As members of the JSON object that is open, and back; a key that is not there reads as 0.
void counter_values_write(const CounterValues *values, JsonWriter *json);
CounterValues counter_values_read(const JsonNode *object);
