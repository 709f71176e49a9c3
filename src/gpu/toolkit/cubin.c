// The cubin reader. Formats as NVIDIA's binary tools show them: see the attribute numbers below. Every offset
// is checked: a cubin may come from a damaged cache.
#include "gpu/toolkit/cubin.h"

#include <elf.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// .nv.info is a list of records: format byte, attribute byte, then two bytes that are the value itself or the
// size of what follows.
enum {
  FORMAT_SIZED = 4,
  ATTRIBUTE_MAX_THREADS = 0x05,    // three u32
  ATTRIBUTE_FRAME_SIZE = 0x11,     // symbol, bytes
  ATTRIBUTE_REGISTER_COUNT = 0x2f, // symbol, registers
};

enum { RESERVED_SHARED_BYTES = 1024, INSTRUCTION_BYTES = 16, THREADS_MOST = 1024 };
enum {
  OPCODE_GLOBAL_LOAD = 0x981,
  OPCODE_GLOBAL_STORE = 0x986,
  OPCODE_LOCAL_LOAD = 0x983,
  OPCODE_LOCAL_STORE = 0x387
};

typedef struct Cubin {
  const unsigned char *bytes;
  size_t size;
  Elf64_Ehdr header;
  const char *kernel;
} Cubin;

typedef struct Section {
  Elf64_Shdr header;
  const char *name;
  const unsigned char *data; // NULL for sections without content in the file
} Section;

static bool inside(const Cubin *cubin, uint64_t offset, uint64_t length) {
  return offset <= cubin->size && length <= cubin->size - offset;
}

static bool section_header(const Cubin *cubin, int index, Elf64_Shdr *header) {
  uint64_t offset = cubin->header.e_shoff + (uint64_t)index * sizeof *header;
  if (index >= cubin->header.e_shnum || offset < cubin->header.e_shoff ||
      !inside(cubin, offset, sizeof *header))
    return false;
  memcpy(header, cubin->bytes + offset, sizeof *header);
  return header->sh_type == SHT_NOBITS || inside(cubin, header->sh_offset, header->sh_size);
}

// A string of a string table section; NULL when it is not wholly inside.
static const char *string_at(const Cubin *cubin, int table, uint32_t offset) {
  Elf64_Shdr header;
  if (!section_header(cubin, table, &header) || header.sh_type == SHT_NOBITS || offset >= header.sh_size)
    return NULL;
  const char *text = (const char *)cubin->bytes + header.sh_offset + offset;
  return memchr(text, '\0', header.sh_size - offset) ? text : NULL;
}

static bool section_at(const Cubin *cubin, int index, Section *section) {
  if (!section_header(cubin, index, &section->header)) return false;
  section->name = string_at(cubin, cubin->header.e_shstrndx, section->header.sh_name);
  section->data = section->header.sh_type == SHT_NOBITS ? NULL : cubin->bytes + section->header.sh_offset;
  return section->name != NULL;
}

// The section "<prefix><kernel>", or "<prefix>" when kernel is NULL.
static bool find_section(const Cubin *cubin, const char *prefix, const char *kernel, Section *section) {
  size_t length = strlen(prefix);
  for (int i = 0; i < cubin->header.e_shnum; i++)
    if (section_at(cubin, i, section) && !strncmp(section->name, prefix, length) &&
        !strcmp(section->name + length, kernel ? kernel : ""))
      return true;
  return false;
}

static const char *symbol_name(const Cubin *cubin, uint32_t index) {
  Section table;
  if (!find_section(cubin, ".symtab", NULL, &table) || !table.data) return NULL;
  if ((uint64_t)index >= table.header.sh_size / sizeof(Elf64_Sym)) return NULL;
  Elf64_Sym symbol;
  memcpy(&symbol, table.data + index * sizeof symbol, sizeof symbol);
  return string_at(cubin, (int)table.header.sh_link, symbol.st_name);
}

static bool is_kernel(const Cubin *cubin, uint32_t symbol) {
  const char *name = symbol_name(cubin, symbol);
  return name && !strcmp(name, cubin->kernel);
}

static uint32_t word_at(const unsigned char *data) {
  uint32_t word;
  memcpy(&word, data, sizeof word);
  return word;
}

