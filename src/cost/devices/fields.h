// The numbers of a device, as rows of two tables: what device files are read and written by, and what
// calibration sets. A constant that the time model needs is added to struct Device and here.
#pragma once

#include "cost/devices/device.h"

#include <stddef.h>

typedef enum FieldKind { FIELD_INT, FIELD_INT64, FIELD_DOUBLE } FieldKind;
typedef struct DeviceField {
  const char *key;
  FieldKind kind;
  size_t offset; // in GpuLimits for limits, in Device for the rest
  double least, most;
} DeviceField;

// All are required in a file, so that no estimate rests on a silent zero.
const DeviceField *device_limit_fields(int *count);
const DeviceField *device_fields(int *count);
const DeviceField *device_field(const char *key); // of device_fields; NULL when there is none

double field_get(const DeviceField *field, const void *structure);
void field_set(const DeviceField *field, void *structure, double value);
