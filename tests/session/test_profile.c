// Profiles: each format's launches, and how they are joined onto a compiler's plan. The files of profiles/
// are of graphs/dumps/epilogue/inference (addmm, a generated kernel, mm, another); the times are those that
// profiles/make.py sets, the medians worked out by hand.
#include "fixture.h"
#include "session/results/profiled.h"

#include <stdio.h>

static char text[512];

static const char *profile_path(const char *name) {
  snprintf(text, sizeof text, "%s/tests/session/profiles/%s", FUSEBOX_SOURCE_ROOT, name);
  return text;
}

typedef struct Opened {
  Profile *profile;
  Session *session;
} Opened;

static Opened open_profile(const char *name) {
  Status status = {0};
  Profile *profile = profile_read(profile_path(name), &status);
  if (!profile) fail_msg("%s", status.message);
  SessionOptions options = {.profile = profile};
  snprintf(text, sizeof text, "%s/graphs/dumps/epilogue/inference", FUSEBOX_SOURCE_ROOT);
  Session *session = session_open(text, &options, &status);
  if (!session) fail_msg("%s", status.message);
  assert_true(session_use_plan(session, "compiler", &status));
  return (Opened){profile, session};
}

static void close_profile(Opened it) {
  session_close(it.session);
  profile_free(it.profile);
}

static ProfiledView profiled(Session *session, const char *op) {
  return session_profiled(session, kernel_by_name(session, op));
}

static void check_times(Session *session, const double *times) {
  static const char *const ops[] = {"addmm", "add_2", "mm", "pow_1"};
  for (int i = 0; i < 4; i++) {
    ProfiledView view = profiled(session, ops[i]);
    assert_int_equal(view.known, times[i] >= 0);
    if (!view.known) continue;
    assert_float_equal(view.time_us, times[i], 1e-9);
    assert_int_equal(view.samples, 3);
  }
}

// All by the ops that launched them; 5 us of the product of three kernels are a second kernel's.
static void test_kineto(void **state) {
  (void)state;
  Opened it = open_profile("kineto.json");
  check_times(it.session, (double[]){101, 22, 66, 31});
  const ProfileJoin *join = session_profile(it.session);
  assert_int_equal(join->runs, 3);
  assert_int_equal(join->streams, 1);
  assert_float_equal(join->busy_us, 220, 1e-9); // of run 1: 101 + 22 + 61 + 5 + 31
  assert_float_equal(join->run_us, 224, 1e-9);  // and four times 1 between
  ProfiledView view = profiled(it.session, "add_2");
  assert_float_equal(view.spread_us, 1.6, 1e-9); // 20, 22, 24: from 20.4 to 23.6
  assert_float_equal(view.start_us, 102, 1e-9);
  assert_int_equal(view.registers, 32);
  assert_float_equal(view.occupancy, 0.75, 1e-9);
  assert_true(view.dram_read_bytes < 0); // a trace does not say
  assert_int_equal(join->sentences.count, 1);
  assert_non_null(strstr(join->sentences.data[0], "in no whole run"));
  close_profile(it);
}

// What jax.profiler wrote on an H200 of graphs/hlo/jit_f.txt, three runs of it: medians by hand. The product
// with what goes before and behind it is one kernel of XLA's and three here, so that its time is nobody's.
static void test_jax(void **state) {
  (void)state;
  Status status = {0};
  Profile *profile = profile_read(profile_path("jax.json"), &status);
  if (!profile) fail_msg("%s", status.message);
  assert_int_equal(profile->launches.count, 21); // not those of the host
  SessionOptions options = {.profile = profile};
  snprintf(text, sizeof text, "%s/tests/graph/hlo/jit_f.txt", FUSEBOX_SOURCE_ROOT);
  Session *session = session_open(text, &options, &status);
  if (!session) fail_msg("%s", status.message);
  assert_true(session_use_plan(session, "compiler", &status));
  const ProfileJoin *join = session_profile(session);
  assert_int_equal(join->runs, 3);
  assert_int_equal(join->joined, 7);
  static const double times[] = {4.927, 20.352, 7.2, 1.055, 1.28, 5.472, 11.232};
  for (int i = 0; i < 7; i++)
    assert_float_equal(join->launches[i].time_us, times[i], 1e-9);
  assert_int_equal(join->launches[0].registers, 28);
  int count, timed = 0;
  const int *order = plan_order(session_plan(session), &count);
  for (int i = 0; i < count; i++)
    timed += session_profiled(session, order[i]).known;
  assert_int_equal(count, 8);
  assert_int_equal(timed, 6);
  session_close(session);
  profile_free(profile);
}

