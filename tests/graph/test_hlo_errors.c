// HLO text: what is said of broken text.
#include "graph/read/read.h"
#include "test.h"

#include "base/text.h"
#include "graph/read/hlo/hlo.h"

typedef struct Refused {
  const char *text, *wanted;
} Refused;

static void check_refusal(const Refused *refused) {
  Status status = {0};
  Graph *graph = graph_read_hlo("t.hlo", refused->text, strlen(refused->text), 0, NULL, &status);
  if (graph || !strstr(status.message, refused->wanted)) fail_msg("%s: %s", refused->wanted, status.message);
  assert_int_equal(status.code, STATUS_INPUT);
}

#define STEP(producer, consumer) \
  "fusion_steps { fusion { fusion_name: \"f\" producer_name: \"" producer "\" consumer_name: \"" consumer \
  "\" } }\n"
#define MODULE \
  "hlo_module_before_fusion: \"ENTRY e {\\n  x = f32[2] parameter(0)\\n  y = f32[2] abs(x)\\n  ROOT z = " \
  "f32[2] abs(y)\\n}\"\n"

static void mistakes_are_shown_where_they_are(void **state) {
  (void)state;
  static const Refused cases[] = {
      {"HloModule m\nENTRY e {\n  x = f32[2] parameter(0)\n  y = f32[2] negate(z)\n}\n",
       "t.hlo:4:21: nothing before this line is called 'z'"},
      {"ENTRY e {\n  value = f32[2] parameter(0)\n  y = f32[2] negate(valve)\n}\n", "did you mean 'value'?"},
      {"ENTRY e {\n  x = g32[2] parameter(0)\n}\n", "t.hlo:2:7: 'g32' is no type"},
      {"ENTRY e {\n  x = f32[2,?] parameter(0)\n}\n", "t.hlo:2:13: this size is open"},
      {"ENTRY e {\n  x = f32[2,3]{0,0} parameter(0)\n}\n",
       "t.hlo:2:15: this layout does not name each of 2 axes once"},
      {"ENTRY e {\n  x = f32[2] parameter(0)\n", "expected an instruction, but the text ends here"},
      {"ENTRY e {\n  x = f32[2] parameter(0), metadata={op_name=\"a}\n}\n", "this string does not end"},
      {"ENTRY e {\n  x = f32[2] parameter(0), metadata={a\n", "this bracket is never closed"},
      {"ENTRY e {\n  x = f32[2] constant({1, 2, 3})\n}\n", "this constant has 3 elements, its shape 2"},
      {"ENTRY e {\n  x = s32[2] constant({1, a})\n}\n", "t.hlo:2:27: expected a number of type s32"},
      {"ENTRY e {\n  x = f32[2] parameter(0)\n  x = f32[2] negate(x)\n}\n",
       "t.hlo:3:3: the name 'x' is taken"},
      {"ENTRY e {\n  x = f32[2] parameter(0)\n  y = f32[2] call(x), to_apply=f\n}\n",
       "\"to_apply\" names no computation"},
      {"e {\n  x = f32[2] parameter(0)\n  y = f32[2] call(x), to_apply=e\n}\n",
       "calls are nested more than 64 deep"},
      {"ENTRY e {\n  x = (f32[2]) parameter(0)\n  y = f32[2] get-tuple-element(x), index=1\n}\n",
       "its operand has 1 parts"},
      {"e {\n  x = (f32[2]) parameter(0)\n  y = f32[2] negate(%x#1)\n}\n",
       "t.hlo:3:24: 'x' has no such part"},
      {"e {\n  x = f32[2] parameter(0)\n  y = f32[2] negate(%x#0)\n}\n", "t.hlo:3:24: 'x' is no tuple"},
      {"e {\n  x = (f32[2]) parameter(0)\n  y = f32[2] negate(%x#)\n}\n", "t.hlo:3:24: expected an integer"},
      {"ENTRY e {\n  x = (token[]) parameter(0)\n}\n", "no inputs and no ops"},
      {"HloModule m\n", "the module has no computation"},
      {"ENTRY e {\n}\n", "this computation has no instructions"},
      {"ENTRY e {\n  x = f32[1,1,1,1,1,1,1,1,1] parameter(0)\n}\n", "at most 8 axes"},
      {"ENTRY e {\n  x = f32[281474976710656,2] parameter(0)\n}\n", "t.hlo:2:"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    check_refusal(&cases[i]);
}

static void mistakes_in_steps_are_shown(void **state) {
  (void)state;
  static const Refused cases[] = {
      {"fusion_steps { fusion {} }\n", "t.hlo:1:16: this step names no producer"},
      {"fusion_steps {\n  fusion { producer_name: \"a\" }\n}\n", "t.hlo:2:3: this fusion lacks its consumer"},
      {"fusion_steps {\n", "this bracket is never closed"},
      {"fusion_steps { fusion { producer_name: a } }", "t.hlo:1:40: expected a string"},
      {"fusion_steps { update_priority { us_fused: nan } }", "expected a number of microseconds"},
      {"fusion_steps { fusion_name \"a\" }", "expected ':' behind the field's name"},
      {"gpu_device_info {}\n", "without the module that was fused there is no graph"},
      {"hlo_module_before_fusion: \"ENTRY e {\\n  x = f32[2] parameter(1\\n}\"",
       "t.hlo: hlo_module_before_fusion:3:1"},
      {STEP("y", "y") MODULE, "t.hlo:1:16: 'y' cannot be fused into itself"},
      {STEP("y", "zz") MODULE, "the module has no 'zz', and no step before this one made it"},
      {STEP("y", "z") STEP("y", "z") MODULE, "'y' was fused into all of its readers before"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    check_refusal(&cases[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mistakes_are_shown_where_they_are),
      cmocka_unit_test(mistakes_in_steps_are_shown),
  };
  return cmocka_run_group_tests_name("hlo errors", tests, NULL, NULL);
}
