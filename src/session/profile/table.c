// The tables of nsys and ncu. Columns are found by their headings, units read where the file says them.
#include "session/profile/csv.h"
#include "session/profile/profile.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Numbers and units.

// "27,595,520", and "27.595.520" of other locales: of two different marks the last is the decimal one, and
// one that stands several times, or a comma alone, parts thousands. Negative: no number.
static double read_number(const char *text) {
  char plain[64];
  const char *comma = strrchr(text, ','), *dot = strrchr(text, '.');
  bool dots = dot && strchr(text, '.') != dot;
  char decimal = dots ? (comma && comma > dot ? ',' : '\0') : comma && dot && comma > dot ? ',' : '.';
  size_t count = 0;
  for (; *text && count + 1 < sizeof plain; text++) {
    if (*text == decimal)
      plain[count++] = '.';
    else if (*text != ',' && *text != '.')
      plain[count++] = *text;
  }
  plain[count] = '\0';
  char *end;
  double number = strtod(plain, &end);
  bool good = end != plain && !*end && number >= 0 && number < 1e300;
  return good ? number : -1;
}

typedef enum UnitKind { UNIT_TIME, UNIT_BYTES, UNIT_SHARE, UNIT_COUNT } UnitKind;

typedef struct Unit {
  UnitKind kind;
  const char *name;
  double factor; // to microseconds, bytes, a share of 1
} Unit;

static const Unit units[] = {
    {UNIT_TIME, "ns", 1e-3},    {UNIT_TIME, "nsecond", 1e-3}, {UNIT_TIME, "us", 1},
    {UNIT_TIME, "usecond", 1},  {UNIT_TIME, "ms", 1e3},       {UNIT_TIME, "msecond", 1e3},
    {UNIT_TIME, "s", 1e6},      {UNIT_TIME, "sec", 1e6},      {UNIT_TIME, "second", 1e6},
    {UNIT_BYTES, "byte", 1},    {UNIT_BYTES, "B", 1},         {UNIT_BYTES, "Kbyte", 1e3},
    {UNIT_BYTES, "KB", 1e3},    {UNIT_BYTES, "Mbyte", 1e6},   {UNIT_BYTES, "MB", 1e6},
    {UNIT_BYTES, "Gbyte", 1e9}, {UNIT_BYTES, "GB", 1e9},      {UNIT_SHARE, "%", 0.01},
};

// 0: no unit of that kind.
static double unit_factor(UnitKind kind, const char *name) {
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (units[i].kind == kind && !strcmp(units[i].name, name)) return units[i].factor;
  return kind == UNIT_COUNT;
}

// ---- Headings.

typedef struct Table {
  CsvReader csv;
  Profile *profile;
  VECTOR(const char *) columns; // in the profile's arena
} Table;

static int column_of(const Table *table, const char *name) {
  for (int i = 0; i < table->columns.count; i++)
    if (!strcmp(table->columns.data[i], name)) return i;
  return -1;
}

// "Start (ns)": the column, and what a number in it is multiplied with.
static int timed_column(const Table *table, const char *name, double *factor) {
  size_t length = strlen(name);
  for (int i = 0; i < table->columns.count; i++) {
    const char *heading = table->columns.data[i];
    char unit[8];
    if (strncmp(heading, name, length) != 0 || strncmp(heading + length, " (", 2) != 0) continue;
    snprintf(unit, sizeof unit, "%.*s", (int)strcspn(heading + length + 2, ")"), heading + length + 2);
    *factor = unit_factor(UNIT_TIME, unit);
    if (*factor > 0) return i;
  }
  return -1;
}

static void take_headings(Table *table) {
  for (int i = 0; i < table->csv.begins.count; i++)
    vector_push(&table->columns, arena_strdup(table->profile->arena, csv_field(&table->csv, i)));
}

static int whole(const char *text) {
  double number = read_number(text);
  return number < 0 || number > INT_MAX ? -1 : (int)number;
}

// ---- nsys: a row a launch.

// "NVIDIA H200 (0)": the number of the device.
static int device_number(const char *text) {
  const char *bracket = strrchr(text, '(');
  char *end;
  long number = bracket ? strtol(bracket + 1, &end, 10) : -1;
  return bracket && *end == ')' && number >= 0 && number < INT_MAX ? (int)number : -1;
}