// Without ops, a call before the first generated kernel may be anybody's.
static void test_tables(void **state) {
  (void)state;
  static const char *const files[] = {"nsys.csv", "ncu_details.csv", "ncu_raw.csv"};
  for (int i = 0; i < 3; i++) {
    Opened it = open_profile(files[i]);
    check_times(it.session, (double[]){-1, 22, 66, 31});
    ProfiledView view = profiled(it.session, "pow_1");
    assert_int_equal(view.registers, 32);
    assert_int_equal(view.dram_read_bytes >= 0, i == 2);
    if (i == 2) {
      assert_float_equal(view.dram_read_bytes, 134.25e6, 1);
      assert_float_equal(view.dram_write_bytes, 1.024e6, 1);
    }
    if (i == 1) assert_float_equal(view.dram_share, 0.615, 1e-9);
    close_profile(it);
  }
}

// A kernel of ours that does the work of two launches took what both took; half of one's is not known.
static void test_edited_plan(void **state) {
  (void)state;
  Opened it = open_profile("kineto.json");
  Reason reason;
  Plan *plan = session_plan(it.session);
  assert_true(plan_cut(plan, op_by_name(it.session, "pow_1"), &reason));
  assert_false(profiled(it.session, "pow_1").known);
  assert_true(plan_undo(plan));
  assert_true(profiled(it.session, "pow_1").known);
  assert_true(session_use_plan(it.session, "none", NULL));
  assert_false(profiled(it.session, "add_2").known);
  assert_true(profiled(it.session, "mm").known);
  close_profile(it);
}

// XLA puts a matrix product and what comes before it into one kernel, which is two here: neither does its
// work.
static void test_part_of_a_launch(void **state) {
  (void)state;
  static const char *const names[] = {"triton_softmax_6",     "gemm_fusion_dot_general_1",
                                      "loop_multiply_fusion", "loop_dynamic_update_slice_fusion",
                                      "wrapped_gather",       "triton_softmax_4",
                                      "loop_slice_fusion"};
  Status status = {0};
  Text table = {0};
  text_add(&table, "Start (us),Duration (us),Name\n");
  for (int i = 0; i < 7; i++)
    text_printf(&table, "%d,%d,%s\n", 100 * i, 10 + i, names[i]);
  Profile *profile = profile_read_text("table", text_get(&table), table.length, &status);
  SessionOptions options = {.profile = profile};
  Session *session = session_open(FUSEBOX_SOURCE_ROOT "/tests/graph/hlo/jit_f.txt", &options, &status);
  if (!session) fail_msg("%s", status.message);
  assert_true(session_use_plan(session, "compiler", &status));
  int count, known = 0;
  const int *order = plan_order(session_plan(session), &count);
  for (int i = 0; i < count; i++)
    known += session_profiled(session, order[i]).known;
  assert_int_equal(session_profile(session)->joined, 7);
  assert_int_equal(known, 6);                                          // of 8 kernels all but the two
  assert_float_equal(session_profiled_us(session), 7 * 13 - 11, 1e-9); // 10 to 16 us, without the second
  session_close(session);
  profile_free(profile);
  text_free(&table);
}

// ---- Joining, with plans and profiles written down here.

static DumpKernel kernels[16];

static DumpPlan plan_of(const char *const *names) {
  DumpPlan plan = {.kernels = kernels};
  for (; names[plan.kernel_count]; plan.kernel_count++)
    kernels[plan.kernel_count] = (DumpKernel){.name = names[plan.kernel_count],
                                              .source = "ours",
                                              .launch = plan.kernel_count,
                                              .library = !strncmp(names[plan.kernel_count], "extern", 6)};
  return plan;
}

