// A stand-in for NVRTC, loaded through FUSEBOX_NVRTC, so that what the program makes of PTX and machine code
// is tested where there is no compiler, and is the same everywhere. Every kernel becomes the same few
// instructions under its own name, in PTX or in a cubin with one section of code. FAKE_NVRTC says what goes
// wrong with which kernels: "abort=map_exp hang=row_sum".
#include <ctype.h>
#include <elf.h>
#include <nvrtc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_SIZE = 256, LINE_SIZE = 32, REGISTERS = 40, CODE_BYTES = 64, FLOOD = 100 << 20 };

struct _nvrtcProgram {
  char kernel[NAME_SIZE];
  int load,
      store;  // lines of the source, from 1, of the kernel's first load and store; 0: none, or not asked for
  bool lines; // line information was asked for
};

static bool in_name(char letter) {
  return isalnum((unsigned char)letter) || letter == '_';
}

// The first name before a bracket that is none of the compiler's own words, such as __launch_bounds__. Of the
// worker's own kernels, which lie in one source, the one by which it knows them.
static void find_kernel(const char *source, char kernel[NAME_SIZE]) {
  static const char workers[] = "fusebox_compare";
  const char *at = strstr(source, "__global__");
  if (strstr(source, workers)) {
    snprintf(kernel, NAME_SIZE, "%s", workers);
    return;
  }
  while (at && (at = strchr(at + 1, '('))) {
    const char *name = at;
    while (in_name(name[-1]))
      name--;
    if (strncmp(name, "__", 2) == 0) continue;
    snprintf(kernel, NAME_SIZE, "%.*s", (int)(at - name), name);
    return;
  }
}

static int line_in_kernel(const char *source, const char *word) {
  const char *kernel = strstr(source, "__global__"), *at = kernel ? strstr(kernel, word) : NULL;
  int line = at != NULL;
  for (const char *c = source; at && c < at; c++)
    line += *c == '\n';
  return line;
}

nvrtcResult nvrtcVersion(int *major, int *minor) {
  *major = 13, *minor = 0;
  return NVRTC_SUCCESS;
}

const char *nvrtcGetErrorString(nvrtcResult result) {
  return result ? "a failure" : "success";
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *name, int header_count,
                               const char *const *headers, const char *const *names) {
  (void)name, (void)header_count, (void)headers, (void)names;
  *program = calloc(1, sizeof **program);
  if (!*program) return NVRTC_ERROR_OUT_OF_MEMORY;
  find_kernel(source, (*program)->kernel);
  (*program)->load = line_in_kernel(source, "fb_load");
  (*program)->store = line_in_kernel(source, "fb_store");
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program) {
  free(*program);
  *program = NULL;
  return NVRTC_SUCCESS;
}

// ---- What goes wrong.

static bool goes_wrong(nvrtcProgram program, const char *how) {
  const char *words = getenv("FAKE_NVRTC");
  char word[NAME_SIZE + 16];
  int length = snprintf(word, sizeof word, "%s=%s", how, program->kernel);
  for (const char *at = words; at && (at = strstr(at, word)); at++)
    if (at[length] == ' ' || !at[length]) return true;
  return false;
}

static void wait_forever(void) {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
}

// Without touching it: other programs need theirs.
static void take_all_memory(void) {
  size_t bytes = 64 << 20;
  while (bytes >= 4096) {
    void *volatile block = malloc(bytes);
    if (!block) bytes /= 2;
  }
  abort();
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int count, const char *const *options) {
  for (int i = 0; i < count; i++)
    program->lines |= !strcmp(options[i], "--generate-line-info");
  if (goes_wrong(program, "abort")) abort();
  if (goes_wrong(program, "exit")) _exit(0);
  if (goes_wrong(program, "hang")) wait_forever();
  if (goes_wrong(program, "memory")) take_all_memory();
  while (goes_wrong(program, "loop"))
    continue;
  return program->kernel[0] ? NVRTC_SUCCESS : NVRTC_ERROR_COMPILATION;
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *bytes) {
  *bytes = goes_wrong(program, "flood") ? FLOOD : 1;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log) {
  size_t length = goes_wrong(program, "flood") ? FLOOD - 1 : 0;
  memset(log, 'x', length);
  log[length] = '\0';
  return NVRTC_SUCCESS;
}

// ---- PTX

// What says of which line the next instruction is.
static void print_line(nvrtcProgram program, int line, char out[LINE_SIZE]) {
  *out = '\0';
  if (program->lines && line) snprintf(out, LINE_SIZE, "\t.loc\t1 %d 5\n", line);
}

