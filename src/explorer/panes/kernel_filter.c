// Filters of the kernel table.
#include "explorer/panes/kernel_filter.h"

#include "tui/fuzzy.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum Field {
#define X(name, help) FIELD_##name,
  FILTER_FIELDS(X)
#undef X
      FIELD_COUNT
} Field;

static const char *const field_names[] = {
#define X(name, help) #name,
    FILTER_FIELDS(X)
#undef X
};

// "time>=5" taken apart.
typedef struct Comparison {
  Field field;
  char relation; // '<', '>', '=', 'l' and 'g' for <= and >=
  double number;
} Comparison;

enum { WORD_SIZE = 64 };

// The next word at *at, which moves behind it; false at the end.
static bool next_word(const char **at, char word[WORD_SIZE]) {
  *at += strspn(*at, " ");
  size_t length = strcspn(*at, " "), kept = length < WORD_SIZE ? length : WORD_SIZE - 1;
  while (kept < length && kept > 0 && ((*at)[kept] & 0xc0) == 0x80) // never a part of a character
    kept--;
  memcpy(word, *at, kept);
  word[kept] = '\0';
  *at += length;
  return length > 0;
}

static int find_field(const char *name, size_t length) {
  for (int i = 0; i < FIELD_COUNT; i++)
    if (strlen(field_names[i]) == length && !strncmp(field_names[i], name, length)) return i;
  return -1;
}

// "1.5M" as 1500000; false when it is no number.
static bool read_number(const char *text, double *number) {
  char *end;
  *number = strtod(text, &end);
  if (end == text || isnan(*number)) return false;
  if (*end == 'k' || *end == 'K')
    *number *= 1e3, end++;
  else if (*end == 'M')
    *number *= 1e6, end++;
  else if (*end == 'G')
    *number *= 1e9, end++;
  return *end == '\0' || !strcmp(end, "%");
}

typedef enum WordKind { WORD_PLAIN, WORD_COMPARES, WORD_NO_FIELD, WORD_NO_NUMBER } WordKind;

static WordKind read_word(const char *word, Comparison *out) {
  size_t length = strcspn(word, "<>=");
  if (!word[length]) return WORD_PLAIN;
  int field = find_field(word, length);
  if (field < 0) return WORD_NO_FIELD;
  bool equal = word[length] != '=' && word[length + 1] == '=';
  out->field = (Field)field;
  out->relation = word[length];
  if (equal) out->relation = word[length] == '<' ? 'l' : 'g';
  return read_number(word + length + 1 + equal, &out->number) ? WORD_COMPARES : WORD_NO_NUMBER;
}

// A figure; NAN: not known.
static double value_of(Field field, const KernelFigures *figures) {
  const Estimate *estimate = figures->estimate;
  const Compiled *compiled = figures->compiled.state == RESULT_DONE ? figures->compiled.compiled : NULL;
  bool timed = kernel_is_timed(figures);
  switch (field) {
    case FIELD_time:
      return estimate->time_us;
    case FIELD_meas:
      return timed ? figures->measured.measured->time_us : NAN;
    case FIELD_prof:
      return kernel_is_profiled(figures) ? figures->profiled.time_us : NAN;
    case FIELD_err:
      return timed ? 100 * fabs(kernel_error(figures)) : NAN;
    case FIELD_regs:
      return estimate->registers < 0 ? NAN : estimate->registers;
    case FIELD_nvcc:
      return compiled ? compiled->registers : NAN;
    case FIELD_ops:
      return figures->ops;
    case FIELD_dram:
      return (double)estimate->dram_bytes;
    case FIELD_read:
      return (double)estimate->read_bytes;
    case FIELD_write:
      return (double)estimate->write_bytes;
    case FIELD_loads:
      return estimate->loads < 0 ? NAN : estimate->loads;
    case FIELD_stores:
      return estimate->stores < 0 ? NAN : estimate->stores;
    case FIELD_occ:
      return estimate->is_library ? NAN : 100 * estimate->occupancy;
    case FIELD_spill:
      return compiled ? compiled->spill_store_bytes + compiled->spill_load_bytes : estimate->spill_bytes;
    case FIELD_COUNT:
      break;
  }
  return NAN;
}

static bool holds(const Comparison *comparison, double value) {
  if (isnan(value)) return false;
  switch (comparison->relation) {
    case '<':
      return value < comparison->number;
    case '>':
      return value > comparison->number;
    case 'l':
      return value <= comparison->number;
    case 'g':
      return value >= comparison->number;
    default:
      return value == comparison->number;
  }
}

static bool names_op(const Op *op, const char *word) {
  if (fuzzy_contains(op->name, word)) return true;
  return fuzzy_contains(
      op->code == OP_OPAQUE ? op_text(op, ATTRIBUTE_TARGET, "opaque") : op_info(op->code)->name, word);
}

// "K13". Compared as a number: writing one for each kernel would take longer than all else here.
static bool is_number_of(const char *word, int kernel) {
  char *end;
  bool numbered = word[0] == 'K' && isdigit((unsigned char)word[1]);
  return numbered && strtol(word + 1, &end, 10) == kernel && *end == '\0';
}

static bool names_kernel(const char *word, Plan *plan, const KernelFigures *figures) {
  if (is_number_of(word, figures->kernel) || text_equal(word, limit_name(figures->estimate->limit)) ||
      text_equal(word, kernel_state_info(kernel_state(figures))->word) ||
      text_equal(word, template_name(plan_lowered(plan, figures->kernel)->schedule.kind)))
    return true;
  PlanKernel members = plan_kernel(plan, figures->kernel);
  for (int i = 0; i < members.op_count; i++)
    if (names_op(&plan_graph(plan)->ops[members.ops[i]], word)) return true;
  return false;
}

bool kernel_filter_matches(const char *filter, Plan *plan, const KernelFigures *figures) {
  char word[WORD_SIZE];
  while (next_word(&filter, word)) {
    bool negated = word[0] == '!' && word[1];
    const char *rest = word + negated;
    Comparison comparison = {0};
    WordKind kind = read_word(rest, &comparison);
    if (kind == WORD_NO_FIELD || kind == WORD_NO_NUMBER) continue; // being typed
    bool found = kind == WORD_COMPARES ? holds(&comparison, value_of(comparison.field, figures))
                                       : names_kernel(rest, plan, figures);
    if (found == negated) return false;
  }
  return true;
}

bool kernel_filter_problem(const char *filter, Text *out) {
  char word[WORD_SIZE];
  while (next_word(&filter, word)) {
    Comparison comparison;
    WordKind kind = read_word(word + (word[0] == '!'), &comparison);
    if (kind == WORD_PLAIN || kind == WORD_COMPARES) continue;
    text_printf(out,
                kind == WORD_NO_FIELD ? "\"%s\" compares nothing that a kernel has: there are"
                                      : "\"%s\" has no number behind the sign, as in time>5",
                word);
    for (int i = 0; kind == WORD_NO_FIELD && i < FIELD_COUNT; i++)
      text_printf(out, "%s %s", i ? "," : "", field_names[i]);
    return true;
  }
  return false;
}
