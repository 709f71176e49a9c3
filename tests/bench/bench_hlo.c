// HLO text of a large program, a training step of many layers, to its first frame: through a pseudo-terminal,
// as a person waits for it. usage: bench_hlo [FILE]   of that file instead of a module of 32,000 instructions
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"
#include "pty_program.h"

enum { INSTRUCTIONS = 32000, STARTS = 7, PATIENCE_FIRST_MS = 60000 };

// One layer as XLA leaves it: a fused computation, and the instructions that launch it and what follows. '#'
// is the layer, '~' the one before.
static const char computations[] =
    "%norm_# (a: bf16[512,1024], b: bf16[1024]) -> bf16[512,1024] {\n"
    "  %p.# = bf16[512,1024]{1,0} parameter(0)\n  %q.# = bf16[1024]{0} parameter(1)\n"
    "  %c.# = f32[512,1024]{1,0} convert(%p.#), metadata={op_name=\"jit(step)/norm/convert\"}\n"
    "  %m.# = f32[512,1024]{1,0} multiply(%c.#, %c.#), metadata={op_name=\"jit(step)/norm/mul\"}\n"
    "  %z.# = f32[] constant(0)\n"
    "  %r.# = f32[512]{0} reduce(%m.#, %z.#), dimensions={1}, to_apply=%sum\n"
    "  %s.# = f32[512]{0} rsqrt(%r.#)\n"
    "  %t.# = f32[512,1024]{1,0} broadcast(%s.#), dimensions={0}\n"
    "  %u.# = f32[512,1024]{1,0} multiply(%c.#, %t.#)\n"
    "  %v.# = bf16[512,1024]{1,0} convert(%u.#)\n"
    "  %w.# = bf16[512,1024]{1,0} broadcast(%q.#), dimensions={1}\n"
    "  ROOT %x.# = bf16[512,1024]{1,0} multiply(%v.#, %w.#)\n}\n\n";
static const char launches[] =
    "  %h.# = bf16[512,1024]{1,0} fusion(%o.~, %gain), kind=kCustom, calls=%norm_#, "
    "metadata={op_name=\"jit(step)/norm\"}, "
    "backend_config={\"fusion_backend_config\":{\"kind\":\"__triton\"}}\n"
    "  %d.# = bf16[512,1024]{1,0} dot(%h.#, %weight), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
    "  %o.# = bf16[512,1024]{1,0} add(%d.#, %o.~), metadata={op_name=\"jit(step)/add\"}\n";
enum { LAYER = 15 }; // instructions

static void add_layer(const char *pattern, int layer, Text *out) {
  for (const char *c = pattern; *c; c++)
    if (*c == '#' || *c == '~')
      text_printf(out, "%d", *c == '#' ? layer : layer - 1);
    else
      text_add_bytes(out, c, 1);
}

static char *write_module(void) {
  char *path = memory_strdup("/tmp/fusebox-bench-hlo.txt");
  Text text = {0};
  Status status = {0};
  int layers = INSTRUCTIONS / LAYER;
  text_add(&text,
           "HloModule jit_step, is_scheduled=true\n\n%sum (a: f32[], b: f32[]) -> f32[] {\n  %a = f32[] "
           "parameter(0)\n  %b = f32[] parameter(1)\n  ROOT %c = f32[] add(%a, %b)\n}\n\n");
  for (int i = 1; i <= layers; i++)
    add_layer(computations, i, &text);
  text_add(&text,
           "ENTRY %main (x: bf16[512,1024], w: bf16[1024,1024], g: bf16[1024]) -> bf16[512,1024] {\n"
           "  %o.0 = bf16[512,1024]{1,0} parameter(0)\n  %weight = bf16[1024,1024]{1,0} parameter(1)\n"
           "  %gain = bf16[1024]{0} parameter(2)\n");
  for (int i = 1; i <= layers; i++)
    add_layer(launches, i, &text);
  text_printf(&text, "  ROOT %%out = bf16[512,1024]{1,0} copy(%%o.%d)\n}\n", layers);
  if (!file_write(path, text_get(&text), text.length, &status))
    fprintf(stderr, "%s\n", status.message), exit(1);
  text_free(&text);
  return path;
}

static int smaller(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int count, char **arguments) {
  char *module = count > 1 ? memory_strdup(arguments[1]) : write_module();
  double times[STARTS], busy[STARTS];
  for (int i = 0; i < STARTS; i++) {
    char state[] = "/tmp/fusebox-bench-XXXXXX", command[64];
    if (!mkdtemp(state)) return fprintf(stderr, "no folder\n"), 1;
    setenv("FUSEBOX_STATE", state, 1); // opened for the first time
    double begin = pty_now_ms();
    PtyProgram program = pty_start(module, 120, 40);
    if (pty_wait_frame(&program, PATIENCE_FIRST_MS) < 0) return fprintf(stderr, "no frame\n"), 1;
    times[i] = pty_now_ms() - begin;
    busy[i] = pty_busy(program.process);
    pty_stop(&program);
    snprintf(command, sizeof command, "rm -rf %s", state);
    if (system(command)) return 1;
  }
  qsort(times, STARTS, sizeof *times, smaller);
  qsort(busy, STARTS, sizeof *busy, smaller);
  printf(
      "HLO text of %d instructions to the first frame: %.0f ms, %.0f of them on a processor (median of %d)\n",
      INSTRUCTIONS, times[STARTS / 2], busy[STARTS / 2], STARTS);
  if (count == 1) unlink(module);
  free(module);
  return 0;
}
