// Stack switching: a few instructions on x86-64, ucontext elsewhere.
#include "kernel/emulate/switch.h"

#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if defined(__SANITIZE_ADDRESS__)
#define HAS_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ADDRESS_SANITIZER 1
#endif
#endif

#ifdef HAS_ADDRESS_SANITIZER // it keeps track of stacks, and must be told
void __sanitizer_start_switch_fiber(void **save, const void *bottom, size_t size);
void __sanitizer_finish_switch_fiber(void *save, const void **bottom, size_t *size);
void __asan_unpoison_memory_region(const volatile void *begin, size_t bytes);
#endif

#ifndef __x86_64__
#include <ucontext.h>
#endif

struct Context {
#ifdef __x86_64__
  void *top; // of the stack, where the registers are saved
#else
  ucontext_t saved;
#endif
  void *stack;
  size_t bytes;
  void *fake_stack;        // the sanitizer's
  const void *known_stack; // bounds of a flow that was not made here
  size_t known_bytes;
  Context *came_from;
  void (*entry)(void *argument);
  void *argument;
};

static void arrive(Context *self) {
#ifdef HAS_ADDRESS_SANITIZER
  const void *bottom = NULL;
  size_t bytes = 0;
  __sanitizer_finish_switch_fiber(self->fake_stack, &bottom, &bytes);
  if (self->came_from && !self->came_from->stack) {
    self->came_from->known_stack = bottom;
    self->came_from->known_bytes = bytes;
  }
#else
  (void)self;
#endif
}

static void leave(Context *from, Context *to) {
  to->came_from = from;
#ifdef HAS_ADDRESS_SANITIZER
  const void *bottom = to->stack ? to->stack : to->known_stack;
  __sanitizer_start_switch_fiber(&from->fake_stack, bottom, to->stack ? to->bytes : to->known_bytes);
#endif
}

#ifdef __x86_64__

void context_switch_stack(void **save, void *to);
void context_start_stack(void);

// Saves the registers that a callee must keep on the old stack, and takes those of the new one. The first
// time a stack is entered, the return address is context_start_stack, with the context in r12.
__asm__(
    ".text\n"
    ".globl context_switch_stack\n"
    ".type context_switch_stack, @function\n"
    "context_switch_stack:\n"
    "  pushq %rbp\n  pushq %rbx\n  pushq %r12\n  pushq %r13\n  pushq %r14\n  pushq %r15\n"
    "  movq %rsp, (%rdi)\n"
    "  movq %rsi, %rsp\n"
    "  popq %r15\n  popq %r14\n  popq %r13\n  popq %r12\n  popq %rbx\n  popq %rbp\n"
    "  ret\n"
    ".size context_switch_stack, .-context_switch_stack\n"
    ".globl context_start_stack\n"
    ".type context_start_stack, @function\n"
    "context_start_stack:\n"
    "  movq %r12, %rdi\n"
    "  callq *%rbx\n"
    "  ud2\n"
    ".size context_start_stack, .-context_start_stack\n");

static void begin(Context *self) {
  arrive(self);
  self->entry(self->argument);
}

static void prepare(Context *context) {
  void **top = (void **)((char *)context->stack + context->bytes);
  *--top = NULL; // keeps the stack aligned as a call expects
  *--top = NULL;
  void (*start)(void) = context_start_stack;
  void (*first)(Context *) = begin;
  memcpy(--top, &start, sizeof start);
  *--top = NULL;                       // rbp
  memcpy(--top, &first, sizeof first); // rbx
  *--top = context;                    // r12
  *--top = NULL;                       // r13
  *--top = NULL;                       // r14
  *--top = NULL;                       // r15
  context->top = top;
}

void context_switch(Context *from, Context *to) {
  leave(from, to);
  context_switch_stack(&from->top, to->top);
  arrive(from);
}

#else

static void begin(unsigned high, unsigned low) {
  Context *self = (Context *)(uintptr_t)((uint64_t)high << 32 | low);
  arrive(self);
  self->entry(self->argument);
}

static void prepare(Context *context) {
  getcontext(&context->saved);
  context->saved.uc_stack.ss_sp = context->stack;
  context->saved.uc_stack.ss_size = context->bytes;
  uint64_t address = (uint64_t)(uintptr_t)context;
  makecontext(&context->saved, (void (*)(void))begin, 2, (unsigned)(address >> 32), (unsigned)address);
}

void context_switch(Context *from, Context *to) {
  leave(from, to);
  swapcontext(&from->saved, &to->saved);
  arrive(from);
}

#endif

Context *context_new(size_t stack_bytes) {
  Context *context = memory_alloc(sizeof *context);
  if (!stack_bytes) return context;
  void *stack =
      mmap(NULL, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (stack == MAP_FAILED) {
    free(context);
    return NULL;
  }
  context->stack = stack;
  context->bytes = stack_bytes;
  return context;
}

void context_free(Context *context) {
  if (!context) return;
#ifdef HAS_ADDRESS_SANITIZER // a fiber that never returned leaves marks of its frames for whoever is mapped
                             // there next
  if (context->stack) __asan_unpoison_memory_region(context->stack, context->bytes);
#endif
  if (context->stack) munmap(context->stack, context->bytes);
  free(context);
}

void context_start(Context *context, void (*entry)(void *argument), void *argument) {
  context->entry = entry;
  context->argument = argument;
  context->fake_stack = NULL;
  prepare(context);
}
