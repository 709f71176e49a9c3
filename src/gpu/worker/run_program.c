// Run programs to JSON and back.
#include "gpu/worker/run_program.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

static const char *const fill_names[] = {
    [FILL_ZERO] = "zero",       [FILL_NORMAL] = "normal", [FILL_POSITIVE] = "positive",
    [FILL_INTEGER] = "integer", [FILL_FILE] = "file",     [FILL_SHARED] = "shared",
};
static const char *const kind_names[] = {
    [LAUNCH_KERNEL] = "kernel", [LAUNCH_MATMUL] = "matmul", [LAUNCH_SKIPPED] = "nothing"};
enum {
  FILL_COUNT = sizeof fill_names / sizeof *fill_names,
  KIND_COUNT = sizeof kind_names / sizeof *kind_names
};

// ---- writing

static void write_buffer(const RunBuffer *buffer, JsonWriter *json) {
  json_begin_object(json, NULL);
  json_put_integer(json, "bytes", buffer->bytes);
  json_put_integer(json, "dtype", buffer->dtype);
  json_put_string(json, "fill", fill_names[buffer->fill]);
  json_put_integer(json, "seed", buffer->seed);
  if (buffer->fill == FILL_NORMAL) json_put_number(json, "scale", buffer->scale);
  if (buffer->fill == FILL_INTEGER) {
    json_put_integer(json, "low", buffer->low);
    json_put_integer(json, "high", buffer->high);
  }
  if (buffer->fill == FILL_FILE) json_put_string(json, "path", buffer->path);
  if (buffer->fill == FILL_SHARED) json_put_integer(json, "shared_with", buffer->shared_with);
  json_end(json);
}

static void write_operand(const MatmulOperand *operand, const char *key, JsonWriter *json) {
  json_begin_inline(json, key, true);
  json_put_integer(json, NULL, operand->buffer);
  json_put_integer(json, NULL, operand->offset);
  json_put_integer(json, NULL, operand->row_stride);
  json_put_integer(json, NULL, operand->column_stride);
  json_put_integer(json, NULL, operand->batch_stride);
  json_end(json);
}

static void write_matmul(const Matmul *matmul, JsonWriter *json) {
  json_put_integer(json, "dtype", matmul->dtype);
  json_put_integer(json, "batch", matmul->batch);
  json_put_integer(json, "m", matmul->m);
  json_put_integer(json, "n", matmul->n);
  json_put_integer(json, "k", matmul->k);
  json_put_number(json, "alpha", matmul->alpha);
  json_put_number(json, "beta", matmul->beta);
  write_operand(&matmul->a, "a", json);
  write_operand(&matmul->b, "b", json);
  write_operand(&matmul->c, "c", json);
  write_operand(&matmul->d, "d", json);
}

// A parameter, its dtype, where the matrix begins, sizes and strides, of which the last may be 0, two sizes
// of a box.
enum { MAP_SIZES = 3, MAP_STRIDES = MAP_SIZES + MAP_DIMS, MAP_BOXES = MAP_STRIDES + MAP_DIMS - 1 };
enum { MAP_NUMBERS = MAP_BOXES + 2, MAP_BOX = 256 };

static void write_map(const TensorMap *map, JsonWriter *json) {
  int64_t numbers[MAP_NUMBERS] = {map->parameter, map->dtype, map->offset};
  memcpy(numbers + MAP_SIZES, map->size, sizeof map->size);
  memcpy(numbers + MAP_STRIDES, map->stride, sizeof map->stride);
  numbers[MAP_BOXES] = map->box[0];
  numbers[MAP_BOXES + 1] = map->box[1];
  json_begin_inline(json, NULL, true);
  for (int i = 0; i < MAP_NUMBERS; i++)
    json_put_integer(json, NULL, numbers[i]);
  json_end(json);
}

