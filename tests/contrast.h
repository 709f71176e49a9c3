// How well one colour can be read on another: Web Content Accessibility Guidelines 2.2, relative luminance
// and contrast ratio. 4.5 is their least for text.
#pragma once

#include <math.h>
#include <stdint.h>

static inline double luminance(int32_t rgb) {
  static const double weight[3] = {0.2126, 0.7152, 0.0722};
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    double part = (rgb >> (16 - 8 * i) & 255) / 255.0;
    sum += weight[i] * (part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4));
  }
  return sum;
}

static inline double contrast(int32_t a, int32_t b) {
  double x = luminance(a), y = luminance(b);
  return (x > y ? x + 0.05 : y + 0.05) / (x > y ? y + 0.05 : x + 0.05);
}
