// The manual page's section on what --json prints.
#include "cli/cli.h"

typedef struct JsonKey {
  const char *command; // NULL: of the one before
  const char *keys, *what;
} JsonKey;

static const JsonKey rows[] = {
    {"plan, compile, time", "graph, device, plan",
     "their names; \"calibrated\": true when the device is; model: when another one than ours estimates"},
    {NULL, "kernels", "of the plan, in launch order"},
    {NULL, "id, name, template",
     "of a kernel: K3 has id 3; its function; map, row, column, mixed, tile or library"},
    {NULL, "ops, copies", "names of its ops, and of those that it computes again instead of loading"},
    {NULL, "launches",
     "of the compiler's plan: what the kernel is there, by name and order, and where the dump says: "
     "kind, config (in words), code (what it runs: equal kernels are written once), launches (a sort is "
     "many), grid, "
     "threads, shared_bytes"},
    {NULL, "live_bytes", "of all tensors that are live while it runs, with its own workspace"},
    {NULL, "estimate",
     "registers, loads, stores (of a thread), spill_bytes (of a thread), shared_bytes (of a block), "
     "occupancy (0 to 1), "
     "read_bytes and write_bytes (each tensor once), moved_read_bytes and moved_write_bytes (with what is "
     "read again), "
     "dram_bytes, flops, time_us, limit (what binds: dram, l2, l1, issue, fma, mufu, int, fp64, tensor, "
     "latency, "
     "launch), "
     "launch_us (of time_us, what every launch takes), "
     "l2_hit_bytes and replay_us (behind the kernels that launch before it)"},
    {NULL, "compiled", "registers, spill_bytes, shared_bytes, seconds, from_cache; or error"},
    {NULL, "measured",
     "time_us, time_spread_us, launches, local_bytes, and what --counters counts; or error"},
    {NULL, "profile",
     "of a kernel, with --profile: time_us and time_spread_us (medians of the compiler's launches whose work "
     "it "
     "does), samples, launches, start_us (from the beginning of a run), stream, registers, dram_read_bytes, "
     "dram_write_bytes, dram_share and occupancy (0 to 1)"},
    {NULL, "profile",
     "of the plan: file, kind, runs, launches and joined (of the compiler's plan), busy_us and run_us (of a "
     "run's "
     "kernels, and from its begin to its end), streams, kernels_us (of the plan's kernels), and notes: what "
     "could not be told"},
    {NULL, "total",
     "kernels, read_bytes, write_bytes, dram_bytes, flops, estimate_us, replay_us (as one CUDA graph); "
     "when the plan was timed measured_us, measured_replay_us (the estimate of what was run) and not_run "
     "(library calls that were not)"},
    {NULL, "memory",
     "input_bytes, peak_bytes, peak_kernel, scratch_bytes (of that kernel's grid reductions), tensors (that "
     "are "
     "live "
     "there), holders: the largest of these by name, with bytes, kind (input, result, between) and the first "
     "and "
     "last kernel at which each is live"},
    {NULL, "check",
     "pass, null where they could not be compared, and text: how the results compare with those of the "
     "unfused plan, or why they could not be"},
    {"plan --sweep", "name, points",
     "of the size, and for each size: size, kernels, time_us, dram_bytes, dram_gbs"},
    {"plan --dynamic", "size, kernels",
     "the name, and of each kernel: id, name, time_us for the given value, dynamic_us of the kernel that "
     "takes "
     "any from least to most that is a multiple of multiple, or reason: why none does"},
    {"info", "graph, ops, views, inputs, outputs", "its name, and how many there are"},
    {NULL, "input_bytes, output_bytes, mutations, mismatches",
     "sums; ops that write into what they were given; annotations that differ from inference"},
    {NULL, "sizes", "the named sizes of the graph"},
    {NULL, "classes",
     "how many ops of each class there are: pointwise, reduce, scan, view, create, random, index, layout, "
     "window, "
     "contraction, library, "
     "opaque"},
    {NULL, "library", "ops with a kernel of their own: name, count, reason"},
    {NULL, "remarks",
     "what the compiler said of an op and a reader of it: producer, consumer (absent: of all readers), text, "
     "and "
     "fused_us and apart_us where it predicted times"},
    {NULL, "notes, compiler_kernels", "what is odd, in sentences; kernels of the dump's plan"},
    {"list, info of several", "graphs",
     "of each: number, title, path, and graph, ops, views, compiler_kernels, source and line (the first of "
     "the "
     "model), or problem"},
    {NULL, "ops, views, compiler_kernels, classes, failed", "sums; failed: graphs that could not be read"},
    {"check", "graph, plan, on, failures", "on: cpu or gpu; failures: how many values are wrong"},
    {NULL, "values",
     "compared: name, kernel (its id), output (of the graph), error and tolerance (of the whole, relative), "
     "beyond_rounding, "
     "mismatches, pass"},
    {NULL, "skipped", "what was not run, and why, in sentences"},
    {"diff", "model", "the cost model, when it is another one than ours"},
    {NULL, "left, right", "plan, kernels, dram_bytes, estimate_us"},
    {NULL, "same, groups",
     "kernels that are the same in both; of the others: left and right (ids of kernels that hold the same "
     "ops), left_us, "
     "right_us, share_percent (of the difference)"},
    {"experiment status", "points, done, left, rows", "rows: how many are ok, failed, timeout, refused"},
    {"experiment table", "stage, device, baseline, graphs, common, families, seed",
     "of each board: graphs: how many; common: those that the means are over; families: those that the "
     "intervals are "
     "drawn from; superseded (of all): rows of earlier scripts or versions, left out"},
    {NULL, "heuristics",
     "heuristic (with its options), graphs, failed (rows), counted, apart (its mean is over its own graphs), "
     "fusible, "
     "fusible_low, fusible_high and total (over the baseline's), regret and worst_regret (over the best), "
     "wins, ties, losses, worst, worst_graph, seconds"},
    {"experiment worst", "worst",
     "of each board: graph, sizes, heuristic, ratio (over the best), fusible_us, best_us, best (heuristic), "
     "open and "
     "diff (commands); slower and failed: how many there are"},
    {"experiment compare", "heuristics",
     "of each board: heuristic, graphs, ratio, low, high, faster, slower, lost, regret_before, regret_after, "
     "worst, worst_graph, "
     "regressed; "
     "regressions, unmatched: sums"},
    {"heuristics", "name, help, problem, options",
     "problem: of a file with a mistake; options: name, default, help"},
    {"devices", "name, title, arch, sms, dram_gbs, l2_bytes, tensor_tflops_16, calibrated", "of each"},
    {"doctor", "what, purpose, state, found, advice", "state: ok or missing"},
    {"lessons", "number, name, title, minutes, steps, done, about, path", "done: steps that were taken"},
    {NULL, "students",
     "with --report, of each student and lesson: student, lesson, at (the id of a step), steps, done, asked, "
     "right (at "
     "once), later, hints, shown, seconds, words (by step)"},
    {NULL, "steps",
     "of each lesson and step: lesson, step, students, done, asked, right, later, hints, shown, "
     "median_seconds, wrong "
     "(guess and count, the commonest first)"},
};

void cli_man_json(Text *out) {
  text_add(
      out,
      ".SH JSON\n"
      "With --json a command prints one object, or a list of them. Names end in their unit: _us are "
      "microseconds,\n"
      "_bytes bytes, _gbs gigabytes a second. What is not known, or was not asked for, is absent. Plans\n"
      "(--save, export --as plan) and graphs (export --as json) are read back, too; graphs are described by\n"
      "fusebox-graph.schema.json.\n");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (rows[i].command) text_printf(out, ".SS %s\n", rows[i].command);
    text_printf(out, ".TP\n.B %s\n%s\n", rows[i].keys, rows[i].what);
  }
}