static void write_kernel(const Launch *launch, JsonWriter *json) {
  const LaunchShape *shape = &launch->emitted.launch;
  json_put_string(json, "kernel", launch->emitted.name);
  json_put_string(json, "cubin", launch->cubin);
  json_put_integer(json, "grid", shape->grid);
  json_put_integer(json, "threads", shape->threads);
  json_put_integer(json, "shared", shape->shared_bytes);
  json_put_integer(json, "workspace", shape->workspace_bytes);
  json_begin_inline(json, "arguments", true);
  for (int i = 0; i < launch->argument_count; i++)
    json_put_integer(json, NULL, launch->arguments[i]);
  json_end(json);
  json_begin_inline(json, "presets", true);
  for (int i = 0; i < launch->preset_count; i++) {
    json_put_integer(json, NULL, launch->presets[i].from);
    json_put_integer(json, NULL, launch->presets[i].to);
  }
  json_end(json);
  if (!launch->emitted.map_count) return;
  json_begin_array(json, "maps");
  for (int i = 0; i < launch->emitted.map_count; i++)
    write_map(&launch->emitted.maps[i], json);
  json_end(json);
}

void run_program_write(const RunProgram *program, JsonWriter *json) {
  json_begin_array(json, "buffers");
  for (int i = 0; i < program->buffer_count; i++)
    write_buffer(&program->buffers[i], json);
  json_end(json);
  json_begin_array(json, "launches");
  for (int i = 0; i < program->launch_count; i++) {
    const Launch *launch = &program->launches[i];
    json_begin_object(json, NULL);
    json_put_string(json, "kind", kind_names[launch->kind]);
    if (launch->kind == LAUNCH_KERNEL) write_kernel(launch, json);
    if (launch->kind == LAUNCH_MATMUL) write_matmul(&launch->matmul, json);
    json_end(json);
  }
  json_end(json);
}

// ---- reading

typedef struct RunReader {
  const Json *json;
  Arena *arena;
  int buffer_count;
  Status *status;
} RunReader;

static bool read_integer(const RunReader *reader, const JsonNode *object, const char *key, int64_t low,
                         int64_t high, int64_t *out) {
  const JsonNode *node = json_get(object, key);
  *out = json_integer(node, low - 1);
  if (json_is_integer(node) && *out >= low && *out <= high) return true;
  return json_fail(reader->json, node ? node : object, reader->status,
                   "\"%s\" must be an integer from %lld to %lld", key, (long long)low, (long long)high);
}

static bool read_int(const RunReader *reader, const JsonNode *object, const char *key, int low, int high,
                     int *out) {
  int64_t value;
  bool good = read_integer(reader, object, key, low, high, &value);
  if (good) *out = (int)value;
  return good;
}

static bool read_string(const RunReader *reader, const JsonNode *object, const char *key, const char **out) {
  const char *string = json_string(json_get(object, key), NULL);
  if (!string) return json_fail(reader->json, object, reader->status, "\"%s\" must be a string", key);
  *out = arena_strdup(reader->arena, string);
  return true;
}

static bool read_name(const RunReader *reader, const JsonNode *object, char out[KERNEL_NAME_SIZE]) {
  const char *name = json_string(json_get(object, "kernel"), NULL);
  if (name && snprintf(out, KERNEL_NAME_SIZE, "%s", name) < KERNEL_NAME_SIZE) return true;
  return json_fail(reader->json, object, reader->status, "\"kernel\" must be a string of less than %d bytes",
                   KERNEL_NAME_SIZE);
}

static bool read_choice(const RunReader *reader, const JsonNode *object, const char *key,
                        const char *const *names, int count, int *out) {
  const char *string = json_string(json_get(object, key), "");
  for (*out = 0; *out < count; ++*out)
    if (text_equal(names[*out], string)) return true;
  return json_fail(reader->json, object, reader->status, "\"%s\" cannot be \"%s\"", key, string);
}

static bool read_dtype(const RunReader *reader, const JsonNode *object, DType *dtype) {
  int value;
  if (!read_int(reader, object, "dtype", 0, DTYPE_COUNT - 1, &value)) return false;
  *dtype = (DType)value;
  return true;
}

static bool read_buffer(const RunReader *reader, const JsonNode *node, RunBuffer *buffer) {
  int fill;
  if (!read_integer(reader, node, "bytes", 0, INT64_MAX, &buffer->bytes) ||
      !read_dtype(reader, node, &buffer->dtype) ||
      !read_integer(reader, node, "seed", 0, INT64_MAX, &buffer->seed) ||
      !read_choice(reader, node, "fill", fill_names, FILL_COUNT, &fill))
    return false;
  buffer->fill = (FillKind)fill;
  buffer->scale = json_number(json_get(node, "scale"), 1);
  if (buffer->fill == FILL_FILE) return read_string(reader, node, "path", &buffer->path);
  if (buffer->fill == FILL_SHARED)
    return read_int(reader, node, "shared_with", 0, INT32_MAX, &buffer->shared_with);
  if (buffer->fill != FILL_INTEGER) return true;
  return read_integer(reader, node, "low", INT64_MIN + 1, INT64_MAX, &buffer->low) &&
         read_integer(reader, node, "high", buffer->low, INT64_MAX, &buffer->high);
}