// One launch a microsecond behind the other, written as a trace.
static Profile *profile_of(const char *launches) {
  Text trace = {0};
  char name[64], source[64];
  double time, at = 0;
  int read, call = 0;
  text_add(&trace, "{\"traceEvents\": [");
  for (; sscanf(launches, " %63[^@ ]@%63s %lf%n", name, source, &time, &read) == 3; launches += read) {
    text_printf(
        &trace,
        "%s{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"%s\",\"ts\":%g,\"dur\":%g,\"args\":{\"External "
        "id\":%d}},"
        "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"op\",\"args\":{\"External id\":%d,\"kernel_file\":"
        "\"/tmp/torchinductor_me/ab/%s.py\"}}",
        call ? "," : "", name, at, time, call, call, source);
    at += time + 1, call++;
  }
  text_add(&trace, "]}");
  Status status = {0};
  Profile *profile = profile_read_text("trace", text_get(&trace), trace.length, &status);
  if (!profile) fail_msg("%s", status.message);
  text_free(&trace);
  return profile;
}

static void check_join(const char *const *names, const char *launches, const char *expected) {
  DumpPlan plan = plan_of(names);
  Profile *profile = profile_of(launches);
  ProfileJoin *join = profile_join(profile, &plan);
  Text got = {0};
  for (int i = 0; i < join->count; i++)
    if (join->launches[i].samples)
      text_printf(&got, "%g*%d ", join->launches[i].time_us, join->launches[i].samples);
    else
      text_add(&got, "- ");
  assert_string_equal(text_get(&got), expected);
  text_free(&got);
  profile_join_free(join);
  profile_free(profile);
}

// Two kernels of 10 us on two streams overlap by 4 us: the GPU was busy for 16.
static void test_streams_overlap(void **state) {
  (void)state;
  static const char *const names[] = {"triton_a_0", "triton_b_1", NULL};
  static const char table[] =
      "Start (us),Duration (us),Strm,Name\n100,10,7,triton_a_0\n106,10,8,triton_b_1\n";
  DumpPlan plan = plan_of(names);
  Status status = {0};
  Profile *profile = profile_read_text("table", table, sizeof table - 1, &status);
  if (!profile) fail_msg("%s", status.message);
  ProfileJoin *join = profile_join(profile, &plan);
  assert_int_equal(join->streams, 2);
  assert_float_equal(join->busy_us, 16, 1e-9);
  assert_float_equal(join->run_us, 16, 1e-9);
  profile_join_free(join);
  profile_free(profile);
}

// ncu says no starts: the launches of two GPUs of one program are whole runs of each.
static void test_devices_apart(void **state) {
  (void)state;
  static const char *const names[] = {"triton_a_0", "triton_b_1", NULL};
  static const char table[] =
      "\"ID\",\"Kernel Name\",\"Device\",\"gpu__time_duration.sum\"\n\"\",\"\",\"\",\"us\"\n"
      "\"0\",\"triton_a_0\",\"1\",\"1\"\n\"1\",\"triton_a_0\",\"0\",\"3\"\n"
      "\"2\",\"triton_b_1\",\"1\",\"5\"\n\"3\",\"triton_b_1\",\"0\",\"9\"\n";
  DumpPlan plan = plan_of(names);
  Status status = {0};
  Profile *profile = profile_read_text("ncu", table, sizeof table - 1, &status);
  if (!profile) fail_msg("%s", status.message);
  ProfileJoin *join = profile_join(profile, &plan);
  assert_int_equal(join->runs, 2);
  assert_float_equal(join->launches[0].time_us, 2, 1e-9);
  assert_float_equal(join->launches[1].time_us, 7, 1e-9);
  assert_float_equal(profile->launches.data[0].time_us, 3, 1e-9); // of device 0, in their order
  assert_float_equal(profile->launches.data[1].time_us, 9, 1e-9);
  profile_join_free(join);
  profile_free(profile);
}

