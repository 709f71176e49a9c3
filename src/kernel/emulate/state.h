// What the emulator and the kernels that it runs share. Also part of the host prelude, where it is compiled
// as C++.
#ifndef FUSEBOX_EMULATE_STATE
#define FUSEBOX_EMULATE_STATE

enum { FB_MOST_BUFFERS = 4096, FB_FAULT_SIZE = 160 };

typedef struct fb_buffer {
  char *begin, *end;
  long long loads, stores; // accesses, vectors counted once
} fb_buffer;

// A kernel as its library holds it.
typedef struct fb_kernel {
  void (*call)(void *const *parameters); // the thread that the library's threadIdx and blockIdx name
  char *shared_begin, *shared_end;       // a block's shared memory; NULL when it has none
} fb_kernel;

typedef struct fb_state {
  unsigned thread, block, threads, blocks; // where the running thread is, and how many there are
  unsigned cluster;                        // blocks that run together
  void (*kernel)(void *const *parameters); // as `call` of fb_kernel
  fb_buffer buffer[FB_MOST_BUFFERS];       // the kernel's parameters
  int buffer_count;
  fb_buffer shared; // the running block's shared memory
  int faulted;      // a wrong access happened; `fault` says which
  char fault[FB_FAULT_SIZE];
  void (*barrier)(struct fb_state *state);
  unsigned (*shuffle)(struct fb_state *state, unsigned word, int mask);
  void (*cluster_arrive)(struct fb_state *state);
  void (*cluster_wait)(struct fb_state *state);
  // Shared memory of block `rank` of the cluster, where `own` lies in that of the running block.
  // Lets other blocks run until the word is zero.
  void (*await_zero)(struct fb_state *state, const unsigned *word);
  void *(*remote)(struct fb_state *state, void *own, unsigned rank);
  void *fibers; // the scheduler's own
} fb_state;

#endif