static void take_record(const Cubin *cubin, int attribute, const unsigned char *data, size_t bytes,
                        CubinFacts *facts) {
  if (attribute == ATTRIBUTE_REGISTER_COUNT && bytes >= 8 && is_kernel(cubin, word_at(data)))
    facts->registers = (int)(word_at(data + 4) & 0xffff);
  if (attribute == ATTRIBUTE_FRAME_SIZE && bytes >= 8 && is_kernel(cubin, word_at(data)))
    facts->local_bytes = (int)word_at(data + 4);
  if (attribute == ATTRIBUTE_MAX_THREADS && bytes >= 12)
    facts->max_threads = (int)(word_at(data) * word_at(data + 4) * word_at(data + 8));
}

static void read_info(const Cubin *cubin, const Section *section, CubinFacts *facts) {
  for (size_t at = 0, size = section->header.sh_size; section->data && at + 4 <= size;) {
    const unsigned char *record = section->data + at;
    size_t bytes = record[0] == FORMAT_SIZED ? (size_t)(record[2] | record[3] << 8) : 0;
    if (bytes > size - at - 4) return;
    take_record(cubin, record[1], record + 4, bytes, facts);
    at += 4 + bytes;
  }
}

static void count_instructions(const Section *text, CubinFacts *facts) {
  for (size_t at = 0; text->data && at + INSTRUCTION_BYTES <= text->header.sh_size; at += INSTRUCTION_BYTES) {
    int opcode = (int)(word_at(text->data + at) & 0xfff);
    facts->instructions++;
    facts->global_loads += opcode == OPCODE_GLOBAL_LOAD;
    facts->global_stores += opcode == OPCODE_GLOBAL_STORE;
    facts->local_loads += opcode == OPCODE_LOCAL_LOAD;
    facts->local_stores += opcode == OPCODE_LOCAL_STORE;
  }
}

// From sm_90 on the section counts the bytes that each block gives up to the system; a section of that name
// tells.
static int shared_bytes(const Cubin *cubin) {
  Section shared, reserved;
  if (!find_section(cubin, ".nv.shared.", cubin->kernel, &shared)) return 0;
  int64_t bytes = (int64_t)shared.header.sh_size;
  bool counted =
      find_section(cubin, ".nv.shared.reserved.0", NULL, &reserved) && bytes >= RESERVED_SHARED_BYTES;
  return (int)(counted ? bytes - RESERVED_SHARED_BYTES : bytes);
}

static bool open_cubin(Cubin *cubin, Status *status) {
  if (cubin->size < sizeof cubin->header)
    return status_fail(status, STATUS_INTERNAL, "not a cubin: %zu bytes", cubin->size);
  memcpy(&cubin->header, cubin->bytes, sizeof cubin->header);
  const unsigned char *magic = cubin->header.e_ident;
  if (memcmp(magic, ELFMAG, SELFMAG) != 0 || magic[EI_CLASS] != ELFCLASS64 ||
      cubin->header.e_shentsize != sizeof(Elf64_Shdr))
    return status_fail(status, STATUS_INTERNAL, "not a cubin: no ELF64 file");
  return true;
}

// The name of the first, behind that of its section; NULL: there is none.
static const char *first_kernel(const Cubin *cubin) {
  static const char prefix[] = ".text.";
  Section section;
  for (int i = 0; i < cubin->header.e_shnum; i++)
    if (section_at(cubin, i, &section) && !strncmp(section.name, prefix, strlen(prefix)))
      return section.name + strlen(prefix);
  return NULL;
}

bool cubin_read(const void *bytes, size_t size, const char *kernel, CubinFacts *facts, Status *status) {
  Cubin cubin = {.bytes = bytes, .size = size, .kernel = kernel};
  *facts = (CubinFacts){.registers = -1, .max_threads = THREADS_MOST};
  if (!open_cubin(&cubin, status)) return false;
  if (!kernel) cubin.kernel = kernel = first_kernel(&cubin);
  if (!kernel) return status_fail(status, STATUS_INTERNAL, "the cubin has no kernel");
  Section section;
  if (find_section(&cubin, ".nv.info", NULL, &section)) read_info(&cubin, &section, facts);
  if (!find_section(&cubin, ".text.", kernel, &section) || facts->registers < 0)
    return status_fail(status, STATUS_INTERNAL, "the cubin has no kernel \"%s\"", kernel);
  count_instructions(&section, facts);
  if (find_section(&cubin, ".nv.info.", kernel, &section)) read_info(&cubin, &section, facts);
  facts->shared_bytes = shared_bytes(&cubin);
  return true;
}
