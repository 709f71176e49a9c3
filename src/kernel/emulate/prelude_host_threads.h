// The rest of prelude_host.h, which comes before it: threads, blocks and clusters, and how the emulator calls
// kernels.

// ---- threads

static inline void fb_resume(unsigned thread, unsigned block) {
  threadIdx.x = thread, blockIdx.x = block;
}
static inline void __syncthreads() {
  const unsigned me = threadIdx.x, block = blockIdx.x;
  fb_machine.thread = me;
  fb_machine.barrier(&fb_machine);
  fb_resume(me, block);
}
static inline unsigned fb_shuffle_xor(unsigned word, int mask) {
  const unsigned me = threadIdx.x, block = blockIdx.x;
  fb_machine.thread = me;
  word = fb_machine.shuffle(&fb_machine, word, mask);
  fb_resume(me, block);
  return word;
}
static inline unsigned fb_shuffle_from(unsigned word, int lane) {
  return fb_shuffle_xor(word, (int)(threadIdx.x % 32) ^ lane);
}
static inline unsigned fb_shuffle_up_word(unsigned word, int distance) {
  const int lane = (int)(threadIdx.x % 32);
  return fb_shuffle_from(word, lane < distance ? lane : lane - distance);
}
#define FB_DYNAMIC_SHARED(name, bytes) __shared__ __attribute__((aligned(16))) unsigned char name[bytes]
// Copies are made as late as possible, when the thread waits for them.
struct fb_copy_under_way {
  unsigned thread, block;
  void *to;
  const void *from;
  int bytes;
  int closed; // groups of the thread since, its own among them
};
static struct fb_copy_list {
  fb_copy_under_way *at;
  int count, room;
  ~fb_copy_list() {
    free(at);
  }
} fb_copies;
static inline void fb_add_copy(const fb_copy_under_way &copy) {
  if (fb_copies.count == fb_copies.room) {
    fb_copies.room = 2 * fb_copies.room + 64;
    fb_copies.at = (fb_copy_under_way *)realloc(fb_copies.at, fb_copies.room * sizeof copy);
    if (!fb_copies.at) abort();
  }
  fb_copies.at[fb_copies.count++] = copy;
}
template <int bytes>
static inline void fb_copy_bytes(void *to, const void *from) {
  for (int i = 0; i < bytes; i += 16)
    fb_check((const char *)from + i, bytes < 16 ? bytes : 16, false);
  fb_check_place(to, bytes, true);
  memset(to, 0xff, bytes);
  fb_add_copy({threadIdx.x, blockIdx.x, to, from, bytes, 0});
}
static inline bool fb_owns_copy(const fb_copy_under_way &copy) {
  return copy.thread == threadIdx.x && copy.block == blockIdx.x;
}
static inline void fb_commit_copies() {
  for (int i = 0; i < fb_copies.count; i++)
    fb_copies.at[i].closed += fb_owns_copy(fb_copies.at[i]);
}
static inline void fb_await_groups(int last) {
  int kept = 0;
  for (int i = 0; i < fb_copies.count; i++) {
    const fb_copy_under_way copy = fb_copies.at[i];
    if (fb_owns_copy(copy) && copy.closed > last)
      memcpy(copy.to, copy.from, copy.bytes);
    else
      fb_copies.at[kept++] = copy;
  }
  fb_copies.count = kept;
}
static inline void fb_await_copies() {
  fb_await_groups(-1);
}
template <int last>
static inline void fb_await_copies() {
  fb_await_groups(last);
}
#define __cluster_dims__(x, y, z)
static inline void fb_cluster_arrive() {
  fb_machine.thread = threadIdx.x;
  fb_machine.cluster_arrive(&fb_machine);
}
static inline void fb_cluster_wait() {
  const unsigned me = threadIdx.x, block = blockIdx.x;
  fb_machine.thread = me;
  fb_machine.cluster_wait(&fb_machine);
  fb_resume(me, block);
}
static inline void fb_store_remote(unsigned *own, unsigned rank, unsigned word) {
  *(unsigned *)fb_machine.remote(&fb_machine, own, rank) = word;
}
static inline void fb_await_zero(const unsigned *counter) {
  const unsigned me = threadIdx.x, block = blockIdx.x;
  if (!fb_check_place(counter, 4, false)) return;
  fb_machine.thread = me;
  fb_machine.await_zero(&fb_machine, counter);
  fb_resume(me, block);
}
static inline void fb_fence() {}
template <int threads>
static inline int fb_thread() {
  return threadIdx.x;
}
// All rows of a block come to as many barriers, so that the block's serves.
template <int lanes>
static inline void fb_sync_row() {
  __syncthreads();
}
template <int N>
static inline fb_words<N> fb_load_words_of_blocks(const unsigned *p) {
  return fb_load_words<N>(p);
}
static inline float fb_max_nan(float a, float b) {
  return a > b || a != a ? a : b;
}
static inline float fb_min_nan(float a, float b) {
  return a < b || a != a ? a : b;
}
static inline float fb_power_hardware(float x) {
  return exp2f(x);
}
static inline float fb_exp_hardware(float x) {
  return expf(x);
}
static inline float fb_sqrt_hardware(float x) {
  return sqrtf(x);
}
static inline void fb_sincospi(float x, float &sine, float &cosine) {
  const double angle = 3.14159265358979323846 * x;
  sine = (float)sin(angle), cosine = (float)cos(angle);
}
static inline float fb_reciprocal(float x) {
  return 1.0f / x;
}
static inline double fb_reciprocal(double x) {
  return 1.0 / x;
}
static inline unsigned fb_arrive(unsigned *counter, unsigned count) {
  const unsigned seen = fb_load_one(counter);
  fb_store_one(counter, seen >= count - 1 ? 0u : seen + 1);
  return seen;
}
template <class S, class T>
static inline void fb_atomic_add(S *p, T x) {
  if (!fb_check(p, sizeof(S), true)) return;
  if (sizeof(S) < 8 || (S)0.5 != (S)0)
    *p += (S)x;
  else
    *p = (S)((unsigned long long)*p + (unsigned long long)x);
}