static bool read_nsys(Table *table, Status *status) {
  CsvReader *csv = &table->csv;
  double start_factor = 0, time_factor = 0;
  int start = timed_column(table, "Start", &start_factor),
      time = timed_column(table, "Duration", &time_factor);
  int name = column_of(table, "Name"), registers = column_of(table, "Reg/Trd");
  int device = column_of(table, "Device"), stream = column_of(table, "Strm");
  table->profile->kind = "nsys trace";
  if (start < 0 || time < 0 || name < 0)
    return status_fail_at(status, csv->file, csv->text, (long)csv->length, (long)csv->row,
                          "these are no single launches: 'nsys stats -r cuda_gpu_trace --format csv' "
                          "writes \"Start (ns)\", \"Duration (ns)\" and \"Name\" of each");
  while (csv_next(csv, status)) {
    ProfileLaunch launch = profile_launch();
    double began = read_number(csv_field(csv, start)), took = read_number(csv_field(csv, time));
    if (began < 0 || took < 0 || text_starts(csv_field(csv, name), "[CUDA ")) continue; // copies, other lines
    launch.name = arena_strdup(table->profile->arena, csv_field(csv, name));
    launch.start_us = began * start_factor;
    launch.time_us = took * time_factor;
    launch.registers = whole(csv_field(csv, registers));
    launch.device = device_number(csv_field(csv, device));
    launch.stream = whole(csv_field(csv, stream));
    vector_push(&table->profile->launches, launch);
  }
  return status->code == STATUS_OK;
}

// ---- ncu: metrics by the names of the raw page, and by those that the details page gives them.

typedef struct Metric {
  const char *name, *title;
  UnitKind kind;
  size_t place; // of the double in a ProfileLaunch; that of registers is an int
} Metric;

static const Metric metrics[] = {
    {"gpu__time_duration.sum", "Duration", UNIT_TIME, offsetof(ProfileLaunch, time_us)},
    {"dram__bytes_read.sum", "", UNIT_BYTES, offsetof(ProfileLaunch, dram_read_bytes)},
    {"dram__bytes_write.sum", "", UNIT_BYTES, offsetof(ProfileLaunch, dram_write_bytes)},
    {"sm__warps_active.avg.pct_of_peak_sustained_active", "Achieved Occupancy", UNIT_SHARE,
     offsetof(ProfileLaunch, occupancy)},
    {"dram__throughput.avg.pct_of_peak_sustained_elapsed", "DRAM Throughput", UNIT_SHARE,
     offsetof(ProfileLaunch, dram_share)},
    {"gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed", "", UNIT_SHARE,
     offsetof(ProfileLaunch, dram_share)},
    {"launch__registers_per_thread", "Registers Per Thread", UNIT_COUNT, offsetof(ProfileLaunch, registers)},
};

static const Metric *find_metric(const char *name) {
  for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++)
    if (*name && (!strcmp(metrics[i].name, name) || !strcmp(metrics[i].title, name))) return &metrics[i];
  return NULL;
}

static void take_metric(ProfileLaunch *launch, const Metric *metric, const char *unit, const char *value) {
  double number = read_number(value), factor = unit_factor(metric->kind, unit);
  if (number < 0 || factor <= 0) return;
  if (metric->kind == UNIT_COUNT)
    launch->registers = number > INT_MAX ? -1 : (int)number;
  else
    memcpy((char *)launch + metric->place, &(double){number * factor}, sizeof(double));
}

static ProfileLaunch counted_launch(const Table *table) {
  ProfileLaunch launch = profile_launch();
  launch.name = arena_strdup(table->profile->arena, csv_field(&table->csv, column_of(table, "Kernel Name")));
  launch.device = whole(csv_field(&table->csv, column_of(table, "Device")));
  launch.stream = whole(csv_field(&table->csv, column_of(table, "Stream")));
  return launch;
}

