// Small CUDA sources whose facts are known by construction.
#pragma once

// Four independent 16-byte loads and stores a thread; 256 threads at most.
static const char copy_source[] =
    "extern \"C\" __global__ void __launch_bounds__(256) copy_four(const float4 *x, float4 *y) {\n"
    "  unsigned long long i = blockIdx.x * 1024ull + threadIdx.x;\n"
    "  float4 v[4];\n"
    "  #pragma unroll\n"
    "  for (int k = 0; k < 4; k++) v[k] = x[i + k * 256];\n"
    "  #pragma unroll\n"
    "  for (int k = 0; k < 4; k++) y[i + k * 256] = v[k];\n"
    "}\n";

// 128 floats live at once.
static const char wide_source[] =
    "extern \"C\" __global__ void wide(const float4 *x, float4 *y, float s) {\n"
    "  unsigned long long i = blockIdx.x * 8192ull + threadIdx.x;\n"
    "  float4 v[32];\n"
    "  float t = 0.f;\n"
    "  #pragma unroll\n"
    "  for (int k = 0; k < 32; k++) v[k] = x[i + k * 256];\n"
    "  #pragma unroll\n"
    "  for (int k = 0; k < 32; k++) t += v[k].x + v[k].y + v[k].z + v[k].w;\n"
    "  #pragma unroll\n"
    "  for (int k = 0; k < 32; k++)\n"
    "    y[i + k * 256] = make_float4(v[k].x * s + t, v[k].y * s + t, v[k].z * s + t, v[k].w * s + t);\n"
    "}\n";

// 64 floats of static shared memory, and a helper without __device__.
static const char shared_source[] =
    "float twice(float x) { return 2 * x; }\n"
    "extern \"C\" __global__ void turn(float *x) {\n"
    "  __shared__ float s[64];\n"
    "  s[threadIdx.x] = x[threadIdx.x];\n"
    "  __syncthreads();\n"
    "  x[threadIdx.x] = twice(s[63 - threadIdx.x]);\n"
    "}\n";

// "yy" in line 3, column 12 is not declared.
static const char wrong_source[] =
    "extern \"C\" __global__ void wrong(float *x) {\n"
    "  if (x)\n"
    "    x[0] = yy + 2;\n"
    "}\n";
