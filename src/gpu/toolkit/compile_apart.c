#include "gpu/toolkit/compile_apart.h"

#include "base/arena.h"
#include "base/pack.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// Far beyond what any kernel of a graph takes: seconds, and a few hundred MiB.
static const ChildLimits limits = {
    .cpu_seconds = 300, .memory_bytes = (size_t)4 << 30, .answer_bytes = (size_t)64 << 20};

static void pack_bytes(Text *out, const void *bytes, size_t length) {
  pack_integer(out, (int64_t)length);
  text_add_bytes(out, bytes, length);
}

// ---- In the child.

static void answer(const void *context, const char *bytes, size_t length, Text *out) {
  Unpack from = unpack_begin(bytes, length);
  NvrtcRequest request = {0};
  request.output = (NvrtcOutput)unpack_integer(&from, NVRTC_CUBIN, NVRTC_PTX);
  request.register_cap = (int)unpack_integer(&from, 0, INT_MAX);
  request.lines = unpack_integer(&from, 0, 1);
  char *arch = unpack_string(&from);
  request.arch = arch;
  request.source = unpack_bytes(&from, from.left);
  NvrtcResult result;
  Status status = {0};
  nvrtc_compile(context, &request, &result, &status);
  pack_integer(out, status.code);
  pack_string(out, status.message);
  pack_string(out, text_get(&result.log));
  pack_bytes(out, result.output, result.output ? result.bytes : 0);
  nvrtc_result_free(&result);
  free(arch);
}

// ---- In the parent.

ChildPool *compile_apart_open(const NvrtcApi *nvrtc) {
  return child_pool_new(&(ChildService){.answer = answer, .context = nvrtc, .limits = limits});
}

static Text packed(const NvrtcRequest *request) {
  Text out = {0};
  pack_integer(&out, request->output);
  pack_integer(&out, request->register_cap);
  pack_integer(&out, request->lines);
  pack_string(&out, request->arch);
  text_add_bytes(&out, request->source, strlen(request->source) + 1);
  return out;
}

static void read_output(Unpack *from, NvrtcResult *result) {
  result->bytes = (size_t)unpack_integer(from, 0, INT64_MAX);
  const char *bytes = unpack_bytes(from, result->bytes);
  if (!bytes) return;
  result->output = memory_alloc(result->bytes + 1);
  memcpy(result->output, bytes, result->bytes);
}

static bool read_answer(const Text *text, const char *who, NvrtcResult *result, Status *status) {
  Unpack from = unpack_begin(text->data, text->length);
  StatusCode code = (StatusCode)unpack_integer(&from, STATUS_OK, STATUS_INTERNAL);
  char *message = unpack_string(&from), *log = unpack_string(&from);
  if (log) text_add(&result->log, log);
  read_output(&from, result);
  bool good = unpack_is_done(&from) && message;
  if (!good)
    status_fail(status, STATUS_INTERNAL, "%s answered with nonsense", who);
  else if (code)
    good = status_fail(status, code, "%s", message);
  free(message);
  free(log);
  return good;
}

bool compile_apart(ChildPool *pool, const NvrtcRequest *request, const char *kernel, const atomic_int *stop,
                   NvrtcResult *result, Status *status) {
  *result = (NvrtcResult){0};
  Text who = {0}, question = packed(request), text = {0};
  text_printf(&who, "the compiler of %s", kernel);
  bool good = child_pool_ask(pool, text_get(&who), &question, stop, &text, status) &&
              read_answer(&text, text_get(&who), result, status);
  text_free(&who);
  text_free(&question);
  text_free(&text);
  return good;
}