// A list of integers, each from `low` to below the number of buffers.
static bool read_indices(const RunReader *reader, const JsonNode *object, const char *key, int low, int **out,
                         int *count) {
  const JsonNode *list = json_get(object, key);
  if (!json_is_array(list))
    return json_fail(reader->json, object, reader->status, "\"%s\" must be a list", key);
  *count = 0;
  *out = arena_array(reader->arena, (size_t)json_count(list) + 1, sizeof **out);
  for (const JsonNode *node = json_first(list); node; node = json_next(node)) {
    int64_t value = json_integer(node, low - 1);
    if (value < low || value >= reader->buffer_count)
      return json_fail(reader->json, node, reader->status, "there is no such buffer");
    (*out)[(*count)++] = (int)value;
  }
  return true;
}

static bool read_presets(const RunReader *reader, const JsonNode *node, Launch *launch) {
  int *indices, count;
  if (!read_indices(reader, node, "presets", -1, &indices, &count)) return false;
  Preset *presets = arena_array(reader->arena, (size_t)count + 1, sizeof *presets);
  for (int i = 0; i + 1 < count; i += 2) {
    presets[i / 2] = (Preset){indices[i], indices[i + 1]};
    if (indices[i + 1] < 0)
      return json_fail(reader->json, node, reader->status, "a preset must fill a buffer");
  }
  launch->presets = presets;
  launch->preset_count = count / 2;
  return true;
}

static bool read_map(const RunReader *reader, const JsonNode *node, int parameters, TensorMap *map) {
  int64_t n[MAP_NUMBERS];
  int count = 0;
  for (const JsonNode *item = json_first(node); item && count < MAP_NUMBERS; item = json_next(item))
    if (json_is_integer(item)) n[count++] = json_integer(item, 0);
  bool good = count == MAP_NUMBERS && json_count(node) == MAP_NUMBERS && n[0] >= 0 && n[0] < parameters &&
              (n[1] == DTYPE_F16 || n[1] == DTYPE_BF16) && n[2] >= 0 && n[2] <= MAX_ELEMENTS;
  bool deep = good && (n[MAP_STRIDES - 1] || n[MAP_BOXES - 1]);
  for (int i = MAP_SIZES; i < MAP_STRIDES - !deep; i++)
    good = good && n[i] > 0 && n[i] <= INT32_MAX;
  for (int i = MAP_STRIDES; i < MAP_BOXES - !deep; i++)
    good = good && n[i] > 0 && n[i] <= MAX_ELEMENTS;
  for (int i = MAP_BOXES; i < MAP_NUMBERS; i++)
    good = good && n[i] > 0 && n[i] <= MAP_BOX;
  if (!good)
    return json_fail(
        reader->json, node, reader->status,
        "a map must be a parameter, f16 or bf16, an offset, four sizes, three strides and a box");
  *map = (TensorMap){.parameter = (int)n[0], .dtype = (DType)n[1], .offset = n[2]};
  memcpy(map->size, n + MAP_SIZES, sizeof map->size);
  memcpy(map->stride, n + MAP_STRIDES, sizeof map->stride);
  map->box[0] = (int)n[MAP_BOXES];
  map->box[1] = (int)n[MAP_BOXES + 1];
  return true;
}

static bool read_maps(const RunReader *reader, const JsonNode *node, Launch *launch) {
  const JsonNode *list = json_get(node, "maps");
  Emitted *emitted = &launch->emitted;
  if (!list) return true;
  enum { MOST = sizeof emitted->maps / sizeof *emitted->maps };
  if (!json_is_array(list) || json_count(list) > MOST)
    return json_fail(reader->json, node, reader->status, "\"maps\" must be a list of at most %d", MOST);
  for (const JsonNode *item = json_first(list); item; item = json_next(item))
    if (!read_map(reader, item, launch->argument_count, &emitted->maps[emitted->map_count++])) return false;
  return true;
}

