// Where and how a matrix lies in memory, for bulk tensor copies: of the driver's making.
struct alignas(64) fb_tensor_map {
  unsigned long long words[16];
};
