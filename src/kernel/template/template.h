// What a template is: one way to run a loop nest on a GPU. It says which nests it takes, by which rules the
// knobs of a schedule are set for them, and where its mapping, launch and text differ from what all have in
// common. Only the kernel layer includes this: what others may ask of a template is in schedule.h.
#pragma once

#include "kernel/template/mapping.h"

struct Builder;
struct Chooser;
struct Emitter;

// Members that are NULL stand for what all other templates have in common, which the comment names.
struct Template {
  const char *name; // in files, kernel names and tables of figures: it never changes
  const char *help;
  // Can it run the nest, under these overrides (NULL: none)?
  bool (*takes)(const Nest *nest, const ScheduleOverride *overrides);
  uint32_t knobs;                // a bit for each that it reads; others change nothing in what is emitted
  bool trades_rows, spills_soon; // see template_trades_rows, template_spills_soon
  bool widens; // as part of a batch: takes more rows, so that blocks with more threads than it needs are full
  bool takes_sizes; // can its kernels take a size of the graph as an argument (sized.h)?
  bool fills; // ...: takes several vectors a thread, where registers leave too few threads for the memory

  // The schedule (choose.c). `rules` sets those knobs that are the template's own, after the vector;
  // `choose` takes the place of all rules and checks.
  void (*rules)(struct Chooser *chooser);
  bool (*choose)(struct Chooser *chooser, Reason *reason);
  int (*widest_vector)(const Nest *nest); // NULL: 16 bytes of the widest element
  // Of an access that no vector serves: memory instructions for each element, in units of 1/16. NULL: 16.
  int (*single_cost)(const Mapping *mapping, const Step *step);
  // What the template demands beside what every launch must keep; false with a reason.
  bool (*check)(const struct Chooser *chooser, const Mapping *mapping, Reason *reason);
  // Blocks that a multiprocessor should have room for: the register cap follows from them (registers.c).
  int64_t (*blocks)(const struct Chooser *chooser);

  // Settings of several knobs that go together and are worth trying, the index-th of them; false beyond the
  // last. Some may be none that the rules allow.
  bool (*form)(int index, ScheduleOverride *override);

  // The mapping (mapping.c).
  uint32_t (*walked)(const Nest *nest, const Schedule *schedule); // NULL: the reduced dims, else all
  void (*narrow)(Mapping *mapping);                               // bounds the vector further
  void (*lay_out)(const Schedule *schedule, Mapping *mapping);    // slots, trips, tiles and splits

  // The launch (launch.c).
  LaunchShape (*launch)(const Nest *nest, const Schedule *schedule, const GpuLimits *limits);
  int (*shared_bytes)(const Mapping *mapping); // NULL: what its reductions and scans need

  // The code: the tree of its kernel (code/build.c), NULL: passes over a tile, or over several of a
  // persistent block.
  void (*build)(struct Builder *builder);
  // All of the text, where one tree does not say it (cuda/emit.c).
  bool (*emit)(struct Emitter *emitter, const GpuLimits *limits, const char *name, bool *cooperates);
};

// What a person has set for a batch, for one of its parts.
ScheduleOverride schedule_part_overrides(const Nest *nest, const Schedule *batch);

// Knobs by their bits, and those that every template reads.
#define KNOB_BIT(field) ((uint32_t)1 << KNOB_##field)
#define KNOBS_OF_ALL \
  (KNOB_BIT(vector) | KNOB_BIT(threads) | KNOB_BIT(unroll) | KNOB_BIT(persistent) | KNOB_BIT(ordered) | \
   KNOB_BIT(stores) | KNOB_BIT(blocks) | KNOB_BIT(registers))

// ... and those of rows that blocks hold and take one after another.
#define KNOBS_OF_ROWS \
  (KNOB_BIT(rows) | KNOB_BIT(splits) | KNOB_BIT(tiles) | KNOB_BIT(groups) | KNOB_BIT(pipeline) | \
   KNOB_BIT(bypass))

#define X(name) extern const Template template_##name;
TEMPLATES(X)
#undef X

// The last of the table that takes the nest.
const Template *template_for(const Nest *nest, const ScheduleOverride *overrides);