static bool read_kernel(const RunReader *reader, const JsonNode *node, Launch *launch) {
  int *arguments;
  LaunchShape *shape = &launch->emitted.launch;
  if (!read_name(reader, node, launch->emitted.name) || !read_string(reader, node, "cubin", &launch->cubin) ||
      !read_integer(reader, node, "grid", 1, INT32_MAX, &shape->grid) ||
      !read_int(reader, node, "threads", 1, 1024, &shape->threads) ||
      !read_int(reader, node, "shared", 0, INT32_MAX, &shape->shared_bytes) ||
      !read_integer(reader, node, "workspace", 0, INT64_MAX, &shape->workspace_bytes) ||
      !read_indices(reader, node, "arguments", 0, &arguments, &launch->argument_count))
    return false;
  launch->arguments = arguments;
  return read_maps(reader, node, launch) && read_presets(reader, node, launch);
}

static bool read_operand(const RunReader *reader, const JsonNode *object, const char *key, int low,
                         MatmulOperand *operand) {
  const JsonNode *list = json_get(object, key);
  int64_t numbers[5];
  int count = 0;
  for (const JsonNode *node = json_first(list); node && count < 5; node = json_next(node))
    if (json_is_integer(node)) numbers[count++] = json_integer(node, 0);
  if (count != 5 || json_count(list) != 5 || numbers[0] < low || numbers[0] >= reader->buffer_count ||
      numbers[1] < 0)
    return json_fail(reader->json, object, reader->status,
                     "\"%s\" must be a buffer, an offset and three strides", key);
  *operand = (MatmulOperand){(int)numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]};
  return true;
}

static bool read_matmul(const RunReader *reader, const JsonNode *node, Matmul *matmul) {
  matmul->alpha = json_number(json_get(node, "alpha"), 1);
  matmul->beta = json_number(json_get(node, "beta"), 0);
  const int64_t most = INT32_MAX;
  return read_dtype(reader, node, &matmul->dtype) &&
         read_integer(reader, node, "batch", 1, most, &matmul->batch) &&
         read_integer(reader, node, "m", 1, most, &matmul->m) &&
         read_integer(reader, node, "n", 1, most, &matmul->n) &&
         read_integer(reader, node, "k", 1, most, &matmul->k) &&
         read_operand(reader, node, "a", 0, &matmul->a) && read_operand(reader, node, "b", 0, &matmul->b) &&
         read_operand(reader, node, "c", -1, &matmul->c) && read_operand(reader, node, "d", 0, &matmul->d);
}

static bool read_launch(const RunReader *reader, const JsonNode *node, Launch *launch) {
  int kind;
  if (!read_choice(reader, node, "kind", kind_names, KIND_COUNT, &kind)) return false;
  launch->kind = (LaunchKind)kind;
  if (launch->kind == LAUNCH_KERNEL) return read_kernel(reader, node, launch);
  return launch->kind == LAUNCH_SKIPPED || read_matmul(reader, node, &launch->matmul);
}

bool run_program_read(const Json *json, const JsonNode *node, Arena *arena, RunProgram *program,
                      Status *status) {
  const JsonNode *buffers = json_get(node, "buffers"), *launches = json_get(node, "launches");
  if (!json_is_array(buffers) || !json_is_array(launches))
    return json_fail(json, node, status, "a program has lists \"buffers\" and \"launches\"");
  RunReader reader = {json, arena, json_count(buffers), status};
  *program = (RunProgram){.buffer_count = reader.buffer_count, .launch_count = json_count(launches)};
  program->buffers = arena_array(arena, (size_t)program->buffer_count + 1, sizeof *program->buffers);
  program->launches = arena_array(arena, (size_t)program->launch_count + 1, sizeof *program->launches);
  RunBuffer *buffer = program->buffers;
  for (const JsonNode *item = json_first(buffers); item; item = json_next(item))
    if (!read_buffer(&reader, item, buffer++)) return false;
  Launch *launch = program->launches;
  for (const JsonNode *item = json_first(launches); item; item = json_next(item))
    if (!read_launch(&reader, item, launch++)) return false;
  return true;
}
