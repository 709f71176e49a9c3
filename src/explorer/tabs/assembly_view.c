// Reading PTX and SASS.
#include "explorer/tabs/assembly_view.h"

#include <ctype.h>
#include <string.h>

typedef struct SortInfo {
  const char *name, *beginnings[ASSEMBLY_KINDS];
  Style style;
} SortInfo;

static const SortInfo sorts[] = {
#define X(id, name, sass, ptx, style) {name, {[ASSEMBLY_PTX] = ptx, [ASSEMBLY_SASS] = sass}, STYLE_##style},
    INSTRUCTION_SORTS(X)
#undef X
};

const char *instruction_sort_name(InstructionSort sort) {
  return sorts[sort].name;
}

Style instruction_sort_style(InstructionSort sort) {
  return sorts[sort].style;
}

// Whether the mnemonic begins with one of the words, up to one of its dots or its end.
static bool begins(const char *mnemonic, int length, const char *words) {
  for (const char *word = words; *word;) {
    int size = (int)strcspn(word, " ");
    bool fits = size <= length && !strncmp(mnemonic, word, (size_t)size);
    if (fits && (size == length || mnemonic[size] == '.' || word[size - 1] == '.')) return true;
    word += size + (word[size] == ' ');
  }
  return false;
}

static InstructionSort sort_of(AssemblyKind kind, const char *mnemonic, int length) {
  for (int i = 0; i < INSTRUCTION_OTHER; i++)
    if (begins(mnemonic, length, sorts[i].beginnings[kind])) return (InstructionSort)i;
  return INSTRUCTION_OTHER;
}

static AssemblyLine skipped(void) {
  return (AssemblyLine){.kind = LINE_SKIPPED};
}

// Finds the name of the instruction behind blanks and a predicate ("@!P0", "@%p1").
static AssemblyLine instruction(AssemblyKind kind, const char *text, int length) {
  AssemblyLine line = {.kind = LINE_INSTRUCTION, .text = text, .length = length};
  int at = 0;
  if (text[0] == '@') {
    while (at < length && !isspace((unsigned char)text[at]))
      at++;
    while (at < length && isspace((unsigned char)text[at]))
      at++;
  }
  line.mnemonic = at;
  while (at < length &&
         (isalnum((unsigned char)text[at]) || text[at] == '.' || text[at] == '_' || text[at] == ':'))
    at++;
  line.mnemonic_length = at - line.mnemonic;
  line.sort = sort_of(kind, text + line.mnemonic, line.mnemonic_length);
  return line;
}

static void trim(const char **text, int *length) {
  while (*length > 0 && isspace((unsigned char)**text))
    ++*text, --*length;
  while (*length > 0 && isspace((unsigned char)(*text)[*length - 1]))
    --*length;
}

// Lines of instructions begin with their address in a comment; encodings stand in comments behind them, and
// on lines of their own.
static AssemblyLine sass_line(const char *text, int length) {
  if (length > 2 && text[0] == '.' && text[length - 1] == ':')
    return (AssemblyLine){.kind = LINE_LABEL, .text = text, .length = length};
  if (length < 4 || strncmp(text, "/*", 2) != 0 || !strncmp(text, "/*0x", 4) || !strncmp(text, "/* 0x", 5))
    return skipped();
  int at = 2;
  while (at + 1 < length && strncmp(text + at, "*/", 2) != 0)
    at++;
  text += at + 2, length -= at + 2;
  trim(&text, &length);
  int end = 0;
  while (end < length && strncmp(text + end, "/*", 2) != 0)
    end++;
  length = end;
  if (length > 0 && memchr(text, ';', (size_t)length))
    length = (int)((const char *)memchr(text, ';', (size_t)length) - text);
  trim(&text, &length);
  if (length == 3 && !strncmp(text, "NOP", 3)) return skipped(); // fills up the code's end
  return length > 0 ? instruction(ASSEMBLY_SASS, text, length) : skipped();
}

static AssemblyLine ptx_line(const char *text, int length) {
  if (length == 0 || !strncmp(text, "//", 2)) return skipped();
  if (text[0] == '$' && text[length - 1] == ':')
    return (AssemblyLine){.kind = LINE_LABEL, .text = text, .length = length};
  bool code = islower((unsigned char)text[0]) || text[0] == '@';
  if (!code) return (AssemblyLine){.kind = LINE_DIRECTIVE, .text = text, .length = length};
  return instruction(ASSEMBLY_PTX, text, length);
}

AssemblyLine assembly_line(AssemblyKind kind, const char *line, size_t length) {
  int left = (int)length;
  trim(&line, &left);
  return kind == ASSEMBLY_SASS ? sass_line(line, left) : ptx_line(line, left);
}