static void test_join(void **state) {
  (void)state;
  static const char *const plain[] = {"triton_a_0", "triton_b_1", "triton_a_0", NULL};
  static const char *const twice[] = {"triton_a_0", "triton_a_0", NULL};
  static const char *const calls[] = {"triton_a_0", "extern_kernels.mm", "extern_kernels.bmm", "triton_b_1",
                                      NULL};
  static const char *const once[] = {"triton_a_0", "triton_b_1", NULL};
  // A kernel that is launched twice keeps its launches apart, whatever another graph launches in between.
  check_join(plain,
             "triton_a_0@ours 1 triton_b_1@ours 5 triton_a_0@ours 3 triton_x_7@x 9 triton_a_0@ours 2 "
             "triton_b_1@ours 7 triton_a_0@ours 4",
             "1.5*2 6*2 3.5*2 ");
  // What overlaps with itself can be cut into runs in several ways: only what is launched once is taken.
  check_join(twice, "triton_a_0@ours 1 triton_a_0@ours 2 triton_a_0@ours 3", "- - ");
  // Equal names of another graph's kernels are told apart by the file of their source.
  check_join(once, "triton_a_0@theirs 50 triton_a_0@ours 1 triton_b_1@ours 2 triton_b_1@theirs 60",
             "1*1 2*1 ");
  // Two calls between two kernels, or three kernels of which nobody says whose they are.
  check_join(calls, "triton_a_0@ours 1 gemm@x 10 gemm@x 20 triton_b_1@ours 2", "1*1 10*1 20*1 2*1 ");
  check_join(calls, "triton_a_0@ours 1 gemm@x 10 gemm@x 20 gemm@x 30 triton_b_1@ours 2", "1*1 - - 2*1 ");
  // No whole run: what has one place is taken by its name.
  check_join(plain, "triton_b_1@ours 5 triton_b_1@ours 6 triton_a_0@ours 3", "- 5.5*2 - ");
  check_join(once, "other@x 5", "- - ");
}

// Times as ncu 2025 writes them with --csv --page raw, nanoseconds and bytes, of kernels of an H200; lines of
// its own before the headings.
static void check_names(const char *const *launches, const char *expected) {
  static const char *const names[] = {"triton_a_0", "extern_kernels.mm",
                                      "torch.ops.aten._scaled_dot_product_cudnn_attention_backward.default",
                                      "triton_b_1", NULL};
  Text table = {0}, got = {0};
  Status status = {0};
  DumpPlan plan = plan_of(names);
  kernels[2].library = true;
  text_add(&table,
           "==PROF== Connected to process 3133 (/usr/bin/python3.12)\ndone\n"
           "\"ID\",\"Process ID\",\"Kernel Name\",\"Stream\",\"Grid Size\",\"Device\","
           "\"dram__bytes_read.sum\",\"gpu__time_duration.sum\",\"launch__registers_per_thread\"\n"
           "\"\",\"\",\"\",\"\",\"\",\"\",\"byte\",\"ns\",\"register/thread\"\n");
  for (int i = 0; launches[i]; i++)
    text_printf(&table,
                "\"%d\",\"3133\",\"%s\",\"7\",\"(4096, 1, 1)\",\"0\",\"6,633,728\",\"%d,000\",\"79\"\n", i,
                launches[i], 1 << i);
  Profile *profile = profile_read_text("ncu", text_get(&table), table.length, &status);
  if (!profile) fail_msg("%s", status.message);
  ProfileJoin *join = profile_join(profile, &plan);
  for (int i = 0; i < join->count; i++)
    if (join->launches[i].samples)
      text_printf(&got, "%g ", join->launches[i].time_us);
    else
      text_add(&got, "- ");
  assert_string_equal(text_get(&got), expected);
  assert_int_equal(join->launches[0].registers, 79);
  assert_float_equal(join->launches[0].dram_read_bytes, 6633728, 1e-3);
  profile_join_free(join);
  profile_free(profile);
  text_free(&table);
  text_free(&got);
}

