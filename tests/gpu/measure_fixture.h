// Measuring a program made by hand: compiled by the real NVRTC (the tests are skipped without it), run by the
// driver of C functions.
#pragma once

#include "hand_program.h"
#include "test.h"

typedef struct MeasureFixture {
  Compiler *compiler;
  Worker *worker;
  Graph *graph;
  Program *reference;
  char folder[64]; // TMPDIR of the measurements
} MeasureFixture;

extern const MeasureOptions usual; // 50 launches, checked, 20 s

// The main of such a test runs this first: in the worker's process it does not return, and it exits with 77
// where there is no NVRTC.
void measure_fixture_begin(int count, char **arguments);
// Of a group of tests; the state is a MeasureFixture.
int measure_set_up(void **state);
int measure_tear_down(void **state);

// Fails the test where the measurement itself does; free the report with measure_report_free.
MeasureReport measure(const MeasureFixture *fixture, const Program *program, const MeasureOptions *options);
// The program of two kernels by their names, with the usual options.
MeasureReport measure_kernels(const MeasureFixture *fixture, const char *first, const char *second);
void assert_time(const Measured *measured, double us);
void assert_failed(const Measured *measured, const char *why);
void assert_check(const MeasureReport *report, bool pass, const char *text);

// The last test of each group: nothing is left in the temporary folder, whatever happened before.
void test_no_files_are_left(void **state);