#define FB_ADDS_VECTORS 1
template <int N>
static inline void fb_add_floats(float *p, const float *x) {
  if (!fb_check(p, N * 4, true)) return;
  for (int i = 0; i < N; i++)
    p[i] += x[i];
}
// Whether N words may be added: of one, a half that is -0 changes nothing and may lie outside of the buffer.
template <int N>
static inline bool fb_takes_words(const unsigned short *half, unsigned word) {
  const bool low = (word & 0xffff) != 0x8000, high = word >> 16 != 0x8000;
  if (N > 1) return fb_check(half, N * 4, true);
  if (low == high) return low && fb_check(half, 4, true);
  return fb_check(half + high, 2, true);
}
template <int N, class Add>
static inline void fb_add_halves(void *p, const unsigned *x, Add add) {
  unsigned short *half = (unsigned short *)p;
  if (!fb_takes_words<N>(half, x[0])) return;
  for (int i = 0; i < 2 * N; i++) {
    const unsigned bits = x[i / 2] >> i % 2 * 16 & 0xffff;
    if (bits != 0x8000) half[i] = add(half[i], bits);
  }
}
template <int N>
static inline void fb_add_bf16_words(void *p, const unsigned *x) {
  fb_add_halves<N>(p, x,
                   [](unsigned a, unsigned b) { return fb_to_bf16(fb_float(a << 16) + fb_float(b << 16)); });
}
template <int N>
static inline void fb_add_f16_words(void *p, const unsigned *x) {
  fb_add_halves<N>(
      p, x, [](unsigned short a, unsigned short b) { return fb_to_f16(fb_from_f16(a) + fb_from_f16(b)); });
}

static inline float rsqrtf(float x) {
  return 1.0f / sqrtf(x);
}
static inline double rsqrt(double x) {
  return 1.0 / sqrt(x);
}
#define FB_INFINITY fb_float(0x7f800000u)
#define FB_NAN fb_float(0x7fffffffu)

// ---- how the emulator calls kernels

// A parameter is a pointer, a table of pointers that takes the next ones, or an integer in place of one.
template <class A>
static A fb_take(void *const *&parameters) {
  A argument;
  memcpy(&argument, parameters, sizeof(A));
  parameters += (sizeof(A) + sizeof(void *) - 1) / sizeof(void *);
  return argument;
}
// Where there are no tensor cores, matrices have no maps: none of the parameters is one.
struct fb_tensor_map {};
#define __launch_bounds__(threads, blocks)
template <>
fb_tensor_map fb_take<fb_tensor_map>(void *const *&) {
  return {};
}
// Arguments in braces are evaluated in their order.
struct fb_called {
  template <class... A>
  fb_called(void (*kernel)(A...), A... arguments) {
    kernel(arguments...);
  }
};
template <class... A>
static void fb_call(void (*kernel)(A...), void *const *parameters) {
  fb_called{kernel, fb_take<A>(parameters)...};
}
extern "C" void fb_run_thread(void *const *parameters) {
  threadIdx.x = fb_machine.thread, blockIdx.x = fb_machine.block;
  blockDim.x = fb_machine.threads, gridDim.x = fb_machine.blocks;
  fb_machine.kernel(parameters);
}
extern "C" void fb_run_all(void *const *parameters) {
  blockDim.x = fb_machine.threads, gridDim.x = fb_machine.blocks;
  for (blockIdx.x = 0; blockIdx.x < gridDim.x && !fb_machine.faulted; blockIdx.x++)
    for (threadIdx.x = 0; threadIdx.x < blockDim.x; threadIdx.x++)
      fb_machine.kernel(parameters);
}
extern "C" fb_state *fb_machine_state() {
  return &fb_machine;
}