// A row a metric; rows of one launch follow each other and have its ID.
static bool read_details(Table *table, Status *status) {
  CsvReader *csv = &table->csv;
  int id = column_of(table, "ID"), process = column_of(table, "Process ID");
  int name = column_of(table, "Metric Name"), unit = column_of(table, "Metric Unit");
  int value = column_of(table, "Metric Value");
  Text before = {0}, now = {0};
  while (csv_next(csv, status)) {
    text_clear(&now);
    text_printf(&now, "%s/%s", csv_field(csv, id), csv_field(csv, process));
    if (read_number(csv_field(csv, id)) < 0) continue;
    if (strcmp(text_get(&before), text_get(&now)) != 0)
      vector_push(&table->profile->launches, counted_launch(table));
    text_clear(&before);
    text_add(&before, text_get(&now));
    const Metric *metric = find_metric(csv_field(csv, name));
    if (!metric) continue;
    take_metric(&table->profile->launches.data[table->profile->launches.count - 1], metric,
                csv_field(csv, unit), csv_field(csv, value));
  }
  text_free(&before);
  text_free(&now);
  return status->code == STATUS_OK;
}

// A row a launch, a column a metric; the row below the headings has the units.
static bool read_raw(Table *table, Status *status) {
  CsvReader *csv = &table->csv;
  VECTOR(const char *) unit_of = {0};
  if (csv_next(csv, status))
    for (int i = 0; i < table->columns.count; i++)
      vector_push(&unit_of, arena_strdup(table->profile->arena, csv_field(csv, i)));
  while (csv_next(csv, status)) {
    if (read_number(csv_field(csv, column_of(table, "ID"))) < 0) continue;
    ProfileLaunch launch = counted_launch(table);
    for (int i = 0; i < table->columns.count; i++) {
      const Metric *metric = find_metric(table->columns.data[i]);
      if (metric) take_metric(&launch, metric, unit_of.data[i], csv_field(csv, i));
    }
    vector_push(&table->profile->launches, launch);
  }
  vector_free(&unit_of);
  return status->code == STATUS_OK;
}

static bool read_ncu(Table *table, Status *status) {
  table->profile->kind = "ncu report";
  if (column_of(table, "Kernel Name") < 0)
    return status_fail_at(status, table->csv.file, table->csv.text, (long)table->csv.length,
                          (long)table->csv.row, "these headings have no \"Kernel Name\"");
  return column_of(table, "Metric Name") >= 0 ? read_details(table, status) : read_raw(table, status);
}

// ---- The headings, behind what the profilers print before them.

static bool is_ncu_line(const char *line, size_t length) {
  return length > 4 && (!memcmp(line, "\"ID\",", 5) || !memcmp(line, "ID,", 3));
}

static bool is_nsys_line(const char *line, size_t length) {
  return memmem(line, length, "Name", 4) &&
         (memmem(line, length, "Start (", 7) || memmem(line, length, "Instances", 9));
}

// Where the headings begin; `length`: there are none among the first lines.
static size_t find_headings(const char *text, size_t length, bool *ncu) {
  enum { LINES_MOST = 1000 };
  size_t at = 0;
  for (int line = 0; line < LINES_MOST && at < length; line++) {
    const char *newline = memchr(text + at, '\n', length - at);
    size_t end = newline ? (size_t)(newline - text) : length;
    *ncu = is_ncu_line(text + at, end - at);
    if (*ncu || is_nsys_line(text + at, end - at)) return at;
    at = newline ? end + 1 : length;
  }
  return length;
}

bool profile_is_csv(const char *text, size_t length) {
  bool ncu;
  size_t blank = strspn(text, " \t\r\n");
  if (blank < length && (text[blank] == '{' || (text[blank] == '[' && text[blank + 1] != 'C'))) return false;
  return find_headings(text, length, &ncu) < length;
}

bool profile_read_csv(Profile *profile, const char *text, size_t length, Status *status) {
  bool ncu;
  Table table = {.csv = {.file = profile->file, .text = text, .length = length}, .profile = profile};
  table.csv.at = find_headings(text, length, &ncu);
  *status = (Status){0};
  bool done = csv_next(&table.csv, status);
  if (done) {
    take_headings(&table);
    done = ncu ? read_ncu(&table, status) : read_nsys(&table, status);
  }
  csv_free(&table.csv);
  vector_free(&table.columns);
  return done;
}
