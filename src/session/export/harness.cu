
// ---- The harness: memory with reproducible contents, one run for a checksum, then timed runs.

#define CHECK(call) \
  do { \
    cudaError_t error = (call); \
    if (error != cudaSuccess) { \
      fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error)); \
      exit(1); \
    } \
  } while (0)

enum Fill { ZERO, NORMAL, POSITIVE, INTEGER };

struct Parameter {
  const char *name;
  void *memory;
  size_t bytes;
  bool written;
};

// What a parameter is filled with. NORMAL: of this scale; POSITIVE: uniform in [0.5, 2); INTEGER: in [low, high).
struct Contents {
  Fill fill;
  double scale;
  long long low, high;
};

// splitmix64, by S. Vigna: a number of 64 bits for each place.
__device__ unsigned long long random_bits(unsigned long long seed, unsigned long long place) {
  unsigned long long x = seed * 0xd1342543de82ef95ull + (place + 1) * 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

__device__ float random_normal(unsigned long long bits) {
  float u = ((unsigned)bits + 0.5f) * 0x1p-32f, v = (unsigned)(bits >> 32) * 0x1p-32f;
  return sqrtf(-2 * logf(u)) * cospif(2 * v); // Box and Muller
}

template <class T>
__global__ void fill_memory(T *memory, long long elements, Contents contents, unsigned long long seed) {
  const long long step = (long long)gridDim.x * blockDim.x;
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < elements; i += step) {
    const unsigned long long bits = random_bits(seed, i);
    if (contents.fill == INTEGER)
      memory[i] = T((long long)(contents.low + (long long)(bits % (unsigned long long)(contents.high - contents.low))));
    else if (contents.fill == POSITIVE)
      memory[i] = T(0.5f + 1.5f * (unsigned)(bits >> 40) * 0x1p-24f);
    else
      memory[i] = T((float)contents.scale * random_normal(bits));
  }
}

template <class T>
Parameter parameter(const char *name, long long elements, Contents contents, bool written) {
  static unsigned long long seed = 0;
  Parameter made = {name, nullptr, (size_t)elements * sizeof(T), written};
  CHECK(cudaMalloc(&made.memory, made.bytes + 16));
  CHECK(cudaMemset(made.memory, 0, made.bytes + 16));
  if (contents.fill != ZERO) fill_memory<<<1024, 256>>>((T *)made.memory, elements, contents, ++seed);
  CHECK(cudaGetLastError());
  return made;
}

// Of what the kernel wrote: tells whether an edit of it changed results (FNV-1a).
unsigned long long checksum(const Parameter *parameters, int count) {
  unsigned long long hash = 0xcbf29ce484222325ull;
  for (int i = 0; i < count; i++) {
    if (!parameters[i].written) continue;
    std::vector<unsigned char> bytes(parameters[i].bytes);
    CHECK(cudaMemcpy(bytes.data(), parameters[i].memory, bytes.size(), cudaMemcpyDeviceToHost));
    for (unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001b3ull;
  }
  return hash;
}

// The part of `shared_bytes` that the kernel does not declare itself.
int dynamic_shared(const void *kernel, int shared_bytes) {
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, kernel));
  printf("%d registers, %zu bytes of local memory\n", attributes.numRegs, attributes.localSizeBytes);
  const int bytes = shared_bytes - (int)attributes.sharedSizeBytes;
  if (bytes <= 0) return 0;
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  return bytes;
}

__global__ void read_memory(const int4 *memory, long long count, int *sink) {
  int sum = 0;
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += (long long)gridDim.x * blockDim.x)
    sum += memory[i].x;
  if (sum == 1) *sink = sum;
}

// Microseconds of each run, sorted; before each, reading other memory empties the L2 cache.
template <class Run> std::vector<float> time_runs(const Run &run, int runs) {
  const size_t other_bytes = 512 << 20;
  int4 *other;
  cudaEvent_t start, stop;
  CHECK(cudaMalloc(&other, other_bytes));
  CHECK(cudaMemset(other, 0, other_bytes));
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  std::vector<float> times;
  for (int i = 0; i < runs; i++) {
    read_memory<<<2048, 256>>>(other, other_bytes / sizeof *other, (int *)other);
    CHECK(cudaEventRecord(start));
    run();
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    times.push_back(milliseconds * 1000);
  }
  std::sort(times.begin(), times.end());
  return times;
}

template <class Run> void report(const Run &run, const Parameter *parameters, int count) {
  run();
  CHECK(cudaDeviceSynchronize());
  printf("checksum of the results %016llx\n", checksum(parameters, count));
  const std::vector<float> times = time_runs(run, 50);
  printf("median %.2f us, fastest %.2f us\n", times[times.size() / 2], times[0]);
}