#define DOT "void cudnn::compute_dot_do_o_specialized<1, 64>(const void *, const void *)"
#define BPROP "cudnn_generated_fort_native_sdpa_sm90_flash_bprop_wgmma_f16_knob_26_64x64x64_4x1x1_kernel0_0"
#define GEMM "nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_NNT"
#define SPLIT "void cublasLt::splitKreduce_kernel<32, 16, int, float>(cublasSplitKParams)"

// Two calls that ran as four kernels: their names say whose they are, or it is not told.
static void test_calls_by_name(void **state) {
  (void)state;
  check_names((const char *const[]){"triton_a_0", GEMM, DOT, BPROP, "triton_b_1", NULL}, "1 2 12 16 ");
  check_names((const char *const[]){"triton_a_0", GEMM, SPLIT, BPROP, "triton_b_1", NULL}, "1 6 8 16 ");
  check_names((const char *const[]){"triton_a_0", DOT, BPROP, GEMM, "triton_b_1", NULL}, "1 - - 16 ");
  check_names((const char *const[]){"triton_a_0", GEMM, GEMM, BPROP, "triton_b_1", NULL}, "1 - - 16 ");
}

// Three kernels of one call of the driver are of a CUDA graph: the op that replayed it says nothing of them.
static void test_replays(void **state) {
  (void)state;
#define KERNEL(name, start, external, correlation) \
  "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"" name "\", \"pid\": 0, \"tid\": 7, \"ts\": " start \
  ", \"dur\": 2.5, \"args\": {\"External id\": " external ", \"correlation\": " correlation "}}, "
  static const char trace[] = "{\"traceEvents\": [" KERNEL("a", "10", "7", "14") KERNEL("b", "20", "7", "14")
      KERNEL("c", "30", "9", "15") KERNEL("d", "40", "7", "14") KERNEL("e", "50", "9", "16")
      "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::mm\", \"args\": {\"External id\": 9}}]}";
#undef KERNEL
  static const int calls[] = {-1, -1, 9, -1, 9};
  Status status = {0};
  Profile *profile = profile_read_text("trace.json", trace, sizeof trace - 1, &status);
  if (!profile) fail_msg("%s", status.message);
  assert_int_equal(profile->launches.count, 5);
  for (int i = 0; i < 5; i++) {
    assert_int_equal(profile->launches.data[i].call, calls[i]);
    assert_int_equal(profile->launches.data[i].op != NULL, calls[i] == 9);
  }
  profile_free(profile);
}

// ---- What is no profile.

static void check_refusal(const char *bytes, size_t length, const char *part) {
  Status status = {0};
  assert_null(profile_read_text("file", bytes, length, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  if (!strstr(status.message, part)) fail_msg("no \"%s\" in: %s", part, status.message);
}

static void test_refusals(void **state) {
  (void)state;
#define REFUSE(bytes, part) check_refusal(bytes, sizeof bytes - 1, part)
  REFUSE("\x1f\x8b\x08\x01", "cannot be unpacked: it ends early");
  REFUSE("NVR\0report", "--page raw");
  REFUSE("{\"traceEvents\": [", "file:1:18");
  REFUSE("{\"events\": []}", "no \"traceEvents\"");
  REFUSE("{\"traceEvents\": []}", "without a kernel");
  REFUSE("Time (%),Total Time (ns),Instances,Avg (ns),Name\n1,2,3,4,k\n", "no single launches");
  REFUSE("Start (ns),Duration (ns),Name\n1,2,\"k\n", "file:2:5");
  REFUSE("\"ID\",\"Kernel\"\n1,k\n", "Kernel Name");
  REFUSE("plain words\n", "export_chrome_trace");
#undef REFUSE
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_kineto),           cmocka_unit_test(test_jax),
      cmocka_unit_test(test_tables),           cmocka_unit_test(test_edited_plan),
      cmocka_unit_test(test_part_of_a_launch), cmocka_unit_test(test_join),
      cmocka_unit_test(test_calls_by_name),    cmocka_unit_test(test_replays),
      cmocka_unit_test(test_streams_overlap),  cmocka_unit_test(test_devices_apart),
      cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests_name("profile", tests, session_folder_make, session_folder_remove);
}
