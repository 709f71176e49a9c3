// What the GPU worker is asked, a line each, without a driver: a program that is read can be written and read
// again.
#include "../fuzz.h"

#include "gpu/worker/run_program.h"
#include "gpu/worker/state.h"

#include <string.h>

static bool take_program(const Json *request) {
  Status status = {0};
  Arena *arena = arena_new();
  RunProgram program;
  bool taken = run_program_read(request, json_root(request), arena, &program, &status);
  Text first = {0}, second = {0};
  if (!taken) fuzz_check_refusal(&status);
  for (int i = 0; taken && i < 2; i++) {
    Text *text = i ? &second : &first;
    JsonWriter json = json_writer(text, false);
    json_begin_object(&json, NULL);
    run_program_write(&program, &json);
    json_end(&json);
    Json *again = json_parse("again", text_get(text), text->length, &status);
    fuzz_check_ok(again && run_program_read(again, json_root(again), arena, &program, &status), &status);
    json_free(again);
  }
  if (!text_equal(text_get(&first), text_get(&second)))
    fuzz_fail("another program:\n%s\n%s", text_get(&first), text_get(&second));
  text_free(&first);
  text_free(&second);
  arena_free(arena);
  return taken;
}

static void ask(WorkerState *state, const Json *request) {
  Status status = {0};
  Text reply = {0};
  JsonWriter json = json_writer(&reply, false);
  WorkerAnswer answer = worker_answer(json_string(json_get(json_root(request), "do"), ""));
  json_begin_object(&json, NULL);
  if (answer && !answer(state, request, &json, &status)) FUZZ_CHECK(status.code && status.message[0]);
  json_end(&json);
  text_free(&reply);
}

bool fuzz_input(char *text, size_t length) {
  WorkerState state = {0};
  bool taken = false;
  for (char *line = text, *end; line < text + length; line = end + 1) {
    end = memchr(line, '\n', (size_t)(text + length - line));
    if (!end) end = text + length;
    Json *request = json_parse("request", line, (size_t)(end - line), NULL);
    if (request && json_is_object(json_root(request))) {
      taken |= take_program(request);
      ask(&state, request);
    }
    json_free(request);
  }
  worker_state_close(&state);
  return taken;
}
