// The line information that the compiler leaves in PTX, and the disassembler prints beside machine code.
#pragma once

#include "base/text.h"
#include "base/vector.h"
#include "session/results/assembly.h"

// Takes it out of `raw`: `text` gets what the same text is without it, and `lines` for each line of that the
// line of the source, from 0, that it is there for; -1: none is known. A line of a function that was inlined
// counts as the line which called it, in the end a line of the kernel.
void assembly_lines_take(AssemblyKind kind, const char *raw, Text *text, SourceLines *lines);