static int print_ptx(nvrtcProgram program, char *out, size_t size) {
  char load[LINE_SIZE], store[LINE_SIZE];
  print_line(program, program->load, load);
  print_line(program, program->store, store);
  return snprintf(
      out, size,
      "//\n// Generated by a stand-in\n//\n\n.version 9.0\n.target sm_90a\n.address_size 64\n\n"
      ".visible .entry %s(\n\t.param .u64 %s_param_0,\n\t.param .u64 %s_param_1\n)\n{\n"
      "\t.reg .pred \t%%p<2>;\n\t.reg .b32 \t%%r<8>;\n\t.reg .f32 \t%%f<4>;\n"
      "\tld.param.u64 \t%%rd1, [%s_param_0];\n\tld.param.u64 \t%%rd2, [%s_param_1];\n"
      "\tmov.u32 \t%%r1, %%ctaid.x;\n\tsetp.gt.s32 \t%%p1, %%r1, 4095;\n\t@%%p1 bra \t$L__BB0_2;\n"
      "%s\tld.global.nc.v4.f32 \t{%%f1, %%f2, %%f3, %%f4}, [%%rd1];\n"
      "\tfma.rn.f32 \t%%f1, %%f2, %%f3, %%f4;\n%s\tst.global.f32 \t[%%rd2], %%f1;\n"
      "$L__BB0_2:\n\tret;\n}\n",
      program->kernel, program->kernel, program->kernel, program->kernel, program->kernel, load, store);
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *bytes) {
  *bytes = (size_t)print_ptx(program, NULL, 0) + 1;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *out) {
  size_t bytes;
  nvrtcGetPTXSize(program, &bytes);
  print_ptx(program, out, bytes);
  return NVRTC_SUCCESS;
}

// ---- A cubin: an ELF64 file with the code, its symbol and how many registers it takes.

typedef enum CubinSection {
  SECTION_NONE,
  SECTION_NAMES,
  SECTION_SYMBOLS,
  SECTION_INFO,
  SECTION_TEXT,
  SECTIONS
} CubinSection;

typedef struct Cubin {
  Elf64_Ehdr header;
  Elf64_Shdr sections[SECTIONS];
  Elf64_Sym symbols[2]; // the first is none
  struct {
    uint8_t format, attribute;
    uint16_t bytes;
    uint32_t symbol, registers;
  } info;
  char code[CODE_BYTES]; // nothing that loads or stores
  char names[NAME_SIZE + 64];
} Cubin;

static uint32_t add_name(char *names, size_t *used, const char *prefix, const char *name) {
  size_t at = *used;
  *used += (size_t)sprintf(names + at, "%s%s", prefix, name) + 1;
  return (uint32_t)at;
}

static Elf64_Shdr section(uint32_t name, uint32_t type, size_t offset, size_t bytes) {
  return (Elf64_Shdr){.sh_name = name, .sh_type = type, .sh_offset = offset, .sh_size = bytes};
}

nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *bytes) {
  (void)program;
  *bytes = sizeof(Cubin);
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *out) {
  Cubin cubin = {.info = {4, 0x2f, 8, 1, REGISTERS}}; // sized, the number of registers of symbol 1
  size_t used = 1;
  uint32_t names = add_name(cubin.names, &used, ".shstrtab", ""),
           symbols = add_name(cubin.names, &used, ".symtab", ""),
           info = add_name(cubin.names, &used, ".nv.info", ""),
           text = add_name(cubin.names, &used, ".text.", program->kernel);
  cubin.sections[SECTION_NAMES] = section(names, SHT_STRTAB, offsetof(Cubin, names), sizeof cubin.names);
  cubin.sections[SECTION_SYMBOLS] =
      section(symbols, SHT_SYMTAB, offsetof(Cubin, symbols), sizeof cubin.symbols);
  cubin.sections[SECTION_SYMBOLS].sh_link = SECTION_NAMES;
  cubin.sections[SECTION_INFO] = section(info, SHT_PROGBITS, offsetof(Cubin, info), sizeof cubin.info);
  cubin.sections[SECTION_TEXT] = section(text, SHT_PROGBITS, offsetof(Cubin, code), sizeof cubin.code);
  cubin.symbols[1] = (Elf64_Sym){.st_name = text + (uint32_t)strlen(".text."), .st_shndx = SECTION_TEXT};
  memcpy(cubin.header.e_ident, ELFMAG, SELFMAG);
  cubin.header.e_ident[EI_CLASS] = ELFCLASS64;
  cubin.header.e_shoff = offsetof(Cubin, sections);
  cubin.header.e_shentsize = sizeof(Elf64_Shdr);
  cubin.header.e_shnum = SECTIONS;
  cubin.header.e_shstrndx = SECTION_NAMES;
  memcpy(out, &cubin, sizeof cubin);
  if (goes_wrong(program, "nonsense")) memset(out, 0xff, sizeof cubin);
  return NVRTC_SUCCESS;
}
