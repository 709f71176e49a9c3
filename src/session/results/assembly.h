// Machine code and PTX of kernels, for people: made by job threads, kept by the kernel's structure.
#pragma once

#include "session/session.h"

typedef enum AssemblyKind {
  ASSEMBLY_PTX,  // needs NVRTC
  ASSEMBLY_SASS, // needs NVRTC and a disassembler
  ASSEMBLY_KINDS
} AssemblyKind;

typedef VECTOR(int) SourceLines;

typedef struct AssemblyView {
  ResultState state; // RUNNING, DONE, FAILED; NOT_RUN: a library's kernel
  const char *text;  // DONE: as the compiler or the disassembler printed it
  // DONE: of each line of the text the line of the compiled source that it is there for, from 0; below 0:
  // none of the kernel's own. And for which ops of the graph the source's lines are there.
  const SourceLines *lines;
  const EmittedLines *ops;
  const char *error; // FAILED, NOT_RUN: why
} AssemblyView;

// Asks for it unless that was done: session_poll tells when it is there. Texts stay until the session is
// closed.
AssemblyView session_assembly(Session *session, int kernel, AssemblyKind kind);
